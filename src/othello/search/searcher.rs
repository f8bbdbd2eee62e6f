//! Searching positions.

use std::time::{Duration, Instant};

use super::super::{Move, Position, Square};
use super::annotate::Annotations;
use super::root::{Reach, best_around, best_of, root_moves, value_of};
use super::sides::Sides;
use super::table::NO_SQUARE;
use super::tree::{Found, Tree};
use super::value::Value;

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

/// A move and what it is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rated {
    /// The move.
    pub played: Move,
    /// Its value for the player to move.
    pub value: Value,
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

    /// The best move, looking so many plies ahead, at least one; a pass costs none.
    /// If no more squares are free than that, the value is exact. None if the game
    /// is over.
    ///
    /// What comes out depends on nothing but the arguments, unless time runs out.
    pub fn best(&mut self, position: &Position, depth: u32) -> Option<Advice> {
        self.tree.begin();
        self.tree.set_deadline(self.deadline());
        self.best_on(position, depth)
    }

    /// All moves with their values, looking so many plies ahead, the best ones
    /// first; those of the same value in the order of their squares. A pass, if
    /// that is the only move; nothing if the game is over.
    ///
    /// This takes longer than to find the best one, and is not limited in time.
    pub fn all(&mut self, position: &Position, depth: u32) -> Vec<Rated> {
        self.tree.begin();
        let sides = Sides::of(position);
        if sides.moves() == 0 {
            let pass = self.best_on(position, depth).map(|advice| Rated {
                played: advice.best,
                value: advice.value,
            });
            return pass.into_iter().collect();
        }
        let reach = Reach::new(sides, depth);
        let mut moves = root_moves(sides);
        let (_, best) = best_of(&mut self.tree, &mut moves, reach);
        moves.sort_unstable_by_key(|root_move| root_move.square);
        let mut rated: Vec<Rated> = moves
            .iter()
            .map(|&root_move| {
                let value = if root_move.square == best.square {
                    best.value
                } else {
                    value_of(&mut self.tree, root_move, reach, reach.all())
                };
                Rated {
                    played: disc(root_move.square),
                    value: reach.value(value),
                }
            })
            .collect();
        rated.sort_by_key(|rated| -rated.value.hundredths());
        rated
    }

    /// Plays moves one after the other, and tells what each is worth beside the
    /// best one. Positions with up to `exact_from` free squares are searched to the
    /// end of the game, others so many plies deep. See [`Annotations`].
    pub fn annotate<'s>(
        &'s mut self,
        start: &Position,
        moves: &'s [Move],
        depth: u32,
        exact_from: u32,
    ) -> Annotations<'s> {
        self.tree.begin();
        let deadline = self.deadline();
        Annotations::new(self, deadline, *start, moves, depth, exact_from)
    }

    /// When a search that begins now has to be done.
    fn deadline(&self) -> Option<Instant> {
        Instant::now().checked_add(self.time?)
    }

    /// As [`best`](Self::best), with what is remembered so far.
    pub(super) fn best_on(&mut self, position: &Position, depth: u32) -> Option<Advice> {
        let mut sides = Sides::of(position);
        let mut line = Vec::new();
        if sides.moves() == 0 {
            sides = sides.passed();
            line.push(Move::Pass);
        }
        let mut moves = root_moves(sides);
        if moves.is_empty() {
            return None;
        }
        let wanted = Reach::new(sides, depth);
        let (reach, found) = best_of(&mut self.tree, &mut moves, wanted);
        let value = reach.value(found.value);
        let value = if line.is_empty() {
            value
        } else {
            value.negated()
        };
        let nodes = self.tree.nodes;
        self.follow(sides, found, reach, &mut line);
        Some(Advice {
            best: line[0],
            value,
            plies: reach.plies(sides.empties()),
            line,
            nodes,
        })
    }

    /// Adds the best move and those after it to a line. What was remembered of them
    /// may be overwritten, so that they are searched again; it takes little time,
    /// since most of it was not.
    fn follow(&mut self, mut sides: Sides, found: Found, reach: Reach, line: &mut Vec<Move>) {
        let mut found = found;
        let mut reach = reach;
        loop {
            let square = usize::from(found.square);
            line.push(disc(found.square));
            sides = sides.after(square, sides.turned(square));
            reach = match reach {
                Reach::Plies(1) => return,
                Reach::Plies(depth) => Reach::Plies(depth - 1),
                Reach::End => Reach::End,
            };
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
            let found = best_around(&mut self.tree, &mut root_moves(sides), reach, guess);
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
