//! Search at the root: iterative deepening with aspiration windows. Each depth orders the
//! moves for the next.

use super::alpha_beta::search;
use super::reach::{Reach, Window};
use super::searcher::{Found, Searcher};
use crate::othello::sides::{Sides, squares};

/// Up to this number of empty squares, the end of the game is searched without deepening.
const SUDDEN_EMPTIES: u32 = 10;
/// The maximum depth of the searches before a search to the end, in plies.
const PREPARE_DEPTH_MAX: u32 = 10;

/// Half the width of the first aspiration window, in discs.
const GUESS_MARGIN: i32 = 3;

/// The squares of all moves of a position.
#[expect(clippy::cast_possible_truncation, reason = "less than 64")]
pub fn moves(sides: Sides) -> Vec<u8> {
    squares(sides.moves()).map(|square| square as u8).collect()
}

/// The value of a legal move, or a bound if it is outside the window.
pub fn value_of(
    searcher: &mut Searcher,
    sides: Sides,
    square: usize,
    reach: Reach,
    window: Window,
) -> i32 {
    -search(
        searcher,
        sides.played(square),
        reach.after_move(),
        window.turned(),
    )
}

/// Searches deeper and deeper, and calls `rate` with each result. Returns the last result
/// finished in time. The first search has no deadline, and takes almost no time. There must
/// be a move.
pub fn deepen<T>(
    searcher: &mut Searcher,
    sides: Sides,
    reach: Reach,
    mut rate: impl FnMut(&mut Searcher, Reach, Found) -> T,
) -> (Reach, Found, T) {
    let prepare = match reach {
        Reach::Plies(depth) => depth - 1,
        Reach::End => {
            let beyond = sides.empties().saturating_sub(SUDDEN_EMPTIES);
            beyond.min(PREPARE_DEPTH_MAX)
        }
    };
    let mut moves = moves(sides);
    let mut look = |searcher: &mut Searcher, reach: Reach, guess: i32| {
        let guess = match reach {
            Reach::Plies(_) => guess,
            // Values at the end are even.
            Reach::End => guess / (2 * Reach::Plies(1).disc()) * 2,
        };
        let found = best_around(searcher, sides, &mut moves, reach, guess);
        (reach, found, rate(searcher, reach, found))
    };
    let mut reaches = (1..=prepare).map(Reach::Plies).chain([reach]);
    let deadline = searcher.deadline;
    searcher.set_deadline(None);
    let mut done = look(searcher, reaches.next().unwrap_or(reach), 0);
    for reach in reaches {
        searcher.set_deadline(deadline);
        let (_, found, _) = done;
        let next = look(searcher, reach, found.value);
        if searcher.is_stopped {
            break;
        }
        done = next;
    }
    done
}

/// Finds the best move with an aspiration window around a guess, which is widened until
/// the value lies within it (<https://www.chessprogramming.org/Aspiration_Windows>). It is
/// moved to the front.
pub fn best_around(
    searcher: &mut Searcher,
    sides: Sides,
    moves: &mut [u8],
    reach: Reach,
    guess: i32,
) -> Found {
    let all = Window::all(reach);
    let mut margin = GUESS_MARGIN * reach.disc();
    let mut window = Window {
        alpha: (guess - margin).max(all.alpha),
        beta: (guess + margin).min(all.beta),
    };
    loop {
        let found = best_within(searcher, sides, moves, reach, window);
        margin *= 3;
        if searcher.is_stopped {
            return found;
        }
        if found.value <= window.alpha && window.alpha > all.alpha {
            window.alpha = (found.value - margin).max(all.alpha);
        } else if found.value >= window.beta && window.beta < all.beta {
            window.beta = (found.value + margin).min(all.beta);
        } else {
            return found;
        }
    }
}

/// Finds the best move. Its value may be a bound if it is outside the window. The first move
/// is searched in full, the others only if a null window shows that they are better.
fn best_within(
    searcher: &mut Searcher,
    sides: Sides,
    moves: &mut [u8],
    reach: Reach,
    window: Window,
) -> Found {
    let mut best = Found {
        value: i32::MIN,
        square: moves[0],
    };
    let mut bound = window.alpha;
    let beta = window.beta;
    for at in 0..moves.len() {
        let square = moves[at];
        let mut value_in = |window| value_of(searcher, sides, square.into(), reach, window);
        let mut value = i32::MIN;
        if at > 0 {
            value = value_in(Window::null(bound));
        }
        if at == 0 || bound < value && value < beta {
            value = value_in(Window { alpha: bound, beta });
        }
        if searcher.is_stopped {
            break;
        }
        if value > best.value {
            best = Found { value, square };
            bound = bound.max(value);
            // If no move reaches the window, the order stays as it is.
            if value > window.alpha {
                moves[..=at].rotate_right(1);
            }
        }
        if value >= beta {
            break;
        }
    }
    best
}
