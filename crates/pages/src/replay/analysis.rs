//! The analysis of a game: the possible positions of the enemy and, if shots are announced, the loss
//! of each shot.

use serde::Serialize;

use super::Replay;
use super::step::{ShotEffect, StepAnalysis};

use crate::Z_95;
use admiralty_core::geometry::Rect;
use admiralty_core::interpreter::{Event, Session};
use admiralty_core::player::{ByPlayer, Player};
use admiralty_core::script::Tag;
use admiralty_core::view::{Knowledge, Observation};
use admiralty_players::classic::{ConfigError, GameReview, PolicyKind, RecordedShot, review_game};
use admiralty_players::{EnemyMap, HeatMap};

/// The analysis of a game, as it is stored in the page.
#[derive(Clone, Debug, Serialize)]
pub struct GameAnalysis {
    /// The name of the policy that the shots are compared with.
    pub strategy: &'static str,
    /// The figures of both players.
    pub players: [PlayerAnalysis; 2],
}

/// The figures of a player.
#[derive(Clone, Debug, Serialize)]
pub struct PlayerAnalysis {
    /// The number of shots.
    pub shots: usize,
    /// The number of hits.
    pub hits: usize,
    /// Hits per hundred shots.
    pub accuracy: f64,
    /// The expected number of shots before the first.
    pub expected: f64,
    /// The shots lost by choosing worse fields than the policy; less than 0 for better ones.
    pub loss: f64,
    /// The shots lost by chance; less than 0 if the player was lucky.
    pub luck: f64,
    /// The expected number of shots still needed at the end; 0 for the winner.
    pub needed: f64,
    /// The steps with the largest losses, the worst first.
    pub worst: Vec<usize>,
}

/// The shots of the last game of a script.
#[derive(Clone, Debug)]
pub(super) struct RecordedGame {
    /// The steps with the shots of each player.
    pub shots: ByPlayer<Vec<(usize, RecordedShot)>>,
    /// The knowledge of the players at the end.
    pub last: ByPlayer<Knowledge>,
    /// The waters that the players shoot at.
    pub waters: ByPlayer<Rect>,
}

/// The most turns that the admiral watches.
pub const WATCHED_TURNS_MAX: usize = 4_000;

/// The smallest loss that is listed as one of the worst, in shots. It also exceeds its interval, so
/// it is unlikely to come from the samples alone.
const LOSS_MIN: f64 = 0.5;
const WORST_MAX: usize = 5;

impl Replay {
    /// Adds the possible positions of the enemy to the steps. If shots are announced, each is compared with
    /// the shot of a policy; otherwise the admiral watches the turns of both players. If a script
    /// has several games, shots are compared in the last one.
    ///
    /// # Errors
    ///
    /// The fleets are beyond the limits of the policies.
    pub fn analyse(&mut self, kind: PolicyKind, seed: u64) -> Result<(), ConfigError> {
        let Some(game) = &self.game else {
            self.watch();
            return Ok(());
        };
        let mut analyses = Vec::new();
        for player in Player::BOTH {
            let (steps, shots): (Vec<_>, Vec<_>) = game.shots[player].iter().cloned().unzip();
            let review = review_game(&shots, &game.last[player], kind, seed)?;
            let is_hit = |&&step: &&usize| {
                let mut shots = self.steps[step].shots.iter();
                shots.any(|shot| ShotEffect::is_hit(shot[2]))
            };
            let hits = steps.iter().filter(is_hit).count();
            analyses.push(PlayerAnalysis::new(&steps, &review, hits));
            let waters = game.waters[player];
            for (step, shot) in steps.into_iter().zip(review.shots) {
                self.steps[step].analysis = shot.map(|shot| StepAnalysis {
                    best: Some([waters.top + shot.best.y, waters.left + shot.best.x]),
                    loss: Some(rounded(shot.loss)),
                    margin: Some(rounded(Z_95 * shot.error)),
                    needed: Some(rounded(shot.needed)),
                    ..StepAnalysis::new(waters, shot.heat.iter().map(|&chance| chance.into()))
                });
            }
        }
        let players = <[PlayerAnalysis; 2]>::try_from(analyses).ok();
        let strategy = kind.name();
        self.analysis = players.map(|players| GameAnalysis { strategy, players });
        Ok(())
    }

    /// Executes the script again, with the admiral watching the first turns of both players.
    fn watch(&mut self) {
        let mut maps = ByPlayer::<EnemyMap>::default();
        let mut session = Session::new();
        let mut steps = self
            .steps
            .iter_mut()
            .filter(|step| step.turn.is_some())
            .take(WATCHED_TURNS_MAX);
        let mut shots = Vec::new();
        for text in self.script.split(|&byte| byte == b'\n') {
            let Ok(event) = session.line(text) else {
                return;
            };
            match event {
                Event::Opened(Tag::Player(player)) => {
                    let Some(step) = steps.next() else {
                        return;
                    };
                    if session.game().is_complete() {
                        let view = Observation::new(session.game(), player);
                        let HeatMap { rect, values } = maps[player].begin_turn(&view);
                        step.analysis = Some(StepAnalysis::new(*rect, values.iter().copied()));
                    }
                }
                Event::Fired { shot, .. } => shots.push(shot.target),
                Event::TurnEnded { winner, .. } if winner.is_some() => return,
                Event::TurnEnded { player, .. } => {
                    shots.extend(session.game().served_shots().map(|shot| shot.target));
                    let view = Observation::new(session.game(), player);
                    maps[player].end_turn(&std::mem::take(&mut shots), &view);
                }
                _ => {}
            }
        }
    }
}

impl PlayerAnalysis {
    fn new(steps: &[usize], review: &GameReview, hits: usize) -> Self {
        let mut worst: Vec<_> = steps
            .iter()
            .zip(&review.shots)
            .filter_map(|(&step, shot)| Some((step, shot.as_ref()?)))
            .filter(|(_, shot)| shot.loss >= LOSS_MIN.max(Z_95 * shot.error))
            .map(|(step, shot)| (step, shot.loss))
            .collect();
        worst.sort_by(|one, other| other.1.total_cmp(&one.1));
        worst.truncate(WORST_MAX);
        let shots = steps.len();
        let accuracy = 100.0 * hits as f64 / shots.max(1) as f64;
        let [expected, loss, needed] = [review.expected, review.loss, review.needed].map(tenths);
        Self {
            shots,
            hits,
            accuracy: rounded(accuracy),
            expected,
            loss,
            // The rest, so that the figures add up as they are shown.
            luck: tenths(shots as f64 + needed - expected - loss),
            needed,
            worst: worst.into_iter().map(|(step, _)| step).collect(),
        }
    }
}

/// Rounds to one decimal. Adding zero avoids a negative zero.
fn tenths(number: f64) -> f64 {
    (10.0 * number).round() / 10.0 + 0.0
}

/// Rounds to two decimals, which is more than the samples tell.
fn rounded(number: f64) -> f64 {
    (100.0 * number).round() / 100.0
}
