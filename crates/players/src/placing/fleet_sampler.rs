//! Samples whole fleets on a classic board.

use multiversion::multiversion;

use super::Placing;
use crate::classic::{Bitboard, PlacedShip, Placement, PlacementTable};
use admiralty_core::rng::Rng;

/// The most attempts to place a fleet. The most crowded of the usual fleets, the German one
/// on 10 x 10 fields, takes 1.02 attempts on average as `seq`, and some 10,000 as `uni`.
pub const FLEET_ATTEMPTS_MAX: u32 = 1_000_000;

/// The fleet does not fit on the board, or so rarely that no attempt of
/// [`FLEET_ATTEMPTS_MAX`] succeeded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{ships} ships cannot be placed on {side} x {side} fields")]
pub struct NoRoom {
    /// The side of the board.
    pub side: u8,
    /// The number of ships in the fleet.
    pub ships: u32,
}

/// Samples fleets by placing ship by ship, longest first, and restarting if one has no place.
///
/// For [`Placing::Uni`], let `U` of a partly placed fleet be the product, over the missing
/// ships, of the number of places that each would have if it were the only one missing. This
/// is an upper bound on the number of ways to complete the fleet, and never grows when a ship
/// is placed. So a random placement of a ship is accepted with probability `U(after) /
/// U(before)`, both without the ship itself, and otherwise the attempt fails. Each whole
/// fleet then has the same probability (Huber's rejection sampling for self-reducible
/// problems, "Exact sampling from perfect matchings of dense regular bipartite graphs",
/// Algorithmica 44 (2006), 3). The first two ships are drawn together with the weights
/// `U(after)`, which makes failed attempts rare.
#[derive(Clone, Debug)]
pub struct FleetSampler<const W: usize> {
    table: PlacementTable<W>,
    /// The class of each ship, longest first.
    ships: Vec<u8>,
    /// For [`Placing::Uni`], the ways to place the first two ships.
    first_ships: Option<Vec<FirstShips>>,
}

#[derive(Clone, Debug)]
struct FirstShips {
    placements: [Option<Placement>; 2],
    /// The cumulative weight of all ways up to this one.
    sum: f64,
}

impl<const W: usize> FleetSampler<W> {
    /// A sampler of the fleets of a table.
    ///
    /// # Errors
    ///
    /// If no fleet can be placed.
    pub fn new(table: &PlacementTable<W>, placing: Placing) -> Result<Self, NoRoom> {
        let classes = table.length_classes();
        let ships = classes
            .flat_map(|class| std::iter::repeat_n(class, table.length_class(class).count.into()));
        let mut sampler = Self {
            table: table.clone(),
            ships: ships.collect(),
            first_ships: None,
        };
        if sampler.is_overfull() {
            return Err(sampler.no_room());
        }
        if placing == Placing::Uni {
            sampler.first_ships = Some(sampler.list_first_ships());
        }
        sampler.sample(&mut Rng::seeded(0))?;
        Ok(sampler)
    }

    /// Samples a fleet, longest ships first.
    ///
    /// # Errors
    ///
    /// If all attempts failed.
    pub fn sample(&self, rng: &mut Rng) -> Result<Vec<PlacedShip<W>>, NoRoom> {
        let mut fleet = Vec::with_capacity(self.ships.len());
        let attempts = make_attempts(self, rng, &mut fleet);
        attempts.map(|_| fleet).ok_or_else(|| self.no_room())
    }

    fn no_room(&self) -> NoRoom {
        let config = self.table.config();
        NoRoom {
            side: config.side,
            ships: config.ships(),
        }
    }

    /// Whether the ships need more fields than there are. If they must not touch, each takes
    /// the fields to its right and below as well, on the board or one field beyond it.
    fn is_overfull(&self) -> bool {
        let config = self.table.config();
        let side = u32::from(config.side);
        if config.ships_touch {
            config.cells() > side * side
        } else {
            2 * (config.cells() + config.ships()) > (side + 1) * (side + 1)
        }
    }

