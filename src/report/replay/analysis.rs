//! The analysis of a game in which shots are announced.

use serde::Serialize;

use super::Replay;
use super::step::ShotAnalysis;
use crate::experiments::{GameReview, RecordedShot, review_game};
use crate::geometry::Pos;
use crate::player::{ByPlayer, Player};
use crate::players::classic::{ConfigError, PolicyKind};
use crate::view::Knowledge;

/// The analysis of a game, as it is stored in the page.
#[derive(Clone, Debug, Serialize)]
pub struct Analysis {
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
    pub hits: u64,
    /// Hits per hundred shots.
    pub accuracy: f64,
    /// The expected number of shots before the first.
    pub expected: f64,
    /// The shots lost by choosing worse fields than the policy.
    pub loss: f64,
    /// The shots lost by chance; less than 0 if the player was lucky.
    pub luck: f64,
    /// The steps with the largest losses, the worst first.
    pub worst: Vec<usize>,
}

/// The shots of the last game of a script.
#[derive(Clone, Debug)]
pub(super) struct RecordedGame {
    /// For each player, the steps with its shots.
    pub shots: ByPlayer<Vec<(usize, RecordedShot)>>,
    /// What the players know at the end.
    pub last: ByPlayer<Knowledge>,
    /// The upper left fields of the waters that the players shoot at.
    pub waters: ByPlayer<Pos>,
}

/// Why a game cannot be analysed.
#[derive(Debug, thiserror::Error)]
pub enum AnalysisError {
    /// Its rule set does not announce shots.
    #[error("only games in which shots are announced can be analysed")]
    NotAnnounced,
    /// Its fleets are too large.
    #[error(transparent)]
    Fleet(#[from] ConfigError),
}

/// The smallest loss that is listed as one of the worst, in shots.
const LOSS_MIN: f64 = 0.5;
/// And in standard errors, so that it is hardly due to the samples.
const ERRORS_MIN: f64 = 2.0;
/// How many of the worst shots are listed.
const WORST_MAX: usize = 5;

impl Replay {
    /// Compares the shots of both players with those of a policy. If a script has several games,
    /// it is about the last one.
    ///
    /// # Errors
    ///
    /// [`AnalysisError`].
    pub fn analyse(&mut self, kind: PolicyKind, seed: u64) -> Result<(), AnalysisError> {
        let game = self.game.as_ref().ok_or(AnalysisError::NotAnnounced)?;
        let mut analyses = Vec::new();
        for player in Player::BOTH {
            let (steps, shots): (Vec<_>, Vec<_>) = game.shots[player].iter().cloned().unzip();
            let review = review_game(&shots, &game.last[player], kind, seed)?;
            analyses.push(PlayerAnalysis::new(&steps, &review, &game.last[player]));
            let waters = game.waters[player];
            for (step, shot) in steps.into_iter().zip(review.shots) {
                self.steps[step].analysis = shot.map(|shot| ShotAnalysis {
                    #[expect(
                        clippy::cast_possible_truncation,
                        clippy::cast_sign_loss,
                        reason = "a percentage"
                    )]
                    heat: shot
                        .heat
                        .iter()
                        .map(|share| (100.0 * share).round() as u8)
                        .collect(),
                    best: [waters.y + shot.best.y, waters.x + shot.best.x],
                    loss: rounded(shot.loss),
                    error: rounded(shot.error),
                    needed: rounded(shot.needed),
                });
            }
        }
        let players = <[PlayerAnalysis; 2]>::try_from(analyses).ok();
        let strategy = kind.name();
        self.analysis = players.map(|players| Analysis { strategy, players });
        Ok(())
    }

    /// The analysis, if the game was analysed.
    pub const fn analysis(&self) -> Option<&Analysis> {
        self.analysis.as_ref()
    }
}

impl PlayerAnalysis {
    fn new(steps: &[usize], review: &GameReview, last: &Knowledge) -> Self {
        let losses = steps.iter().zip(&review.shots);
        let losses = losses.filter_map(|(&step, shot)| Some((step, shot.as_ref()?)));
        let losses = losses.filter(|(_, shot)| shot.loss >= LOSS_MIN.max(ERRORS_MIN * shot.error));
        let mut worst: Vec<_> = losses.map(|(step, shot)| (step, shot.loss)).collect();
        worst.sort_by(|one, other| other.1.total_cmp(&one.1));
        worst.truncate(WORST_MAX);
        let (shots, hits) = (steps.len(), last.hits());
        #[expect(clippy::cast_precision_loss, reason = "a few hundred shots")]
        let accuracy = 100.0 * hits as f64 / shots.max(1) as f64;
        Self {
            shots,
            hits,
            accuracy: rounded(accuracy),
            expected: rounded(review.expected),
            loss: rounded(review.loss),
            luck: rounded(review.luck),
            worst: worst.into_iter().map(|(step, _)| step).collect(),
        }
    }
}

/// Rounds to two decimals, which is more than the samples tell.
fn rounded(number: f64) -> f64 {
    (100.0 * number).round() / 100.0
}
