//! Whole fleets on a classic board, each equally likely.

use super::{FleetSampler, PLACED_SHIPS_MAX, Placing, ShipPlacement, missing};
use crate::game::Footprint;
use crate::geometry::{Axis, Direction, Pos};
use crate::players::classic::{
    Config, HiddenFleet, HiddenShip, PlacementTable, with_placement_table,
};
use crate::rng::Rng;
use crate::view::Observation;

/// The fleet that a player has to place, if it can be sampled as a whole.
pub(super) fn config(view: &Observation<'_>) -> Option<Config> {
    let rules = view.rules();
    if !rules.announces_shots() || !view.own().is_empty() {
        return None;
    }
    let counts = rules.classes.iter();
    let counts = counts.map(|class| view.count(view.player(), class));
    let start = view.start(view.player());
    let side = u8::try_from(start.bottom - start.top + 1).ok()?;
    Config::of(rules, side, counts).ok()
}

/// Places for the whole fleet; none if none were found.
pub(super) fn sample(
    view: &Observation<'_>,
    config: &Config,
    rng: &mut Rng,
) -> Option<Vec<ShipPlacement>> {
    with_placement_table!(config, |table| sample_from(&table, view, rng)).ok()?
}

fn sample_from<const W: usize>(
    table: &PlacementTable<W>,
    view: &Observation<'_>,
    rng: &mut Rng,
) -> Option<Vec<ShipPlacement>> {
    let mut fleet = HiddenFleet::new();
    let sampler = FleetSampler::new(table, Placing::Uni).ok()?;
    sampler.sample(rng, &mut fleet).ok()?;
    let start = view.start(view.player());
    let offset = Pos::new(start.top, start.left);
    let ships = fleet.ships().iter();
    let mut footprints: Vec<_> = ships
        .map(|ship| footprint(table, ship, offset, rng))
        .collect();
    let ships = missing(view).take(PLACED_SHIPS_MAX);
    let placements = ships.map(|ship| {
        let is_of_class = |footprint: &Footprint| footprint.length == ship.class.length;
        let index = footprints.iter().position(is_of_class)?;
        let footprint = footprints.remove(index);
        Some(ShipPlacement { ship, footprint })
    });
    placements.collect()
}

/// Where a ship lies on the whole board, pointing either way.
fn footprint<const W: usize>(
    table: &PlacementTable<W>,
    ship: &HiddenShip<W>,
    offset: Pos,
    rng: &mut Rng,
) -> Footprint {
    let pos = table.pos(ship.placement.start);
    let first = Pos::new(pos.y + offset.y, pos.x + offset.x);
    let length = table.length_class(ship.placement.class).length;
    let (ahead, back) = match ship.placement.axis {
        Axis::Horizontal => (Direction::West, Direction::East),
        Axis::Vertical => (Direction::North, Direction::South),
    };
    let (head, direction) = match rng.below(2) {
        0 => (first, ahead),
        _ => (first.step(ahead, 1 - i32::from(length)), back),
    };
    Footprint {
        head,
        direction,
        length,
    }
}
