//! A turn of the admiral: it acts, looks, and reconsiders.

use std::collections::HashSet;
use std::ops::Range;

use admiralty_core::game::Footprint;
use admiralty_core::geometry::{Movement, Pos, Rect};

use super::belief::{Belief, FiredShot};
use super::memory::AdmiralMemory;
use super::unseen_fleet::UnseenFleet;
use super::value_map::{PositionValues, ValueMap};
use crate::ships::carrier_filter::Foresight;
use crate::ships::heat_map::HeatMap;
use crate::{Orders, OwnShip, PlayerInput, Rng};

/// The most own ships that get orders; the others of a huge fleet stay where they are.
const SHIPS_MAX: usize = 64;
/// The most planes that are followed by a look; huge fleets send the others without one.
const LOOKS_MAX: u32 = 40;
/// The most planes per turn that may clear the way for ships.
const PLANES_FOR_WAYS: u32 = 3;
/// With this many known parts, planes have no value.
const ENOUGH: f64 = 15.0;
/// The value of seeing a part of a ship with unlimited range.
const CLUE: f64 = 20.0;

/// The value that a shot must exceed.
const SHOT_VALUE_MIN: f64 = 1e-3;
/// The random part of the value of a route.
const NOISE: f64 = 0.2;

/// A turn while it is played.
#[derive(Debug)]
pub(super) struct AdmiralOrders<'t, 'm, 'o, 'g> {
    input: &'t mut PlayerInput<'m>,
    orders: &'t mut Orders<'o, 'g>,
    memory: &'t mut AdmiralMemory,
    /// Whether ships search the whole window.
    is_patrol: bool,
    looks: u32,
    /// The shots before the last look.
    fired: Vec<FiredShot>,
    unseen_fleet: UnseenFleet,
    map: ValueMap,
}

/// What a ship of unlimited range does with a shot.
#[derive(Clone, Copy, Debug)]
enum ShotUse {
    Spy(Pos),
    Shoot(Pos),
}

impl<'t, 'm, 'o, 'g> AdmiralOrders<'t, 'm, 'o, 'g> {
    /// Starts a turn, with a belief that fits what is visible.
    pub fn new(
        input: &'t mut PlayerInput<'m>,
        orders: &'t mut Orders<'o, 'g>,
        memory: &'t mut AdmiralMemory,
        is_patrol: bool,
    ) -> Self {
        let view = orders.view();
        let unseen_fleet = memory.unseen_fleet(view, orders.clear_fields());
        let patrol = is_patrol.then_some(&mut input.rng);
        let map = ValueMap::new(view, &memory.belief, &unseen_fleet, patrol);
        Self {
            input,
            orders,
            memory,
            is_patrol,
            looks: 0,
            fired: Vec::new(),
            unseen_fleet,
            map,
        }
    }

    /// Plays the turn; returns all shots, and the fleet believed to be unseen.
    pub fn play(mut self) -> (Vec<FiredShot>, UnseenFleet) {
        let view = self.orders.view();
        if self.memory.is_carrier_hunt(view) {
            self.hunt_carrier();
        }
        if self.is_search() && !view.is_auto() {
            self.clear_ways();
        }
        self.spend(false);
        let mut positions = self.positions();
        let is_sweep = self.memory.belief.is_part(view) && !view.is_auto();
        for ship in self.ships() {
            loop {
                self.shoot_at_sighted(ship);
                let rng = &mut self.input.rng;
                let has_moved = move_and_shoot(ship, &mut self.map, &positions, self.orders, rng);
                let own_ship = self.orders.own_ships()[ship];
                positions.explore_from(&own_ship);
                if !has_moved || own_ship.moves == 0 || !is_sweep {
                    break;
                }
                // Only on the way it sees how far the way is free.
                self.glance();
            }
        }
        if view.is_extended() {
            self.spend(true);
        } else if self.orders.can_shoot() {
            self.look();
            if let Some((target, _)) = self.best_target()
                && self.orders.fire(target)
            {
                self.map.record_shot(target);
            }
        }
        self.fired.append(&mut self.map.shots);
        self.orders.shoot_at_sighted();
        self.correct_shots();
        (self.fired, self.unseen_fleet)
    }

