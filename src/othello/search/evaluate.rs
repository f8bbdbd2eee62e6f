//! Guessing the value of a position.

use super::features::{FEATURES, MOVES, REPLIES, features};
use super::weights::{STAGE_SQUARES, STAGES, WEIGHTS};
use crate::othello::sides::Sides;

/// A disc, in the unit of guessed values.
pub const DISC: i32 = 100;

/// No guess is larger; only a game that is over can be won by more.
pub const GUESS_MAX: i32 = 63 * DISC;

/// Guesses by how many hundredths of a disc the player to move will win.
#[inline(always)]
pub fn evaluate(sides: Sides) -> i32 {
    let stage = (sides.empties() / STAGE_SQUARES) as usize;
    let weights = &WEIGHTS[stage.min(STAGES - 1)];
    let features = features(sides);
    if features[MOVES] | features[REPLIES] == 0 {
        return sides.final_score() * DISC;
    }
    let mut sum = 0;
    for i in 0..FEATURES {
        sum += features[i] * i32::from(weights[i]);
    }
    sum.clamp(-GUESS_MAX, GUESS_MAX)
}
