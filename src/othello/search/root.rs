//! Searching from a position on: all depths in turn, each ordering the moves for
//! the next.

use super::endgame::solve;
use super::evaluate::DISC;
use super::explore::explore;
use super::sides::{Sides, squares};
use super::tree::{Found, Tree};
use super::value::Value;
use super::window::Window;

/// How far is looked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// So many plies, at least one.
    Plies(u32),
    /// To the end of the game.
    End,
}

/// A move of the position that is searched.
#[derive(Clone, Copy, Debug)]
pub struct RootMove {
    pub square: u8,
    pub after: Sides,
}

/// Up to so many free squares, the end of the game is looked at right away.
const SUDDEN_EMPTIES: u32 = 10;
/// Looking ahead before that goes at most so deep.
const PREPARE_DEPTH_MAX: u32 = 10;

/// By how much the first guess may be wrong, in hundredths of discs or in discs.
const GUESS_MARGIN: i32 = 3 * DISC;
const END_MARGIN: i32 = 3;

impl Reach {
    /// To the end, if so many plies reach it.
    pub fn new(sides: Sides, depth: u32) -> Self {
        if depth >= sides.empties() {
            Self::End
        } else {
            Self::Plies(depth.max(1))
        }
    }

    /// What a guess in hundredths of discs is in the unit of this reach. Values at the
    /// end are even.
    fn rounded(self, guess: i32) -> i32 {
        match self {
            Self::Plies(_) => guess,
            Self::End => guess / (2 * DISC) * 2,
        }
    }

    /// How many plies that are.
    pub fn plies(self, empties: u32) -> u32 {
        match self {
            Self::Plies(plies) => plies,
            Self::End => empties,
        }
    }

    /// A value that was found.
    pub fn value(self, value: i32) -> Value {
        match self {
            Self::Plies(_) => Value::Estimate(value),
            Self::End => Value::Exact(value),
        }
    }

    /// All values that may come out.
    pub fn all(self) -> Window {
        match self {
            Self::Plies(_) => Window::ALL_GUESSES,
            Self::End => Window::ALL,
        }
    }
}

impl RootMove {
    /// The legal move to a square.
    pub fn new(sides: Sides, square: usize) -> Self {
        Self {
            #[expect(clippy::cast_possible_truncation, reason = "less than 64")]
            square: square as u8,
            after: sides.after(square, sides.turned(square)),
        }
    }
}

/// The moves of a position.
pub fn root_moves(sides: Sides) -> Vec<RootMove> {
    squares(sides.moves())
        .map(|square| RootMove::new(sides, square))
        .collect()
}

/// The value of a move.
pub fn value_of(tree: &mut Tree, root_move: RootMove, reach: Reach, window: Window) -> i32 {
    match reach {
        Reach::Plies(depth) => -explore(tree, root_move.after, depth - 1, window.turned()),
        Reach::End => -solve(tree, root_move.after, window.turned()),
    }
}

/// The best of the moves, which comes to the front, and how far was looked. There must
/// be a move.
pub fn best_of(tree: &mut Tree, moves: &mut [RootMove], reach: Reach) -> (Reach, Found) {
    let (reach, found, ()) = deepen(tree, moves, reach, |_, _, _| ());
    (reach, found)
}

/// Looks further and further, and rates what is found each time. Hands out the last
/// that was done in time; the first is always done, and takes next to no time.
pub fn deepen<T>(
    tree: &mut Tree,
    moves: &mut [RootMove],
    reach: Reach,
    mut rate: impl FnMut(&mut Tree, Reach, Found) -> T,
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
    let mut look = |tree: &mut Tree, reach: Reach, guess| {
        let found = best_around(tree, moves, reach, reach.rounded(guess));
        (reach, found, rate(tree, reach, found))
    };
    let mut reaches = (1..=prepare).map(Reach::Plies).chain([reach]);
    let deadline = tree.deadline();
    tree.set_deadline(None);
    let mut done = look(tree, reaches.next().unwrap_or(reach), 0);
    for reach in reaches {
        tree.set_deadline(deadline);
        let (_, found, _) = done;
        let next = look(tree, reach, found.value);
        if tree.is_stopped {
            break;
        }
        done = next;
    }
    done
}

/// The best of the moves, if its value is likely to be near a guess.
pub fn best_around(tree: &mut Tree, moves: &mut [RootMove], reach: Reach, guess: i32) -> Found {
    let all = reach.all();
    let mut margin = match reach {
        Reach::Plies(_) => GUESS_MARGIN,
        Reach::End => END_MARGIN,
    };
    let mut window = Window {
        alpha: (guess - margin).max(all.alpha),
        beta: (guess + margin).min(all.beta),
    };
    loop {
        let found = best_within(tree, moves, reach, window);
        margin *= 3;
        if tree.is_stopped {
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
fn best_within(tree: &mut Tree, moves: &mut [RootMove], reach: Reach, window: Window) -> Found {
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
            value = value_of(tree, root_move, reach, Window::null(bound));
        }
        if at == 0 || bound < value && value < beta {
            value = value_of(tree, root_move, reach, Window { alpha: bound, beta });
        }
        if tree.is_stopped {
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
