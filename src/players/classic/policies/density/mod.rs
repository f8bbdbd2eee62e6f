//! The player that counts the places of single ships.
//!
//! Ships are taken to lie independently of each other, each in one of its places
//! that go through no closed field. While no ship is hit, that makes for each field
//! the number of ships to be expected there. When some are hit, only places through
//! hits count.
//!
//! If all whole fleets are as likely and ships may not touch, a place counts by the room
//! that it leaves to the others before the first shot ([`weights`]); otherwise each place
//! counts the same, and is counted by the line that it lies in ([`lines`]).

#![expect(
    clippy::inline_always,
    reason = "all of it is compiled again for newer processors, as part of what calls it"
)]

mod lines;
#[cfg(test)]
mod tests;
mod weights;

use std::sync::Arc;

use multiversion::multiversion;

use super::Policy;
use crate::players::classic::bits::Bits;
use crate::players::classic::knowledge::Knowledge;
use crate::players::classic::placement_table::{Field, KINDS_MAX, Placement, PlacementTable};
use crate::players::classic::placing::Placing;
use lines::Lines;
use weights::Weights;

/// How much more likely a place is for each hit more that it goes through, where
/// these may be of several ships.
const SAME_SHIP: f32 = 8.0;

/// The same where ships do not touch: hits next to each other are of one ship.
const SAME_SHIP_APART: f32 = 1000.0;

/// A number for each field.
type Chart<const W: usize> = [[f32; 64]; W];

/// The places that go through no closed field, their weights added up. The weights are
/// whole numbers, so that taking away what was added leaves nothing.
#[derive(Clone)]
struct Heat<const W: usize> {
    /// By kind, for each field: the places through it. What is not afloat any more is
    /// not kept up.
    charts: Vec<Chart<W>>,
    /// By kind: all places.
    masses: [f32; KINDS_MAX],
    /// The fields that are not closed.
    free: Bits<W>,
}

/// How much each place counts.
enum Count<const W: usize> {
    /// All the same.
    Lines(Lines<W>),
    /// Some more than others.
    Weights(Weights),
}

/// The field that most places of single ships go through.
pub struct Density<const W: usize> {
    waters: Arc<PlacementTable<W>>,
    count: Count<W>,
    /// At the beginning of a game.
    start: Heat<W>,
    heat: Heat<W>,
}

impl<const W: usize> Density<W> {
    /// A player for these waters.
    pub fn new(waters: Arc<PlacementTable<W>>, placing: Placing) -> Self {
        let (count, start) = if placing == Placing::Seq || waters.config().ships_touch {
            let heat = Heat::new(&waters, |_| 1.0);
            (Count::Lines(Lines::new(&waters)), heat)
        } else {
            let weights = Weights::new(&waters);
            let heat = Heat::new(&waters, |placement| weights.of::<W>(placement));
            (Count::Weights(weights), heat)
        };
        Self {
            waters,
            count,
            heat: start.clone(),
            start,
        }
    }
}

impl<const W: usize> Heat<W> {
    fn new(waters: &PlacementTable<W>, weight: impl Fn(Placement) -> f32) -> Self {
        let mut heat = Self {
            charts: vec![[[0.0; 64]; W]; waters.kinds().len()],
            masses: [0.0; KINDS_MAX],
            free: waters.all(),
        };
        for kind in waters.kinds() {
            for placement in waters.placements(kind, waters.all()) {
                heat.add(waters, placement, weight(placement));
            }
        }
        heat
    }

    /// Counts a place.
    #[inline(always)]
    fn add(&mut self, waters: &PlacementTable<W>, placement: Placement, weight: f32) {
        let kind = usize::from(placement.kind);
        self.masses[kind] += weight;
        add(&mut self.charts[kind], waters, placement, weight);
    }

