//! What the moves of a game were worth.

use super::super::{Illegal, Move, Position};
use super::root::{Reach, RootMove, best_of, root_moves, value_of};
use super::searcher::{Searcher, disc};
use super::sides::Sides;
use super::value::Value;

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
    position: Position,
    moves: &'s [Move],
    depth: u32,
    exact_from: u32,
}

impl<'s> Annotations<'s> {
    pub(super) fn new(
        searcher: &'s mut Searcher,
        position: Position,
        moves: &'s [Move],
        depth: u32,
        exact_from: u32,
    ) -> Self {
        Self {
            searcher,
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
        let reach = if sides.empties() <= self.exact_from {
            Reach::End
        } else {
            Reach::new(sides, self.depth)
        };
        let tree = &mut self.searcher.tree;
        let mut moves = root_moves(sides);
        let found = best_of(tree, &mut moves, reach);
        let mut best_value = reach.value(found.value);
        let mut value = best_value;
        let mut best = disc(found.square);
        if passes {
            value = value.negated();
            (best, best_value) = (played, value);
        } else if let Move::Disc(square) = played
            && best != played
        {
            let root_move = RootMove::new(sides, square.index());
            value = reach.value(value_of(tree, root_move, reach, reach.all()));
            // Guesses may differ by how they were come to.
            if value.hundredths() >= best_value.hundredths() {
                (best, best_value) = (played, value);
            }
        }
        Annotation {
            position,
            played,
            value,
            best,
            best_value,
            loss: value.less_than(best_value),
        }
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
