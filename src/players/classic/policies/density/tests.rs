//! What is looked up and kept up, against what is counted place by place.

use super::*;
use crate::geometry::Axis;
use crate::players::classic::config::{Config, Directions, of_lengths};
use crate::players::classic::knowledge::Outcome;
use crate::rng::Rng;

/// Contests in which all places count the same.
fn contests() -> Vec<Config> {
    let (all, level) = (Directions::All, Directions::Level);
    vec![
        of_lengths(10, &[5, 4, 3, 3, 2], true, all),
        of_lengths(10, &[4, 3, 3, 2, 1, 1], false, level),
        of_lengths(15, &[7, 6, 5, 2, 1], false, all),
        of_lengths(20, &[7, 7, 4], true, all),
        of_lengths(2, &[2, 1], true, all),
    ]
}

/// Calls with waters of as many words as they need.
macro_rules! on_waters {
    ($config:expr, $check:ident) => {
        match $config.side {
            0..=10 => $check(&PlacementTable::<2>::new($config).expect("terms")),
            11..=15 => $check(&PlacementTable::<4>::new($config).expect("terms")),
            _ => $check(&PlacementTable::<7>::new($config).expect("terms")),
        }
    };
}

fn fields_at_random<const W: usize>(waters: &PlacementTable<W>, seed: u64) -> Vec<Field> {
    let mut fields: Vec<_> = waters.all().iter().collect();
    Rng::seeded(seed).shuffle(&mut fields);
    fields
}

/// What is counted: all of it whole numbers.
fn exact<const W: usize>(heat: &Heat<W>) -> (Vec<u32>, Bits<W>) {
    let charts = heat.charts.iter().flat_map(|chart| chart.as_flattened());
    let numbers = charts.chain(&heat.masses).map(|number| number.to_bits());
    (numbers.collect(), heat.free)
}

#[test]
fn places_are_kept_up_as_they_would_be_counted_anew() {
    fn check<const W: usize>(waters: &PlacementTable<W>) {
        let waters = Arc::new(waters.clone());
        for placing in [Placing::Seq, Placing::Uni] {
            let mut density = Density::new(Arc::clone(&waters), placing);
            let mut knowledge = Knowledge::new(&waters);
            for (count, field) in fields_at_random(&waters, 1).into_iter().enumerate() {
                knowledge.learn(&waters, field, Outcome::Miss);
                // One by one, and several at once.
                if count % 20 > 15 || knowledge.shot() == waters.all() {
                    continue;
                }
                density.next_shot(&knowledge);
                let Density { count, heat, .. } = &density;
                let mut anew = Heat::new(&waters, |_| 0.0);
                anew.free = waters.all().without(&knowledge.closed());
                for kind in waters.kinds() {
                    for placement in waters.placements(kind, anew.free) {
                        let weight = match count {
                            Count::Lines(_) => 1.0,
                            Count::Weights(weights) => weights.of::<W>(placement),
                        };
                        anew.add(&waters, placement, weight);
                    }
                }
                assert_eq!(exact(heat), exact(&anew), "{:?}", waters.config());
            }
        }
    }
    for config in contests() {
        on_waters!(&config, check);
    }
}

/// The hits next to each other in lines.
fn groups<const W: usize>(waters: &PlacementTable<W>, open: Bits<W>) -> Vec<(Axis, Bits<W>)> {
    let mut groups = Vec::new();
    for axis in [Axis::Horizontal, Axis::Vertical] {
        let step = waters.step(axis);
        for first in &open {
            let is_hit = |index: usize| index < 64 * W && open.has(Field::of_index(index));
            if first.index() >= step && is_hit(first.index() - step) {
                continue;
            }
            let indices = (first.index()..)
                .step_by(step)
                .take_while(|&index| is_hit(index));
            groups.push((axis, indices.map(Field::of_index).collect()));
        }
    }
    groups
}

#[test]
fn places_through_hits_are_worth_what_they_are_one_by_one() {
    fn check<const W: usize>(waters: &PlacementTable<W>) {
        let mut lines = Lines::new(waters);
        let weights = Weights::new(waters);
        let worth = worth(waters);
        let knowledge = Knowledge::new(waters);
        let mut rng = Rng::seeded(2);
        for seed in 0..100 {
            lines.begin(waters);
            let mut heat = Heat::new(waters, |_| 1.0);
            let mut fields = fields_at_random(waters, seed).into_iter();
            let closed = rng.index(waters.all().count() as usize / 3);
            for field in fields.by_ref().take(closed) {
                lines.close(waters, &mut heat, &knowledge, field);
                heat.free.remove(field);
            }
            // Hits beside each other, and some elsewhere.
            let first = fields.next().expect("a field");
            let step = waters.step(*rng.pick(&[Axis::Horizontal, Axis::Vertical]).expect("two"));
            let beside = (first.index()..64 * W).step_by(step).map(Field::of_index);
            let beside = beside
                .take(rng.index(9))
                .take_while(|&field| heat.free.has(field));
            let elsewhere = fields.take(rng.index(3));
            let open: Bits<W> = [first].into_iter().chain(beside).chain(elsewhere).collect();
            let ships = [1.0; KINDS_MAX];
            let places = || {
                let kinds = waters.kinds();
                kinds.flat_map(|kind| waters.placements(kind, heat.free))
            };
            let hits = |placement, among| (waters.mask(placement).cells & among).count() as usize;
            let check = |scores: Chart<W>, expected: Chart<W>| {
                for field in &waters.all().without(&open) {
                    let at = |chart: Chart<W>| chart.as_flattened()[field.index()];
                    let error = (at(scores) - at(expected)).abs();
                    assert!(
                        error <= at(expected) / 1e5,
                        "{:?} {field:?}",
                        waters.config()
                    );
                }
            };

            let (mut scores, mut expected) = ([[0.0; 64]; W], [[0.0; 64]; W]);
            lines.target(waters, &heat.free, &open, &ships, &mut scores);
            for (axis, group) in groups(waters, open) {
                for placement in places().filter(|placement| placement.axis == axis) {
                    add(
                        &mut expected,
                        waters,
                        placement,
                        worth[hits(placement, group)],
                    );
                }
            }
            check(scores, expected);

            let (mut scores, mut expected) = ([[0.0; 64]; W], [[0.0; 64]; W]);
            weights.target(waters, &heat.free, &open, &ships, &mut scores);
            for placement in places() {
                let weight = weights.of::<W>(placement) * worth[hits(placement, open)];
                add(&mut expected, waters, placement, weight);
            }
            check(scores, expected);
        }
    }
    for config in contests() {
        on_waters!(&config, check);
    }
}

#[test]
fn the_first_of_the_best_fields_is_chosen() {
    let mut scores = [[0.0; 64]; 7];
    assert_eq!(best(&scores), None);
    for index in [447, 300, 64, 63, 0] {
        scores[index / 64][index % 64] = 0.5;
        assert_eq!(best(&scores), Some(Field::of_index(index)));
    }
    scores[2][2] = 0.501;
    assert_eq!(best(&scores), Some(Field::of_index(130)));
}
