//! Uniformly random whole fleets on a classic board.

use super::{FleetSampler, PLACED_SHIPS_MAX, Placing, ShipPlacement, footprint, missing};
use crate::classic::{Config, PlacementTable};
use crate::with_placement_table;
use admiralty_core::game::Footprint;
use admiralty_core::geometry::Pos;
use admiralty_core::rng::Rng;
use admiralty_core::view::Observation;

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

/// The fleet that a player has to place, if it can be sampled as a whole.
fn config(view: &Observation<'_>) -> Option<Config> {
    let rules = view.rules();
    if !rules.announces_shots() || !view.own().is_empty() {
        return None;
    }
    let classes = rules.classes.iter();
    let counts = classes.map(|class| view.count(view.player(), class));
    let start = view.start(view.player());
    let side = u8::try_from(start.bottom - start.top + 1).ok()?;
    Config::new(rules, side, counts).ok()
}

/// Samples the places of a fleet on the whole board, with ships pointing either way.
fn sample<const W: usize>(
    table: &PlacementTable<W>,
    view: &Observation<'_>,
    rng: &mut Rng,
) -> Option<Vec<Footprint>> {
    let fleet = FleetSampler::new(table, Placing::Uni).ok()?;
    let fleet = fleet.sample(rng).ok()?;
    let start = view.start(view.player());
    let footprints = fleet.into_iter().map(|ship| {
        let pos = table.pos(ship.placement.start);
        let first = Pos::new(pos.y + start.top, pos.x + start.left);
        let length = table.length_class(ship.placement.class).length;
        footprint(first, ship.placement.axis, length, rng.below(2) != 0)
    });
    Some(footprints.collect())
}
