//! Sailing to where there is something to shoot at.

use crate::game::Footprint;
use crate::geometry::{Movement, Pos};
use crate::players::Orders;

/// How many places are looked at for one ship.
const PLACES_MAX: usize = 160;
/// What it adds to a distance that a ship cannot go on.
const STUCK: u128 = 400;

/// Moves a ship along the shortest course to the place nearest to one of the
/// goals, among those it can reach through waters that are clear now. A place
/// that no ship can leave counts as far away. Says how many places were looked at.
pub(super) fn sail_towards(orders: &mut Orders<'_, '_>, ship: usize, goals: &[Pos]) -> usize {
    let vessel = &orders.own_ships()[ship];
    let (start, class) = (vessel.footprint, vessel.class());
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
        // Fields that are not seen from here may turn out to be clear.
        let leads_on = |footprint: Footprint| {
            orders.view().size().contains_rect(footprint.rect())
                && !footprint.fields().any(|field| orders.view().is_reef(field))
        };
        let ahead = Movement::ALL.map(|movement| footprint.moved(movement));
        let stuck = if ahead.into_iter().any(leads_on) {
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
    let mut course = Vec::new();
    let mut at = best.1;
    while at > 0 {
        course.push(steps[at].movement);
        at = steps[at].before;
    }
    for &movement in course.iter().rev() {
        if !orders.move_ship(ship, movement) {
            break;
        }
    }
    steps.len()
}

/// A place on a course.
struct RouteStep {
    footprint: Footprint,
    /// Which step it was reached from.
    before: usize,
    /// By which movement.
    movement: Movement,
}
