//! What has happened in a game: the turn in progress, the events, and the statistics.

use super::PlayerStats;
use super::event_log::{EventLog, GameEvent, LogEntry};
use crate::game::{Game, Ship, ShotOutcome};
use crate::geometry::{Direction, Pos};
use crate::player::{ByPlayer, Player};
use crate::script::{Command, Line};
use crate::view::{Knowledge, KnownField};

/// What has happened in a game.
#[derive(Debug)]
pub(super) struct History {
    /// The commands executed in the current turn.
    turn: Vec<Command>,
    start: TurnStart,
    /// The number of turns completed since both fleets were complete.
    turns: u64,
    events: EventLog,
    /// The number of events when the previous turn began, and when the current one began.
    event_marks: [usize; 2],
    stats: ByPlayer<PlayerStats>,
    /// Whether damage to single ships is recorded. Not while a script is read: nobody asks
    /// then, and there may be many ships and turns.
    pub tracks_damage: bool,
}

/// The state when the current turn began.
#[derive(Clone, Debug, Default)]
struct TurnStart {
    /// The healthy parts of both fleets.
    parts: ByPlayer<u64>,
    /// The healthy parts of each ship, in the order of the board.
    ships: Vec<u32>,
    /// Whether both fleets were complete.
    was_complete: bool,
}

impl TurnStart {
    fn of(game: &Game, tracks_damage: bool) -> Self {
        let ships = game.board().ships().iter().filter(|_| tracks_damage);
        Self {
            parts: ByPlayer::from_fn(|player| game.fleet(player).healthy_parts()),
            ships: ships.map(Ship::healthy_parts).collect(),
            was_complete: game.is_complete(),
        }
    }
}

/// Queries.
impl History {
    /// An empty history.
    pub fn new() -> Self {
        Self {
            turn: Vec::new(),
            start: TurnStart::default(),
            turns: 0,
            events: EventLog::default(),
            event_marks: [0; 2],
            stats: ByPlayer::default(),
            tracks_damage: true,
        }
    }

    /// The commands executed in the current turn.
    pub fn turn(&self) -> &[Command] {
        &self.turn
    }

    /// The number of the turn, counted from 1; both players move once in it.
    pub const fn turn_number(&self) -> u64 {
        self.turns / 2 + 1
    }

    /// The events that a player may read, oldest first; a spectator reads everything.
    /// `is_recent` leaves out those before the previous turn.
    pub fn events(&self, reader: Option<Player>, is_recent: bool) -> Vec<&LogEntry> {
        let first = if is_recent { self.event_marks[0] } else { 0 };
        match reader {
            Some(reader) => self.events.since(first, reader).collect(),
            None => self.events.open_since(first).collect(),
        }
    }

    /// The statistics of a player in a finished game.
    pub fn stats(&self, game: &Game, player: Player) -> PlayerStats {
        let mut stats = self.stats[player].clone();
        let enemy = game.fleet(player.opponent());
        let is_sunk = |id: &_| game.board().ship(*id).healthy_parts() == 0;
        stats.sunk = enemy.ships().filter(is_sunk).count() as u64;
        if game.rules().announces_shots() {
            let tally = game.tally(player);
            stats.turns = tally.turns;
            stats.shots = tally.shots;
            stats.hits = tally.all_hits();
            stats.by_class = tally.hits;
        }
        stats
    }
}

/// Recording.
impl History {
    /// Records an event before the first shot, for everybody.
    pub fn record_setup(&mut self, event: GameEvent) {
        self.events.add(0, None, event);
    }

    pub fn record_shot(
        &mut self,
        shooter: Player,
        target: Pos,
        outcome: ShotOutcome,
        is_forced: bool,
    ) {
        let event = GameEvent::Shot {
            shooter,
            target,
            outcome,
            is_forced,
        };
        self.events.add(self.turn_number(), None, event);
        self.record_command(shooter, Command::Shoot(target));
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

    pub fn begin_turn(&mut self, game: &Game) {
        self.turn.clear();
        self.event_marks = [self.event_marks[1], self.events.count()];
        self.start = TurnStart::of(game, self.tracks_damage);
    }

    /// A loaded state may already contain shots, and so turns.
    pub fn count_turns(&mut self, game: &Game) {
        if game.rules().announces_shots() {
            let turns = Player::BOTH.map(|player| game.tally(player).turns);
            self.turns = self.turns.max(turns.iter().sum());
        }
    }

    pub fn finish_turn(&mut self, game: &Game, player: Player, winner: Option<Player>) {
        let turn = if self.start.was_complete {
            self.turn_number()
        } else {
            0
        };
        let has_shot = self.turn.iter().any(is_shot);
        if self.start.was_complete && game.rules().announces_shots() && !has_shot {
            self.events.add(turn, None, GameEvent::Passed(player));
        }
        if !game.rules().announces_shots() {
            self.record_damage(game, turn, player);
        }
        if let Some(winner) = winner {
            self.events.add(turn, None, GameEvent::Won(winner));
        }
        self.stats[player].turns += u64::from(self.start.was_complete);
        self.turns += u64::from(self.start.was_complete);
        self.turn.clear();
    }

    /// Records what each player may know of the damage of a turn where shots are not
    /// announced: the damage of its own ships, and how many parts the enemy has lost.
    fn record_damage(&mut self, game: &Game, turn: u64, mover: Player) {
        let ships = game.board().ships().iter().zip(&self.start.ships);
        let mut is_unharmed = self.tracks_damage && self.start.was_complete;
        for (ship, &before) in ships {
            let parts = before.saturating_sub(ship.healthy_parts());
            if parts > 0 {
                is_unharmed &= ship.owner() == mover;
                let event = GameEvent::Damaged {
                    class: ship.class(),
                    index: ship.name().index,
                    parts,
                    is_sunk: ship.healthy_parts() == 0,
                };
                self.events.add(turn, Some(ship.owner()), event);
            }
        }
        if is_unharmed {
            let shots = self.turn.iter().filter(|command| is_shot(command)).count() as u64;
            self.events
                .add(turn, Some(mover.opponent()), GameEvent::Unharmed);
            if shots > 0 {
                self.events.add(turn, Some(mover), GameEvent::Missed(shots));
            }
        }
        for player in Player::BOTH {
            let enemy = player.opponent();
            let left = game.fleet(enemy).healthy_parts();
            let lost = self.start.parts[enemy].saturating_sub(left);
            if lost > 0 {
                self.events
                    .add(turn, Some(player), GameEvent::Destroyed(lost));
                if player == mover {
                    self.stats[player].hits += lost;
                }
            }
        }
    }
}

const fn is_shot(command: &Command) -> bool {
    matches!(command, Command::Shoot(_) | Command::ShootFrom { .. })
}

/// Whether a line is a forced shot: next to a hit on a ship that is still afloat.
pub(super) fn is_forced(game: &Game, line: &Line) -> bool {
    let Line::Command(Command::Shoot(target)) = line else {
        return false;
    };
    if !game.rules().announces_shots() || !game.is_complete() {
        return false;
    }
    let player = game.next_player();
    let waters = game.start(player.opponent());
    let knowledge = Knowledge::new(game, player);
    Direction::ALL.iter().any(|&direction| {
        let near = target.step(direction, 1);
        let field = Pos::new(near.y - waters.top, near.x - waters.left);
        waters.contains(near) && matches!(knowledge.at(field), KnownField::Hit(_))
    })
}
