//! Fleets that are dealt, against all fleets there are.

use std::collections::BTreeMap;

use super::*;
use crate::players::classic::bits::Bits;
use crate::players::classic::terms::{Directions, of_lengths as terms};
use crate::players::classic::waters::{Berth, Field};

/// Ships in a set, so that the order of ships of one kind makes no difference.
type Key = Vec<(u8, Vec<usize>)>;

fn key<const W: usize>(waters: &Waters<W>, berths: impl Iterator<Item = Berth>) -> Key {
    let fields = |berth: Berth| waters.hull(berth).cells.iter().map(Field::index).collect();
    let mut key: Key = berths.map(|berth| (berth.kind, fields(berth))).collect();
    key.sort();
    key
}

/// How likely ships are placed like that in that order, as `seq`, up to a factor.
fn odds(waters: &Waters<2>, berths: &[Berth]) -> f64 {
    let mut free = waters.all();
    let mut odds = 1.0;
    for &berth in berths {
        odds /= f64::from(waters.starts(berth.kind, free).count());
        free = free.without(&waters.hull(berth).reach);
    }
    odds
}

/// All fleets, each with its probability as `seq` up to a factor, by trying all
/// places of all ships in order.
fn all_fleets(waters: &Waters<2>) -> BTreeMap<Key, f64> {
    fn go(
        waters: &Waters<2>,
        left: &[u8],
        free: Bits<2>,
        berths: &mut Vec<Berth>,
        all: &mut BTreeMap<Key, f64>,
    ) {
        let Some((&kind, left)) = left.split_first() else {
            let odds = odds(waters, berths);
            *all.entry(key(waters, berths.iter().copied())).or_default() += odds;
            return;
        };
        for berth in waters.berths(kind, free) {
            berths.push(berth);
            go(
                waters,
                left,
                free.without(&waters.hull(berth).reach),
                berths,
                all,
            );
            berths.pop();
        }
    }
    let ships = waters
        .kinds()
        .flat_map(|kind| std::iter::repeat_n(kind, waters.kind(kind).count.into()));
    let mut all = BTreeMap::new();
    go(
        waters,
        &ships.collect::<Vec<_>>(),
        waters.all(),
        &mut Vec::new(),
        &mut all,
    );
    all
}

#[test]
#[expect(clippy::cast_precision_loss, reason = "statistics")]
fn fleets_are_as_likely_as_they_should_be() {
    let contests = [
        terms(4, &[2, 1, 1], false, Directions::All),
        terms(4, &[2, 2, 1, 1], false, Directions::All),
        terms(4, &[3, 2, 1, 1], true, Directions::Level),
        terms(4, &[3, 2], true, Directions::All),
        terms(5, &[3, 2, 2], false, Directions::Level),
        terms(3, &[1, 1, 1], false, Directions::All),
        terms(2, &[1], false, Directions::All),
    ];
    for (contest, placing) in contests
        .iter()
        .flat_map(|contest| [(contest, Placing::Seq), (contest, Placing::Uni)])
    {
        let waters = Waters::<2>::new(contest).expect("terms");
        let mut expected = all_fleets(&waters);
        if placing == Placing::Uni {
            for odds in expected.values_mut() {
                *odds = 1.0;
            }
        }
        let total: f64 = expected.values().sum();
        let dealer = Dealer::new(&waters, placing).expect("room");
        let (mut chance, mut fleet) = (Chance::seeded(5), Fleet::new());
        let mut counts: BTreeMap<Key, u32> = BTreeMap::new();
        let games = 40 * expected.len();
        for _ in 0..games {
            dealer.deal(&mut chance, &mut fleet).expect("room");
            let key = key(&waters, fleet.ships().iter().map(|ship| ship.berth));
            *counts.entry(key).or_default() += 1;
        }
        assert!(counts.keys().all(|key| expected.contains_key(key)));
        let square = |(key, odds): (&Key, &f64)| {
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
    let error = |contest: &Terms, placing| {
        let waters = Waters::<2>::new(contest).expect("terms");
        Dealer::new(&waters, placing).err()
    };
    for placing in [Placing::Seq, Placing::Uni] {
        // Five single fields go nowhere, four into the corners only.
        let five = terms(3, &[1; 5], false, Directions::All);
        assert_eq!(error(&five, placing), Some(NoRoom { side: 3, ships: 5 }));
        let four = terms(3, &[1; 4], false, Directions::All);
        assert_eq!(error(&four, placing), None);
        // There are fields enough, but no two rows of three.
        let long = terms(3, &[3, 1, 1], false, Directions::Level);
        assert_eq!(error(&long, placing), None);
        let wide = terms(3, &[3, 3, 2, 2], true, Directions::Level);
        assert_eq!(error(&wide, placing), Some(NoRoom { side: 3, ships: 4 }));
    }
}

#[test]
fn the_usual_fleets_are_seldom_begun_anew() {
    let begun = |name: &str, side| {
        let terms = Terms::named(name, side).expect("a rule set");
        let waters = Waters::<7>::new(&terms).expect("terms");
        let dealer = Dealer::new(&waters, Placing::Seq).expect("room");
        let (mut chance, mut fleet) = (Chance::seeded(1), Fleet::new());
        (0..2000)
            .map(|_| dealer.deal(&mut chance, &mut fleet).expect("room"))
            .sum::<u32>()
    };
    for name in Terms::names() {
        assert!((2000..2100).contains(&begun(name, None)), "{name}");
    }
    assert_eq!(begun("german", Some(20)), 2000);
}
