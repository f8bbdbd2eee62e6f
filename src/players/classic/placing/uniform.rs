//! All whole fleets, each as likely.
//!
//! Let `U` of a fleet that is placed in part be the product, over the ships that
//! are missing, of the number of places that each would have if the others were not
//! missing. That is at least the number of ways to complete the fleet, and never
//! grows when a ship is placed. So a ship may be placed at random and kept with the
//! probability `U(after) / U(before)`, counted without the ship itself, and all be
//! begun anew when it is not kept: each whole fleet has then the same probability
//! (rejection of Huber's self-reducible kind, "Exact sampling from perfect matchings
//! of dense regular bipartite graphs", Algorithmica 44 (2006), 3). To be begun anew
//! seldom, the first two ships are drawn together by the weights `U(after)`.

use multiversion::multiversion;

use super::ATTEMPTS_MAX;
use super::sequential::pick_placement;
use crate::players::classic::bitboard::Bitboard;
use crate::players::classic::hidden_fleet::HiddenFleet;
use crate::players::classic::placement_table::{Placement, PlacementTable};
use crate::rng::Rng;

/// The ways to place the first two ships, with their weights added up.
#[derive(Clone, Debug)]
pub struct FirstShips {
    placements: Vec<[Option<Placement>; 2]>,
    sums: Vec<f64>,
}

impl FirstShips {
    /// All of them.
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

/// Begins until a fleet is whole, and tells how often; none if that was in vain.
#[multiversion(targets("x86_64+avx2+bmi1+bmi2+lzcnt+popcnt"))]
pub fn sample<const W: usize>(
    table: &PlacementTable<W>,
    first_ships: &FirstShips,
    rng: &mut Rng,
    fleet: &mut HiddenFleet<W>,
) -> Option<u32> {
    (1..=ATTEMPTS_MAX).find(|_| attempt(table, first_ships, rng, fleet))
}

/// Places one ship after the other; false if all is to be begun anew.
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

/// Ships that are still to be placed: all classes after `class`, and so many of it.
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

    /// At least the number of ways to place them.
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
