//! Random placement of fleets.
//!
//! On any board, [`place_missing`] places the ships that a fleet still lacks, around reefs
//! and the ships already there. For a whole fleet on a classic board, a [`FleetSampler`]
//! works with bitboards; it places hidden fleets by the thousand, and [`place_uniformly`]
//! uses it.

mod fleet_sampler;
mod placement_area;

use std::str::FromStr;

use super::Rng;
use crate::classic::{Config, PlacementTable};
use crate::with_placement_table;
use admiralty_core::game::{Footprint, Refusal, Refused, ShipName};
use admiralty_core::geometry::{Axis, Direction, Pos};
use admiralty_core::script::{Command, ShipRef};
use admiralty_core::view::Observation;
pub use fleet_sampler::{FLEET_ATTEMPTS_MAX, FleetSampler, NoRoom};
use placement_area::PlacementArea;

/// The most ships that a player places in one turn; the others wait for the next turn.
pub const PLACED_SHIPS_MAX: usize = 1000;

admiralty_core::text_enum! {
    /// The distribution of random fleets.
    ///
    /// The distributions differ: ships placed one after the other lie in the middle, where they
    /// leave little room, more often than in an average fleet.
    #[derive(Default)]
    pub enum Placing: name, named {
        /// Ship by ship, longest first, with each legal place equally likely. If there is none,
        /// placement starts over.
        #[default]
        Seq = "seq",
        /// Each whole fleet is equally likely.
        Uni = "uni",
    }
}

impl FromStr for Placing {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        Self::named(text.as_bytes())
            .ok_or_else(|| format!("fleets are placed as seq or uni, not as {text}"))
    }
}

/// A ship and the place found for it.
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

/// Places the missing ships of a player, by class and index, each uniformly over the places
/// that are legal at that point. If a ship has no place, placement starts over, and finally
/// falls back to a backtracking search.
///
/// With [`Placing::Uni`], each whole fleet is equally likely instead, if
/// [`place_uniformly`] finds one.
///
/// # Errors
///
/// [`Refusal::NoRoom`] if no places were found.
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
    let mut failed = 0;
    let found = match PlacementArea::new(view) {
        None => Err(true),
        Some(area) => {
            for _ in 0..RESTARTS_MAX {
                let placed = area.draw_fleet(&ships, rng);
                if placed.len() == ships.len() {
                    return Ok(placed);
                }
                failed = failed.max(placed.len());
                if placed.is_empty() || area.is_exhausted() {
                    break;
                }
            }
            area.reset_checks();
            area.search(&ships, rng)
        }
    };
    found.map_err(|is_certain| {
        let ShipRef { class, index } = ships[failed];
        let player = view.player();
        Refusal::NoRoom {
            ship: ShipName::new(player, class, index),
            start: view.start(player),
            is_certain,
        }
        .into()
    })
}

/// Places a whole fleet, with each fleet equally likely. Returns `None` unless
/// [`can_place_uniformly`] holds and a fleet is found in
/// [`FLEET_ATTEMPTS_MAX`](super::FLEET_ATTEMPTS_MAX) attempts.
pub fn place_uniformly(view: &Observation<'_>, rng: &mut Rng) -> Option<Vec<ShipPlacement>> {
    let config = config(view)?;
    let mut footprints = with_placement_table!(&config, |table| sample(&table, view, rng))?;
    let ships = missing(view).take(PLACED_SHIPS_MAX);
    let placements = ships.map(|ship| {
        let is_of_class = |footprint: &Footprint| footprint.length == ship.class.length;
        let index = footprints.iter().position(is_of_class)?;
        let footprint = footprints.remove(index);
        Some(ShipPlacement { ship, footprint })
    });
    placements.collect()
}

/// Whether [`place_uniformly`] can place a fleet: the rules announce shots, no own ship is on
/// the board yet, and the fleet is within the limits of
/// [`Config`](crate::classic::Config).
pub fn can_place_uniformly(view: &Observation<'_>) -> bool {
    config(view).is_some()
}

/// How often random placement is restarted before a backtracking search.
const RESTARTS_MAX: u32 = 50;

/// The ships still to be placed, by class, then index.
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

/// The place along an axis whose leftmost or topmost field is `first`. Ships point left or up
/// or, if reversed, right or down.
fn footprint(first: Pos, axis: Axis, length: u8, is_reversed: bool) -> Footprint {
    let (ahead, back) = match axis {
        Axis::Horizontal => (Direction::West, Direction::East),
        Axis::Vertical => (Direction::North, Direction::South),
    };
    let (head, direction) = if is_reversed {
        (axis.step(first, i32::from(length) - 1), back)
    } else {
        (first, ahead)
    };
    Footprint::new(head, direction, length)
}

/// The fleet that a player has to place, if it can be sampled as a whole.
fn config(view: &Observation<'_>) -> Option<Config> {
    let rules = view.rules();
    if !view.own().is_empty() {
        return None;
    }
    let classes = rules.classes.iter();
    let counts = classes.map(|class| view.count(view.player(), class));
    let start = view.start(view.player());
    let side = u8::try_from(start.height()).ok()?;
    Config::new(rules, side, counts).ok()
}

/// Samples the places of a fleet on the whole board, with ships pointing either way.
fn sample<const W: usize>(
    table: &PlacementTable<W>,
    view: &Observation<'_>,
    rng: &mut Rng,
) -> Option<Vec<Footprint>> {
    let sampler = FleetSampler::new(table, Placing::Uni).ok()?;
    let fleet = sampler.sample(rng).ok()?;
    let start = view.start(view.player());
    let footprints = fleet.into_iter().map(|ship| {
        let pos = table.pos(ship.placement.start);
        let first = Pos::new(pos.y + start.top, pos.x + start.left);
        let length = table.length_class(ship.placement.class).length;
        footprint(first, ship.placement.axis, length, rng.below(2) != 0)
    });
    Some(footprints.collect())
}
