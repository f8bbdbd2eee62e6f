//! Placing the ships of a fleet that are not on the board yet.

mod indexed_placements;
mod placement_area;
mod search;
mod uniform;

use placement_area::PlacementArea;

use super::Rng;
use crate::game::{Footprint, Refusal, Refused, ShipName};
use crate::players::Placing;
use crate::script::{Command, ShipRef};
use crate::view::Observation;

/// How many ships a player places in one turn; the others wait for the next.
pub const PLACED_SHIPS_MAX: usize = 1000;

/// How often a fleet is begun anew at random.
const FLEETS: u32 = 50;

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

/// Places for the ships that a player still has to place: ship by ship, by class
/// and index, each uniformly over the places that are legal then. Where that
/// leads to no end, the fleet is begun anew, and then searched for.
///
/// With [`Placing::Uni`], each whole fleet is as likely instead, if
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
    for _ in 0..FLEETS {
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

/// Places for a whole fleet, each fleet as likely: if nothing moves by the rules, none
/// of it is on the board yet, it is within the limits of [`Config`](crate::players::classic::Config),
/// and one is found in [`BEGINNINGS_MAX`](crate::players::classic::ATTEMPTS_MAX) beginnings.
pub fn place_uniformly(view: &Observation<'_>, rng: &mut Rng) -> Option<Vec<ShipPlacement>> {
    let config = uniform::config(view)?;
    uniform::deal(view, &config, rng)
}

/// Whether a fleet is one that [`place_uniformly`] may find places for.
pub fn can_place_uniformly(view: &Observation<'_>) -> bool {
    uniform::config(view).is_some()
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
