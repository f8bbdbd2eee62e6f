//! Whole fleets, each equally likely.
//!
//! Let `U` of a partly placed fleet be the product, over the missing ships, of the
//! number of places that each would have if it were the only one missing. That is an
//! upper bound on the number of ways to complete the fleet, and never grows when a
//! ship is placed. So a ship is placed at random and kept with the probability
//! `U(after) / U(before)`, both without the ship itself; if it is not kept, the attempt
//! fails. Each whole fleet then has the same probability (rejection of Huber's
//! self-reducible kind, "Exact sampling from perfect matchings of dense regular
//! bipartite graphs", Algorithmica 44 (2006), 3). The first two ships are drawn
//! together with the weights `U(after)`, which makes failed attempts rare.

use multiversion::multiversion;

use super::{FLEET_ATTEMPTS_MAX, pick_placement};
use crate::players::classic::{Bitboard, HiddenFleet, Placement, PlacementTable};
use crate::rng::Rng;

/// The ways to place the first two ships, with their cumulative weights.
#[derive(Clone, Debug)]
pub struct FirstShips {
    placements: Vec<[Option<Placement>; 2]>,
    sums: Vec<f64>,
}

impl FirstShips {
    /// All ways on an empty board.
    pub fn new<const W: usize>(table: &PlacementTable<W>) -> Self {
        let mut first_ships = Self {
            placements: Vec::new(),
            sums: Vec::new(),
        };
        let mut missing = missing(table);
        let mut sum = 0.0;
        let first = missing.take(table);
        let second = missing.take(table);
        let mut add = |placements, free| {
            sum += missing.bound(table, free);
            first_ships.placements.push(placements);
            first_ships.sums.push(sum);
        };
        for placement in first
            .into_iter()
            .flat_map(|class| table.placements(class, table.all()))
        {
            let free = table.all().without(&table.mask(placement).reach);
            match second {
                None => add([Some(placement), None], free),
                Some(class) => {
                    for other in table.placements(class, free) {
                        let free = free.without(&table.mask(other).reach);
                        add([Some(placement), Some(other)], free);
                    }
                }
            }
        }
        first_ships
    }

    #[inline]
    fn draw(&self, rng: &mut Rng) -> Option<[Option<Placement>; 2]> {
        let drawn = rng.fraction() * self.sums.last()?;
        let index = self.sums.partition_point(|&sum| sum <= drawn);
        self.placements.get(index).copied()
    }
}

/// Makes attempts until one succeeds, and returns how many; none if all failed.
#[multiversion(targets("x86_64+avx2+bmi1+bmi2+lzcnt+popcnt"))]
pub fn sample<const W: usize>(
    table: &PlacementTable<W>,
    first_ships: &FirstShips,
    rng: &mut Rng,
    fleet: &mut HiddenFleet<W>,
) -> Option<u32> {
    (1..=FLEET_ATTEMPTS_MAX).find(|_| attempt(table, first_ships, rng, fleet))
}

/// Places one ship after the other; false if one has no place or is not kept.
#[inline]
fn attempt<const W: usize>(
    table: &PlacementTable<W>,
    first_ships: &FirstShips,
    rng: &mut Rng,
    fleet: &mut HiddenFleet<W>,
) -> bool {
    fleet.clear();
    let mut free = table.all();
    let mut missing = missing(table);
    let Some(opening) = first_ships.draw(rng) else {
        return false;
    };
    for placement in opening.into_iter().flatten() {
        missing.take(table);
        free = free.without(&table.mask(placement).reach);
        fleet.add(table, placement);
    }
    while let Some(class) = missing.take(table) {
        let Some(placement) = pick_placement(class, &table.starts(class, free), rng) else {
            return false;
        };
        let before = missing.bound(table, free);
        free = free.without(&table.mask(placement).reach);
        let after = missing.bound(table, free);
        if rng.fraction() * before >= after {
            return false;
        }
        fleet.add(table, placement);
    }
    true
}

/// Ships that are still to be placed: `count` of `class`, and all of the classes after it.
#[derive(Clone, Copy)]
struct MissingShips {
    class: u8,
    count: u8,
}

fn missing<const W: usize>(table: &PlacementTable<W>) -> MissingShips {
    MissingShips {
        class: 0,
        count: table.length_class(0).count,
    }
}

impl MissingShips {
    /// Takes the longest ship.
    #[inline]
    fn take<const W: usize>(&mut self, table: &PlacementTable<W>) -> Option<u8> {
        if self.count == 0 {
            if self.class + 1 >= table.length_classes().end {
                return None;
            }
            self.class += 1;
            self.count = table.length_class(self.class).count;
        }
        self.count -= 1;
        Some(self.class)
    }

    /// An upper bound on the number of ways to place them.
    #[inline]
    fn bound<const W: usize>(self, table: &PlacementTable<W>, free: Bitboard<W>) -> f64 {
        let mut bound = 1.0;
        for class in self.class..table.length_classes().end {
            let count = if class == self.class {
                self.count
            } else {
                table.length_class(class).count
            };
            if count > 0 {
                let places = f64::from(table.starts(class, free).count());
                for _ in 0..count {
                    bound *= places;
                }
            }
        }
        bound
    }
}
