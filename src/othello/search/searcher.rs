//! The searcher: memory, time control, and the best line.

use std::time::{Duration, Instant};

use super::evaluate::DISC;
use super::order::Candidate;
use super::reach::{Reach, Window};
use super::root::{best_around, deepen, moves};
use super::table::{Entry, NO_SQUARE, Table};
use super::value::Value;
use crate::othello::sides::Sides;
use crate::othello::{Move, Position, Square};

/// Searches positions, and owns the memory for searching.
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
    pub(super) table: Table,
    /// The number of positions searched.
    pub(super) nodes: u64,
    /// The moves that are left to try, from the root on.
    pub(super) candidates: Vec<Candidate>,
    /// Whether time ran out. Values are meaningless then, and are not put into the table.
    pub(super) is_stopped: bool,
    pub(super) deadline: Option<Instant>,
    /// The number of positions at which the clock is read next.
    look_at: u64,
    time: Option<Duration>,
}

/// The clock is read after each batch of this number of positions.
const LOOK_NODES: u64 = 1 << 12;

/// Lower than any value, in either unit.
pub const NONE: i32 = -128 * DISC;

/// The result of a search: a value and the move that has it.
#[derive(Clone, Copy, Debug)]
pub struct Found {
    pub value: i32,
    pub square: u8,
}

/// What a search recommends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Advice {
    /// The best move, or a pass if the player has to pass.
    pub best: Move,
    /// Its value for the player to move.
    pub value: Value,
    /// The search depth in plies; the number of empty squares if the value is exact.
    pub plies: u32,
    /// The principal variation, passes included, to the depth of the search or the end of
    /// the game; shorter if time ran out.
    pub line: Vec<Move>,
    /// The number of positions searched.
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
            table: Table::new(),
            nodes: 0,
            candidates: Vec::new(),
            is_stopped: false,
            deadline: None,
            look_at: u64::MAX,
            time: None,
        }
    }

    /// Limits the time of [`best`](Self::best), and of [`annotate`](Self::annotate) for all
    /// moves together. When time runs out, the result is that of the deepest finished
    /// search: however short the time is, at least one of one ply, and near the end of the
    /// game the exact value.
    pub fn limit_time(&mut self, time: Option<Duration>) {
        self.time = time;
    }

    /// Clears the table, and returns the deadline of the search that begins now.
    pub(super) fn begin(&mut self) -> Option<Instant> {
        self.table.forget();
        self.nodes = 0;
        self.set_deadline(None);
        Instant::now().checked_add(self.time?)
    }

    /// Sets the time at which searches stop.
    pub(super) fn set_deadline(&mut self, deadline: Option<Instant>) {
        self.is_stopped = false;
        self.deadline = deadline;
        self.look_at = deadline.map_or(u64::MAX, |_| self.nodes);
    }

    /// Makes searches stop after a number of positions.
    #[cfg(test)]
    pub(super) fn stop_after(&mut self, nodes: u64) {
        self.set_deadline(Some(Instant::now()));
        self.look_at = self.nodes + nodes;
    }

    /// Whether the search has to stop; its return value is not used then.
    #[inline(always)]
    pub(super) fn must_stop(&mut self) -> bool {
        self.nodes >= self.look_at && self.look()
    }

    #[cold]
    fn look(&mut self) -> bool {
        self.is_stopped = self
            .deadline
            .is_some_and(|deadline| Instant::now() >= deadline);
        if !self.is_stopped {
            self.look_at = self.nodes + LOOK_NODES;
        }
        self.is_stopped
    }

    /// Puts the result of a search with a window into the table.
    #[inline(always)]
    pub(super) fn remember(&mut self, sides: Sides, depth: u32, found: Found, window: Window) {
        #[expect(clippy::cast_possible_truncation, reason = "values are far smaller")]
        let value = found.value as i16;
        let is_lower = found.value > window.alpha;
        let is_upper = found.value < window.beta;
        self.table.put(
            sides,
            Entry {
                lower: if is_lower { value } else { i16::MIN },
                upper: if is_upper { value } else { i16::MAX },
                #[expect(clippy::cast_possible_truncation, reason = "at most 64")]
                depth: depth as u8,
                best: found.square,
            },
        );
    }

    /// The best move by a search of `depth` plies, at least one; a pass is not a ply. The
    /// value is exact if there are at most `depth` empty squares. `None` if the game is
    /// over.
    ///
    /// The result depends only on the arguments, unless time runs out.
    pub fn best(&mut self, position: &Position, depth: u32) -> Option<Advice> {
        let deadline = self.begin();
        self.set_deadline(deadline);
        let mut sides = position.sides();
        let must_pass = sides.moves() == 0;
        if must_pass {
            sides = sides.passed();
        }
        if sides.moves() == 0 {
            return None;
        }
        let reach = Reach::new(sides, depth);
        let (reach, found, ()) = deepen(self, sides, reach, |_, _, _| ());
        let value = reach.value(found.value);
        let nodes = self.nodes;
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

    /// Adds the best move and the principal variation after it to a line. Each position is
    /// searched again, because table entries may be overwritten; enough of them remain for
    /// this to be fast.
    fn follow(
        &mut self,
        mut sides: Sides,
        mut found: Found,
        mut reach: Reach,
        line: &mut Vec<Move>,
    ) {
        loop {
            line.push(disc(found.square));
            sides = sides.played(found.square.into());
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

    /// The best move by a new search, or from the table if time ran out.
    fn next(&mut self, sides: Sides, reach: Reach, guess: i32) -> Option<Found> {
        if !self.is_stopped {
            let found = best_around(self, sides, &mut moves(sides), reach, guess);
            if !self.is_stopped {
                return Some(found);
            }
        }
        let square = self.table.get(sides)?.best;
        let is_legal = square != NO_SQUARE && sides.moves() & 1 << square != 0;
        is_legal.then_some(Found { value: 0, square })
    }
}

/// The move to a square, by its number.
pub(super) fn disc(square: u8) -> Move {
    let square = Square::new(square / 8, square % 8);
    square.map_or(Move::Pass, Move::Disc)
}
