//! Ship by ship.

use crate::players::classic::fleet::Fleet;
use crate::players::classic::placement_table::{Placement, PlacementTable, Starts};
use crate::rng::Rng;

/// Places one ship after the other; false if one of them finds no place.
pub fn begin<const W: usize>(
    waters: &PlacementTable<W>,
    rng: &mut Rng,
    fleet: &mut Fleet<W>,
) -> bool {
    fleet.clear();
    let mut free = waters.all();
    for kind in waters.kinds() {
        for _ in 0..waters.kind(kind).count {
            let starts = waters.starts(kind, free);
            let Some(placement) = draw(kind, &starts, rng) else {
                return false;
            };
            free = free.without(&waters.mask(placement).reach);
            fleet.add(waters, placement);
        }
    }
    true
}

/// One of the places, each as likely.
#[inline]
pub fn draw<const W: usize>(kind: u8, starts: &Starts<W>, rng: &mut Rng) -> Option<Placement> {
    let count = starts.count();
    if count == 0 {
        return None;
    }
    let rank = u32::try_from(rng.below(count.into())).unwrap_or(0);
    let (axis, start) = starts.nth(rank);
    Some(Placement { kind, axis, start })
}
