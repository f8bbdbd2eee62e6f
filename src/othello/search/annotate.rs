//! Values of the moves of a game.

use std::iter;
use std::time::Instant;

use super::reach::{Reach, Window};
use super::root::{deepen, value_of};
use super::searcher::{Found, Searcher, disc};
use super::value::Value;
use crate::othello::{Illegal, Move, Position};

/// The number of moves at the end of a game whose search takes almost no time.
const QUICK_MOVES: usize = 10;

/// A move of a game, compared with the best move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Annotation {
    /// The position before the move.
    pub position: Position,
    /// The move.
    pub played: Move,
    /// Its value for the player who made it.
    pub value: Value,
    /// The best move; the played one if none is better.
    pub best: Move,
    /// The value of the best move, for the same player.
    pub best_value: Value,
    /// How much worse the move is than the best one: 0 or more.
    pub loss: Value,
    /// How much of the loss may be due to errors of the estimates.
    pub error: Value,
}

impl Annotation {
    /// The loss, if it is larger than the error of the estimates.
    pub fn certain_loss(&self) -> Option<Value> {
        (self.loss.hundredths() > self.error.hundredths()).then_some(self.loss)
    }
}

impl Searcher {
    /// Plays moves one after the other, and compares each with the best one. Positions
    /// with up to `exact_from` empty squares are searched to the end of the game, others
    /// `depth` plies ahead, each when the iterator is advanced. The iterator ends after an
    /// illegal move.
    ///
    /// ```
    /// use admiralty::othello::{Move, Position};
    /// use admiralty::othello::search::Searcher;
    ///
    /// let moves = ["d3", "c3"].map(|text| text.parse::<Move>().expect("a move"));
    /// let mut searcher = Searcher::new();
    /// for annotation in searcher.annotate(Position::start(), &moves, 4, 10) {
    ///     let annotation = annotation?;
    ///     println!("{} {} {}", annotation.played, annotation.value, annotation.loss);
    /// }
    /// # Ok::<(), admiralty::othello::Illegal>(())
    /// ```
    pub fn annotate(
        &mut self,
        start: Position,
        moves: &[Move],
        depth: u32,
        exact_from: u32,
    ) -> impl Iterator<Item = Result<Annotation, Illegal>> {
        let deadline = self.begin();
        let mut position = start;
        let mut left = moves;
        iter::from_fn(move || {
            let (&played, rest) = left.split_first()?;
            let moves = left.len();
            left = rest;
            let after = match position.play(played) {
                Ok(after) => after,
                Err(illegal) => {
                    left = &[];
                    return Some(Err(illegal));
                }
            };
            self.set_deadline(share(deadline, moves));
            let reach = match position.board().empties() {
                empties if empties <= exact_from => Reach::End,
                _ => Reach::new(position.sides(), depth),
            };
            let annotation = annotate(self, position, played, reach);
            position = after;
            Some(Ok(annotation))
        })
    }
}

/// The deadline for the next of some moves. The time left is divided equally among all
/// except the last [`QUICK_MOVES`].
fn share(deadline: Option<Instant>, moves: usize) -> Option<Instant> {
    let left = deadline?.saturating_duration_since(Instant::now());
    let moves = moves.saturating_sub(QUICK_MOVES).max(1);
    let moves = u32::try_from(moves).unwrap_or(u32::MAX);
    Instant::now().checked_add(left / moves)
}

fn annotate(searcher: &mut Searcher, position: Position, played: Move, reach: Reach) -> Annotation {
    let mut sides = position.sides();
    let passes = played == Move::Pass;
    if passes {
        sides = sides.passed();
    }
    let value_of_played = |searcher: &mut Searcher, reach, found: Found| match played {
        Move::Disc(square) if disc(found.square) != played => {
            value_of(searcher, sides, square.index(), reach, Window::all(reach))
        }
        _ => found.value,
    };
    let (reach, found, value) = deepen(searcher, sides, reach, value_of_played);
    let mut best_value = reach.value(found.value);
    let mut value = reach.value(value);
    let mut best = disc(found.square);
    if passes {
        value = -value;
    }
    // Two estimates of one move may differ.
    if passes || value.hundredths() >= best_value.hundredths() {
        (best, best_value) = (played, value);
    }
    Annotation {
        position,
        played,
        value,
        best,
        best_value,
        loss: value.less_than(best_value),
        error: match reach {
            Reach::Plies(plies) => loss_error(sides.empties(), plies),
            Reach::End => Value::Exact(0),
        },
    }
}

/// The number of empty squares at which the first row begins, and how many a row covers.
const ROW_BEGIN: u32 = 11;
const ROW_SQUARES: u32 = 4;

/// The search depth of each column, in plies. The last one serves deeper searches, too.
const PLIES: [u32; 5] = [1, 2, 4, 6, 8];

/// The 95th percentile of the error of a loss, in hundredths of discs. Measured with
/// `cargo bench --bench othello -- errors` on 40 moves of real games for each row: against
/// exact values with at most 20 empty squares, otherwise against searches of 12 plies. Those
/// miss a fifth of the error, so errors against them are multiplied by 1.3.
#[rustfmt::skip]
static LOSS_ERRORS: [[i32; PLIES.len()]; 12] = [
    [1450, 1450, 1200, 1150, 1100],
    [1480, 1400, 1380, 1380, 1110],
    [1490, 1450, 1450, 1290, 1140],
    [1980, 1530, 980, 980, 720],
    [2310, 2310, 1580, 1580, 830],
    [1680, 1680, 1380, 1380, 610],
    [1030, 1030, 1030, 1030, 780],
    [1010, 1010, 1010, 590, 460],
    [790, 520, 510, 440, 440],
    [550, 420, 410, 410, 410],
    [730, 640, 520, 400, 390],
    [660, 430, 430, 430, 430],
];

/// The error of the loss of a move, by the empty squares before it and the plies searched.
fn loss_error(empties: u32, plies: u32) -> Value {
    let row = empties.saturating_sub(ROW_BEGIN) / ROW_SQUARES;
    let row = (row as usize).min(LOSS_ERRORS.len() - 1);
    let column = PLIES.iter().rposition(|&searched| searched <= plies);
    Value::Estimate(LOSS_ERRORS[row][column.unwrap_or_default()])
}
