//! Looking at the end of the game.
//!
//! Alpha-beta in three parts, by how many squares are free: with a table and
//! ordered moves (`solve`), in order of parity only (`finish`), and the last four
//! squares (`last`). The ideas are those of many programs; see
//! <https://www.chessprogramming.org/Othello> and
//! <https://github.com/abulmo/edax-reversi>.

#![expect(
    clippy::inline_always,
    reason = "it has to be compiled anew for each kind of processor that it is used on"
)]

use multiversion::multiversion;

use super::last::{self, Four, Free, NONE, One, Search, Three, Two};
use super::order::{Candidates, Order};
use super::sides::{Sides, odd_quarters};
use super::stability::stable;
use super::table::{Entry, NO_SQUARE};
use super::tree::{Found, Tree};
use super::window::Window;

/// Up to so many free squares nothing is remembered or ordered.
const FINISH_EMPTIES: u32 = 6;
/// From so many free squares on, positions after each move are looked up before
/// any is searched.
const LOOK_UP_EMPTIES: u32 = 8;
/// From so many free squares on, guesses order the moves.
const GUESS_EMPTIES: u32 = 13;
/// For so many free squares more, guesses look a ply further.
const GUESS_STEP: u32 = 2;

/// By how many discs the player to move wins, if both play as well as possible. If
/// that is outside of the window, it may be a bound instead. Worthless if time ran out.
#[multiversion(targets("x86_64+avx2+bmi1+bmi2+lzcnt+popcnt"))]
pub fn solve(tree: &mut Tree, sides: Sides, window: Window) -> i32 {
    let free = sides.free();
    let empties = free.count_ones();
    if empties <= FINISH_EMPTIES {
        let free = Free {
            squares: free,
            odd: odd_quarters(free),
        };
        return finish(&mut tree.nodes, sides, free, window);
    }
    tree.nodes += 1;
    if tree.must_stop() {
        return 0;
    }
    let moves = sides.moves();
    if moves == 0 {
        let passed = sides.passed();
        if passed.moves() == 0 {
            return sides.final_score();
        }
        return -solve(tree, passed, window.turned());
    }
    if let Some(most) = cannot_reach(sides, empties, window.alpha) {
        return most;
    }
    let Window {
        mut alpha,
        mut beta,
    } = window;
    let mut known = NO_SQUARE;
    if let Some(entry) = tree.table.get(sides) {
        known = entry.best;
        if u32::from(entry.depth) == empties {
            let (lower, upper) = (i32::from(entry.lower), i32::from(entry.upper));
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
    let order = if empties >= GUESS_EMPTIES {
        Order::Guesses((empties - GUESS_EMPTIES) / GUESS_STEP)
    } else {
        Order::Replies
    };
    let mut candidates = Candidates::new(tree, sides, moves, known, order);
    let start = candidates;
    if empties >= LOOK_UP_EMPTIES
        && let Some(value) = look_up(tree, candidates, empties - 1, beta)
    {
        start.leave(tree);
        return value;
    }
    let mut best = Found {
        value: NONE,
        square: NO_SQUARE,
    };
    let mut bound = alpha;
    while let Some(candidate) = candidates.next(tree) {
        let value = if best.value == NONE {
            -solve(
                tree,
                candidate.after,
                Window { alpha: bound, beta }.turned(),
            )
        } else {
            let value = -solve(tree, candidate.after, Window::null(bound).turned());
            if bound < value && value < beta {
                // One less, so that the value itself is not a bound.
                let alpha = value - 1;
                -solve(tree, candidate.after, Window { alpha, beta }.turned())
            } else {
                value
            }
        };
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
    tree.remember(sides, empties, best, Window { alpha, beta });
    best.value
}

/// The most that the player can win by, if that is too little: what is stable
/// stays the opponent's.
#[inline(always)]
fn cannot_reach(sides: Sides, empties: u32, alpha: i32) -> Option<i32> {
    // Rarely are there enough stable discs else.
    const MARGIN: i32 = 8;
    if alpha < 2 * empties.cast_signed() - MARGIN {
        return None;
    }
    let stable = stable(sides.other, !sides.free()).count_ones();
    let most = 64 - 2 * stable.cast_signed();
    (most <= alpha).then_some(most)
}

/// The value of a move that was good enough when its position was met before
/// (<https://www.chessprogramming.org/Enhanced_Transposition_Cutoff>).
#[inline(always)]
fn look_up(tree: &Tree, candidates: Candidates, empties: u32, beta: i32) -> Option<i32> {
    candidates.all(tree).iter().find_map(|candidate| {
        let Entry { depth, upper, .. } = tree.table.get(candidate.after)?;
        let least = -i32::from(upper);
        (u32::from(depth) == empties && least >= beta).then_some(least)
    })
}

/// The value with a few free squares.
#[multiversion(targets("x86_64+avx2+bmi1+bmi2+lzcnt+popcnt"))]
fn finish(nodes: &mut u64, sides: Sides, free: Free, window: Window) -> i32 {
    let empties = free.squares.count_ones();
    match empties {
        0 => return sides.final_score(),
        1 => return One::value(sides, free, window, nodes),
        2 => return Two::value(sides, free, window, nodes),
        3 => return Three::value(sides, free, window, nodes),
        4 => return Four::value(sides, free, window, nodes),
        _ => {}
    }
    *nodes += 1;
    if let Some(most) = cannot_reach(sides, empties, window.alpha) {
        return most;
    }
    let value = if empties == 5 {
        last::try_all::<Four>(sides, free, window, nodes)
    } else {
        last::try_all::<More>(sides, free, window, nodes)
    };
    if value != NONE {
        return value;
    }
    let passed = sides.passed();
    if passed.moves() == 0 {
        return sides.final_score();
    }
    -finish(nodes, passed, free, window.turned())
}

/// Searches positions with five free squares or a few more.
struct More;

impl Search for More {
    #[inline(always)]
    fn value(sides: Sides, free: Free, window: Window, nodes: &mut u64) -> i32 {
        finish(nodes, sides, free, window)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::sides::squares;
    use super::*;

    /// Without bounds, order or memory.
    fn plain(sides: Sides) -> i32 {
        let moves = sides.moves();
        let passed = sides.passed();
        match moves {
            0 if passed.moves() == 0 => sides.final_score(),
            0 => -plain(passed),
            _ => squares(moves)
                .map(|square| -plain(sides.after(square, sides.turned(square))))
                .max()
                .expect("a move"),
        }
    }

    /// Any discs, with only the given squares free.
    fn sides(discs: u64, free: &[usize]) -> Sides {
        let free: u64 = free.iter().map(|square| 1 << square).sum();
        Sides {
            own: discs & !free,
            other: !discs & !free,
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(1000))]

        #[test]
        fn few_free_squares_give_what_a_plain_search_gives(
            discs: u64,
            more: u64,
            free in proptest::sample::subsequence((0..64).collect::<Vec<_>>(), 0..7),
            bound in -64..64,
        ) {
            // As many discs of each, or about three times as many.
            for discs in [discs, discs & more, discs | more] {
                let sides = sides(discs, &free);
                let value = plain(sides);
                let mut tree = Tree::new();
                prop_assert_eq!(solve(&mut tree, sides, Window::ALL), value);
                let found = solve(&mut tree, sides, Window::null(bound));
                prop_assert_eq!(found > bound, value > bound);
                if let Some(most) = cannot_reach(sides, sides.empties(), 64) {
                    prop_assert!(value <= most, "{} of at most {}", value, most);
                }
            }
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        #[test]
        fn nothing_is_left_of_what_was_stopped(
            discs: u64,
            free in proptest::sample::subsequence((0..64).collect::<Vec<_>>(), 8..10),
            nodes in 1_u64..500,
        ) {
            let sides = sides(discs, &free);
            let mut tree = Tree::new();
            tree.stop_after(nodes);
            solve(&mut tree, sides, Window::ALL);
            tree.set_deadline(None);
            prop_assert!(tree.candidates.is_empty());
            let value = solve(&mut Tree::new(), sides, Window::ALL);
            prop_assert_eq!(solve(&mut tree, sides, Window::ALL), value);
        }
    }

    #[test]
    fn the_last_square_goes_to_the_winner() {
        // Nobody can move to a1: its lines are of one colour each.
        let lines = 0xfe | 0x0101_0101_0101_0100 | 0x8040_2010_0804_0200_u64;
        for (count, value) in [(31, -2), (32, 2)] {
            let mut own = lines;
            for square in 1..64 {
                if own.count_ones() < count {
                    own |= 1 << square;
                }
            }
            let sides = Sides {
                own,
                other: !own & !1,
            };
            assert_eq!(own.count_ones(), count);
            assert_eq!(solve(&mut Tree::new(), sides, Window::ALL), value);
        }
    }
}
