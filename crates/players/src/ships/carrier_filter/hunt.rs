//! The hunt for the carrier's cannon.

use super::rollout::{Rollout, Shots};
use super::{CarrierFilter, KNOWN};
use crate::Orders;
use admiralty_core::geometry::{Movement, Pos, Rect};
use admiralty_core::rules::ShipClass;

/// How much likelier a move must make a hit.
const GAIN_MIN: f64 = 0.002;
/// The most ships that look around.
const SHIPS_MAX: usize = 64;

/// The first move of a route.
struct Route {
    /// The probability of a hit after it, less a little for each move.
    value: f64,
    ship: usize,
    first: Movement,
}

impl CarrierFilter {
    /// Spends moves of ships, and shots of carriers, on the enemy's carrier.
    pub fn hunt(&mut self, orders: &mut Orders<'_, '_>) {
        self.look_around(orders);
        for ship in 0..orders.own_ships().len() {
            while orders.own_ships()[ship].class().planes
                && orders.own_ships()[ship].shots > 0
                && self.is_hunting()
                && orders.can_shoot()
            {
                let shots = Shots::left(orders);
                let (target, chance) = self.best_shot();
                let rollout = self.rollout();
                let (square, value) = rollout.best_square(shots);
                if chance < KNOWN && shots.count > 1 && value > rollout.shots_value(shots) {
                    orders.spy(ship, square);
                } else if !orders.view().is_extended() || !orders.shoot(ship, target) {
                    return;
                } else {
                    self.shots.push(target);
                }
                self.observe(&orders.look());
                self.look_around(orders);
            }
        }
    }

    /// Moves ships to where what they see helps the shots most, step by step.
    fn look_around(&mut self, orders: &mut Orders<'_, '_>) {
        while self.is_hunting() && self.best_shot().1 < KNOWN {
            let shots = Shots::left(orders);
            let rollout = self.rollout();
            let ships = 0..orders.own_ships().len().min(SHIPS_MAX);
            let scouts = ships.filter(|&ship| !orders.own_ships()[ship].class().planes);
            let best = scouts
                .filter_map(|ship| best_route(ship, &rollout, shots, orders))
                .max_by(|a, b| a.value.total_cmp(&b.value));
            let least = rollout.shots_value(shots) + GAIN_MIN;
            let Some(route) = best.filter(|it| it.value > least) else {
                return;
            };
            if !orders.move_ship(route.ship, route.first) {
                return;
            }
            self.observe(&orders.look());
        }
    }

    fn rollout(&self) -> Rollout {
        Rollout::new(self.poses, self.possible().collect(), self.cannons())
    }
}

/// The route on which what a ship sees is most useful.
fn best_route(
    ship: usize,
    rollout: &Rollout,
    shots: Shots,
    orders: &Orders<'_, '_>,
) -> Option<Route> {
    /// The value of each move that is saved.
    const MOVE: f64 = 1e-3;
    let own_ship = orders.own_ships()[ship];
    let has_radar = own_ship.is_healthy(ShipClass::RADAR);
    let radius = own_ship.class().radar_range(has_radar);
    let reach = i32::from(own_ship.moves) * (i32::from(own_ship.class().length) + 1);
    let head = own_ship.footprint.head;
    let near = Rect::spanning(head, head).grown(reach + i32::from(radius));
    let poses = rollout.near(&near);
    if poses.is_empty() {
        return None;
    }
    let mut best: Option<Route> = None;
    let mut routes = vec![(own_ship.footprint, Vec::new())];
    while let Some((footprint, route)) = routes.pop() {
        if let Some(&(first, _)) = route.first() {
            let heads = route.iter().map(|&(_, head): &(_, Pos)| head);
            let is_seen = |pos: Pos| heads.clone().any(|head: Pos| head.within(pos, radius));
            let value = rollout.value_after(&poses, is_seen, shots);
            let value = value - MOVE * route.len() as f64;
            if best.as_ref().is_none_or(|other| value > other.value) {
                best = Some(Route { value, ship, first });
            }
        }
        if route.len() < usize::from(own_ship.moves) {
            for movement in Movement::ALL {
                let next = footprint.moved(movement);
                if orders.is_free(ship, &next) {
                    routes.push((next, [&route[..], &[(movement, next.head)]].concat()));
                }
            }
        }
    }
    best
}
