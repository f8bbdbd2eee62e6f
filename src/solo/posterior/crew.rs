//! The ships of a fleet that is being thought of.

use crate::solo::bits::Bits;
use crate::solo::waters::{Axis, Field, Hull};

/// A ship that is afloat in thought.
#[derive(Clone, Copy)]
pub struct Mate<const W: usize> {
    pub kind: u8,
    pub axis: Axis,
    pub start: Field,
    pub hull: Hull<W>,
}

/// Ships that are afloat in thought, in the order in which they were thought of.
#[derive(Clone)]
pub struct Crew<const W: usize> {
    pub ships: Vec<Mate<W>>,
}

impl<const W: usize> Default for Crew<W> {
    fn default() -> Self {
        Self { ships: Vec::new() }
    }
}

impl<const W: usize> Crew<W> {
    /// All that one ship leaves to be covered or avoided: the fields of the others,
    /// and what they reach.
    #[inline(always)]
    pub fn others(&self, index: usize) -> (Bits<W>, Bits<W>) {
        let mut cells = Bits::EMPTY;
        let mut reach = Bits::EMPTY;
        for (other, mate) in self.ships.iter().enumerate() {
            if other != index {
                cells |= mate.hull.cells;
                reach |= mate.hull.reach;
            }
        }
        (cells, reach)
    }
}
