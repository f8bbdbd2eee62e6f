//! How each ship moves and fires in a turn.

use super::value_map::{ValueMap, worth};
use crate::game::Footprint;
use crate::geometry::{Movement, Pos, Rect};
use crate::players::{Orders, OwnShip, Rng};
use crate::rules::CannonRange;
use crate::view::Observation;

/// Chooses routes and shots, ship by ship.
#[derive(Debug)]
pub(super) struct MovePlanner<'c> {
    pub window: Rect,
    pub map: &'c mut ValueMap,
    /// The value of being near the enemy; negative to stay away.
    pub boldness: f64,
    /// By field, how close it is to where the enemy is expected.
    pub proximity: Vec<f64>,
    /// The rectangles that the known ships of the enemy see.
    pub enemy_sight: Vec<Rect>,
}

/// The movements of a ship in the turn, with their value.
#[derive(Clone, Debug)]
struct Route {
    movements: Vec<Movement>,
    worth: f64,
}

/// A field that may be shot at in the turn, with the value of the shot.
#[derive(Clone, Copy, Debug)]
struct ShotCandidate {
    pos: Pos,
    shot_value: f64,
}

/// The value that a shot must exceed.
const SHOT_VALUE_MIN: f64 = 1e-3;

impl MovePlanner<'_> {
    /// Moves a ship along the best route and fires its shots from the positions on it;
    /// calls `fired` with each target.
    pub fn play_ship(
        &mut self,
        ship: usize,
        orders: &mut Orders<'_, '_>,
        rng: &mut Rng,
        fired: &mut dyn FnMut(Pos),
    ) {
        let vessel = orders.own_ships()[ship];
        let is_gunner = vessel.class().range == CannonRange::Length
            && orders.view().is_extended()
            && orders.can_shoot();
        let candidates = if is_gunner {
            self.candidates(&vessel)
        } else {
            Vec::new()
        };
        let mut best = Route {
            movements: Vec::new(),
            worth: f64::NEG_INFINITY,
        };
        let mut cannons = Vec::new();
        self.explore(
            ship,
            &vessel,
            vessel.footprint,
            &candidates,
            orders,
            rng,
            &mut Vec::new(),
            &mut cannons,
            &mut best,
        );
        self.fire(ship, &candidates, &best.movements, orders, fired);
        for (at, &movement) in best.movements.iter().enumerate() {
            orders.move_ship(ship, movement);
            self.fire(ship, &candidates, &best.movements[at + 1..], orders, fired);
        }
    }

    /// The fields worth a shot that may come into the ship's range in this turn, best
    /// first.
    fn candidates(&self, vessel: &OwnShip) -> Vec<ShotCandidate> {
        if vessel.shots == 0 {
            return Vec::new();
        }
        // A movement takes the cannon at most one field more than the ship's length.
        let steps = i32::from(vessel.moves) * (i32::from(vessel.class().length) + 1);
        let range = i32::from(vessel.class().length);
        let area = Rect::spanning(vessel.cannon(), vessel.cannon()).grown(range + steps);
        let Some(area) = area.intersection(&self.window) else {
            return Vec::new();
        };
        let mut candidates = Vec::new();
        for y in area.top..=area.bottom {
            for x in area.left..=area.right {
                let pos = Pos::new(y, x);
                let shot_value = self
                    .window
                    .index(pos)
                    .map_or(0.0, |at| self.map.shot_value[at]);
                if shot_value > SHOT_VALUE_MIN {
                    candidates.push(ShotCandidate { pos, shot_value });
                }
            }
        }
        candidates.sort_by(|a, b| {
            b.shot_value
                .total_cmp(&a.shot_value)
                .then(a.pos.cmp(&b.pos))
        });
        candidates
    }

    /// Tries all routes that continue from a position.
    #[expect(clippy::too_many_arguments, reason = "a search and its state")]
    fn explore(
        &self,
        ship: usize,
        vessel: &OwnShip,
        footprint: Footprint,
        candidates: &[ShotCandidate],
        orders: &Orders<'_, '_>,
        rng: &mut Rng,
        movements: &mut Vec<Movement>,
        cannons: &mut Vec<Pos>,
        best: &mut Route,
    ) {
        cannons.push(footprint.field(vessel.class().cannon()));
        let reach = |candidate: &&ShotCandidate| {
            let mut cannons = cannons.iter();
            cannons.any(|cannon| cannon.within(candidate.pos, vessel.class().length))
        };
        let shot_values = candidates
            .iter()
            .filter(reach)
            .take(usize::from(vessel.shots));
        let shot_values: f64 = shot_values.map(|candidate| candidate.shot_value).sum();
        let worth =
            shot_values + self.place(vessel, &footprint, orders.view()) + NOISE * rng.fraction();
        if worth > best.worth {
            *best = Route {
                movements: movements.clone(),
                worth,
            };
        }
        if movements.len() < usize::from(vessel.moves) {
            for movement in Movement::ALL {
                let next = footprint.moved(movement);
                if orders.is_free(ship, &next) {
                    movements.push(movement);
                    self.explore(
                        ship, vessel, next, candidates, orders, rng, movements, cannons, best,
                    );
                    movements.pop();
                }
            }
        }
        cannons.pop();
    }

    /// Fires at the best candidates in range, and reserves shots for those that are in
    /// range only later on the route.
    fn fire(
        &mut self,
        ship: usize,
        candidates: &[ShotCandidate],
        to_come: &[Movement],
        orders: &mut Orders<'_, '_>,
        fired: &mut dyn FnMut(Pos),
    ) {
        let vessel = orders.own_ships()[ship];
        let mut cannons = vec![vessel.cannon()];
        let mut footprint = vessel.footprint;
        for &movement in to_come {
            footprint = footprint.moved(movement);
            cannons.push(footprint.field(vessel.class().cannon()));
        }
        let range = vessel.class().length;
        let mut left = usize::from(vessel.shots);
        for candidate in candidates {
            if left == 0 {
                break;
            }
            let Some(at) = self.window.index(candidate.pos) else {
                continue;
            };
            let is_left = self.map.shot_value[at] > SHOT_VALUE_MIN;
            if !is_left
                || !cannons
                    .iter()
                    .any(|cannon| cannon.within(candidate.pos, range))
            {
                continue;
            }
            left -= 1;
            if orders.shoot(ship, candidate.pos) {
                fired(candidate.pos);
                self.map.shot_value[at] = 0.0;
            }
        }
    }

    /// The value of ending the turn in a position.
    fn place(&self, vessel: &OwnShip, footprint: &Footprint, view: &Observation<'_>) -> f64 {
        let at = |map: &[f64], pos: Pos| self.window.index(pos).map_or(0.0, |at| map[at]);
        let class = vessel.class();
        let healthy = (0..class.length).filter(|&segment| vessel.is_healthy(segment));
        let risk: f64 = healthy
            .map(|segment| {
                let threat = at(&self.map.threat, footprint.field(segment));
                threat.min(THREAT_MAX) * worth(class, segment)
            })
            .sum();
        let is_damaged = vessel.healthy.count_ones() < u32::from(class.length);
        let is_in_sight = self
            .enemy_sight
            .iter()
            .any(|seen| seen.intersects(&vessel.footprint.rect()));
        let left = footprint
            .fields()
            .filter(|&pos| !vessel.footprint.rect().contains(pos))
            .count();
        let evasion = if is_damaged || is_in_sight {
            EVASION_KNOWN
        } else {
            EVASION
        };
        let boldness = match class.range {
            CannonRange::Length => self.boldness,
            CannonRange::Unlimited => -CAUTION,
        };
        #[expect(clippy::cast_precision_loss, reason = "at most the length")]
        let left = left as f64;
        freedom(vessel, footprint, view) - RISK * risk
            + evasion * left
            + boldness * at(&self.proximity, footprint.head)
    }
}

const NOISE: f64 = 0.2;
const RISK: f64 = 0.05;
const THREAT_MAX: f64 = 6.0;
const EVASION: f64 = 0.1;
const EVASION_KNOWN: f64 = 0.3;
const CAUTION: f64 = 0.05;

/// The value of being able to move on from a position.
fn freedom(vessel: &OwnShip, footprint: &Footprint, view: &Observation<'_>) -> f64 {
    const STUCK: f64 = -2.0;
    const WAY: f64 = 0.2;
    if !vessel.is_healthy(vessel.class().engine()) {
        return 0.0;
    }
    let is_open = |footprint: &Footprint| view.is_navigable(footprint);
    let open = Movement::ALL
        .iter()
        .map(|&movement| footprint.moved(movement))
        .filter(is_open);
    let mut ways = 0.0;
    for next in open {
        let onwards = Movement::ALL
            .iter()
            .any(|&movement| is_open(&next.moved(movement)));
        ways += if onwards { WAY } else { WAY / 4.0 };
    }
    if ways == 0.0 { STUCK } else { ways }
}
