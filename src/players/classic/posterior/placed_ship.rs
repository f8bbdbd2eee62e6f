//! Ships of a fleet that is being built.

use crate::players::classic::placement_table::{Placement, PlacementMask};

/// A ship afloat in a hypothetical fleet.
#[derive(Clone, Copy)]
pub struct PlacedShip<const W: usize> {
    pub placement: Placement,
    pub mask: PlacementMask<W>,
}

/// The ships afloat of a hypothetical fleet, in the order in which they were placed.
pub type PartialFleet<const W: usize> = Vec<PlacedShip<W>>;
