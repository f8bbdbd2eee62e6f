//! `density`: scores fields by the places of single ships.
//!
//! Ships are assumed to lie independently of each other, each at one of its places that cover
//! no closed field. While no ship is hit, this gives the expected number of ships on each
//! field. If there are hits, only places that cover hits count.
//!
//! If whole fleets are equally likely and ships may not touch, the weight of a place is the
//! room that it leaves to the other ships on an empty board ([`room_weights`]); otherwise all
//! places have the same weight, and are counted by line ([`line_lookup`]).

#![expect(
    clippy::inline_always,
    reason = "inlined into multiversioned callers, to be compiled for newer processors"
)]

mod line_lookup;
mod room_weights;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use multiversion::multiversion;

use super::Policy;
use crate::Placing;
use crate::classic::{
    Bitboard, BitboardKnowledge, FieldIndex, LENGTH_CLASSES_MAX, Placement, PlacementTable,
};
use line_lookup::LineLookup;
use room_weights::RoomWeights;

/// The factor for each further hit that a place covers, if adjacent hits may belong to
/// different ships.
const SAME_SHIP: f32 = 8.0;

/// The same if ships may not touch, so that adjacent hits belong to one ship.
const SAME_SHIP_APART: f32 = 1000.0;

type FieldValues<const W: usize> = [[f32; 64]; W];

/// Sums of the weights of the places that cover no closed field. The weights are integers, so
/// subtracting what was added is exact.
#[derive(Clone)]
struct PlacementSums<const W: usize> {
    /// By class and field, over the places that cover the field. Classes without a ship
    /// afloat are not updated.
    by_field: Vec<FieldValues<W>>,
    /// By class, over all places.
    totals: [f32; LENGTH_CLASSES_MAX],
    /// The fields that are not closed.
    free: Bitboard<W>,
}

enum Weighting<const W: usize> {
    Equal(LineLookup<W>),
    /// Weights by the room that a place leaves to other ships.
    ByRoom(RoomWeights),
}

/// Shoots at the field with the highest expected number of ships.
pub struct DensityPolicy<const W: usize> {
    table: Arc<PlacementTable<W>>,
    weighting: Weighting<W>,
    /// The sums at the beginning of a game.
    start: PlacementSums<W>,
    sums: PlacementSums<W>,
}

impl<const W: usize> DensityPolicy<W> {
    /// A policy for a table that assumes a distribution of fleets.
    pub fn new(table: Arc<PlacementTable<W>>, placing: Placing) -> Self {
        let (weighting, start) = if placing == Placing::Seq || table.config().ships_touch {
            let sums = PlacementSums::new(&table, |_| 1.0);
            (Weighting::Equal(LineLookup::new(&table)), sums)
        } else {
            let weights = RoomWeights::new(&table);
            let sums = PlacementSums::new(&table, |placement| weights.of::<W>(placement));
            (Weighting::ByRoom(weights), sums)
        };
        Self {
            table,
            weighting,
            sums: start.clone(),
            start,
        }
    }
}

impl<const W: usize> PlacementSums<W> {
    fn new(table: &PlacementTable<W>, weight: impl Fn(Placement) -> f32) -> Self {
        let mut sums = Self {
            by_field: vec![[[0.0; 64]; W]; table.length_classes().len()],
            totals: [0.0; LENGTH_CLASSES_MAX],
            free: table.all(),
        };
        for class in table.length_classes() {
            for placement in table.placements(class, table.all()) {
                sums.add(table, placement, weight(placement));
            }
        }
        sums
    }

    #[inline(always)]
    fn add(&mut self, table: &PlacementTable<W>, placement: Placement, weight: f32) {
        let class = usize::from(placement.class);
        self.totals[class] += weight;
        add(&mut self.by_field[class], table, placement, weight);
    }

