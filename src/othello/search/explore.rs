//! Looking a number of plies ahead.
//!
//! Alpha-beta as principal variation search
//! (<https://www.chessprogramming.org/Principal_Variation_Search>), with a
//! transposition table. A pass costs no ply.

#![expect(
    clippy::inline_always,
    reason = "it has to be compiled anew for each kind of processor that it is used on"
)]

use multiversion::multiversion;

use super::evaluate::{DISC, evaluate};
use super::order::{Candidates, Order};
use super::sides::{Sides, squares};
use super::table::NO_SQUARE;
use super::tree::{Found, Tree};
use super::window::Window;

/// Lower than any guess.
pub const NONE: i32 = -128 * DISC;

/// From this depth on, guesses order the moves.
const ORDER_DEPTH: u32 = 3;

/// The value of a position after a number of plies, in hundredths of discs. If that
/// is outside of the window, it may be a bound instead. Worthless if time ran out.
#[multiversion(targets("x86_64+avx2+bmi1+bmi2+lzcnt+popcnt"))]
pub fn explore(tree: &mut Tree, sides: Sides, depth: u32, window: Window) -> i32 {
    tree.nodes += 1;
    if depth == 0 {
        return evaluate(sides);
    }
    let moves = sides.moves();
    if moves == 0 {
        let passed = sides.passed();
        if passed.moves() == 0 {
            return sides.final_score() * DISC;
        }
        return -explore(tree, passed, depth, window.turned());
    }
    if tree.must_stop() {
        return 0;
    }
    if depth == 1 {
        return last_ply(tree, sides, moves, window.beta);
    }
    let Window {
        mut alpha,
        mut beta,
    } = window;
    let empties = sides.empties();
    let mut known = NO_SQUARE;
    if let Some(entry) = tree.table.get(sides) {
        known = entry.best;
        let is_exact = u32::from(entry.depth) == empties;
        if is_exact || u32::from(entry.depth) == depth {
            let unit = if is_exact { DISC } else { 1 };
            let (lower, upper) = (i32::from(entry.lower) * unit, i32::from(entry.upper) * unit);
            if lower >= beta || lower == upper {
                return lower;
            }
            if upper <= alpha {
                return upper;
            }
            alpha = alpha.max(lower);
            beta = beta.min(upper);
        }
    }
    let order = if depth >= ORDER_DEPTH {
        Order::Guesses((depth - ORDER_DEPTH) / 4)
    } else {
        Order::Replies
    };
    let mut candidates = Candidates::new(tree, sides, moves, known, order);
    let start = candidates;
    let mut best = Found {
        value: NONE,
        square: NO_SQUARE,
    };
    let mut bound = alpha;
    while let Some(candidate) = candidates.next(tree) {
        let rest = Window { alpha: bound, beta };
        let mut value = NONE;
        if best.value != NONE {
            value = -explore(
                tree,
                candidate.after,
                depth - 1,
                Window::null(bound).turned(),
            );
        }
        if best.value == NONE || bound < value && value < beta {
            value = -explore(tree, candidate.after, depth - 1, rest.turned());
        }
        if tree.is_stopped {
            start.leave(tree);
            return 0;
        }
        if value > best.value {
            best = Found {
                value,
                square: candidate.square,
            };
            bound = bound.max(value);
            if value >= beta {
                break;
            }
        }
    }
    start.leave(tree);
    tree.remember(sides, depth, best, Window { alpha, beta });
    best.value
}

/// The value after one ply: nothing is ordered or remembered.
#[inline(always)]
fn last_ply(tree: &mut Tree, sides: Sides, moves: u64, beta: i32) -> i32 {
    let mut best = NONE;
    for square in squares(moves) {
        tree.nodes += 1;
        let after = sides.after(square, sides.turned(square));
        best = best.max(-evaluate(after));
        if best >= beta {
            break;
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Without bounds, order or memory.
    fn plain(sides: Sides, depth: u32) -> i32 {
        let moves = sides.moves();
        let passed = sides.passed();
        match moves {
            0 if passed.moves() == 0 => sides.final_score() * DISC,
            _ if depth == 0 => evaluate(sides),
            0 => -plain(passed, depth),
            _ => squares(moves)
                .map(|square| -plain(sides.after(square, sides.turned(square)), depth - 1))
                .max()
                .expect("a move"),
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(32))]

        #[test]
        fn looking_ahead_gives_what_a_plain_search_gives(one: u64, two: u64, three: u64, depth in 0_u32..4, nodes in 1_u64..100) {
            // All moves of any board may be far too many, so that a half is free.
            let sides = Sides { own: one & two, other: three & !two };
            let mut tree = Tree::new();
            // Nothing is left of what was stopped.
            tree.stop_after(nodes);
            explore(&mut tree, sides, depth, Window::ALL_GUESSES);
            tree.set_deadline(None);
            prop_assert!(tree.candidates.is_empty());
            for depth in 0..=depth {
                let value = explore(&mut tree, sides, depth, Window::ALL_GUESSES);
                prop_assert_eq!(value, plain(sides, depth));
                for bound in [value - 1, value] {
                    let found = explore(&mut tree, sides, depth, Window::null(bound));
                    prop_assert_eq!(found > bound, value > bound);
                }
            }
        }
    }
}
