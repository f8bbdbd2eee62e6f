//! Whole fleets, each as likely.

use super::{PLACED_SHIPS_MAX, Placement, missing};
use crate::game::Hull;
use crate::geometry::{Direction, Pos};
use crate::players::classic::{Axis, Berth, Dealer, Fleet, Placing, Terms, Waters};
use crate::rng::Chance;
use crate::view::Observation;

/// Whether a fleet can be dealt whole: nothing moves, none of its ships is on the
/// board yet, and it is within the limits of [`Terms`].
pub(super) fn terms(view: &Observation<'_>) -> Option<Terms> {
    let rules = view.rules();
    if !rules.announces_shots() || !view.own().is_empty() {
        return None;
    }
    let counts = rules.classes.iter();
    let counts = counts.map(|class| view.count(view.player(), class));
    let start = view.start(view.player());
    let side = u8::try_from(start.bottom - start.top + 1).ok()?;
    Terms::of(rules, side, counts).ok()
}

/// Places for the whole fleet; none if none were found.
pub(super) fn deal(
    view: &Observation<'_>,
    terms: &Terms,
    chance: &mut Chance,
) -> Option<Vec<Placement>> {
    match terms.side {
        0..=10 => deal_on::<2>(view, terms, chance),
        11..=15 => deal_on::<4>(view, terms, chance),
        _ => deal_on::<7>(view, terms, chance),
    }
}

fn deal_on<const W: usize>(
    view: &Observation<'_>,
    terms: &Terms,
    chance: &mut Chance,
) -> Option<Vec<Placement>> {
    let waters = Waters::<W>::new(terms).ok()?;
    let mut fleet = Fleet::new();
    let dealer = Dealer::new(&waters, Placing::Uni).ok()?;
    dealer.deal(chance, &mut fleet).ok()?;
    let start = view.start(view.player());
    let mut hulls: Vec<_> = fleet
        .ships()
        .iter()
        .map(|ship| {
            let pos = waters.pos(ship.berth.start);
            let first = Pos::new(pos.y + start.top, pos.x + start.left);
            let length = waters.kind(ship.berth.kind).length;
            hull(first, length, ship.berth, chance)
        })
        .collect();
    let ships = missing(view).take(PLACED_SHIPS_MAX);
    let placements = ships.map(|ship| {
        let is_of_class = |hull: &Hull| hull.length == ship.class.length;
        let index = hulls.iter().position(is_of_class)?;
        let hull = hulls.remove(index);
        Some(Placement { ship, hull })
    });
    placements.collect()
}

/// A ship that points either way.
fn hull(first: Pos, length: u8, berth: Berth, chance: &mut Chance) -> Hull {
    let (ahead, back) = match berth.axis {
        Axis::Level => (Direction::West, Direction::East),
        Axis::Upright => (Direction::North, Direction::South),
    };
    if chance.below(2) == 0 {
        return Hull {
            head: first,
            direction: ahead,
            length,
        };
    }
    Hull {
        head: first.step(ahead, 1 - i32::from(length)),
        direction: back,
        length,
    }
}
