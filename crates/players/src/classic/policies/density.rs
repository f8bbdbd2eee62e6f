//! `density`: scores fields by the places of single ships.
//!
//! Ships are assumed to lie independently of each other, each at one of its places that cover
//! no closed field. While no ship is hit, this gives the expected number of ships on each
//! field. If there are hits, only places that cover hits count.
//!
//! If whole fleets are equally likely and ships may not touch, the weight of a place is the
//! room that it leaves to the other ships on an empty board ([`RoomWeights`]); otherwise all
//! places have the same weight, and are counted by line ([`LineLookup`]).

#![expect(
    clippy::inline_always,
    reason = "inlined into multiversioned callers, to be compiled for newer processors"
)]

use std::sync::Arc;

use multiversion::multiversion;

use super::Policy;
use crate::Placing;
use crate::axis::Axis;
use crate::classic::{
    Bitboard, BitboardKnowledge, FieldIndex, LENGTH_CLASSES_MAX, Placement, PlacementTable,
};
use admiralty_core::geometry::Pos;
use admiralty_core::rules::ShipClass;

/// Shoots at the field with the highest expected number of ships.
pub struct DensityPolicy<const W: usize> {
    table: Arc<PlacementTable<W>>,
    weighting: PlacementWeighting<W>,
    /// The sums at the beginning of a game.
    start: PlacementSums<W>,
    sums: PlacementSums<W>,
}

impl<const W: usize> DensityPolicy<W> {
    /// A policy for a table that assumes a distribution of fleets.
    pub fn new(table: Arc<PlacementTable<W>>, placing: Placing) -> Self {
        let (weighting, start) = if placing == Placing::Seq || table.config().ships_touch {
            let sums = PlacementSums::new(&table, |_| 1.0);
            (PlacementWeighting::Equal(LineLookup::new(&table)), sums)
        } else {
            let weights = RoomWeights::new(&table);
            let sums = PlacementSums::new(&table, |placement| weights.of::<W>(placement));
            (PlacementWeighting::ByRoom(weights), sums)
        };
        Self {
            table,
            weighting,
            sums: start.clone(),
            start,
        }
    }
}

