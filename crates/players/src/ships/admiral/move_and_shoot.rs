//! Decides where each ship moves in a turn, and what it shoots at on the way.

use super::position_value::PositionValues;
use super::value_map::ValueMap;
use crate::{Orders, OwnShip, Rng};
use admiralty_core::game::Footprint;
use admiralty_core::geometry::{Movement, Pos, Rect};

/// The value that a shot must exceed.
const SHOT_VALUE_MIN: f64 = 1e-3;
/// The random part of the value of a route.
const NOISE: f64 = 0.2;

/// Moves a ship along the best route, and fires its shots from the positions on it. Returns
/// whether it has moved.
pub(super) fn move_and_shoot(
    ship: usize,
    map: &mut ValueMap,
    positions: &PositionValues,
    orders: &mut Orders<'_, '_>,
    rng: &mut Rng,
) -> bool {
    let own_ship = orders.own_ships()[ship];
    let is_gunner =
        !own_ship.class().has_unlimited_range && orders.view().is_extended() && orders.can_shoot();
    let candidates = if is_gunner {
        candidates(&own_ship, map)
    } else {
        Vec::new()
    };
    let search = RouteSearch::new(ship, &candidates, map, positions, orders);
    let (route, _) = search.best_route(Some(rng));
    fire(ship, &candidates, &route, map, orders);
    for (at, &movement) in route.iter().enumerate() {
        orders.move_ship(ship, movement);
        fire(ship, &candidates, &route[at + 1..], map, orders);
    }
    !route.is_empty()
}

/// The field for a plane that would allow a ship to take a better route, if the ship cannot
/// because it does not see whether the way is free.
pub(super) fn plane_for_way(
    ship: usize,
    map: &ValueMap,
    positions: &PositionValues,
    orders: &Orders<'_, '_>,
) -> Option<Pos> {
    /// The lowest gain that is worth a plane.
    const GAIN_MIN: f64 = 2.0;
    let mut search = RouteSearch::new(ship, &[], map, positions, orders);
    let (_, certain) = search.clone().best_route(None);
    search.is_bold = true;
    let (route, possible) = search.best_route(None);
    if possible < certain + GAIN_MIN {
        return None;
    }
    let mut footprint = orders.own_ships()[ship].footprint;
    let blocked = route.iter().find_map(|&movement| {
        footprint = footprint.moved(movement);
        (!orders.is_free(ship, &footprint)).then_some(footprint)
    })?;
    let board = orders.view().size();
    let is_unknown =
        |field: &Pos| board.contains(*field) && !orders.clear_fields().contains(*field);
    let around = blocked.rect().grown(1).fields();
    let hidden = around
        .filter(is_unknown)
        .map(|field| Rect::spanning(field, field))
        .reduce(|all, field| all.joined(&field))?;
    let centre = Pos::new(
        i32::midpoint(hidden.top, hidden.bottom),
        i32::midpoint(hidden.left, hidden.right),
    );
    (hidden.height() <= 3 && hidden.width() <= 3).then_some(centre)
}

/// A field that may be shot at in the turn, with the value of the shot.
type Candidate = (Pos, f64);

/// The fields worth a shot that may come into the ship's range in this turn, best first.
fn candidates(own_ship: &OwnShip, map: &ValueMap) -> Vec<Candidate> {
    if own_ship.shots == 0 {
        return Vec::new();
    }
    // A movement takes the cannon at most one field farther than the ship's length.
    let range = i32::from(own_ship.class().length);
    let steps = i32::from(own_ship.moves) * (range + 1);
    let cannon = own_ship.cannon();
    let within = Rect::spanning(cannon, cannon).grown(range + steps);
    let area = within.intersection(&map.shot_value.rect);
    let fields = area.into_iter().flat_map(|area| area.fields());
    let mut candidates: Vec<_> = fields
        .map(|pos| (pos, map.shot_value.at(pos)))
        .filter(|(_, value)| *value > SHOT_VALUE_MIN)
        .collect();
    candidates.sort_by(|(_, a), (_, b)| b.total_cmp(a));
    candidates
}

