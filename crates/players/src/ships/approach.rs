//! Moving ships towards targets.

use crate::Orders;
use admiralty_core::game::Footprint;
use admiralty_core::geometry::{Movement, Pos};

/// The most positions that are searched for one ship.
const PLACES_MAX: usize = 160;
/// The penalty, added to the squared distance, for a position that a ship cannot leave.
const STUCK: u128 = 400;

/// Moves a ship along the shortest route to the position closest to one of the goals, found
/// by breadth-first search through fields that are clear now. Returns the number of positions
/// searched.
pub(super) fn approach(orders: &mut Orders<'_, '_>, ship: usize, goals: &[Pos]) -> usize {
    let own_ship = &orders.own_ships()[ship];
    let (start, class) = (own_ship.footprint, own_ship.class());
    let range = u128::from(class.length) * u128::from(class.length);
    let distance = |footprint: &Footprint| {
        let cannon = footprint.field(class.cannon());
        let goals = goals.iter().map(|goal| cannon.distance_squared(*goal));
        goals
            .min()
            .map_or(0, |nearest| nearest.saturating_sub(range))
    };
    let mut steps = vec![RouteStep {
        footprint: start,
        before: 0,
        movement: Movement::Forward,
    }];
    let mut best = (distance(&start), 0);
    let mut next = 0;
    while next < steps.len() && best.0 > 0 {
        let footprint = steps[next].footprint;
        // Fields that are not visible now may turn out to be clear.
        let ahead = Movement::ALL.map(|movement| footprint.moved(movement));
        let stuck = if ahead.iter().any(|next| orders.view().is_navigable(next)) {
            0
        } else {
            STUCK
        };
        for movement in Movement::ALL {
            let moved = footprint.moved(movement);
            if !orders.is_free(ship, &moved) {
                continue;
            }
            if steps.len() < PLACES_MAX && !steps.iter().any(|step| step.footprint == moved) {
                steps.push(RouteStep {
                    footprint: moved,
                    before: next,
                    movement,
                });
            }
        }
        best = best.min((distance(&footprint) + stuck, next));
        next += 1;
    }
    let mut route = Vec::new();
    let mut at = best.1;
    while at > 0 {
        route.push(steps[at].movement);
        at = steps[at].before;
    }
    for &movement in route.iter().rev() {
        if !orders.move_ship(ship, movement) {
            break;
        }
    }
    steps.len()
}

struct RouteStep {
    footprint: Footprint,
    /// The index of the previous step.
    before: usize,
    /// The movement from the previous step.
    movement: Movement,
}
