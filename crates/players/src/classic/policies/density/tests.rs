//! Compares looked-up and updated sums with sums over individual places.

use super::*;
use crate::classic::{BitboardOutcome, Config, config_of_lengths as config};
use admiralty_core::geometry::Axis;
use admiralty_core::rng::Rng;

/// Configurations of boards, fleets and rules.
fn configurations() -> Vec<Config> {
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
    let by_field = sums.by_field.iter();
    let by_field = by_field.flat_map(|values| values.as_flattened());
    let numbers = by_field.chain(&sums.totals).map(|number| number.to_bits());
    (numbers.collect(), sums.free)
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
                            Weighting::Equal(_) => 1.0,
                            Weighting::ByRoom(weights) => weights.of::<W>(placement),
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
            let indices = (first.index()..).step_by(step);
            let indices = indices.take_while(|&index| is_hit(index));
            groups.push((axis, indices.map(FieldIndex::new).collect()));
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
            let beside = (first.index()..64 * W).step_by(step).map(FieldIndex::new);
            let beside = beside
                .take(rng.index(9))
                .take_while(|&field| sums.free.has(field));
            let elsewhere = fields.take(rng.index(3));
            let open: Bitboard<W> = [first].into_iter().chain(beside).chain(elsewhere).collect();
            let ships = [1.0; LENGTH_CLASSES_MAX];
            let places = || {
                let classes = table.length_classes();
                classes.flat_map(|class| table.placements(class, sums.free))
            };
            let hits = |placement, among| (table.ship(placement).cells & among).count() as usize;
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