    /// Hunts the cannon of the enemy's carrier before all else: whoever loses it first, loses.
    fn hunt_carrier(&mut self) {
        let Some(carrier) = &mut self.memory.carrier else {
            return;
        };
        carrier.hunt(self.orders, Foresight::TwoPlanes);
        for shot in self.orders.shots().collect::<Vec<_>>() {
            self.map.record_shot(shot);
        }
        self.look();
    }

    /// The targets sighted and not shot at, the most valuable first.
    fn sighted(&self) -> Vec<Pos> {
        let value = |pos: &Pos| self.map.shot_value.at(*pos);
        let mut sighted: Vec<_> = self.orders.sighted().collect();
        sighted.sort_by(|a, b| value(b).total_cmp(&value(a)));
        sighted
    }

    /// The best target, with its value: sighted ones come first.
    fn best_target(&self) -> Option<(Pos, f64)> {
        let sighted = self.sighted().first().copied();
        let sighted = sighted.map(|target| (target, self.map.shot_value.at(target)));
        sighted.or_else(|| self.map.shot_value.best())
    }

    /// Makes a ship of limited range shoot at a sighted target before it moves.
    fn shoot_at_sighted(&mut self, ship: usize) {
        if self.orders.own_ships()[ship].class().has_unlimited_range {
            return;
        }
        for target in self.sighted() {
            if self.orders.shoot(ship, target) {
                self.map.record_shot(target);
            }
        }
    }

    /// Adds the shots at what came into sight between looks, and drops those withdrawn for them.
    fn correct_shots(&mut self) {
        let mut sure: HashSet<_> = self.orders.shots().collect();
        self.fired.retain(|shot| sure.remove(&shot.pos));
        let hit_chance = 1.0;
        let shots = self.orders.shots().filter(|pos| sure.contains(pos));
        self.fired
            .extend(shots.map(|pos| FiredShot { pos, hit_chance }));
    }

    fn positions(&self) -> PositionValues {
        PositionValues::new(
            &self.map,
            self.memory,
            &self.unseen_fleet,
            self.orders,
            self.is_search(),
        )
    }

    /// Whether ships should explore.
    fn is_search(&self) -> bool {
        self.is_patrol || self.memory.belief.is_part(self.orders.view())
    }

    /// Sends some planes where ships would turn but do not see whether the way is free: a
    /// ship's radar does not reach the corner of its own turn.
    fn clear_ways(&mut self) {
        let positions = self.positions();
        let mut planes = PLANES_FOR_WAYS;
        let mut ships: Vec<_> = self.ships().collect();
        self.input.rng.shuffle(&mut ships);
        for ship in ships {
            let carrier = self.ships().find(|&ship| {
                let own_ship = &self.orders.own_ships()[ship];
                own_ship.class().planes && own_ship.shots > 0
            });
            let is_carrier = self.orders.own_ships()[ship].class().planes;
            let Some(carrier) = carrier.filter(|_| planes > 0) else {
                break;
            };
            let centre = plane_for_way(ship, &self.map, &positions, self.orders);
            if let Some(centre) = centre.filter(|_| !is_carrier) {
                self.spy(carrier, centre);
                planes -= 1;
            }
        }
    }

    fn ships(&self) -> Range<usize> {
        0..self.orders.own_ships().len().min(SHIPS_MAX)
    }

    /// Spends the shots of the ships with unlimited range: on planes as long as one is worth
    /// more than a shot, and, if `is_firing`, on shots.
    fn spend(&mut self, is_firing: bool) {
        for ship in self.ships() {
            if !self.orders.own_ships()[ship].class().has_unlimited_range {
                continue;
            }
            while self.orders.own_ships()[ship].shots > 0 {
                match self.best_action(ship) {
                    Some(ShotUse::Spy(centre)) => self.spy(ship, centre),
                    Some(ShotUse::Shoot(target)) if is_firing => {
                        if self.orders.shoot(ship, target) {
                            self.map.record_shot(target);
                        } else {
                            self.map.shot_value.clear(target);
                        }
                    }
                    _ => break,
                }
            }
        }
    }

