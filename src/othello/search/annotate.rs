//! What the moves of a game were worth.

use std::time::Instant;

use super::super::{Illegal, Move, Position};
use super::accuracy::loss_error;
use super::root::{Reach, RootMove, deepen, root_moves, value_of};
use super::searcher::{Searcher, disc};
use super::sides::Sides;
use super::value::Value;

/// So many moves before the end of a game take next to no time.
const QUICK_MOVES: usize = 10;

/// What a move of a game was worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Annotation {
    /// The position before the move.
    pub position: Position,
    /// The move.
    pub played: Move,
    /// Its value for the player who made it.
    pub value: Value,
    /// The best move; the one that was played, if none is better.
    pub best: Move,
    /// The value of the best move for the same player.
    pub best_value: Value,
    /// How much the move lost against the best one: 0 or more.
    pub loss: Value,
    /// How much of the loss may be an error of the guesses; see [`loss_error`].
    pub error: Value,
}

impl Annotation {
    /// How much the move lost, if it is more than the error of the guesses.
    pub fn certain_loss(&self) -> Option<Value> {
        (self.loss.hundredths() > self.error.hundredths()).then_some(self.loss)
    }
}

/// Goes through the moves of a game and tells what each was worth. Each is searched
/// when it is asked for. After an illegal move there is nothing more.
///
/// ```
/// use admiralty::othello::{Move, Position};
/// use admiralty::othello::search::Searcher;
///
/// let moves = ["d3", "c3"].map(|text| text.parse::<Move>().expect("a move"));
/// let mut searcher = Searcher::new();
/// for annotation in searcher.annotate(&Position::start(), &moves, 4, 10) {
///     let annotation = annotation?;
///     println!("{} {} {}", annotation.played, annotation.value, annotation.loss);
/// }
/// # Ok::<(), admiralty::othello::Illegal>(())
/// ```
#[derive(Debug)]
pub struct Annotations<'s> {
    searcher: &'s mut Searcher,
    deadline: Option<Instant>,
    position: Position,
    moves: &'s [Move],
    depth: u32,
    exact_from: u32,
}

impl<'s> Annotations<'s> {
    pub(super) fn new(
        searcher: &'s mut Searcher,
        deadline: Option<Instant>,
        position: Position,
        moves: &'s [Move],
        depth: u32,
        exact_from: u32,
    ) -> Self {
        Self {
            searcher,
            deadline,
            position,
            moves,
            depth,
            exact_from,
        }
    }

    fn annotate(&mut self, played: Move) -> Annotation {
        let position = self.position;
        let mut sides = Sides::of(&position);
        let passes = played == Move::Pass;
        if passes {
            sides = sides.passed();
        }
        let wanted = if sides.empties() <= self.exact_from {
            Reach::End
        } else {
            Reach::new(sides, self.depth)
        };
        let deadline = self.share();
        let tree = &mut self.searcher.tree;
        tree.set_deadline(deadline);
        let mut moves = root_moves(sides);
        let (reach, found, value) =
            deepen(
                tree,
                &mut moves,
                wanted,
                |tree, reach, found| match played {
                    Move::Disc(square) if disc(found.square) != played => {
                        let root_move = RootMove::new(sides, square.index());
                        value_of(tree, root_move, reach, reach.all())
                    }
                    _ => found.value,
                },
            );
        let mut best_value = reach.value(found.value);
        let mut value = reach.value(value);
        let mut best = disc(found.square);
        if passes {
            value = value.negated();
        }
        // Guesses may differ by how they were come to.
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

    /// When the next move has to be done with: what is left of the time is shared by
    /// all moves but those at the end, which take next to none.
    fn share(&self) -> Option<Instant> {
        let left = self.deadline?.saturating_duration_since(Instant::now());
        let moves = self.moves.len().saturating_sub(QUICK_MOVES).max(1);
        let moves = u32::try_from(moves).unwrap_or(u32::MAX);
        Instant::now().checked_add(left / moves)
    }
}

impl Iterator for Annotations<'_> {
    type Item = Result<Annotation, Illegal>;

    fn next(&mut self) -> Option<Self::Item> {
        let (&played, rest) = self.moves.split_first()?;
        match self.position.play(played) {
            Ok(after) => {
                let annotation = self.annotate(played);
                self.position = after;
                self.moves = rest;
                Some(Ok(annotation))
            }
            Err(illegal) => {
                self.moves = &[];
                Some(Err(illegal))
            }
        }
    }
}
