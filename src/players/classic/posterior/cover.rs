//! Which ships cover a hit.

use super::constraints::Constraints;
use super::placed_ship::PlacedShip;
use crate::players::classic::bitboard::Bitboard;
use crate::players::classic::field_index::FieldIndex;
use crate::players::classic::placement_table::{LENGTH_CLASSES_MAX, PlacementTable};

/// A ship that covers a hit, with a weight by the number of fleets that may have it.
#[derive(Clone, Copy)]
pub struct Cover<const W: usize> {
    pub ship: PlacedShip<W>,
    /// The cumulative weight: its own and all before it.
    pub sum: f64,
}

/// Lists the ships that may cover a hit, of those that are left. Their weights are
/// careful estimates of the number of fleets, or rough ones that cost less.
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
        // What remains of the estimate without the factors that all classes share.
        let rough = f64::from(left[usize::from(class)]) / f64::from(starts.count());
        let starts = constraints.through(class, &starts, hit);
        for placement in starts.placements(class) {
            let ship = constraints.placed(placement);
            let uncovered = constraints.open.without(&ship.mask.cells);
            if is_careful && uncovered.meets(&ship.mask.reach) {
                continue;
            }
            let weight = if is_careful {
                let penalty = 0.15_f64.powi(uncovered.count().cast_signed());
                penalty * estimate_fleets(table, &after, free.without(&ship.mask.reach))
            } else {
                rough
            };
            sum += weight.max(1e-12);
            covers.push(Cover { ship, sum });
        }
    }
}

/// How many ways there are to place the ships that are left if they were not in each
/// other's way.
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
