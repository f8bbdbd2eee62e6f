//! Which ships cover a hit.

use super::constraints::Constraints;
use crate::geometry::Axis;
use crate::players::classic::bitboard::Bitboard;
use crate::players::classic::placement_table::{
    FieldIndex, LENGTH_CLASSES_MAX, PlacementMask, PlacementTable,
};

/// A ship that covers a hit, and how many fleets may have it.
#[derive(Clone, Copy)]
pub struct Cover<const W: usize> {
    pub class: u8,
    pub axis: Axis,
    pub start: FieldIndex,
    pub mask: PlacementMask<W>,
    /// All weights before it and its own, added up.
    pub sum: f64,
}

/// The ships that may cover a hit in free fields, by the ships that are left; with
/// the weights of a guess at the number of fleets.
#[inline(always)]
pub fn covers<const W: usize>(
    constraints: &Constraints<'_, W>,
    left: &[u8; LENGTH_CLASSES_MAX],
    free: Bitboard<W>,
    hit: FieldIndex,
    is_careful: bool,
    covers: &mut Vec<Cover<W>>,
) {
    covers.clear();
    let table = constraints.table;
    let mut sum = 0.0;
    for class in table
        .length_classes()
        .filter(|&class| left[usize::from(class)] > 0)
    {
        let mut after = *left;
        after[usize::from(class)] -= 1;
        let starts = table.starts(class, free);
        // What remains of the guess when all that the classes have in common is left out.
        let rough = f64::from(left[usize::from(class)]) / f64::from(starts.count());
        let starts = constraints.through(class, &starts, hit);
        for (axis, start) in starts.iter() {
            let mask = *constraints.mask(class, axis, start);
            let uncovered = constraints.open.without(&mask.cells);
            if is_careful && uncovered.meets(&mask.reach) {
                continue;
            }
            let weight = if is_careful {
                let penalty = 0.15_f64.powi(uncovered.count().cast_signed());
                penalty * estimate_fleets(table, &after, free.without(&mask.reach))
            } else {
                rough
            };
            sum += weight.max(1e-12);
            covers.push(Cover {
                class,
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
pub fn estimate_fleets<const W: usize>(
    table: &PlacementTable<W>,
    left: &[u8; LENGTH_CLASSES_MAX],
    free: Bitboard<W>,
) -> f64 {
    let mut estimate = 1.0;
    for class in table
        .length_classes()
        .filter(|&class| left[usize::from(class)] > 0)
    {
        let places = f64::from(table.starts(class, free).count());
        for rank in 1..=left[usize::from(class)] {
            estimate *= places / f64::from(rank);
        }
    }
    estimate
}
