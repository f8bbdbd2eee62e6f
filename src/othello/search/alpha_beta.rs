//! Principal variation search (<https://www.chessprogramming.org/Principal_Variation_Search>)
//! with a transposition table, some plies ahead or to the end of the game. A pass is not a
//! ply. Near the end of the game, [`finish`] takes over.

use multiversion::multiversion;

use super::endgame::{Free, cannot_reach, finish};
use super::evaluate::evaluate;
use super::order::{Candidates, Order};
use super::reach::{Reach, Window};
use super::searcher::{Found, NONE, Searcher};
use super::table::{Entry, NO_SQUARE};
use crate::othello::sides::{Sides, squares};

/// Up to this number of empty squares, a search to the end uses [`finish`].
const FINISH_EMPTIES: u32 = 6;
/// From this number of empty squares on, a search to the end first looks up the positions
/// after all moves.
const LOOK_UP_EMPTIES: u32 = 8;
/// From this number of empty squares on, shallow searches order the moves of a search to the
/// end, and are a ply deeper for each step.
const GUESS_EMPTIES: u32 = 13;
const GUESS_EMPTIES_STEP: u32 = 2;
/// The same for searches of a number of plies, counted in plies.
const GUESS_PLIES: u32 = 3;
const GUESS_PLIES_STEP: u32 = 4;

/// The value of a position for the player to move; it may be a bound if it is outside the
/// window. Meaningless if time ran out.
#[multiversion(targets("x86_64+avx2+bmi1+bmi2+lzcnt+popcnt"))]
pub fn search(searcher: &mut Searcher, sides: Sides, reach: Reach, window: Window) -> i32 {
    let empties = sides.empties();
    if reach == Reach::End && empties <= FINISH_EMPTIES {
        return finish(sides, Free::new(sides), window, &mut searcher.nodes);
    }
    searcher.nodes += 1;
    if reach == Reach::Plies(0) {
        return evaluate(sides);
    }
    if searcher.must_stop() {
        return 0;
    }
    let moves = sides.moves();
    if moves == 0 {
        let passed = sides.passed();
        if passed.moves() == 0 {
            return sides.final_score() * reach.disc();
        }
        return -search(searcher, passed, reach, window.turned());
    }
    match reach {
        Reach::Plies(1) => return last_ply(searcher, sides, moves, window.beta),
        Reach::Plies(_) => {}
        Reach::End => {
            if let Some(most) = cannot_reach(sides, empties, window.alpha) {
                return most;
            }
        }
    }
    let (mut alpha, mut beta) = (window.alpha, window.beta);
    let depth = reach.plies(empties);
    let mut known = NO_SQUARE;
    if let Some(entry) = searcher.table.get(sides) {
        known = entry.best;
        let is_exact = u32::from(entry.depth) == empties;
        if is_exact || u32::from(entry.depth) == depth {
            let unit = if is_exact { reach.disc() } else { 1 };
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
    let order = match reach {
        Reach::Plies(GUESS_PLIES..) => Order::Guesses((depth - GUESS_PLIES) / GUESS_PLIES_STEP),
        Reach::End if empties >= GUESS_EMPTIES => {
            Order::Guesses((empties - GUESS_EMPTIES) / GUESS_EMPTIES_STEP)
        }
        _ => Order::Replies,
    };
    let mut candidates = Candidates::new(searcher, sides, moves, known, order);
    let start = candidates;
    if reach == Reach::End
        && empties >= LOOK_UP_EMPTIES
        && let Some(value) = look_up(searcher, candidates, empties - 1, beta)
    {
        start.leave(searcher);
        return value;
    }
    let mut best = Found {
        value: NONE,
        square: NO_SQUARE,
    };
    let mut bound = alpha;
    while let Some(candidate) = candidates.next(searcher) {
        let mut search_after = |window: Window| {
            -search(
                searcher,
                candidate.after,
                reach.after_move(),
                window.turned(),
            )
        };
        let value = if best.value == NONE {
            search_after(Window { alpha: bound, beta })
        } else {
            let value = search_after(Window::null(bound));
            if bound < value && value < beta {
                let alpha = match reach {
                    // Deeper entries of the table can change an estimate.
                    Reach::Plies(_) => bound,
                    // One less, so that the value itself lies within the window.
                    Reach::End => value - 1,
                };
                search_after(Window { alpha, beta })
            } else {
                value
            }
        };
        if searcher.is_stopped {
            start.leave(searcher);
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
    start.leave(searcher);
    searcher.remember(sides, depth, best, Window { alpha, beta });
    best.value
}

/// The value at a depth of one ply, without move ordering or table.
#[inline(always)]
fn last_ply(searcher: &mut Searcher, sides: Sides, moves: u64, beta: i32) -> i32 {
    let mut best = NONE;
    for square in squares(moves) {
        searcher.nodes += 1;
        best = best.max(-evaluate(sides.played(square)));
        if best >= beta {
            break;
        }
    }
    best
}

/// Enhanced transposition cutoff: a bound from the table that reaches beta after some move
/// (<https://www.chessprogramming.org/Enhanced_Transposition_Cutoff>).
#[inline(always)]
fn look_up(searcher: &Searcher, candidates: Candidates, empties: u32, beta: i32) -> Option<i32> {
    candidates.all(searcher).iter().find_map(|candidate| {
        let Entry { depth, upper, .. } = searcher.table.get(candidate.after)?;
        let least = -i32::from(upper);
        (u32::from(depth) == empties && least >= beta).then_some(least)
    })
}

#[cfg(test)]
mod tests;
