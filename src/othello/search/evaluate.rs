//! Static evaluation: a linear function of features, with weights by stage of the game.

use super::areas::{CORNERS, X_SQUARES, spread};
use super::stability::stable;
use super::weights::{STAGE_SQUARES, STAGES, WEIGHTS};
use crate::othello::sides::Sides;

/// A disc, in the unit of estimates.
pub const DISC: i32 = 100;

/// The largest estimate; only a finished game can be won by more.
pub const GUESS_MAX: i32 = 63 * DISC;

/// Estimates the final disc difference for the player to move, in hundredths of discs.
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

pub const FEATURES: usize = 11 + CLASSES.len();

/// The indices of the numbers of moves and replies among the features.
const MOVES: usize = 2;
const REPLIES: usize = 3;

/// The squares, divided into classes that are equal up to rotation and reflection. One
/// square of each class: a1, b1, c1, d1, b2, c2, d2, c3, d3, d4.
const CLASSES: [u64; 10] = classes();

/// The features of a position, from the point of view of the player to move.
#[inline(always)]
fn features(sides: Sides) -> [i32; FEATURES] {
    let Sides { own, other } = sides;
    let free = sides.free();
    let moves = sides.moves();
    let replies = sides.passed().moves();
    let free_corners = free & CORNERS;
    // The diagonal neighbour of each empty corner, and its other two neighbours.
    let x_squares = spread(free_corners) & X_SQUARES;
    let c_squares = spread(free_corners) & !x_squares & !free_corners;
    let difference = |set: u64| count(own & set) - count(other & set);
    let mut features = [0; FEATURES];
    features[..11].copy_from_slice(&[
        // A constant, and parity: who may have the last move.
        1,
        count(free) & 1,
        // Mobility, and squares where moves may become legal.
        count(moves),
        count(replies),
        count(free & spread(other)),
        count(free & spread(own)),
        // Corners that can be taken.
        count(moves & CORNERS),
        count(replies & CORNERS),
        // Stable discs, and discs that give corners away.
        count(stable(own, !free)) - count(stable(other, !free)),
        difference(x_squares),
        difference(c_squares),
    ]);
    for (feature, class) in features[11..].iter_mut().zip(CLASSES) {
        *feature = difference(class);
    }
    features
}

#[inline(always)]
fn count(set: u64) -> i32 {
    set.count_ones().cast_signed()
}

const fn classes() -> [u64; 10] {
    // The class by the distances from the nearest border in rows and in columns.
    const CLASS: [[usize; 4]; 4] = [[0, 1, 2, 3], [1, 4, 5, 6], [2, 5, 7, 8], [3, 6, 8, 9]];
    let mut classes = [0; 10];
    let mut square = 0;
    while square < 64 {
        let (row, column) = (square / 8, square % 8);
        let y = if row < 4 { row } else { 7 - row };
        let x = if column < 4 { column } else { 7 - column };
        classes[CLASS[y][x]] |= 1 << square;
        square += 1;
    }
    classes
}
