//! Whole fleets, each as likely.

use super::{PLACED_SHIPS_MAX, ShipPlacement, missing};
use crate::game::Footprint;
use crate::geometry::{Axis, Direction, Pos};
use crate::players::classic::{
    Config, FleetSampler, HiddenFleet, Placement, PlacementTable, Placing,
};
use crate::rng::Rng;
use crate::view::Observation;

/// Whether a fleet can be dealt whole: nothing moves, none of its ships is on the
/// board yet, and it is within the limits of [`Config`].
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
pub(super) fn deal(
    view: &Observation<'_>,
    config: &Config,
    rng: &mut Rng,
) -> Option<Vec<ShipPlacement>> {
    match config.side {
        0..=10 => deal_on::<2>(view, config, rng),
        11..=15 => deal_on::<4>(view, config, rng),
        _ => deal_on::<7>(view, config, rng),
    }
}

fn deal_on<const W: usize>(
    view: &Observation<'_>,
    config: &Config,
    rng: &mut Rng,
) -> Option<Vec<ShipPlacement>> {
    let table = PlacementTable::<W>::new(config).ok()?;
    let mut fleet = HiddenFleet::new();
    let sampler = FleetSampler::new(&table, Placing::Uni).ok()?;
    sampler.sample(rng, &mut fleet).ok()?;
    let start = view.start(view.player());
    let mut footprints: Vec<_> = fleet
        .ships()
        .iter()
        .map(|ship| {
            let pos = table.pos(ship.placement.start);
            let first = Pos::new(pos.y + start.top, pos.x + start.left);
            let length = table.length_class(ship.placement.class).length;
            footprint(first, length, ship.placement, rng)
        })
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

/// A ship that points either way.
fn footprint(first: Pos, length: u8, placement: Placement, rng: &mut Rng) -> Footprint {
    let (ahead, back) = match placement.axis {
        Axis::Horizontal => (Direction::West, Direction::East),
        Axis::Vertical => (Direction::North, Direction::South),
    };
    if rng.below(2) == 0 {
        return Footprint {
            head: first,
            direction: ahead,
            length,
        };
    }
    Footprint {
        head: first.step(ahead, 1 - i32::from(length)),
        direction: back,
        length,
    }
}