    fn best_action(&self, ship: usize) -> Option<ShotUse> {
        let view = self.orders.view();
        let is_shooting = view.is_extended() && self.orders.can_shoot();
        if is_shooting
            && self.orders.own_ships()[ship].shots == 1
            && let Some(&target) = self.sighted().first()
        {
            return Some(ShotUse::Shoot(target));
        }
        let target = self.map.shot_value.best().filter(|_| is_shooting);
        let has_planes = self.orders.own_ships()[ship].class().planes;
        let enough = ENOUGH.min(view.parts(view.player().opponent()) as f64);
        let (hunger, use_of_planes) = if is_shooting {
            // What a plane reveals is worth only as much as there are shots left to use it.
            let shots = f64::from(self.orders.own_ships()[ship].shots);
            (
                (1.0 - self.map.known / enough).max(0.0),
                (shots - 1.0) / shots,
            )
        } else {
            (1.0, 1.0)
        };
        let values = has_planes.then(|| plane_value(&self.map, hunger));
        let square = values.and_then(|values| values.best());
        let plane_value = square.map_or(0.0, |(_, value)| value * use_of_planes);
        let shot_value = target.map_or(0.0, |(_, value)| value);
        if plane_value > shot_value {
            square.map(|(centre, _)| ShotUse::Spy(centre))
        } else {
            target.map(|(target, _)| ShotUse::Shoot(target))
        }
    }

    /// Sends a plane, and looks if its effect is visible before the end of the turn.
    fn spy(&mut self, ship: usize, centre: Pos) {
        self.orders.spy(ship, centre);
        if !self.orders.view().is_auto() && self.looks < LOOKS_MAX {
            self.looks += 1;
            self.look();
            return;
        }
        let around = Rect::around(centre);
        let is_apart = |footprint: &Footprint| !footprint.rect().intersects(&around);
        self.map
            .unlimited_ships
            .retain(|(footprint, _)| is_apart(footprint));
        for field in around.fields() {
            self.map.scout_value.clear(field);
            self.map.unlimited_value.clear(field);
        }
    }

    /// Looks, and corrects the belief by what is visible.
    fn glance(&mut self) {
        let view = self.orders.look();
        self.memory
            .belief
            .observe(&view, &view.clear_fields(), false);
    }

    /// Looks, and corrects the belief and the values by what is visible.
    fn look(&mut self) {
        let view = self.orders.look();
        let belief: &mut Belief = &mut self.memory.belief;
        belief.observe(&view, &view.clear_fields(), false);
        self.unseen_fleet = UnseenFleet::new(&view, belief);
        self.fired.append(&mut self.map.shots);
        let patrol = self.is_patrol.then_some(&mut self.input.rng);
        self.map = ValueMap::new(&view, belief, &self.unseen_fleet, patrol);
        for shot in &self.fired {
            self.map.shot_value.clear(shot.pos);
        }
    }
}

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

/// The value of a plane over each field: that of knowing the fields of its square, reduced by
/// `hunger` if enough is already shot at, and of detecting a ship with unlimited range, which
/// decides the game.
fn plane_value(map: &ValueMap, hunger: f64) -> HeatMap {
    let mut values = map.unlimited_value.clone();
    for (value, scout_value) in values.values.iter_mut().zip(&map.scout_value.values) {
        *value += hunger * scout_value;
    }
    let mut squares = HeatMap {
        rect: values.rect,
        values: values.summed().squares(1),
    };
    for (footprint, weight) in &map.unlimited_ships {
        for field in footprint.rect().grown(1).fields() {
            squares.add(field, weight * CLUE);
        }
    }
    squares
}

/// The field for a plane that would allow a ship to take a better route, if the ship cannot
/// because it does not see whether the way is free.
fn plane_for_way(
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
type ShotCandidate = (Pos, f64);

/// The fields worth a shot that may come into the ship's range in this turn, best first.
fn candidates(own_ship: &OwnShip, map: &ValueMap) -> Vec<ShotCandidate> {
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
    candidates: &'s [ShotCandidate],
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
        candidates: &'s [ShotCandidate],
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
    candidates: &[ShotCandidate],
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