/// A search for the best route of a ship: tries all routes, depth-first.
#[derive(Clone)]
struct RouteSearch<'s, 'o, 'g> {
    ship: usize,
    own_ship: OwnShip,
    candidates: &'s [Candidate],
    map: &'s ValueMap,
    positions: &'s PositionValues,
    orders: &'s Orders<'o, 'g>,
    /// Whether fields count as free if they are not known to be occupied.
    is_bold: bool,
    /// The route being tried, and the fields of the cannon on it.
    movements: Vec<Movement>,
    cannons: Vec<Pos>,
    /// The best route, with its value.
    best: (Vec<Movement>, f64),
}

impl<'s, 'o, 'g> RouteSearch<'s, 'o, 'g> {
    fn new(
        ship: usize,
        candidates: &'s [Candidate],
        map: &'s ValueMap,
        positions: &'s PositionValues,
        orders: &'s Orders<'o, 'g>,
    ) -> Self {
        Self {
            ship,
            own_ship: orders.own_ships()[ship],
            candidates,
            map,
            positions,
            orders,
            is_bold: false,
            movements: Vec::new(),
            cannons: Vec::new(),
            best: (Vec::new(), f64::NEG_INFINITY),
        }
    }

    /// The best route and its value, part of which is random if `rng` is given.
    fn best_route(mut self, rng: Option<&mut Rng>) -> (Vec<Movement>, f64) {
        self.explore(
            self.own_ship.footprint,
            &mut rng.map(|rng| move || rng.fraction()),
        );
        self.best
    }

    /// Tries all routes that continue from a position.
    fn explore(&mut self, footprint: Footprint, fraction: &mut Option<impl FnMut() -> f64>) {
        let own_ship = &self.own_ship;
        let class = own_ship.class();
        self.cannons.push(footprint.field(class.cannon()));
        let shots: f64 = self
            .candidates
            .iter()
            .filter(|(pos, _)| is_in_range(&self.cannons, *pos, class.length))
            .take(own_ship.shots.into())
            .map(|(_, value)| value)
            .sum();
        let position = self
            .positions
            .value(own_ship, &footprint, self.map, self.orders.view());
        let noise = fraction.as_mut().map_or(0.0, |fraction| NOISE * fraction());
        let value = shots + position + noise;
        if value > self.best.1 {
            self.best = (self.movements.clone(), value);
        }
        if self.movements.len() < usize::from(own_ship.moves) {
            for movement in Movement::ALL {
                let next = footprint.moved(movement);
                let is_free = if self.is_bold {
                    self.orders.may_be_free(self.ship, &next)
                } else {
                    self.orders.is_free(self.ship, &next)
                };
                if is_free {
                    self.movements.push(movement);
                    self.explore(next, fraction);
                    self.movements.pop();
                }
            }
        }
        self.cannons.pop();
    }
}

fn is_in_range(cannons: &[Pos], pos: Pos, range: u8) -> bool {
    cannons.iter().any(|cannon| cannon.within(pos, range))
}

/// Fires at the best candidates in range, and reserves shots for those that come into range
/// later on the route.
fn fire(
    ship: usize,
    candidates: &[Candidate],
    to_come: &[Movement],
    map: &mut ValueMap,
    orders: &mut Orders<'_, '_>,
) {
    let own_ship = orders.own_ships()[ship];
    let class = own_ship.class();
    let mut cannons = vec![own_ship.cannon()];
    let mut footprint = own_ship.footprint;
    for &movement in to_come {
        footprint = footprint.moved(movement);
        cannons.push(footprint.field(class.cannon()));
    }
    let mut left = own_ship.shots;
    for &(pos, _) in candidates {
        if left == 0 {
            break;
        }
        if map.shot_value.at(pos) > SHOT_VALUE_MIN && is_in_range(&cannons, pos, class.length) {
            left -= 1;
            if orders.shoot(ship, pos) {
                map.record_shot(pos);
            }
        }
    }
}
