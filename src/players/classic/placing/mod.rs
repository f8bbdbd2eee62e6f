//! Fleets at random.
//!
//! There are two kinds, and they are not the same: ships that are placed one after
//! the other lie more often in the middle, where they leave little room, than
//! they do among all whole fleets.

mod seq;
mod uni;

use std::fmt;
use std::str::FromStr;

use super::config::Config;
use super::fleet::Fleet;
use super::placement_table::PlacementTable;
use crate::rng::Rng;
use uni::Openings;

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
pub const BEGINNINGS_MAX: u32 = 1_000_000;

/// The fleet does not go into the waters, or only in so few ways that none was found
/// in [`BEGINNINGS_MAX`] beginnings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoRoom {
    /// Of the waters.
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
pub struct Dealer<const W: usize> {
    waters: PlacementTable<W>,
    /// What `uni` begins with.
    openings: Option<Openings>,
}

impl<const W: usize> Dealer<W> {
    /// A dealer of fleets for these waters.
    ///
    /// # Errors
    ///
    /// If no fleet can be placed.
    pub fn new(waters: &PlacementTable<W>, placing: Placing) -> Result<Self, NoRoom> {
        if crowd(waters.config()) {
            return Err(no_room(waters.config()));
        }
        let openings = (placing == Placing::Uni).then(|| Openings::new(waters));
        let dealer = Self {
            waters: waters.clone(),
            openings,
        };
        dealer.deal(&mut Rng::seeded(0), &mut Fleet::new())?;
        Ok(dealer)
    }

    /// Puts a fleet in the place of another one, and tells how often it was begun.
    ///
    /// # Errors
    ///
    /// If that was in vain.
    pub fn deal(&self, rng: &mut Rng, fleet: &mut Fleet<W>) -> Result<u32, NoRoom> {
        let found = match &self.openings {
            Some(openings) => uni::deal(&self.waters, openings, rng, fleet),
            None => (1..=BEGINNINGS_MAX).find(|_| seq::begin(&self.waters, rng, fleet)),
        };
        found.ok_or_else(|| no_room(self.waters.config()))
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
fn crowd(config: &Config) -> bool {
    let side = u32::from(config.side);
    if config.ships_touch {
        config.cells() > side * side
    } else {
        2 * (config.cells() + config.ships()) > (side + 1) * (side + 1)
    }
}

#[cfg(test)]
mod tests;
