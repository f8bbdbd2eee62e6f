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

use super::BEGINNINGS_MAX;
use super::seq::draw;
use crate::players::classic::bits::Bits;
use crate::players::classic::fleet::Fleet;
use crate::players::classic::placement_table::{Placement, PlacementTable};
use crate::rng::Rng;

/// The ways to place the first two ships, with their weights added up.
#[derive(Clone, Debug)]
pub struct Openings {
    placements: Vec<[Option<Placement>; 2]>,
    sums: Vec<f64>,
}

impl Openings {
    /// All of them.
    pub fn new<const W: usize>(waters: &PlacementTable<W>) -> Self {
        let mut openings = Self {
            placements: Vec::new(),
            sums: Vec::new(),
        };
        let mut missing = missing(waters);
        let mut sum = 0.0;
        let first = missing.take(waters);
        let second = missing.take(waters);
        let mut add = |placements, free| {
            sum += missing.bound(waters, free);
            openings.placements.push(placements);
            openings.sums.push(sum);
        };
        for placement in first
            .into_iter()
            .flat_map(|kind| waters.placements(kind, waters.all()))
        {
            let free = waters.all().without(&waters.mask(placement).reach);
            match second {
                None => add([Some(placement), None], free),
                Some(kind) => {
                    for other in waters.placements(kind, free) {
                        let free = free.without(&waters.mask(other).reach);
                        add([Some(placement), Some(other)], free);
                    }
                }
            }
        }
        openings
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
pub fn deal<const W: usize>(
    waters: &PlacementTable<W>,
    openings: &Openings,
    rng: &mut Rng,
    fleet: &mut Fleet<W>,
) -> Option<u32> {
    (1..=BEGINNINGS_MAX).find(|_| begin(waters, openings, rng, fleet))
}

/// Places one ship after the other; false if all is to be begun anew.
#[inline]
fn begin<const W: usize>(
    waters: &PlacementTable<W>,
    openings: &Openings,
    rng: &mut Rng,
    fleet: &mut Fleet<W>,
) -> bool {
    fleet.clear();
    let mut free = waters.all();
    let mut missing = missing(waters);
    let Some(opening) = openings.draw(rng) else {
        return false;
    };
    for placement in opening.into_iter().flatten() {
        missing.take(waters);
        free = free.without(&waters.mask(placement).reach);
        fleet.add(waters, placement);
    }
    while let Some(kind) = missing.take(waters) {
        let Some(placement) = draw(kind, &waters.starts(kind, free), rng) else {
            return false;
        };
        let before = missing.bound(waters, free);
        free = free.without(&waters.mask(placement).reach);
        let after = missing.bound(waters, free);
        if rng.fraction() * before >= after {
            return false;
        }
        fleet.add(waters, placement);
    }
    true
}

/// Ships that are still to be placed: all kinds after `kind`, and so many of it.
#[derive(Clone, Copy)]
struct Missing {
    kind: u8,
    count: u8,
}

fn missing<const W: usize>(waters: &PlacementTable<W>) -> Missing {
    Missing {
        kind: 0,
        count: waters.kind(0).count,
    }
}

impl Missing {
    /// Takes the longest ship.
    #[inline]
    fn take<const W: usize>(&mut self, waters: &PlacementTable<W>) -> Option<u8> {
        if self.count == 0 {
            if self.kind + 1 >= waters.kinds().end {
                return None;
            }
            self.kind += 1;
            self.count = waters.kind(self.kind).count;
        }
        self.count -= 1;
        Some(self.kind)
    }

    /// At least the number of ways to place them.
    #[inline]
    fn bound<const W: usize>(self, waters: &PlacementTable<W>, free: Bits<W>) -> f64 {
        let mut bound = 1.0;
        for kind in self.kind..waters.kinds().end {
            let count = if kind == self.kind {
                self.count
            } else {
                waters.kind(kind).count
            };
            if count > 0 {
                let places = f64::from(waters.starts(kind, free).count());
                for _ in 0..count {
                    bound *= places;
                }
            }
        }
        bound
    }
}
