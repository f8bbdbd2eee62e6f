//! Recording what a line has changed: events, statistics, the number of the turn.

use super::event_log::{GameEvent, ShotResult};
use super::{GameSession, Rejection};
use crate::game::{Game, Ship};
use crate::geometry::{Direction, Pos};
use crate::player::{ByPlayer, Player};
use crate::players::Placing;
use crate::players::{Rng, place_missing};
use crate::script::{Command, Tag};
use crate::view::{Knowledge, KnownField, Observation};

/// The state when the current turn began.
#[derive(Clone, Debug, Default)]
pub(super) struct TurnStart {
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

impl GameSession {
    /// Whether a shot is forced: next to a hit on a ship that is still afloat.
    pub(super) fn forced(&self, command: Option<&Command>) -> bool {
        let Some(Command::Shoot(target)) = command else {
            return false;
        };
        let game = self.game();
        if !game.rules().announces_shots() || !game.is_complete() {
            return false;
        }
        let waters = game.start(self.next().opponent());
        let knowledge = Knowledge::new(game, self.next());
        Direction::ALL.iter().any(|&direction| {
            let near = target.step(direction, 1);
            let field = Pos::new(near.y - waters.top, near.x - waters.left);
            waters.contains(near) && matches!(knowledge.at(field), KnownField::Hit(_))
        })
    }

    /// Records the effects of an executed line. `group` is the group that was open before
    /// it.
    pub(super) fn record_line(
        &mut self,
        group: Option<Tag>,
        command: Option<Command>,
        is_forced: bool,
        out: &[u8],
    ) {
        let now = self.interpreter.open_group().map(|(tag, _)| tag);
        match (group, now) {
            (None, Some(Tag::Player(_))) => self.begin_turn(),
            (Some(Tag::Player(player)), _) if now.is_none() || self.winner.is_some() => {
                self.finish_turn(player);
            }
            (Some(Tag::Player(player)), _) => {
                if let Some(command) = command {
                    self.record_command(player, command, is_forced, out);
                }
            }
            (Some(Tag::State), None) => self.sync_turn_number(),
            _ => {}
        }
    }

    fn begin_turn(&mut self) {
        self.turn.clear();
        self.event_marks = [self.event_marks[1], self.events.count()];
        self.turn_start = TurnStart::of(self.game(), self.tracks_damage);
    }

    /// A loaded state may already contain shots, and so turns.
    fn sync_turn_number(&mut self) {
        if !self.rules().announces_shots() {
            return;
        }
        let turns = Player::BOTH.map(|player| self.game().tally(player).turns);
        self.moves = self.moves.max(turns.iter().sum());
    }

    fn record_command(&mut self, player: Player, command: Command, is_forced: bool, out: &[u8]) {
        let turn = self.turn_number();
        match command {
            Command::Print(_) => return,
            Command::Shoot(target) => {
                self.stats[player].shots += 1;
                if let Some(outcome) = self.announced(out) {
                    let event = GameEvent::Shot {
                        shooter: player,
                        target,
                        outcome,
                        is_forced,
                    };
                    self.events.add(turn, None, event);
                }
            }
            Command::ShootFrom { .. } => self.stats[player].shots += 1,
            Command::Spy(_) | Command::SpyFrom { .. } => self.stats[player].planes += 1,
            Command::Move { .. } => self.stats[player].moves += 1,
            _ => {}
        }
        self.turn.push(command);
    }

    /// The result of a shot as the interpreter has announced it.
    fn announced(&self, out: &[u8]) -> Option<ShotResult> {
        let mut text = out.split(u8::is_ascii_whitespace);
        match text.next()? {
            b"MISS" => Some(ShotResult::Miss),
            b"HIT" => {
                let class = text.nth(2).and_then(|name| self.rules().class(name));
                Some(ShotResult::Hit(class))
            }
            b"SUNK" => self.rules().class(text.nth(2)?).map(ShotResult::Sunk),
            _ => None,
        }
    }

    fn finish_turn(&mut self, player: Player) {
        let turn = if self.turn_start.was_complete {
            self.turn_number()
        } else {
            0
        };
        let has_shot = self.turn.iter().any(is_shot);
        let game = self.interpreter.game();
        if self.turn_start.was_complete && game.rules().announces_shots() && !has_shot {
            self.events.add(turn, None, GameEvent::Passed(player));
        }
        if !game.rules().announces_shots() {
            self.record_damage(turn, player);
        }
        if let Some(winner) = self.winner {
            self.events.add(turn, None, GameEvent::Won(winner));
        }
        self.stats[player].turns += u64::from(self.turn_start.was_complete);
        self.moves += u64::from(self.turn_start.was_complete);
        self.turn.clear();
        self.targets.clear();
    }

    /// Records what each player may know of the damage of a turn where shots are not
    /// announced: the damage of its own ships, and how many parts the enemy has lost.
    fn record_damage(&mut self, turn: u64, mover: Player) {
        let game = self.interpreter.game();
        let ships = game.board().ships().iter().zip(&self.turn_start.ships);
        let mut is_unharmed = self.tracks_damage && self.turn_start.was_complete;
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
            let lost = self.turn_start.parts[enemy].saturating_sub(left);
            if lost > 0 {
                self.events
                    .add(turn, Some(player), GameEvent::Destroyed(lost));
                if player == mover {
                    self.stats[player].hits += lost;
                }
            }
        }
    }

    /// Checks that there is room for both fleets.
    pub(super) fn check_room(&self) -> Result<(), Rejection> {
        for player in Player::BOTH {
            let observation = Observation::new(self.game(), player);
            place_missing(&observation, Placing::Seq, &mut Rng::seeded(0))
                .map_err(|refusal| Rejection::to_player(player, &refusal))?;
        }
        Ok(())
    }
}

const fn is_shot(command: &Command) -> bool {
    matches!(command, Command::Shoot(_) | Command::ShootFrom { .. })
}
