//! The hunt for the carrier's cannon.

use super::rollout::{Foresight, Rollout, Shots};
use super::{CarrierFilter, KNOWN};
use crate::Orders;
use admiralty_core::geometry::{Movement, Pos, Rect};
use admiralty_core::rules::ShipClass;

/// How much likelier a move must make a hit.
const GAIN_MIN: f64 = 0.002;
/// The same for a carrier, which the enemy looks for.
const CARRIER_GAIN_MIN: f64 = 0.01;
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
    pub fn hunt(&mut self, orders: &mut Orders<'_, '_>, foresight: Foresight) {
        self.look_around(orders, foresight);
        for ship in 0..orders.own_ships().len() {
            while orders.own_ships()[ship].class().planes
                && orders.own_ships()[ship].shots > 0
                && self.is_hunting()
                && orders.can_shoot()
            {
                let shots = Shots::left(orders);
                let (target, chance) = self.best_shot();
                let rollout = self.rollout();
                let (square, value) = rollout.best_square(shots, foresight);
                if chance < KNOWN && shots.count > 1 && value > rollout.shots_value(shots) {
                    orders.spy(ship, square);
                } else if !orders.view().is_extended() || !orders.shoot(ship, target) {
                    return;
                } else {
                    self.shots.push(target);
                }
                self.observe(&orders.look());
                self.look_around(orders, foresight);
            }
        }
    }

    /// Moves ships to where what they see helps the shots most, step by step.
    fn look_around(&mut self, orders: &mut Orders<'_, '_>, foresight: Foresight) {
        while self.is_hunting() && self.best_shot().1 < KNOWN {
            let shots = Shots::left(orders);
            let rollout = self.rollout();
            let covered = rollout.near(0);
            let ships = 0..orders.own_ships().len().min(SHIPS_MAX);
            let scouts = ships.filter(|&ship| {
                foresight == Foresight::TwoPlanes || !orders.own_ships()[ship].class().planes
            });
            let search = RouteSearch {
                rollout: &rollout,
                covered: &covered,
                shots,
                least: rollout.shots_value(shots),
            };
            let best = scouts
                .filter_map(|ship| search.best_route(ship, orders))
                .max_by(|a, b| a.value.total_cmp(&b.value));
            let Some(route) = best else {
                return;
            };
            if !orders.move_ship(route.ship, route.first) {
                return;
            }
            self.observe(&orders.look());
        }
    }

    fn rollout(&self) -> Rollout<'_> {
        Rollout::new(self.poses, (&self.weights[..]).into())
    }
}

/// A search for the route on which what a ship sees is most useful.
struct RouteSearch<'r, 'f> {
    rollout: &'r Rollout<'f>,
    /// By field, the probability that the carrier lies there.
    covered: &'r [f64],
    shots: Shots,
    /// The value without a look.
    least: f64,
}

impl RouteSearch<'_, '_> {
    fn best_route(&self, ship: usize, orders: &Orders<'_, '_>) -> Option<Route> {
        /// The value of each move that is saved.
        const MOVE: f64 = 1e-3;
        let own_ship = orders.own_ships()[ship];
        let board = orders.view().size().rect();
        let chance = |pos: Pos| board.index(pos).map_or(0.0, |at| self.covered[at]);
        let has_radar = own_ship.is_healthy(ShipClass::RADAR);
        let radius = own_ship.class().radar_range(has_radar);
        let is_carrier = own_ship.class().planes;
        let gain_min = if is_carrier {
            CARRIER_GAIN_MIN
        } else {
            GAIN_MIN
        };
        let mut best: Option<Route> = None;
        let mut routes = vec![(own_ship.footprint, Vec::new(), Vec::new())];
        while let Some((footprint, route, seen)) = routes.pop() {
            if let Some(&first) = route.first() {
                let effort = MOVE * route.len() as f64;
                // It cannot gain more than the chance to see something.
                let chance: f64 = seen.iter().map(|&pos| chance(pos)).sum();
                let least = best.as_ref().map_or(self.least + gain_min, |it| it.value);
                if self.least + chance - effort > least {
                    let value = self.rollout.value_after_look(&seen, self.shots) - effort;
                    if value > least {
                        best = Some(Route { value, ship, first });
                    }
                }
            }
            if route.len() < usize::from(own_ship.moves) {
                for movement in Movement::ALL {
                    let next = footprint.moved(movement);
                    if orders.is_free(ship, &next) {
                        let around = Rect::spanning(next.head, next.head).grown(radius.into());
                        let new = around.fields().filter(|pos| {
                            chance(*pos) > 0.0
                                && next.head.within(*pos, radius)
                                && !seen.contains(pos)
                        });
                        let seen = seen.iter().copied().chain(new).collect();
                        routes.push((next, [&route[..], &[movement]].concat(), seen));
                    }
                }
            }
        }
        best
    }
}
