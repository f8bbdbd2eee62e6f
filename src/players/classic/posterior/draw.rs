//! Fleets at random that agree with all that is known.
//!
//! They are built ship by ship, those first that cover hits, each place as likely or
//! by a guess; their weights make up for it (sequential importance sampling).

use super::constraints::Constraints;
use super::cover::{Cover, covers};
use super::partial_fleet::{PartialFleet, PlacedShip};
use crate::players::classic::bits::Bits;
use crate::rng::Rng;

/// Draws a fleet; none if it came to a dead end. Its weight makes the draw fair.
#[inline(always)]
pub fn draw<const W: usize>(
    situation: &Constraints<'_, W>,
    crew: &mut PartialFleet<W>,
    rng: &mut Rng,
    first: &[Cover<W>],
    more: &mut Vec<Cover<W>>,
    level: f64,
) -> Option<f64> {
    let waters = situation.waters;
    crew.ships.clear();
    let mut weight = 1.0;
    let mut left = situation.afloat;
    let mut free = situation.free;
    let mut uncovered = situation.open;
    while let Some(hit) = uncovered.first() {
        let (choices, level) = if crew.ships.is_empty() {
            (first, level)
        } else {
            covers(situation, &left, free, hit, false, more);
            (&more[..], rng.fraction())
        };
        let total = choices.last()?.sum;
        let index = choices.partition_point(|cover| cover.sum <= level * total);
        let chosen = choices.get(index)?;
        let below = if index > 0 {
            choices[index - 1].sum
        } else {
            0.0
        };
        weight *= total / (chosen.sum - below);
        let Cover {
            kind,
            axis,
            start,
            mask,
            ..
        } = *chosen;
        left[usize::from(kind)] -= 1;
        free = free.without(&mask.reach);
        uncovered = uncovered.without(&mask.cells);
        if free.without(&uncovered) & uncovered != Bits::EMPTY {
            return None;
        }
        crew.ships.push(PlacedShip {
            kind,
            axis,
            start,
            mask,
        });
    }
    for kind in waters.kinds() {
        for rank in 1..=left[usize::from(kind)] {
            let starts = waters.starts(kind, free);
            let count = starts.count();
            if count == 0 {
                return None;
            }
            weight *= f64::from(count) / f64::from(rank);
            let (axis, start) = starts.nth(u32::try_from(rng.below(count.into())).unwrap_or(0));
            let mask = *situation.mask(kind, axis, start);
            free = free.without(&mask.reach);
            crew.ships.push(PlacedShip {
                kind,
                axis,
                start,
                mask,
            });
        }
    }
    Some(weight * situation.odds(crew))
}
