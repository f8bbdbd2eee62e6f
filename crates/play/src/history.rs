//! The history of a game: the turn in progress, the events, and the statistics.

use std::collections::BTreeMap;

use super::Coin;
use admiralty_core::game::{Game, ShipId, ShipName, Shot, ShotOutcome};
use admiralty_core::geometry::{Direction, Pos};
use admiralty_core::player::{ByPlayer, Player};
use admiralty_core::rules::ShipClass;
use admiralty_core::script::{Command, Line};
use admiralty_core::view::{Knowledge, KnownField};

/// The number of events kept.
const EVENTS_MAX: usize = 1000;

/// An event that a player may know of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameEvent {
    /// An announced shot.
    Shot {
        /// Who shot.
        shooter: Player,
        /// The field of the board.
        target: Pos,
        /// The announced result.
        outcome: ShotOutcome,
        /// Whether it is a forced attack: next to a hit on a ship that is still afloat.
        is_forced: bool,
    },
    /// A coin toss decided who moves first.
    Tossed {
        /// The side that came up.
        coin: Coin,
        /// Who moves first.
        first: Player,
    },
    /// A player has placed its fleet.
    Placed(Player),
    /// A player has ended its turn without a shot.
    Passed(Player),
    /// A ship of the reader has lost segments in a turn.
    Damaged {
        /// Its name.
        ship: ShipName,
        /// The number of segments lost in the turn.
        lost: u32,
        /// The number of healthy segments left; 0 if it is sunk.
        left: u32,
    },
    /// The enemy has lost this many segments in a turn.
    Destroyed(u64),
    /// This many shots of the reader destroyed nothing in a turn.
    Missed(u64),
    /// The enemy has played and hit none of the reader's ships.
    Unharmed,
    /// A player has won.
    Won(Player),
}

/// An event with the turn it belongs to and its reader.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LogEntry {
    /// The number of the last player's group that was opened, from 1; 0 before the first.
    pub group: u64,
    /// The only player who may read it, or `None` if both may.
    pub reader: Option<Player>,
    /// The event.
    pub event: GameEvent,
}

/// Statistics of one player in a finished game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PlayerStats {
    /// Turns in which the player could shoot.
    pub turns: u64,
    /// Shots fired.
    pub shots: u64,
    /// Segments destroyed.
    pub hits: u64,
    pub(crate) moves: u64,
    pub(crate) planes: u64,
    /// Ships sunk.
    pub sunk: u64,
    /// Hits by class, where shots are announced.
    pub by_class: Vec<(ShipClass, u64)>,
}

impl PlayerStats {
    /// Hits per hundred shots; `None` without a shot.
    pub fn hit_rate(&self) -> Option<f64> {
        (self.shots > 0).then(|| 100.0 * self.hits as f64 / self.shots as f64)
    }
}

/// The history of a game.
#[derive(Debug, Default)]
pub(super) struct History {
    /// The commands executed in the current turn.
    pub turn: Vec<Command>,
    /// Whether both fleets were complete when the current turn began.
    was_complete: bool,
    /// The number of segments that each ship has lost in the current turn.
    damage: BTreeMap<ShipId, u32>,
    /// The number of players' groups begun.
    groups: u64,
    /// The number of turns completed since both fleets were complete.
    turns: u64,
    /// The last events, oldest first.
    events: Vec<LogEntry>,
    stats: ByPlayer<PlayerStats>,
}

/// Queries.
impl History {
    /// The number of the turn, counted from 1; both players move once in it.
    pub const fn turn_number(&self) -> u64 {
        self.turns / 2 + 1
    }

    /// The events that a player may read, oldest first. A spectator reads everything except the
    /// shooter's report on the damage of a turn, which the owner's report contains.
    pub fn events(&self, reader: Option<Player>) -> impl Iterator<Item = &LogEntry> {
        use GameEvent::{Destroyed, Missed, Unharmed};
        self.events.iter().filter(move |entry| match reader {
            Some(reader) => entry.reader.is_none_or(|one| one == reader),
            None => !matches!(entry.event, Destroyed(_) | Missed(_) | Unharmed),
        })
    }

    /// Whether an event is of the current or the previous turn.
    pub const fn is_recent(&self, entry: &LogEntry) -> bool {
        entry.group + 1 >= self.groups
    }

