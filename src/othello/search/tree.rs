//! What a search carries along.

use std::time::Instant;

use super::evaluate::DISC;
use super::order::Candidate;
use super::reach::Window;
use super::table::{Entry, Table};
use crate::othello::sides::Sides;

/// What a search carries along.
#[derive(Debug)]
pub struct Tree {
    pub table: Table,
    /// How many positions were looked at.
    pub nodes: u64,
    /// The moves that are still to be tried, from the root on.
    pub candidates: Vec<Candidate>,
    /// Whether time ran out. Then all values are worthless, and nothing is remembered.
    pub is_stopped: bool,
    deadline: Option<Instant>,
    /// At how many positions the clock is looked at next.
    look_at: u64,
}

/// After how many positions the clock is looked at again.
const LOOK_NODES: u64 = 1 << 12;

impl Tree {
    pub fn new() -> Self {
        Self {
            table: Table::new(),
            nodes: 0,
            candidates: Vec::new(),
            is_stopped: false,
            deadline: None,
            look_at: u64::MAX,
        }
    }

    /// Forgets all searches before.
    pub fn begin(&mut self) {
        self.table.forget();
        self.nodes = 0;
        self.set_deadline(None);
    }

    /// When searches have to stop.
    pub fn deadline(&self) -> Option<Instant> {
        self.deadline
    }

    /// Makes searches stop at a time.
    pub fn set_deadline(&mut self, deadline: Option<Instant>) {
        self.is_stopped = false;
        self.deadline = deadline;
        self.look_at = deadline.map_or(u64::MAX, |_| self.nodes);
    }

    /// Makes searches stop after a number of positions.
    #[cfg(test)]
    pub fn stop_after(&mut self, nodes: u64) {
        self.set_deadline(Some(Instant::now()));
        self.look_at = self.nodes + nodes;
    }

    /// Whether the search has to end: what it returns is not used.
    #[inline(always)]
    pub fn must_stop(&mut self) -> bool {
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

    /// Remembers the result of a search between two bounds.
    #[inline(always)]
    pub fn remember(&mut self, sides: Sides, depth: u32, found: Found, window: Window) {
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
}

/// Lower than any value, in discs and in hundredths of discs.
pub const NONE: i32 = -128 * DISC;

/// The result of a search: a value and the move that has it.
#[derive(Clone, Copy, Debug)]
pub struct Found {
    pub value: i32,
    pub square: u8,
}
