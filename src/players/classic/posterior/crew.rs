//! The ships of a fleet that is being thought of.

use crate::players::classic::waters::{Axis, Field, Hull};

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
