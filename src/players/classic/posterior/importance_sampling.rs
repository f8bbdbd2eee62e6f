//! Random fleets that agree with all that is known.
//!
//! They are built ship by ship, those that cover hits first. Places are drawn uniformly
//! or by an estimate, and the weight of a fleet corrects for how it was drawn
//! (sequential importance sampling).

use super::constraints::Constraints;
use super::cover::{Cover, covers};
use super::placed_ship::PartialFleet;
use crate::rng::Rng;

/// Draws a fleet and returns its weight, or nothing after a dead end. The quantile
/// chooses the ship that covers the first hit, for stratified sampling.
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
    fleet.clear();
    let mut weight = 1.0;
    let mut left = constraints.afloat;
    let mut free = constraints.free;
    let mut uncovered = constraints.open;
    while let Some(hit) = uncovered.first() {
        let (choices, quantile) = if fleet.is_empty() {
            (first, quantile)
        } else {
            covers(constraints, &left, free, hit, false, more);
            (&more[..], rng.fraction())
        };
        let total = choices.last()?.sum;
        let index = choices.partition_point(|cover| cover.sum <= quantile * total);
        let Cover { ship, sum } = *choices.get(index)?;
        let below = if index > 0 {
            choices[index - 1].sum
        } else {
            0.0
        };
        weight *= total / (sum - below);
        left[usize::from(ship.placement.class)] -= 1;
        free = free.without(&ship.mask.reach);
        uncovered = uncovered.without(&ship.mask.cells);
        fleet.push(ship);
    }
    for class in table.length_classes() {
        for rank in 1..=left[usize::from(class)] {
            let starts = table.starts(class, free);
            let count = starts.count();
            if count == 0 {
                return None;
            }
            weight *= f64::from(count) / f64::from(rank);
            let drawn = u32::try_from(rng.below(count.into())).unwrap_or(0);
            let ship = constraints.placed(starts.nth(class, drawn));
            free = free.without(&ship.mask.reach);
            fleet.push(ship);
        }
    }
    Some(weight * constraints.prior_weight(fleet))
}