impl<const W: usize> Policy<W> for DensityPolicy<W> {
    fn begin(&mut self, _seed: u64) {
        self.sums.clone_from(&self.start);
        if let PlacementWeighting::Equal(lookup) = &mut self.weighting {
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
            PlacementWeighting::Equal(lookup) => lookup.close(table, sums, knowledge, field),
            PlacementWeighting::ByRoom(weights) => weights.close(table, sums, knowledge, field),
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
            PlacementWeighting::Equal(lookup) => {
                lookup.target(table, free, &open, &ships, &mut scores);
            }
            PlacementWeighting::ByRoom(weights) => {
                weights.target(table, free, &open, &ships, &mut scores);
            }
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

type FieldValues<const W: usize> = [[f32; 64]; W];

enum PlacementWeighting<const W: usize> {
    Equal(LineLookup<W>),
    /// Weights by the room that a place leaves to other ships.
    ByRoom(RoomWeights),
}

/// Sums of the weights of the places that cover no closed field. The weights are integers, so
/// subtracting them again is exact.
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

/// The factor for each further hit that a place covers, if adjacent hits may belong to
/// different ships.
const SAME_SHIP: f32 = 8.0;

/// The same if ships may not touch, so that adjacent hits belong to one ship.
const SAME_SHIP_APART: f32 = 1000.0;

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

/// The most fields that a ship extends beyond one of its fields. More free fields or hits
/// than this make no difference.
const FAR: usize = ShipClass::LENGTH_MAX as usize - 1;

/// The worth of the places that cover adjacent hits of a line and extend, on one side, at
/// least to the outermost hit (index 0), to the field next to it (1), and so on.
type ReachWorth = [f32; FAR + 2];

/// By the number of adjacent hits, from 1; by the number of free fields on that side; by the
/// number of free fields on the other side.
type ReachTable = [[[ReachWorth; FAR + 1]; FAR + 1]; FAR];

/// Lookup tables for sums over places of equal weight, line by line.
///
/// The number of places that cover two fields of a line depends only on how far the line is
/// free on both sides of them. Ships are short, so the tables are small.
struct LineLookup<const W: usize> {
    /// The lookup tables, by class.
    reaches: Vec<ReachTable>,
    /// For each index, the field with row and column swapped.
    turned: Vec<FieldIndex>,
    /// The free fields with row and column swapped, so that columns are scanned like rows.
    columns: Bitboard<W>,
    longest: usize,
}

impl<const W: usize> LineLookup<W> {
    fn new(table: &PlacementTable<W>) -> Self {
        let worth = worth(table);
        let length = |class| table.length_class(class).length;
        let mut turned = vec![FieldIndex::new(0); 64 * W];
        for field in table.all().iter() {
            let Pos { y, x } = table.pos(field);
            let other = table.field(Pos::new(x, y));
            turned[field.index()] = other.expect("a field of a square");
        }
        Self {
            reaches: table
                .length_classes()
                .map(|class| reaches(length(class), &worth))
                .collect(),
            turned,
            columns: table.all(),
            longest: table.length_classes().map(length).max().unwrap_or(0).into(),
        }
    }

    /// Removes the places that cover a free field.
    #[inline(always)]
    fn close(
        &mut self,
        table: &PlacementTable<W>,
        sums: &mut PlacementSums<W>,
        knowledge: &BitboardKnowledge<W>,
        field: FieldIndex,
    ) {
        let here = field.index();
        let turned = self.turned[here];
        let lines = [
            (Axis::Horizontal, room(&sums.free, field)),
            (Axis::Vertical, room(&self.columns, turned)),
        ];
        for (class, reaches) in table.length_classes().zip(&self.reaches) {
            if knowledge.afloat[usize::from(class)] == 0 {
                continue;
            }
            let values = sums.by_field[usize::from(class)].as_flattened_mut();
            let mut gone = 0.0;
            for (axis, (before, after)) in lines {
                if !table.lies_along(class, axis) {
                    continue;
                }
                let back = &reaches[0][before][after];
                let forth = &reaches[0][after][before];
                gone += back[0];
                let step = table.step(axis);
                for distance in 1..table.length_class(class).length.into() {
                    let beside = beside::<W>(here, here, distance * step);
                    values[beside[0]] -= back[distance];
                    values[beside[1]] -= forth[distance];
                }
            }
            sums.totals[usize::from(class)] -= gone;
            values[here] = 0.0;
        }
        self.columns.remove(turned);
    }

    /// Scores the fields around hits. Adjacent hits of a line count together; hits beyond a
    /// gap count separately.
    #[inline(always)]
    fn target(
        &self,
        table: &PlacementTable<W>,
        free: &Bitboard<W>,
        open: &Bitboard<W>,
        ships: &[f32; LENGTH_CLASSES_MAX],
        scores: &mut FieldValues<W>,
    ) {
        let scores = scores.as_flattened_mut();
        let mut columns = Bitboard::EMPTY;
        for hit in open.iter() {
            columns.insert(self.turned[hit.index()]);
        }
        for hit in open.iter() {
            let turned = self.turned[hit.index()];
            for (axis, place, open, free) in [
                (Axis::Horizontal, hit, open, free),
                (Axis::Vertical, turned, &columns, &self.columns),
            ] {
                let (hits_before, more) = open.runs_beside(place);
                if hits_before > 0 {
                    continue;
                }
                let (before, after) = free.runs_beside(place);
                let (before, after) = (before.min(FAR), after.saturating_sub(more).min(FAR));
                let (mut back, mut forth): (ReachWorth, ReachWorth) = Default::default();
                for ((class, reaches), ships) in
                    table.length_classes().zip(&self.reaches).zip(ships)
                {
                    if !table.lies_along(class, axis) {
                        continue;
                    }
                    let reaches = &reaches[more.min(FAR - 1)];
                    for (sum, worth) in back.iter_mut().zip(&reaches[before][after]) {
                        *sum += worth * ships;
                    }
                    for (sum, worth) in forth.iter_mut().zip(&reaches[after][before]) {
                        *sum += worth * ships;
                    }
                }
                let step = table.step(axis);
                let (first, last) = (hit.index(), hit.index() + more * step);
                for distance in 1..self.longest {
                    let beside = beside::<W>(first, last, distance * step);
                    scores[beside[0]] += back[distance];
                    scores[beside[1]] += forth[distance];
                }
            }
        }
    }
}

/// How far a line is free on both sides of a field, up to [`FAR`].
#[inline(always)]
fn room<const W: usize>(free: &Bitboard<W>, field: FieldIndex) -> (usize, usize) {
    let (before, after) = free.runs_beside(field);
    (before.min(FAR), after.min(FAR))
}

/// The indices at a distance before the first and after the last of some fields. If the line
/// has no such field, no place extends to it, and the index is that of an arbitrary field.
#[inline(always)]
fn beside<const W: usize>(first: usize, last: usize, away: usize) -> [usize; 2] {
    [(first + 64 * W - away) % (64 * W), (last + away) % (64 * W)]
}

fn reaches(length: u8, worth: &[f32; 8]) -> ReachTable {
    let mut reaches = [[[ReachWorth::default(); FAR + 1]; FAR + 1]; FAR];
    let length: usize = length.into();
    for (hits, reaches) in (1..).zip(&mut reaches) {
        for (before, reaches) in reaches.iter_mut().enumerate() {
            for (after, reach) in reaches.iter_mut().enumerate() {
                let end = before + hits + after;
                for place in (length..=end).map(|end| end - length..end) {
                    let first = place.start.max(before);
                    let through = place.end.min(before + hits).saturating_sub(first);
                    for (distance, sum) in reach.iter_mut().enumerate().take(before + 1) {
                        if place.contains(&(before - distance)) {
                            *sum += worth[through];
                        }
                    }
                }
            }
        }
    }
    reaches
}

/// The highest weight of a place.
const ONE: f32 = 256.0;

/// Weights of places by the room that they leave to the other ships.
struct RoomWeights {
    /// By [`PlacementTable::slot`].
    weights: Vec<f32>,
    /// The worth of a place by the number of hits that it covers.
    worth: [f32; 8],
}

impl RoomWeights {
    /// Weights proportional to the product, over the other ships, of the share of their
    /// places that each place leaves free.
    fn new<const W: usize>(table: &PlacementTable<W>) -> Self {
        let mut weights = vec![0.0; table.slots()];
        let room = |placement: Placement| {
            let free = table.all().without(&table.ship(placement).reach);
            let mut room = 1.0;
            for class in table.length_classes() {
                let places = |free| f64::from(table.starts(class, free).count());
                let share = places(free) / places(table.all());
                for _ in u8::from(class == placement.class)..table.length_class(class).count {
                    room *= share;
                }
            }
            room
        };
        for class in table.length_classes() {
            let placements = || table.placements(class, table.all());
            let most = placements().map(room).fold(f64::MIN_POSITIVE, f64::max);
            for placement in placements() {
                let weight = f64::from(ONE) * room(placement) / most;
                #[expect(clippy::cast_possible_truncation, reason = "a small number")]
                let weight = weight.round().max(1.0) as f32;
                weights[PlacementTable::<W>::slot(placement)] = weight;
            }
        }
        Self {
            weights,
            worth: worth(table),
        }
    }

    #[inline(always)]
    fn of<const W: usize>(&self, placement: Placement) -> f32 {
        self.weights[PlacementTable::<W>::slot(placement)]
    }

    /// Removes the places that cover a free field.
    #[inline(always)]
    fn close<const W: usize>(
        &self,
        table: &PlacementTable<W>,
        sums: &mut PlacementSums<W>,
        knowledge: &BitboardKnowledge<W>,
        field: FieldIndex,
    ) {
        for class in table.length_classes() {
            if knowledge.afloat[usize::from(class)] == 0 {
                continue;
            }
            let places = table.starts(class, sums.free);
            let through = places.and(table.through(class, field));
            for placement in through.placements(class) {
                sums.add(table, placement, -self.of::<W>(placement));
            }
        }
    }

    /// Scores the fields around hits.
    #[inline(always)]
    fn target<const W: usize>(
        &self,
        table: &PlacementTable<W>,
        free: &Bitboard<W>,
        open: &Bitboard<W>,
        ships: &[f32; LENGTH_CLASSES_MAX],
        scores: &mut FieldValues<W>,
    ) {
        for (class, ships) in table.length_classes().zip(ships) {
            if *ships == 0.0 {
                continue;
            }
            let mut places = table.starts(class, *free);
            for hit in open.iter() {
                let through = places.and(table.through(class, hit));
                places = places.without(&through);
                for placement in through.placements(class) {
                    let hits = (table.ship(placement).cells & *open).count() as usize;
                    let weight = ships * self.of::<W>(placement) * self.worth[hits % 8];
                    add(scores, table, placement, weight);
                }
            }
        }
    }
}

/// Compares looked-up and updated sums with sums over individual places.
#[cfg(test)]
mod tests {
    use super::*;
    use crate::axis::Axis;
    use crate::classic::{BitboardOutcome, ClassicConfig, config_of_lengths as config};
    use admiralty_core::rng::Rng;

    /// Configurations of boards, fleets and rules.
    fn configurations() -> Vec<ClassicConfig> {
        vec![
            config(10, &[5, 4, 3, 3, 2], true, false),
            config(10, &[4, 3, 3, 2, 1, 1], false, true),
            config(15, &[7, 6, 5, 2, 1], false, false),
            config(20, &[7, 7, 4], true, false),
            config(2, &[2, 1], true, false),
        ]
    }

    fn fields_at_random<const W: usize>(table: &PlacementTable<W>, seed: u64) -> Vec<FieldIndex> {
        let mut fields: Vec<_> = table.all().iter().collect();
        Rng::seeded(seed).shuffle(&mut fields);
        fields
    }

    /// The sums as bits: they are integers, and must be equal exactly.
    fn exact<const W: usize>(sums: &PlacementSums<W>) -> (Vec<u32>, Bitboard<W>) {
        let by_field = sums
            .by_field
            .iter()
            .flat_map(|values| values.as_flattened());
        let numbers = by_field.chain(&sums.totals);
        let bits = numbers.map(|number| number.to_bits());
        (bits.collect(), sums.free)
    }

    #[test]
    fn updated_sums_equal_recomputed_ones() {
        fn check<const W: usize>(table: &PlacementTable<W>) {
            let table = Arc::new(table.clone());
            for placing in Placing::ALL {
                let mut density = DensityPolicy::new(Arc::clone(&table), placing);
                let mut knowledge = BitboardKnowledge::new(&table);
                for (count, field) in fields_at_random(&table, 1).into_iter().enumerate() {
                    knowledge.learn(&table, field, BitboardOutcome::Miss);
                    // Updates by one field, and by several at once.
                    if count % 20 > 15 || knowledge.shot == table.all() {
                        continue;
                    }
                    density.next_shot(&knowledge);
                    let mut recomputed = PlacementSums::new(&table, |_| 0.0);
                    recomputed.free = table.all().without(&knowledge.closed);
                    for class in table.length_classes() {
                        for placement in table.placements(class, recomputed.free) {
                            let weight = match &density.weighting {
                                PlacementWeighting::Equal(_) => 1.0,
                                PlacementWeighting::ByRoom(weights) => weights.of::<W>(placement),
                            };
                            recomputed.add(&table, placement, weight);
                        }
                    }
                    assert_eq!(
                        exact(&density.sums),
                        exact(&recomputed),
                        "{:?}",
                        table.config()
                    );
                }
            }
        }
        for config in configurations() {
            crate::with_placement_table!(&config, |table| check(&table));
        }
    }

    /// The groups of adjacent hits in lines.
    fn groups<const W: usize>(
        table: &PlacementTable<W>,
        open: Bitboard<W>,
    ) -> Vec<(Axis, Bitboard<W>)> {
        let mut groups = Vec::new();
        for axis in [Axis::Horizontal, Axis::Vertical] {
            let step = table.step(axis);
            for first in open.iter() {
                let is_hit = |index: usize| index < 64 * W && open.has(FieldIndex::new(index));
                if first.index() >= step && is_hit(first.index() - step) {
                    continue;
                }
                let hits = (first.index()..)
                    .step_by(step)
                    .take_while(|&index| is_hit(index));
                groups.push((axis, hits.map(FieldIndex::new).collect()));
            }
        }
        groups
    }

    #[test]
    fn scores_around_hits_equal_sums_over_places() {
        fn check<const W: usize>(table: &PlacementTable<W>) {
            let mut lookup = LineLookup::new(table);
            let weights = RoomWeights::new(table);
            let worth = worth(table);
            let knowledge = BitboardKnowledge::new(table);
            let mut rng = Rng::seeded(2);
            for seed in 0..100 {
                lookup.columns = table.all();
                let mut sums = PlacementSums::new(table, |_| 1.0);
                let mut fields = fields_at_random(table, seed).into_iter();
                let closed = rng.index(table.all().count() as usize / 3);
                for field in fields.by_ref().take(closed) {
                    lookup.close(table, &mut sums, &knowledge, field);
                    sums.free.remove(field);
                }
                // Adjacent hits, and some elsewhere.
                let first = fields.next().expect("a field");
                let step = table.step(*rng.pick(&[Axis::Horizontal, Axis::Vertical]).expect("two"));
                let beside = (first.index()..64 * W)
                    .step_by(step)
                    .map(FieldIndex::new)
                    .take(rng.index(9))
                    .take_while(|&field| sums.free.has(field));
                let elsewhere = fields.take(rng.index(3));
                let open: Bitboard<W> =
                    [first].into_iter().chain(beside).chain(elsewhere).collect();
                let ships = [1.0; LENGTH_CLASSES_MAX];
                let places = || {
                    let classes = table.length_classes();
                    classes.flat_map(|class| table.placements(class, sums.free))
                };
                let hits =
                    |placement, among| (table.ship(placement).cells & among).count() as usize;
                let check = |scores: FieldValues<W>, expected: FieldValues<W>| {
                    for field in table.all().without(&open).iter() {
                        let at = |values: FieldValues<W>| values.as_flattened()[field.index()];
                        let error = (at(scores) - at(expected)).abs();
                        let config = table.config();
                        assert!(error <= at(expected) / 1e5, "{config:?} {field:?}");
                    }
                };

                let (mut scores, mut expected) = ([[0.0; 64]; W], [[0.0; 64]; W]);
                lookup.target(table, &sums.free, &open, &ships, &mut scores);
                for (axis, group) in groups(table, open) {
                    for placement in places().filter(|placement| placement.axis == axis) {
                        let weight = worth[hits(placement, group)];
                        add(&mut expected, table, placement, weight);
                    }
                }
                check(scores, expected);

                let (mut scores, mut expected) = ([[0.0; 64]; W], [[0.0; 64]; W]);
                weights.target(table, &sums.free, &open, &ships, &mut scores);
                for placement in places() {
                    let weight = weights.of::<W>(placement) * worth[hits(placement, open)];
                    add(&mut expected, table, placement, weight);
                }
                check(scores, expected);
            }
        }
        for config in configurations() {
            crate::with_placement_table!(&config, |table| check(&table));
        }
    }

    #[test]
    fn the_first_of_the_best_fields_is_chosen() {
        let mut scores = [[0.0; 64]; 7];
        assert_eq!(best(&scores), None);
        for index in [447, 300, 64, 63, 0] {
            scores[index / 64][index % 64] = 0.5;
            assert_eq!(best(&scores), Some(FieldIndex::new(index)));
        }
        scores[2][2] = 0.501;
        assert_eq!(best(&scores), Some(FieldIndex::new(130)));
    }
}
