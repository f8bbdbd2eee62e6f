//! Ship by ship.

use crate::players::classic::hidden_fleet::HiddenFleet;
use crate::players::classic::placement_table::{Placement, PlacementTable, Starts};
use crate::rng::Rng;

/// Places one ship after the other; false if one of them finds no place.
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

/// One of the places, each as likely.
#[inline]
pub fn pick_placement<const W: usize>(
    class: u8,
    starts: &Starts<W>,
    rng: &mut Rng,
) -> Option<Placement> {
    let count = starts.count();
    if count == 0 {
        return None;
    }
    let rank = u32::try_from(rng.below(count.into())).unwrap_or(0);
    let (axis, start) = starts.nth(rank);
    Some(Placement { class, axis, start })
}
