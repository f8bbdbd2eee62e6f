//! Ship by ship.

use super::pick_placement;
use crate::players::classic::{HiddenFleet, PlacementTable};
use crate::rng::Rng;

/// Places one ship after the other, longest first; false if one of them finds no place.
pub fn attempt<const W: usize>(
    table: &PlacementTable<W>,
    rng: &mut Rng,
    fleet: &mut HiddenFleet<W>,
) -> bool {
    fleet.clear();
    let mut free = table.all();
    for class in table.length_classes() {
        for _ in 0..table.length_class(class).count {
            let starts = table.starts(class, free);
            let Some(placement) = pick_placement(class, &starts, rng) else {
                return false;
            };
            free = free.without(&table.mask(placement).reach);
            fleet.add(table, placement);
        }
    }
    true
}
