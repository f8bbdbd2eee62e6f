//! The ships of a fleet that is being thought of.

use crate::geometry::Axis;
use crate::players::classic::placement_table::{FieldIndex, PlacementMask};

/// A ship that is afloat in thought.
#[derive(Clone, Copy)]
pub struct PlacedShip<const W: usize> {
    pub class: u8,
    pub axis: Axis,
    pub start: FieldIndex,
    pub mask: PlacementMask<W>,
}

/// Ships that are afloat in thought, in the order in which they were thought of.
#[derive(Clone)]
pub struct PartialFleet<const W: usize> {
    pub ships: Vec<PlacedShip<W>>,
}

impl<const W: usize> Default for PartialFleet<W> {
    fn default() -> Self {
        Self { ships: Vec::new() }
    }
}
