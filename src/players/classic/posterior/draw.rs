//! Fleets at random that agree with all that is known.
//!
//! They are built ship by ship, those first that cover hits, each place as likely or
//! by a guess; their weights make up for it (sequential importance sampling).

use super::cover::{Cover, covers};
use super::crew::{Crew, Mate};
use super::situation::Situation;
use crate::players::classic::bits::Bits;
use crate::rng::Chance;

/// Draws a fleet; none if it came to a dead end. Its weight makes the draw fair.
#[inline(always)]
pub fn draw<const W: usize>(
    situation: &Situation<'_, W>,
    crew: &mut Crew<W>,
    chance: &mut Chance,
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
            (&more[..], chance.fraction())
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
            hull,
            ..
        } = *chosen;
        left[usize::from(kind)] -= 1;
        free = free.without(&hull.reach);
        uncovered = uncovered.without(&hull.cells);
        if free.without(&uncovered) & uncovered != Bits::EMPTY {
            return None;
        }
        crew.ships.push(Mate {
            kind,
            axis,
            start,
            hull,
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
            let (axis, start) = starts.nth(u32::try_from(chance.below(count.into())).unwrap_or(0));
            let hull = *situation.hull(kind, axis, start);
            free = free.without(&hull.reach);
            crew.ships.push(Mate {
                kind,
                axis,
                start,
                hull,
            });
        }
    }
    Some(weight * situation.odds(crew))
}
