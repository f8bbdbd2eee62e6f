//! What a search carries along.

#![expect(
    clippy::inline_always,
    reason = "it has to be compiled anew for each kind of processor that it is used on"
)]

use super::order::Candidate;
use super::sides::Sides;
use super::table::{Entry, Table};
use super::window::Window;

/// What a search carries along.
#[derive(Debug)]
pub struct Tree {
    pub table: Table,
    /// How many positions were looked at.
    pub nodes: u64,
    /// The moves that are still to be tried, from the root on.
    pub candidates: Vec<Candidate>,
}

impl Tree {
    pub fn new() -> Self {
        Self {
            table: Table::new(),
            nodes: 0,
            candidates: Vec::new(),
        }
    }

    /// Forgets all searches before.
    pub fn begin(&mut self) {
        self.table.forget();
        self.nodes = 0;
    }

    /// Remembers what came out of a search between two bounds.
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

/// What came out of a search: a value and the move that has it.
#[derive(Clone, Copy, Debug)]
pub struct Found {
    pub value: i32,
    pub square: u8,
}
