//! The ships of a class that nothing has detected.

use crate::ships::heat_map::HeatMap;
use admiralty_core::game::Footprint;
use admiralty_core::rules::ShipClass;

/// The ships of a class that nothing has detected.
#[derive(Debug)]
pub(super) struct UnseenShips {
    pub class: ShipClass,
    pub count: f64,
    /// The possible footprints of each ship, with relative weights.
    pub placements: Vec<(Footprint, f64)>,
}

impl UnseenShips {
    /// Adds the weight of each placement, converted to a probability by `scale`, to its
    /// fields, which must be in the rectangle of the map.
    pub fn add_to(&self, heat: &mut HeatMap, scale: impl Fn(f64) -> f64) {
        for (footprint, weight) in &self.placements {
            heat.add_ship(footprint, scale(*weight));
        }
    }
}
