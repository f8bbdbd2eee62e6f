//! Searching positions.

use std::time::{Duration, Instant};

use super::reach::Reach;
use super::root::{RootMove, best_around, deepen};
use super::table::NO_SQUARE;
use super::tree::{Found, Tree};
use super::value::Value;
use crate::othello::sides::Sides;
use crate::othello::{Move, Position, Square};

/// Searches positions, and owns the memory for it.
///
/// ```
/// use admiralty::othello::Position;
/// use admiralty::othello::search::Searcher;
///
/// let mut searcher = Searcher::new();
/// let advice = searcher.best(&Position::start(), 6).expect("a move");
/// assert!(!advice.value.is_exact());
/// assert_eq!(advice.line.len(), 6);
/// assert_eq!(advice.line[0], advice.best);
/// ```
#[derive(Debug)]
pub struct Searcher {
    pub(super) tree: Tree,
    time: Option<Duration>,
}

/// What a search recommends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Advice {
    /// The best move, or a pass if the player has to.
    pub best: Move,
    /// Its value for the player to move.
    pub value: Value,
    /// How many plies were looked ahead; as many as squares are free, if the value is
    /// exact.
    pub plies: u32,
    /// The best moves of both players from here on, passes included: as many as
    /// were looked at, or up to the end of the game; fewer if time ran out.
    pub line: Vec<Move>,
    /// How many positions were looked at.
    pub nodes: u64,
}

impl Default for Searcher {
    fn default() -> Self {
        Self::new()
    }
}

impl Searcher {
    /// A searcher with room for [`TABLE_ENTRIES`](super::TABLE_ENTRIES) positions.
    pub fn new() -> Self {
        Self {
            tree: Tree::new(),
            time: None,
        }
    }

    /// Limits the time of [`best`](Self::best), and of [`annotate`](Self::annotate)
    /// for all moves together. What was found by then comes out: at least what looking
    /// one ply ahead finds, and beside the end of the game its exact value, however
    /// short the time is.
    pub fn limit_time(&mut self, time: Option<Duration>) {
        self.time = time;
    }

    /// Forgets what was searched before; returns when the search that begins now has to
    /// be done.
    pub(super) fn begin(&mut self) -> Option<Instant> {
        self.tree.begin();
        Instant::now().checked_add(self.time?)
    }

    /// The best move, looking `depth` plies ahead, at least one; a pass costs none.
    /// If no more squares are free than that, the value is exact. None if the game
    /// is over.
    ///
    /// What comes out depends on nothing but the arguments, unless time runs out.
    pub fn best(&mut self, position: &Position, depth: u32) -> Option<Advice> {
        let deadline = self.begin();
        self.tree.set_deadline(deadline);
        let mut sides = position.sides();
        let must_pass = sides.moves() == 0;
        if must_pass {
            sides = sides.passed();
        }
        let mut moves = RootMove::all(sides);
        if moves.is_empty() {
            return None;
        }
        let reach = Reach::new(sides, depth);
        let (reach, found, ()) = deepen(&mut self.tree, &mut moves, reach, |_, _, _| ());
        let value = reach.value(found.value);
        let nodes = self.tree.nodes;
        let mut line: Vec<Move> = must_pass.then_some(Move::Pass).into_iter().collect();
        self.follow(sides, found, reach, &mut line);
        Some(Advice {
            best: line[0],
            value: if must_pass { -value } else { value },
            plies: reach.plies(sides.empties()),
            line,
            nodes,
        })
    }

    /// Adds the best move and those after it to a line. What was remembered of them
    /// may be overwritten, so that they are searched again; it takes little time,
    /// since most of it was not.
    fn follow(
        &mut self,
        mut sides: Sides,
        mut found: Found,
        mut reach: Reach,
        line: &mut Vec<Move>,
    ) {
        loop {
            line.push(disc(found.square));
            sides = RootMove::new(sides, found.square.into()).after;
            reach = reach.after_move();
            if reach == Reach::Plies(0) {
                return;
            }
            let mut guess = -found.value;
            if sides.moves() == 0 {
                sides = sides.passed();
                guess = -guess;
                if sides.moves() == 0 {
                    return;
                }
                line.push(Move::Pass);
            }
            match self.next(sides, reach, guess) {
                Some(next) => found = next,
                None => return,
            }
        }
    }

    /// The best move by a new search, or by what is remembered if time ran out.
    fn next(&mut self, sides: Sides, reach: Reach, guess: i32) -> Option<Found> {
        if !self.tree.is_stopped {
            let found = best_around(&mut self.tree, &mut RootMove::all(sides), reach, guess);
            if !self.tree.is_stopped {
                return Some(found);
            }
        }
        let square = self.tree.table.get(sides)?.best;
        let is_legal = square != NO_SQUARE && sides.moves() & 1 << square != 0;
        is_legal.then_some(Found { value: 0, square })
    }
}

/// The move to a square.
pub(super) fn disc(square: u8) -> Move {
    let square = Square::new(square / 8, square % 8);
    square.map_or(Move::Pass, Move::Disc)
}
