//! Fleets at random.
//!
//! There are two classes, and they are not the same: ships that are placed one after
//! the other lie more often in the middle, where they leave little room, than
//! they do among all whole fleets.

mod sequential;
mod uniform;

use std::fmt;
use std::str::FromStr;

use super::config::Config;
use super::hidden_fleet::HiddenFleet;
use super::placement_table::PlacementTable;
use crate::rng::Rng;
use uniform::FirstShips;

/// How fleets are dealt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Placing {
    /// Ship by ship, longest first, each place that is still legal as likely. If
    /// there is none, all ships are taken up again.
    Seq,
    /// Each whole fleet as likely.
    Uni,
}

impl Placing {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Seq, Self::Uni];

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Seq => "seq",
            Self::Uni => "uni",
        }
    }
}

impl fmt::Display for Placing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Placing {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let found = Self::ALL.into_iter().find(|kind| kind.name() == text);
        found.ok_or_else(|| format!("fleets are placed as seq or uni, not as {text}"))
    }
}

/// How often a fleet is begun in vain before it counts as one that cannot be
/// placed. The most crowded of the usual fleets, the German one on 10 x 10 fields,
/// is begun 1.02 times on average as `seq`, and some 10,000 times as `uni`.
pub const ATTEMPTS_MAX: u32 = 1_000_000;

/// The fleet does not fit on the board, or only in so few ways that none was found
/// in [`ATTEMPTS_MAX`] beginnings.
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

/// Deals fleets.
#[derive(Clone, Debug)]
pub struct FleetSampler<const W: usize> {
    table: PlacementTable<W>,
    /// What `uni` begins with.
    first_ships: Option<FirstShips>,
}

impl<const W: usize> FleetSampler<W> {
    /// A sampler of fleets for this table.
    ///
    /// # Errors
    ///
    /// If no fleet can be placed.
    pub fn new(table: &PlacementTable<W>, placing: Placing) -> Result<Self, NoRoom> {
        if is_overfull(table.config()) {
            return Err(no_room(table.config()));
        }
        let first_ships = (placing == Placing::Uni).then(|| FirstShips::new(table));
        let sampler = Self {
            table: table.clone(),
            first_ships,
        };
        sampler.sample(&mut Rng::seeded(0), &mut HiddenFleet::new())?;
        Ok(sampler)
    }

    /// Puts a fleet in the place of another one, and tells how often it was begun.
    ///
    /// # Errors
    ///
    /// If that was in vain.
    pub fn sample(&self, rng: &mut Rng, fleet: &mut HiddenFleet<W>) -> Result<u32, NoRoom> {
        let found = match &self.first_ships {
            Some(first_ships) => uniform::sample(&self.table, first_ships, rng, fleet),
            None => (1..=ATTEMPTS_MAX).find(|_| sequential::attempt(&self.table, rng, fleet)),
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

#[cfg(test)]
mod tests;
