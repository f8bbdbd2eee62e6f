//! Principal variation search (<https://www.chessprogramming.org/Principal_Variation_Search>)
//! with a transposition table, some plies ahead or to the end of the game. A pass costs no
//! ply. Near the end of the game [`finish`] takes over.

use multiversion::multiversion;

use super::endgame::{Free, cannot_reach, finish};
use super::evaluate::evaluate;
use super::order::{Candidates, Order};
use super::reach::{Reach, Window};
use super::searcher::{Found, NONE, Searcher};
use super::table::{Entry, NO_SQUARE};
use crate::othello::sides::{Sides, squares};

/// Up to this number of free squares nothing is remembered or ordered if the end is searched.
const FINISH_EMPTIES: u32 = 6;
/// From this number of free squares on, the positions after all moves are looked up before
/// any is searched to the end.
const LOOK_UP_EMPTIES: u32 = 8;
/// From this number of free squares on, guesses order the moves of a search to the end, and
/// look a ply further for each step.
const GUESS_EMPTIES: u32 = 13;
const GUESS_EMPTIES_STEP: u32 = 2;
/// The same for searches of a number of plies.
const GUESS_PLIES: u32 = 3;
const GUESS_PLIES_STEP: u32 = 4;

/// The value of a position for the player to move. If that is outside of the window, it may
/// be a bound instead. Worthless if time ran out.
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
    let Window {
        mut alpha,
        mut beta,
    } = window;
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
                    // A guess may come out differently, by deeper entries of the table.
                    Reach::Plies(_) => bound,
                    // One less, so that the value itself is not a bound.
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

/// The value after one ply: nothing is ordered or remembered.
#[inline(always)]
fn last_ply(searcher: &mut Searcher, sides: Sides, moves: u64, beta: i32) -> i32 {
    let mut best = NONE;
    for square in squares(moves) {
        searcher.nodes += 1;
        let after = sides.after(square, sides.turned(square));
        best = best.max(-evaluate(after));
        if best >= beta {
            break;
        }
    }
    best
}

/// The value of a move that was good enough when its position was met before
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
mod tests {
    use proptest::prelude::*;
    use proptest::sample::subsequence;

    use super::*;

    /// Without bounds, order or memory.
    fn plain(sides: Sides, reach: Reach) -> i32 {
        let moves = sides.moves();
        let passed = sides.passed();
        match moves {
            0 if passed.moves() == 0 => sides.final_score() * reach.disc(),
            _ if reach == Reach::Plies(0) => evaluate(sides),
            0 => -plain(passed, reach),
            _ => squares(moves)
                .map(|square| sides.after(square, sides.turned(square)))
                .map(|after| -plain(after, reach.after_move()))
                .max()
                .expect("a move"),
        }
    }

    fn search_all(searcher: &mut Searcher, sides: Sides, reach: Reach) -> i32 {
        search(searcher, sides, reach, Window::all(reach))
    }

    /// Any discs, with only the given squares free.
    fn with_free(discs: u64, free: &[usize]) -> Sides {
        let free: u64 = free.iter().map(|square| 1 << square).sum();
        Sides {
            own: discs & !free,
            other: !discs & !free,
        }
    }

    fn free_squares(count: std::ops::Range<usize>) -> impl Strategy<Value = Vec<usize>> {
        subsequence((0..64).collect::<Vec<_>>(), count)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(32))]

        #[test]
        fn looking_ahead_gives_what_a_plain_search_gives(one: u64, two: u64, three: u64, depth in 0_u32..4, nodes in 1_u64..100) {
            // All moves of any board may be far too many, so that a half is free.
            let sides = Sides { own: one & two, other: three & !two };
            let mut searcher = Searcher::new();
            // Nothing is left of what was stopped.
            searcher.stop_after(nodes);
            search_all(&mut searcher, sides, Reach::Plies(depth));
            searcher.set_deadline(None);
            prop_assert!(searcher.candidates.is_empty());
            for reach in (0..=depth).map(Reach::Plies) {
                let value = search_all(&mut searcher, sides, reach);
                prop_assert_eq!(value, plain(sides, reach));
                for bound in [value - 1, value] {
                    let found = search(&mut searcher, sides, reach, Window::null(bound));
                    prop_assert_eq!(found > bound, value > bound);
                }
            }
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(1000))]

        #[test]
        fn few_free_squares_give_what_a_plain_search_gives(
            discs: u64,
            more: u64,
            free in free_squares(0..7),
            bound in -64..64,
        ) {
            // As many discs of each, or about three times as many.
            for discs in [discs, discs & more, discs | more] {
                let sides = with_free(discs, &free);
                let value = plain(sides, Reach::End);
                let mut searcher = Searcher::new();
                prop_assert_eq!(search_all(&mut searcher, sides, Reach::End), value);
                let found = search(&mut searcher, sides, Reach::End, Window::null(bound));
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
        fn what_is_remembered_changes_no_value(
            discs: u64,
            free in free_squares(8..10),
            nodes in 1_u64..500,
            bounds in prop::collection::vec(-64..64, 8),
        ) {
            let sides = with_free(discs, &free);
            let value = plain(sides, Reach::End);
            let mut searcher = Searcher::new();
            // Nothing is left of what was stopped.
            searcher.stop_after(nodes);
            search_all(&mut searcher, sides, Reach::End);
            searcher.set_deadline(None);
            prop_assert!(searcher.candidates.is_empty());
            // Guesses are not taken for values.
            search_all(&mut searcher, sides, Reach::Plies(4));
            for bound in bounds {
                let found = search(&mut searcher, sides, Reach::End, Window::null(bound));
                prop_assert_eq!(found > bound, value > bound);
            }
            prop_assert_eq!(search_all(&mut searcher, sides, Reach::End), value);
        }
    }

    #[test]
    fn a_game_that_is_over_has_its_score_in_the_unit_of_the_reach() {
        let sides = Sides { own: 0, other: 1 };
        for reach in [0, 1, 5].map(Reach::Plies).into_iter().chain([Reach::End]) {
            let value = search_all(&mut Searcher::new(), sides, reach);
            assert_eq!(value, -64 * reach.disc(), "{reach:?}");
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
            assert_eq!(own.count_ones(), count);
            let sides = with_free(own, &[0]);
            assert_eq!(search_all(&mut Searcher::new(), sides, Reach::End), value);
        }
    }
}
