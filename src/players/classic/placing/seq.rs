//! Ship by ship.

use crate::players::classic::fleet::Fleet;
use crate::players::classic::waters::{Berth, Starts, Waters};
use crate::rng::Chance;

/// Places one ship after the other; false if one of them finds no place.
pub fn begin<const W: usize>(
    waters: &Waters<W>,
    chance: &mut Chance,
    fleet: &mut Fleet<W>,
) -> bool {
    fleet.clear();
    let mut free = waters.all();
    for kind in waters.kinds() {
        for _ in 0..waters.kind(kind).count {
            let starts = waters.starts(kind, free);
            let Some(berth) = draw(kind, &starts, chance) else {
                return false;
            };
            free = free.without(&waters.hull(berth).reach);
            fleet.add(waters, berth);
        }
    }
    true
}

/// One of the places, each as likely.
#[inline]
pub fn draw<const W: usize>(kind: u8, starts: &Starts<W>, chance: &mut Chance) -> Option<Berth> {
    let count = starts.count();
    if count == 0 {
        return None;
    }
    let rank = u32::try_from(chance.below(count.into())).unwrap_or(0);
    let (axis, start) = starts.nth(rank);
    Some(Berth { kind, axis, start })
}
