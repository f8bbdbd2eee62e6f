//! Hints: where the enemy's ships may be, given what the next player may know.

use bstr::ByteSlice;

use super::GameSession;
use admiralty_core::geometry::Pos;
use admiralty_core::interpreter::{Event, Session};
use admiralty_core::player::Player;
use admiralty_core::script::{Command, Tag};
use admiralty_core::view::{Knowledge, Observation};
use admiralty_players::classic::heat_map;
use admiralty_players::{EnemyMap, HeatMap};

/// The `INFORMATION` that records a hint in the script.
const HINT: &str = "HINT";

/// How many fleets a hint is counted in.
const FLEETS: u32 = 200;

/// The last turns of a player that a hint takes into account where ships move.
const FOLLOWED_TURNS_MAX: u64 = 200;

/// A hint: where the enemy's ships may be.
#[derive(Clone, Debug)]
pub struct Hint {
    /// For each field, in coordinates of the whole game, the probability of a healthy segment.
    pub chances: HeatMap,
    /// The best fields, at most [`Hint::BEST_MAX`], the best one first; at least one.
    pub best: Vec<Pos>,
}

impl Hint {
    /// The most fields that are called the best.
    pub const BEST_MAX: usize = 5;

    fn new(chances: HeatMap) -> Option<Self> {
        let mut best = chances.ranking();
        best.truncate(Self::BEST_MAX);
        (!best.is_empty()).then_some(Self { chances, best })
    }

    /// The highest probability.
    pub fn highest(&self) -> f64 {
        self.best.first().map_or(0.0, |best| self.chances.at(*best))
    }
}

impl GameSession {
    /// Takes a hint for the next player; `None` if no ship can be anywhere that it does not see.
    pub fn take_hint(&mut self) -> Option<Hint> {
        if self.is_over() || self.is_remote() {
            return None;
        }
        let player = self.next();
        let hint = self.hint_for(player, FLEETS)?;
        self.unlogged_hints[player] += 1;
        self.log_hints();
        Some(hint)
    }

    /// A hint for a player, where shots are announced from this many fleets. It is not counted.
    pub(super) fn hint_for(&self, player: Player, fleets: u32) -> Option<Hint> {
        Hint::new(self.chances(player, fleets)?)
    }

    fn chances(&self, player: Player, fleets: u32) -> Option<HeatMap> {
        let game = self.game();
        let Some(knowledge) = Knowledge::of(game, player) else {
            return Some(self.chances_at_sea(player));
        };
        let seed = game.seed().unwrap_or_default();
        let chances = heat_map(&knowledge, seed, fleets).ok()??;
        Some(HeatMap {
            rect: game.start(player.opponent()),
            values: chances.into_iter().map(f64::from).collect(),
        })
    }

    /// The chances where ships move, on fields that the player does not see. The turns of the
    /// player are followed from the script.
    fn chances_at_sea(&self, player: Player) -> HeatMap {
        let skipped = self.turn_number().saturating_sub(FOLLOWED_TURNS_MAX);
        let mut turns = 0;
        let mut map = EnemyMap::default();
        let mut session = Session::new();
        let mut shots = Vec::new();
        for line in self.log().text().lines() {
            let Ok(event) = session.line(line) else {
                break;
            };
            let view = Observation::new(session.game(), player);
            match event {
                Event::Opened(Tag::Player(one)) if one == player => {
                    turns += 1;
                    if session.game().is_complete() && turns > skipped {
                        map.begin_turn(&view);
                    }
                }
                Event::Fired { shot, .. } => shots.push(shot.target),
                Event::TurnEnded { player: one, .. } => {
                    shots.extend(session.game().served_shots().map(|shot| shot.target));
                    if one == player {
                        map.end_turn(&shots, &view);
                    }
                    shots.clear();
                }
                _ => {}
            }
        }
        let view = Observation::new(session.game(), player);
        let mut chances = map.begin_turn(&view).clone();
        for field in chances.rect.fields() {
            if view.seen().contains(field) {
                chances.clear(field);
            }
        }
        chances
    }

    /// The number of hints that a player has taken.
    pub fn hints(&self, player: Player) -> usize {
        let information = self.game().information(player).iter();
        let logged = information.filter(|line| *line == HINT).count();
        logged + self.unlogged_hints[player]
    }

    /// Records the hints in the script, as soon as no turn is open.
    pub(super) fn log_hints(&mut self) {
        for player in Player::BOTH {
            if self.interpreter.open_group().is_some() || self.is_over() {
                return;
            }
            let count = std::mem::take(&mut self.unlogged_hints[player]);
            let text = HINT.into();
            let hint = Command::Information { player, text };
            if count > 0 {
                // This command is always allowed.
                let _ = self.execute_state(std::iter::repeat_n(hint, count));
            }
        }
    }
}
