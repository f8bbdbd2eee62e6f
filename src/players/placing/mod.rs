//! Fleets at random.
//!
//! On any board, [`place_missing`] places the ships that a fleet still lacks, around
//! reefs and what is there already. For a whole fleet on a classic board a
//! [`FleetSampler`] works with bitboards; it places hidden fleets by the thousand, and
//! is what [`place_uniformly`] uses.

mod fleet_sampler;
mod indexed_placements;
mod placement_area;
mod search;
mod whole_fleet;

use std::fmt;
use std::str::FromStr;

use super::Rng;
use crate::game::{Footprint, Refusal, Refused, ShipName};
use crate::script::{Command, ShipRef};
use crate::view::Observation;
pub use fleet_sampler::{FLEET_ATTEMPTS_MAX, FleetSampler, NoRoom};
use placement_area::PlacementArea;

/// How many ships a player places in one turn; the others wait for the next.
pub const PLACED_SHIPS_MAX: usize = 1000;

/// How often a fleet is begun again at random before it is searched for.
const RESTARTS_MAX: u32 = 50;

/// How fleets are distributed.
///
/// The two are not the same: ships that are placed one after the other lie in the
/// middle, where they leave little room, more often than in an average fleet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Placing {
    /// Ship by ship, longest first, each legal place equally likely. If there is
    /// none, the fleet is begun again.
    Seq,
    /// Each whole fleet equally likely.
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
        let found = Self::ALL.into_iter().find(|placing| placing.name() == text);
        found.ok_or_else(|| format!("fleets are placed as seq or uni, not as {text}"))
    }
}

/// A ship and the place that was found for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShipPlacement {
    /// The ship.
    pub ship: ShipRef,
    /// The place.
    pub footprint: Footprint,
}

impl ShipPlacement {
    /// The command that places it.
    pub const fn command(&self) -> Command {
        Command::PlaceShip {
            ship: self.ship,
            head: self.footprint.head,
            direction: self.footprint.direction,
        }
    }
}

/// Places the ships that a player still has to place: by class and index, each
/// uniformly over the places that are legal then. If a ship finds no place, the fleet
/// is begun again, and in the end searched for.
///
/// With [`Placing::Uni`], each whole fleet is equally likely instead, if
/// [`place_uniformly`] finds one.
///
/// # Errors
///
/// [`Refusal::NoRoom`], if no places were found.
pub fn place_missing(
    view: &Observation<'_>,
    placing: Placing,
    rng: &mut Rng,
) -> Refused<Vec<ShipPlacement>> {
    if view.is_complete(view.player()) {
        return Ok(Vec::new());
    }
    if placing == Placing::Uni
        && let Some(fleet) = place_uniformly(view, rng)
    {
        return Ok(fleet);
    }
    let ships: Vec<_> = missing(view).take(PLACED_SHIPS_MAX).collect();
    let area = PlacementArea::new(view);
    let mut failed = 0;
    for _ in 0..RESTARTS_MAX {
        let mut placed = Vec::new();
        while let Some(&ship) = ships.get(placed.len()) {
            match area.draw(ship, &placed, rng) {
                Some(footprint) => placed.push(ShipPlacement { ship, footprint }),
                None => break,
            }
        }
        if placed.len() == ships.len() {
            return Ok(placed);
        }
        failed = failed.max(placed.len());
        if placed.is_empty() || area.is_exhausted() {
            break;
        }
    }
    area.reset_checks();
    area.search(&ships, rng).map_err(|is_certain| {
        let ship = ShipName {
            player: view.player(),
            class: ships[failed].class,
            index: ships[failed].index,
        };
        let start = view.start(view.player());
        Refusal::NoRoom {
            ship,
            start,
            is_certain,
        }
        .into()
    })
}

/// Places a whole fleet, each fleet equally likely. It must be one of
/// [`can_place_uniformly`], and be found in [`FLEET_ATTEMPTS_MAX`] attempts.
pub fn place_uniformly(view: &Observation<'_>, rng: &mut Rng) -> Option<Vec<ShipPlacement>> {
    whole_fleet::sample(view, &whole_fleet::config(view)?, rng)
}

/// Whether [`place_uniformly`] can place a fleet: ships do not move by the rules, none
/// is on the board yet, and the fleet is within the limits of
/// [`Config`](crate::players::classic::Config).
pub fn can_place_uniformly(view: &Observation<'_>) -> bool {
    whole_fleet::config(view).is_some()
}

/// The ships that are to be placed, by class, then index.
fn missing(view: &Observation<'_>) -> impl Iterator<Item = ShipRef> {
    let mut present = view.own().iter().map(|ship| ship.name()).peekable();
    let classes = view.rules().classes.iter();
    let all = classes.flat_map(|class| {
        (0..view.count(view.player(), class)).map(move |index| ShipRef { index, class })
    });
    all.filter(move |ship| {
        let is_next = |name: &ShipName| name.class == ship.class && name.index == ship.index;
        present.next_if(is_next).is_none()
    })
}
