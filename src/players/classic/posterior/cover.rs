//! Which ships cover a hit.

use super::constraints::Constraints;
use crate::geometry::Axis;
use crate::players::classic::bits::Bits;
use crate::players::classic::placement_table::{Field, KINDS_MAX, PlacementMask, PlacementTable};

/// A ship that covers a hit, and how many fleets may have it.
#[derive(Clone, Copy)]
pub struct Cover<const W: usize> {
    pub kind: u8,
    pub axis: Axis,
    pub start: Field,
    pub mask: PlacementMask<W>,
    /// All weights before it and its own, added up.
    pub sum: f64,
}

/// The ships that may cover a hit in free waters, by the ships that are left; with
/// the weights of a guess at the number of fleets.
#[inline(always)]
pub fn covers<const W: usize>(
    situation: &Constraints<'_, W>,
    left: &[u8; KINDS_MAX],
    free: Bits<W>,
    hit: Field,
    is_careful: bool,
    covers: &mut Vec<Cover<W>>,
) {
    covers.clear();
    let waters = situation.waters;
    let mut sum = 0.0;
    for kind in waters.kinds().filter(|&kind| left[usize::from(kind)] > 0) {
        let mut after = *left;
        after[usize::from(kind)] -= 1;
        let starts = waters.starts(kind, free);
        // What remains of the guess when all that the kinds have in common is left out.
        let rough = f64::from(left[usize::from(kind)]) / f64::from(starts.count());
        let starts = situation.through(kind, &starts, hit);
        for (axis, start) in starts.iter() {
            let mask = *situation.mask(kind, axis, start);
            let uncovered = situation.open.without(&mask.cells);
            if is_careful && uncovered.meets(&mask.reach) {
                continue;
            }
            let weight = if is_careful {
                let penalty = 0.15_f64.powi(uncovered.count().cast_signed());
                penalty * guess(waters, &after, free.without(&mask.reach))
            } else {
                rough
            };
            sum += weight.max(1e-12);
            covers.push(Cover {
                kind,
                axis,
                start,
                mask,
                sum,
            });
        }
    }
}

/// How many ways there are to place the ships that are left, were it not for each
/// other.
#[inline(always)]
pub fn guess<const W: usize>(
    waters: &PlacementTable<W>,
    left: &[u8; KINDS_MAX],
    free: Bits<W>,
) -> f64 {
    let mut guess = 1.0;
    for kind in waters.kinds().filter(|&kind| left[usize::from(kind)] > 0) {
        let places = f64::from(waters.starts(kind, free).count());
        for rank in 1..=left[usize::from(kind)] {
            guess *= places / f64::from(rank);
        }
    }
    guess
}
