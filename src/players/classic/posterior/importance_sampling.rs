//! Fleets at random that agree with all that is known.
//!
//! They are built ship by ship, those first that cover hits, each place as likely or
//! by a guess; their weights make up for it (sequential importance sampling).

use super::constraints::Constraints;
use super::cover::{Cover, covers};
use super::partial_fleet::{PartialFleet, PlacedShip};
use crate::players::classic::bitboard::Bitboard;
use crate::rng::Rng;

/// Draws a fleet; none if it came to a dead end. Its weight makes the draw fair.
#[inline(always)]
pub fn sample_fleet<const W: usize>(
    constraints: &Constraints<'_, W>,
    fleet: &mut PartialFleet<W>,
    rng: &mut Rng,
    first: &[Cover<W>],
    more: &mut Vec<Cover<W>>,
    quantile: f64,
) -> Option<f64> {
    let table = constraints.table;
    fleet.ships.clear();
    let mut weight = 1.0;
    let mut left = constraints.afloat;
    let mut free = constraints.free;
    let mut uncovered = constraints.open;
    while let Some(hit) = uncovered.first() {
        let (choices, quantile) = if fleet.ships.is_empty() {
            (first, quantile)
        } else {
            covers(constraints, &left, free, hit, false, more);
            (&more[..], rng.fraction())
        };
        let total = choices.last()?.sum;
        let index = choices.partition_point(|cover| cover.sum <= quantile * total);
        let chosen = choices.get(index)?;
        let below = if index > 0 {
            choices[index - 1].sum
        } else {
            0.0
        };
        weight *= total / (chosen.sum - below);
        let Cover {
            class,
            axis,
            start,
            mask,
            ..
        } = *chosen;
        left[usize::from(class)] -= 1;
        free = free.without(&mask.reach);
        uncovered = uncovered.without(&mask.cells);
        if free.without(&uncovered) & uncovered != Bitboard::EMPTY {
            return None;
        }
        fleet.ships.push(PlacedShip {
            class,
            axis,
            start,
            mask,
        });
    }
    for class in table.length_classes() {
        for rank in 1..=left[usize::from(class)] {
            let starts = table.starts(class, free);
            let count = starts.count();
            if count == 0 {
                return None;
            }
            weight *= f64::from(count) / f64::from(rank);
            let (axis, start) = starts.nth(u32::try_from(rng.below(count.into())).unwrap_or(0));
            let mask = *constraints.mask(class, axis, start);
            free = free.without(&mask.reach);
            fleet.ships.push(PlacedShip {
                class,
                axis,
                start,
                mask,
            });
        }
    }
    Some(weight * constraints.prior_weight(fleet))
}