    /// The statistics of a player in a finished game; `reported` has the player's knowledge of a
    /// fleet that is not on the board.
    pub fn stats(&self, game: &Game, player: Player, reported: Option<&Knowledge>) -> PlayerStats {
        let mut stats = self.stats[player].clone();
        let enemy = game.fleet(player.opponent());
        if let Some(knowledge) = reported {
            let classes = game.rules().classes.iter();
            let sunk = classes.map(|one| enemy.count(one) - knowledge.afloat(one));
            stats.sunk = sunk.map(u64::from).sum();
            stats.hits = knowledge.hits();
            stats.by_class = knowledge.hits_by_class();
            return stats;
        }
        let is_sunk = |id: &ShipId| game.board().ship(*id).healthy_parts() == 0;
        stats.sunk = enemy.ships().filter(is_sunk).count() as u64;
        if let Some(tallies) = game.tallies() {
            let tally = &tallies[player];
            (stats.turns, stats.shots) = (tally.turns, tally.shots);
            stats.hits = tally.all_hits();
            stats.by_class.clone_from(&tally.hits);
        }
        stats
    }
}

/// Recording.
impl History {
    /// Records an event for one player, or for both.
    pub fn add(&mut self, reader: Option<Player>, event: GameEvent) {
        if self.events.len() == EVENTS_MAX {
            self.events.remove(0);
        }
        let group = self.groups;
        self.events.push(LogEntry {
            group,
            reader,
            event,
        });
    }

    pub fn record_command(&mut self, player: Player, command: Command) {
        let stats = &mut self.stats[player];
        match command {
            Command::Shoot(_) | Command::ShootFrom { .. } => stats.shots += 1,
            Command::Spy(_) | Command::SpyFrom { .. } => stats.planes += 1,
            Command::Move { .. } => stats.moves += 1,
            _ => {}
        }
        self.turn.push(command);
    }

    /// Records the damage of a shot whose result is not announced.
    pub fn record_shot(&mut self, shot: &Shot) {
        if let Some(hit) = shot.on.filter(|hit| hit.was_healthy) {
            *self.damage.entry(hit.ship).or_default() += 1;
        }
    }

    pub fn begin_turn(&mut self, game: &Game) {
        self.was_complete = game.is_complete();
        self.damage.clear();
        self.turn.clear();
        self.groups += 1;
    }

    /// Counts the turns that a loaded state may already contain, by its shots.
    pub fn count_turns(&mut self, game: &Game) {
        if let Some(ByPlayer { a, b }) = game.tallies() {
            self.turns = self.turns.max(a.turns + b.turns);
        }
    }

    pub fn finish_turn(&mut self, game: &Game, player: Player, winner: Option<Player>) {
        if !game.rules().announces_shots() {
            self.record_damage(game, player);
        } else if self.was_complete && self.shots() == 0 {
            self.add(None, GameEvent::Passed(player));
        }
        if let Some(winner) = winner {
            self.add(None, GameEvent::Won(winner));
        }
        self.stats[player].turns += u64::from(self.was_complete);
        self.turns += u64::from(self.was_complete);
        self.turn.clear();
    }

    /// The number of shots in the current turn.
    fn shots(&self) -> u64 {
        let is_shot =
            |command: &&Command| matches!(command, Command::Shoot(_) | Command::ShootFrom { .. });
        self.turn.iter().filter(is_shot).count() as u64
    }

    /// Records the damage of a turn for each player, where shots are not announced: the damage of
    /// its own ships, and how many parts the enemy has lost.
    fn record_damage(&mut self, game: &Game, mover: Player) {
        let mut all_lost = ByPlayer::<u64>::default();
        for (id, lost) in std::mem::take(&mut self.damage) {
            let ship = game.board().ship(id);
            let (ship, left) = (ship.name(), ship.healthy_parts());
            all_lost[ship.player] += u64::from(lost);
            self.add(Some(ship.player), GameEvent::Damaged { ship, lost, left });
        }
        let is_unharmed = self.was_complete && all_lost[mover.opponent()] == 0;
        if is_unharmed {
            self.add(Some(mover.opponent()), GameEvent::Unharmed);
            // The losses of a remote fleet are not known.
            if self.shots() > 0 && !game.fleet(mover.opponent()).is_remote() {
                self.add(Some(mover), GameEvent::Missed(self.shots()));
            }
        }
        for player in Player::BOTH {
            let lost = all_lost[player.opponent()];
            if lost > 0 {
                self.add(Some(player), GameEvent::Destroyed(lost));
                if player == mover {
                    self.stats[player].hits += lost;
                }
            }
        }
    }
}

/// Whether a line is a forced shot: next to a hit on a ship that is still afloat.
pub(super) fn is_forced(game: &Game, line: &Line) -> bool {
    let Line::Command(Command::Shoot(target)) = line else {
        return false;
    };
    let player = game.next_player();
    let Some(knowledge) = Knowledge::of(game, player).filter(|_| game.is_complete()) else {
        return false;
    };
    let waters = game.start(player.opponent());
    Direction::ALL.iter().any(|&direction| {
        let near = target.step(direction, 1);
        let field = Pos::new(
            near.y.wrapping_sub(waters.top),
            near.x.wrapping_sub(waters.left),
        );
        matches!(knowledge.get(field), Some(KnownField::Hit(_)))
    })
}