    fn list_first_ships(&self) -> Vec<FirstShips> {
        let table = &self.table;
        let after = |free: Bitboard<W>, placement| free.without(&table.ship(placement).reach);
        let mut ways = Vec::new();
        let mut sum = 0.0;
        for first in table.placements(self.ships[0], table.all()) {
            let free = after(table.all(), first);
            let seconds = match self.ships.get(1) {
                None => vec![None],
                Some(&class) => table.placements(class, free).map(Some).collect(),
            };
            for second in seconds {
                let free = second.map_or(free, |second| after(free, second));
                sum += self.bound(self.ships.get(2..).unwrap_or_default(), free);
                ways.push(FirstShips {
                    placements: [Some(first), second],
                    sum,
                });
            }
        }
        ways
    }

    /// Places the ships in order; returns false if one has no place or is rejected.
    fn attempt(&self, rng: &mut Rng, fleet: &mut Vec<PlacedShip<W>>) -> bool {
        let table = &self.table;
        fleet.clear();
        let mut free = table.all();
        if let Some(ways) = &self.first_ships {
            let Some(last) = ways.last() else {
                return false;
            };
            let drawn = rng.fraction() * last.sum;
            let Some(way) = ways.get(ways.partition_point(|way| way.sum <= drawn)) else {
                return false;
            };
            for placement in way.placements.into_iter().flatten() {
                let ship = *table.ship(placement);
                free = free.without(&ship.reach);
                fleet.push(ship);
            }
        }
        while let Some((&class, missing)) = self.ships[fleet.len()..].split_first() {
            let Some(placement) = table.starts(class, free).pick(class, rng) else {
                return false;
            };
            let ship = *table.ship(placement);
            let left = free.without(&ship.reach);
            if self.first_ships.is_some()
                && rng.fraction() * self.bound(missing, free) >= self.bound(missing, left)
            {
                return false;
            }
            free = left;
            fleet.push(ship);
        }
        true
    }

    /// An upper bound on the number of ways to place ships of these classes.
    fn bound(&self, missing: &[u8], free: Bitboard<W>) -> f64 {
        let mut bound = 1.0;
        for alike in missing.chunk_by(|one, other| one == other) {
            let places = f64::from(self.table.starts(alike[0], free).count());
            for _ in alike {
                bound *= places;
            }
        }
        bound
    }
}

/// Makes attempts until one succeeds; returns their number, or `None` if all failed.
#[multiversion(targets("x86_64+avx2+bmi1+bmi2+lzcnt+popcnt"))]
fn make_attempts<const W: usize>(
    sampler: &FleetSampler<W>,
    rng: &mut Rng,
    fleet: &mut Vec<PlacedShip<W>>,
) -> Option<u32> {
    (1..=FLEET_ATTEMPTS_MAX).find(|_| sampler.attempt(rng, fleet))
}

/// Compares sampled fleets with an enumeration of all fleets.
#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::classic::{ClassicConfig, FieldIndex, config_of_lengths as config};
    use admiralty_core::rules::RuleSet;

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
        let error = |config: &ClassicConfig, placing| {
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
            let config = ClassicConfig::with_side(rules, side).expect("a classic rule set");
            let table = PlacementTable::<7>::new(&config);
            let sampler = FleetSampler::new(&table, Placing::Seq).expect("room");
            let (mut rng, mut fleet) = (Rng::seeded(1), Vec::new());
            (0..2000)
                .map(|_| make_attempts(&sampler, &mut rng, &mut fleet).expect("room"))
                .sum::<u32>()
        };
        for rules in RuleSet::classic() {
            let attempts = attempts(rules, rules.board_sides.min);
            assert!((2000..2100).contains(&attempts), "{}", rules.name);
        }
        assert_eq!(attempts(RuleSet::GERMAN, 20), 2000);
    }
}