    /// By class, the number of ships afloat divided by the total weight of their places.
    #[inline(always)]
    fn ships(&self, knowledge: &BitboardKnowledge<W>) -> [f32; LENGTH_CLASSES_MAX] {
        let mut ships = knowledge.afloat.map(f32::from);
        for (ships, total) in ships.iter_mut().zip(self.totals) {
            *ships /= total.max(1.0);
        }
        ships
    }

    /// Scores all fields while no ship is hit.
    #[inline(always)]
    fn search(&self, ships: &[f32; LENGTH_CLASSES_MAX], scores: &mut FieldValues<W>) {
        for (values, &ships) in self.by_field.iter().zip(ships) {
            if ships > 0.0 {
                let scores = scores.as_flattened_mut().iter_mut();
                for (score, weight) in scores.zip(values.as_flattened()) {
                    *score += weight * ships;
                }
            }
        }
    }
}

/// Adds a weight to all fields of a place.
#[inline(always)]
fn add<const W: usize>(
    values: &mut FieldValues<W>,
    table: &PlacementTable<W>,
    placement: Placement,
    weight: f32,
) {
    let reached = values.as_flattened_mut()[placement.start.index()..].iter_mut();
    let length = table.length_class(placement.class).length.into();
    for sum in reached.step_by(table.step(placement.axis)).take(length) {
        *sum += weight;
    }
}

/// The worth of a place by the number of hits that it covers.
fn worth<const W: usize>(table: &PlacementTable<W>) -> [f32; 8] {
    let same_ship = if table.config().ships_touch {
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

impl<const W: usize> Policy<W> for DensityPolicy<W> {
    fn begin(&mut self, _seed: u64) {
        self.sums.clone_from(&self.start);
        if let Weighting::Equal(lookup) = &mut self.weighting {
            lookup.columns = self.table.all();
        }
    }

    fn next_shot(&mut self, knowledge: &BitboardKnowledge<W>) -> FieldIndex {
        choose(self, knowledge)
    }
}

#[multiversion(targets("x86_64+avx2+bmi1+bmi2+lzcnt+popcnt"))]
fn choose<const W: usize>(
    density: &mut DensityPolicy<W>,
    knowledge: &BitboardKnowledge<W>,
) -> FieldIndex {
    let (table, sums) = (&*density.table, &mut density.sums);
    let weighting = &mut density.weighting;
    for field in (knowledge.closed & sums.free).iter() {
        match weighting {
            Weighting::Equal(lookup) => lookup.close(table, sums, knowledge, field),
            Weighting::ByRoom(weights) => weights.close(table, sums, knowledge, field),
        }
        sums.free.remove(field);
    }
    let ships = sums.ships(knowledge);
    let mut scores = [[0.0; 64]; W];
    let open = knowledge.open;
    if open.is_empty() {
        sums.search(&ships, &mut scores);
    } else {
        let free = &sums.free;
        match weighting {
            Weighting::Equal(lookup) => lookup.target(table, free, &open, &ships, &mut scores),
            Weighting::ByRoom(weights) => weights.target(table, free, &open, &ships, &mut scores),
        }
        for hit in open.iter() {
            scores[hit.index() / 64][hit.index() % 64] = 0.0;
        }
    }
    let all = table.all().without(&knowledge.shot);
    best(&scores)
        .or_else(|| knowledge.sensible(table).first())
        .or_else(|| all.first())
        .expect("a field that was not shot at")
}

/// The first field with the highest score above 0; scores whose relative difference is below
/// about 1 in 16,000 may count as equal.
#[inline(always)]
fn best<const W: usize>(scores: &FieldValues<W>) -> Option<FieldIndex> {
    // Non-negative floats are ordered like their bits. The lowest bits are replaced by the
    // field, so that a single pass without branches finds both.
    let last = u32::try_from((64 * W).next_power_of_two() - 1).expect("a small number");
    let mut best = 0;
    for (index, score) in (0..).zip(scores.as_flattened()) {
        best = best.max(score.to_bits() & !last | (last - index));
    }
    (best > last).then(|| FieldIndex::new((last - (best & last)) as usize))
}
