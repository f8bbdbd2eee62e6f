//! Whole fleets at random on a classic board.

mod sequential;
mod uniform;

use std::fmt;

use super::Placing;
use crate::players::classic::{Config, HiddenFleet, Placement, PlacementTable, Starts};
use crate::rng::Rng;
use uniform::FirstShips;

/// How many attempts are made before a fleet counts as one that cannot be placed. The
/// most crowded of the usual fleets, the German one on 10 x 10 fields, takes 1.02
/// attempts on average as `seq`, and some 10,000 as `uni`.
pub const FLEET_ATTEMPTS_MAX: u32 = 1_000_000;

/// The fleet does not fit on the board, or in so few ways that none was found in
/// [`FLEET_ATTEMPTS_MAX`] attempts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoRoom {
    /// Of the board.
    pub side: u8,
    /// In the fleet.
    pub ships: u32,
}

impl fmt::Display for NoRoom {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { side, ships } = self;
        write!(
            f,
            "{ships} ships cannot be placed on {side} x {side} fields"
        )
    }
}

impl std::error::Error for NoRoom {}

/// Samples fleets.
#[derive(Clone, Debug)]
pub struct FleetSampler<const W: usize> {
    table: PlacementTable<W>,
    /// What a fleet begins with if each is to be equally likely.
    first_ships: Option<FirstShips>,
}

impl<const W: usize> FleetSampler<W> {
    /// A sampler of the fleets of this table.
    ///
    /// # Errors
    ///
    /// If no fleet can be placed.
    pub fn new(table: &PlacementTable<W>, placing: Placing) -> Result<Self, NoRoom> {
        if is_overfull(table.config()) {
            return Err(no_room(table.config()));
        }
        let first_ships = match placing {
            Placing::Seq => None,
            Placing::Uni => Some(FirstShips::new(table)),
        };
        let sampler = Self {
            table: table.clone(),
            first_ships,
        };
        sampler.sample(&mut Rng::seeded(0), &mut HiddenFleet::new())?;
        Ok(sampler)
    }

    /// Replaces a fleet by another one, and returns the number of attempts.
    ///
    /// # Errors
    ///
    /// If all attempts failed.
    pub fn sample(&self, rng: &mut Rng, fleet: &mut HiddenFleet<W>) -> Result<u32, NoRoom> {
        let found = match &self.first_ships {
            Some(first_ships) => uniform::sample(&self.table, first_ships, rng, fleet),
            None => (1..=FLEET_ATTEMPTS_MAX).find(|_| sequential::attempt(&self.table, rng, fleet)),
        };
        found.ok_or_else(|| no_room(self.table.config()))
    }
}

fn no_room(config: &Config) -> NoRoom {
    NoRoom {
        side: config.side,
        ships: config.ships(),
    }
}

/// Whether the ships need more fields than there are. If they must not touch, each
/// has the fields to its right and below for itself, on the board or one beyond it.
fn is_overfull(config: &Config) -> bool {
    let side = u32::from(config.side);
    if config.ships_touch {
        config.cells() > side * side
    } else {
        2 * (config.cells() + config.ships()) > (side + 1) * (side + 1)
    }
}

/// One of the places of ships of a class, each equally likely.
#[inline]
fn pick_placement<const W: usize>(
    class: u8,
    starts: &Starts<W>,
    rng: &mut Rng,
) -> Option<Placement> {
    let count = starts.count();
    if count == 0 {
        return None;
    }
    let rank = u32::try_from(rng.below(count.into())).unwrap_or(0);
    Some(starts.nth(class, rank))
}

#[cfg(test)]
mod tests;
