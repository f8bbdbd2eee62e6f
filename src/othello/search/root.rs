//! Searching from a position on: all depths in turn, each ordering the moves for
//! the next.

use super::alpha_beta::search;
use super::reach::{Reach, Window};
use super::searcher::{Found, Searcher};
use crate::othello::sides::{Sides, squares};

/// A move of the position that is searched.
#[derive(Clone, Copy, Debug)]
pub struct RootMove {
    pub square: u8,
    pub after: Sides,
}

/// Up to this number of free squares, the end of the game is searched right away.
const SUDDEN_EMPTIES: u32 = 10;
/// Looking ahead before that goes at most so deep.
const PREPARE_DEPTH_MAX: u32 = 10;

/// By how much the first guess may be wrong, in discs.
const GUESS_MARGIN: i32 = 3;

impl RootMove {
    /// The legal move to a square.
    pub fn new(sides: Sides, square: usize) -> Self {
        Self {
            #[expect(clippy::cast_possible_truncation, reason = "less than 64")]
            square: square as u8,
            after: sides.after(square, sides.turned(square)),
        }
    }

    /// All moves of a position.
    pub fn all(sides: Sides) -> Vec<Self> {
        let moves = squares(sides.moves());
        moves.map(|square| Self::new(sides, square)).collect()
    }

    /// The value of the move.
    pub fn value(self, searcher: &mut Searcher, reach: Reach, window: Window) -> i32 {
        -search(searcher, self.after, reach.after_move(), window.turned())
    }
}

/// Looks further and further, and rates what is found each time. Hands out the last
/// that was done in time; the first is always done, and takes next to no time.
/// There must be a move; the best comes to the front.
pub fn deepen<T>(
    searcher: &mut Searcher,
    moves: &mut [RootMove],
    reach: Reach,
    mut rate: impl FnMut(&mut Searcher, Reach, Found) -> T,
) -> (Reach, Found, T) {
    let prepare = match reach {
        Reach::Plies(depth) => depth - 1,
        Reach::End => {
            let empties = moves[0].after.empties() + 1;
            empties
                .saturating_sub(SUDDEN_EMPTIES)
                .min(PREPARE_DEPTH_MAX)
        }
    };
    let mut look = |searcher: &mut Searcher, reach: Reach, guess: i32| {
        let guess = match reach {
            Reach::Plies(_) => guess,
            // Values at the end are even.
            Reach::End => guess / (2 * Reach::Plies(1).disc()) * 2,
        };
        let found = best_around(searcher, moves, reach, guess);
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

/// The best of the moves, if its value is likely to be near a guess.
pub fn best_around(
    searcher: &mut Searcher,
    moves: &mut [RootMove],
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
        let found = best_within(searcher, moves, reach, window);
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

/// The best of the moves, if its value is within the window; else it may be a bound
/// instead. The first of them is searched in full, and the others only if
/// they are better than those before them.
fn best_within(
    searcher: &mut Searcher,
    moves: &mut [RootMove],
    reach: Reach,
    window: Window,
) -> Found {
    let mut best = Found {
        value: i32::MIN,
        square: moves[0].square,
    };
    let mut bound = window.alpha;
    let beta = window.beta;
    for at in 0..moves.len() {
        let root_move = moves[at];
        let mut value = i32::MIN;
        if at > 0 {
            value = root_move.value(searcher, reach, Window::null(bound));
        }
        if at == 0 || bound < value && value < beta {
            value = root_move.value(searcher, reach, Window { alpha: bound, beta });
        }
        if searcher.is_stopped {
            break;
        }
        if value > best.value {
            best = Found {
                value,
                square: root_move.square,
            };
            bound = bound.max(value);
            // If no move reaches the window, their order stays.
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