    /// By kind: how many ships there are for a weight of 1.
    #[inline(always)]
    fn ships(&self, knowledge: &Knowledge<W>) -> [f32; KINDS_MAX] {
        let mut ships = knowledge.afloat_by_kind().map(f32::from);
        for (ships, mass) in ships.iter_mut().zip(self.masses) {
            *ships /= mass.max(1.0);
        }
        ships
    }

    /// How likely each field is while no ship is hit.
    #[inline(always)]
    fn search(&self, ships: &[f32; KINDS_MAX], scores: &mut Chart<W>) {
        for (chart, &ships) in self.charts.iter().zip(ships) {
            if ships > 0.0 {
                let scores = scores.as_flattened_mut().iter_mut();
                for (score, weight) in scores.zip(chart.as_flattened()) {
                    *score += weight * ships;
                }
            }
        }
    }
}

/// Adds a number to all fields of a place.
#[inline(always)]
fn add<const W: usize>(
    chart: &mut Chart<W>,
    waters: &PlacementTable<W>,
    placement: Placement,
    weight: f32,
) {
    let reached = chart.as_flattened_mut()[placement.start.index()..].iter_mut();
    let length = waters.kind(placement.kind).length.into();
    for sum in reached.step_by(waters.step(placement.axis)).take(length) {
        *sum += weight;
    }
}

/// What a place is worth by how many hits it goes through.
fn worth<const W: usize>(waters: &PlacementTable<W>) -> [f32; 8] {
    let same_ship = if waters.config().ships_touch {
        SAME_SHIP
    } else {
        SAME_SHIP_APART
    };
    let mut worth = [0.0; 8];
    let mut product = 1.0;
    for worth in &mut worth[1..] {
        *worth = product;
        product *= same_ship;
    }
    worth
}

impl<const W: usize> Policy<W> for Density<W> {
    fn begin(&mut self, _seed: u64) {
        self.heat.clone_from(&self.start);
        if let Count::Lines(lines) = &mut self.count {
            lines.begin(&self.waters);
        }
    }

    fn next_shot(&mut self, knowledge: &Knowledge<W>) -> Field {
        choose(self, knowledge)
    }
}

#[multiversion(targets("x86_64+avx2+bmi1+bmi2+lzcnt+popcnt"))]
fn choose<const W: usize>(density: &mut Density<W>, knowledge: &Knowledge<W>) -> Field {
    let Density {
        waters,
        count,
        start: _,
        heat,
    } = density;
    for field in &(knowledge.closed() & heat.free) {
        match count {
            Count::Lines(lines) => lines.close(waters, heat, knowledge, field),
            Count::Weights(weights) => weights.close(waters, heat, knowledge, field),
        }
        heat.free.remove(field);
    }
    let ships = heat.ships(knowledge);
    let mut scores = [[0.0; 64]; W];
    let open = knowledge.open();
    if open.is_empty() {
        heat.search(&ships, &mut scores);
    } else {
        let free = &heat.free;
        match count {
            Count::Lines(lines) => lines.target(waters, free, &open, &ships, &mut scores),
            Count::Weights(weights) => weights.target(waters, free, &open, &ships, &mut scores),
        }
        for hit in &open {
            scores[hit.index() / 64][hit.index() % 64] = 0.0;
        }
    }
    let all = waters.all().without(&knowledge.shot());
    best(&scores)
        .or_else(|| knowledge.sensible(waters).first())
        .or_else(|| all.first())
        .expect("a field that was not shot at")
}

/// The first field with the highest score, if that is above 0: scores that are the same
/// but for a part in 16,000 count as one.
#[inline(always)]
fn best<const W: usize>(scores: &Chart<W>) -> Option<Field> {
    // Numbers that are not negative are ordered as their bits are; the lowest of these
    // make place for the field, so that all is found in one pass without a branch.
    let last = u32::try_from((64 * W).next_power_of_two() - 1).expect("a small number");
    let mut best = 0;
    for (index, score) in (0..).zip(scores.as_flattened()) {
        best = best.max(score.to_bits() & !last | (last - index));
    }
    (best > last).then(|| Field::of_index((last - (best & last)) as usize))
}
