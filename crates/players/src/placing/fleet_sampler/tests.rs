//! Compares sampled fleets with an enumeration of all fleets.

use std::collections::BTreeMap;

use super::*;
use crate::classic::{Config, FieldIndex, config_of_lengths as config};
use admiralty_core::rules::{GERMAN, RULE_SETS, RuleSet};

/// The ships in sorted order, so that the order of ships of one class does not matter.
type FleetKey = Vec<(u8, Vec<usize>)>;

fn key<const W: usize>(
    table: &PlacementTable<W>,
    placements: impl Iterator<Item = Placement>,
) -> FleetKey {
    let fields = |placement| table.ship(placement).cells.iter();
    let ship = |placement: Placement| {
        let indices = fields(placement).map(FieldIndex::index);
        (placement.class, indices.collect())
    };
    let mut key: FleetKey = placements.map(ship).collect();
    key.sort();
    key
}

/// All fleets, each with its probability under `seq` up to a factor, by exhaustive search.
fn all_fleets(table: &PlacementTable<2>) -> BTreeMap<FleetKey, f64> {
    let sampler = FleetSampler::new(table, Placing::Seq).expect("room");
    // The ways to place the first ships, with the fields left free and the probability.
    let mut ways = vec![(Vec::new(), table.all(), 1.0)];
    for &class in &sampler.ships {
        let longer = ways.into_iter().flat_map(|(before, free, odds)| {
            let odds = odds / f64::from(table.starts(class, free).count());
            table.placements(class, free).map(move |placement| {
                let mut placements: Vec<Placement> = before.clone();
                placements.push(placement);
                (placements, free.without(&table.ship(placement).reach), odds)
            })
        });
        ways = longer.collect();
    }
    let mut all = BTreeMap::new();
    for (placements, _, odds) in ways {
        *all.entry(key(table, placements.into_iter())).or_default() += odds;
    }
    all
}

#[test]
fn fleets_have_the_expected_distribution() {
    let configs = [
        config(4, &[2, 1, 1], false, false),
        config(4, &[2, 2, 1, 1], false, false),
        config(4, &[3, 2, 1, 1], true, true),
        config(4, &[3, 2], true, false),
        config(5, &[3, 2, 2], false, true),
        config(3, &[1, 1, 1], false, false),
        config(2, &[1], false, false),
    ];
    let cases = configs.iter();
    for (config, placing) in cases.flat_map(|one| Placing::ALL.map(|placing| (one, placing))) {
        let table = PlacementTable::<2>::new(config);
        let mut expected = all_fleets(&table);
        if placing == Placing::Uni {
            for odds in expected.values_mut() {
                *odds = 1.0;
            }
        }
        let total: f64 = expected.values().sum();
        let sampler = FleetSampler::new(&table, placing).expect("room");
        let mut rng = Rng::seeded(5);
        let mut counts: BTreeMap<FleetKey, u32> = BTreeMap::new();
        let games = 40 * expected.len();
        for _ in 0..games {
            let fleet = sampler.sample(&mut rng).expect("room");
            let key = key(&table, fleet.iter().map(|ship| ship.placement));
            *counts.entry(key).or_default() += 1;
        }
        assert!(counts.keys().all(|key| expected.contains_key(key)));
        let square = |(key, odds): (&FleetKey, &f64)| {
            let expected = odds / total * games as f64;
            let found = counts.get(key).copied().unwrap_or(0);
            (f64::from(found) - expected).powi(2) / expected
        };
        let squares: f64 = expected.iter().map(square).sum();
        // The chi-squared statistic has this mean, and twice this variance.
        let freedom = (expected.len() - 1) as f64;
        let excess = (squares - freedom) / (2.0 * freedom.max(1.0)).sqrt();
        assert!(excess < 5.0, "{config:?} {placing}: {squares}");
    }
}

#[test]
fn a_fleet_that_cannot_be_placed_is_an_error() {
    let error = |config: &Config, placing| {
        let table = PlacementTable::<2>::new(config);
        FleetSampler::new(&table, placing).err()
    };
    for placing in Placing::ALL {
        // Five ships of one field do not fit, and four only into the corners.
        let five = config(3, &[1; 5], false, false);
        assert_eq!(error(&five, placing), Some(NoRoom { side: 3, ships: 5 }));
        let four = config(3, &[1; 4], false, false);
        assert_eq!(error(&four, placing), None);
        // There are enough fields, but no second row of three.
        let long = config(3, &[3, 1, 1], false, true);
        assert_eq!(error(&long, placing), None);
        let wide = config(3, &[3, 3, 2, 2], true, true);
        assert_eq!(error(&wide, placing), Some(NoRoom { side: 3, ships: 4 }));
    }
}

#[test]
fn usual_fleets_rarely_take_a_second_attempt() {
    let attempts = |rules: &'static RuleSet, side| {
        let config = Config::with_side(rules, side).expect("a classic rule set");
        let table = PlacementTable::<7>::new(&config);
        let sampler = FleetSampler::new(&table, Placing::Seq).expect("room");
        let (mut rng, mut fleet) = (Rng::seeded(1), Vec::new());
        (0..2000)
            .map(|_| make_attempts(&sampler, &mut rng, &mut fleet).expect("room"))
            .sum::<u32>()
    };
    for rules in RULE_SETS.iter().filter(|rules| rules.announces_shots()) {
        let attempts = attempts(rules, rules.board_sides.min);
        assert!((2000..2100).contains(&attempts), "{}", rules.name);
    }
    assert_eq!(attempts(&GERMAN, 20), 2000);
}
