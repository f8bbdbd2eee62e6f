//! Sampled fleets against all fleets there are.

use std::collections::BTreeMap;

use super::*;
use crate::players::classic::{Config, FieldIndex, config_of_lengths as config};
use crate::rules::{GERMAN, RULE_SETS, RuleSet};

/// Ships in a set, so that the order of ships of one class makes no difference.
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

/// The probability, up to a factor, that `seq` places ships like that in that order.
fn odds(table: &PlacementTable<2>, placements: &[Placement]) -> f64 {
    let mut free = table.all();
    let mut odds = 1.0;
    for &placement in placements {
        odds /= f64::from(table.starts(placement.class, free).count());
        free = free.without(&table.ship(placement).reach);
    }
    odds
}

/// All fleets, each with its probability as `seq` up to a factor, by exhaustive search.
fn all_fleets(table: &PlacementTable<2>) -> BTreeMap<FleetKey, f64> {
    fn go(
        table: &PlacementTable<2>,
        left: &[u8],
        free: Bitboard<2>,
        placements: &mut Vec<Placement>,
        all: &mut BTreeMap<FleetKey, f64>,
    ) {
        let Some((&class, left)) = left.split_first() else {
            let odds = odds(table, placements);
            *all.entry(key(table, placements.iter().copied()))
                .or_default() += odds;
            return;
        };
        for placement in table.placements(class, free) {
            placements.push(placement);
            go(
                table,
                left,
                free.without(&table.ship(placement).reach),
                placements,
                all,
            );
            placements.pop();
        }
    }
    let sampler = FleetSampler::new(table, Placing::Seq).expect("room");
    let mut all = BTreeMap::new();
    go(
        table,
        &sampler.ships,
        table.all(),
        &mut Vec::new(),
        &mut all,
    );
    all
}

#[test]
#[expect(clippy::cast_precision_loss, reason = "statistics")]
fn fleets_are_as_likely_as_they_should_be() {
    let contests = [
        config(4, &[2, 1, 1], false, false),
        config(4, &[2, 2, 1, 1], false, false),
        config(4, &[3, 2, 1, 1], true, true),
        config(4, &[3, 2], true, false),
        config(5, &[3, 2, 2], false, true),
        config(3, &[1, 1, 1], false, false),
        config(2, &[1], false, false),
    ];
    for (contest, placing) in contests
        .iter()
        .flat_map(|contest| [(contest, Placing::Seq), (contest, Placing::Uni)])
    {
        let table = PlacementTable::<2>::new(contest);
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
        // The square has that mean, and twice that variance.
        let freedom = (expected.len() - 1) as f64;
        let excess = (squares - freedom) / (2.0 * freedom.max(1.0)).sqrt();
        assert!(
            excess < 5.0,
            "{contest:?} {placing:?}: {squares} for {freedom}"
        );
    }
}

#[test]
fn a_fleet_that_cannot_be_placed_is_found_out() {
    let error = |contest: &Config, placing| {
        let table = PlacementTable::<2>::new(contest);
        FleetSampler::new(&table, placing).err()
    };
    for placing in [Placing::Seq, Placing::Uni] {
        // Five single fields go nowhere, four into the corners only.
        let five = config(3, &[1; 5], false, false);
        assert_eq!(error(&five, placing), Some(NoRoom { side: 3, ships: 5 }));
        let four = config(3, &[1; 4], false, false);
        assert_eq!(error(&four, placing), None);
        // There are fields enough, but no two rows of three.
        let long = config(3, &[3, 1, 1], false, true);
        assert_eq!(error(&long, placing), None);
        let wide = config(3, &[3, 3, 2, 2], true, true);
        assert_eq!(error(&wide, placing), Some(NoRoom { side: 3, ships: 4 }));
    }
}

#[test]
fn the_usual_fleets_are_seldom_begun_anew() {
    let begun = |rules: &'static RuleSet, side| {
        let config = Config::with_side(rules, side).expect("a classic rule set");
        let table = PlacementTable::<7>::new(&config);
        let sampler = FleetSampler::new(&table, Placing::Seq).expect("room");
        let (mut rng, mut fleet) = (Rng::seeded(1), Vec::new());
        (0..2000)
            .map(|_| make_attempts(&sampler, &mut rng, &mut fleet).expect("room"))
            .sum::<u32>()
    };
    for rules in RULE_SETS.iter().filter(|rules| rules.announces_shots()) {
        let begun = begun(rules, rules.board_sides.default);
        assert!((2000..2100).contains(&begun), "{}", rules.name);
    }
    assert_eq!(begun(&GERMAN, 20), 2000);
}
