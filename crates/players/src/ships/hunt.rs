//! A player that shoots at random until it hits, and then sinks the ship.

use super::heat_map::HeatMap;
use super::hit_run::HitRun;
use super::knowledge_map::{Deductions, KnowledgeMap};
use crate::{MemoryUpdate, Orders, PlayerInput, Strategy};
use admiralty_core::game::Footprint;
use admiralty_core::geometry::{Direction, Movement, Pos, Rect};
use admiralty_core::view::Observation;

/// Hunt and target: shoots around a hit until the ship is sunk, and otherwise at random
/// fields of a pattern that every ship covers.
#[derive(Debug)]
pub struct HuntPlayer;

/// The values of fields next to a hit, on the pattern, and elsewhere.
const NEXT_TO_HIT: f64 = 0.5;
const ON_PATTERN: f64 = 0.125;
const OFF_PATTERN: f64 = HeatMap::STEP;

/// The most own ships that get orders.
const SHIPS_MAX: usize = 256;
/// The most positions that are searched for routes in a turn.
const POSITIONS_MAX: usize = 2400;
/// The most known enemy parts that are shot at.
const TARGETS_MAX: usize = 1024;
/// The number of best fields that ships move towards.
const GOALS_MAX: usize = 16;
/// The most shots that a ship fires at fields of low value.
const DARK_SHOTS_MAX: u32 = 2;
/// A field of at least this value is not of low value.
const LIT: f64 = 0.5;
/// The value of a field in range that keeps a ship where it is: 1/12, quantised.
const WORTHWHILE: f64 = 87_381.0 * HeatMap::STEP;

/// The most positions that are searched for one ship.
const SHIP_POSITIONS_MAX: usize = 160;
/// The penalty, added to the squared distance, for a position that a ship cannot leave.
const STUCK: u128 = 400;

impl Strategy for HuntPlayer {
    fn name(&self) -> &'static str {
        "hunt"
    }

    fn play(&self, input: &mut PlayerInput<'_>, orders: &mut Orders<'_, '_>) -> MemoryUpdate {
        let view = orders.view();
        let mut map = KnowledgeMap::read(input, orders);
        let deductions = Deductions::of(&mut map, orders);
        let mut values = heat(&map, &deductions, view);
        if values.best().is_none() {
            map.restart(orders);
            let deductions = Deductions::of(&mut map, orders);
            values = heat(&map, &deductions, view);
        }
        if orders.can_shoot() {
            let remembered = map
                .afloat
                .fields()
                .filter(|&field| !view.seen().contains(field));
            let parts = orders.sighted().chain(remembered);
            let parts: Vec<_> = parts.take(TARGETS_MAX).collect();
            if view.is_extended() {
                fire_all(orders, &mut values, parts);
            } else {
                let target = parts.first().copied();
                let target = target.or_else(|| values.draw_best(&mut input.rng));
                target.map(|target| orders.fire(target));
            }
        }
        orders.shoot_at_sighted();
        map.after_turn(orders.shots().collect(), view, input.turn)
    }
}

/// The value of a shot at each field.
fn heat(map: &KnowledgeMap, deductions: &Deductions, view: &Observation<'_>) -> HeatMap {
    let mut heat = HeatMap::new(map.window.area);
    let open = &deductions.open;
    let shortest = deductions.lengths(view).min().unwrap_or(1);
    for field in open.fields() {
        let is_on = (field.y.rem_euclid(shortest) + field.x.rem_euclid(shortest)) % shortest == 0;
        heat.raise(field, if is_on { ON_PATTERN } else { OFF_PATTERN });
    }
    let ends = deductions.runs.iter().flat_map(HitRun::ends);
    for end in ends.filter(|&end| open.contains(end)) {
        heat.raise(end, NEXT_TO_HIT);
    }
    // The fields of an unresolved salvo are not shot at again, but their neighbours are.
    for salvo in &map.salvos {
        let [hits, shots] = [salvo.hits, salvo.fields.len()]
            .map(|count| f64::from(u32::try_from(count).expect("a salvo is small")));
        let share = HeatMap::quantised(NEXT_TO_HIT / shots) * hits;
        for &field in &salvo.fields {
            let beside = Direction::ALL.map(|direction| field.step(direction, 1));
            for field in beside.into_iter().filter(|&field| open.contains(field)) {
                heat.raise(field, share);
            }
        }
    }
    map.unresolved().for_each(|field| heat.clear(field));
    map.water.fields().for_each(|field| heat.clear(field));
    heat
}

/// Makes every ship fire at known parts and good fields, and a few times at others: of many shots
/// at unseen fields, it would learn only the number of hits.
fn fire_all(orders: &mut Orders<'_, '_>, heat: &mut HeatMap, mut sights: Vec<Pos>) {
    let ships = 0..orders.own_ships().len().min(SHIPS_MAX);
    let is_near = |ship: &usize| !orders.own_ships()[*ship].class().has_unlimited_range;
    let (near, far): (Vec<_>, Vec<_>) = ships.partition(is_near);
    shoot_at(orders, &near, &mut sights);
    let ranking = heat.ranking();
    let best_first = sights.iter().chain(&ranking).copied();
    let goals: Vec<_> = best_first.take(GOALS_MAX).collect();
    advance(orders, &near, &goals, heat);
    // It shoots at what has come into sight in any case.
    orders.sighted().for_each(|field| heat.clear(field));
    shoot_at(orders, &near, &mut sights);
    shoot_at(orders, &far, &mut sights);
    let mut ranking = ranking.into_iter();
    for &ship in near.iter().chain(&far) {
        let mut dark = 0;
        while orders.own_ships()[ship].shots > 0 {
            let target = if orders.own_ships()[ship].class().has_unlimited_range {
                ranking.find(|&field| heat.at(field) > 0.0)
            } else {
                best_in_range(orders, ship, heat).map(|(_, field)| field)
            };
            let Some(target) = target.filter(|&target| orders.shoot(ship, target)) else {
                break;
            };
            dark += u32::from(heat.at(target) < LIT);
            heat.clear(target);
            if dark == DARK_SHOTS_MAX {
                break;
            }
        }
    }
}

/// Moves the ships that have nothing worthwhile in range.
fn advance(orders: &mut Orders<'_, '_>, near: &[usize], goals: &[Pos], heat: &HeatMap) {
    let mut positions = 0;
    for &ship in near {
        let own_ship = &orders.own_ships()[ship];
        let is_idle = own_ship.moves > 0
            && best_in_range(orders, ship, heat).is_none_or(|(value, _)| value < WORTHWHILE);
        if is_idle && positions < POSITIONS_MAX {
            positions += approach(orders, ship, goals);
        }
    }
}

/// Shoots at known parts in range, each once, and removes them from `sights`.
fn shoot_at(orders: &mut Orders<'_, '_>, order: &[usize], sights: &mut Vec<Pos>) {
    sights.retain(|&target| !order.iter().any(|&ship| orders.shoot(ship, target)));
}

/// The best field in a ship's range, with its value.
fn best_in_range(orders: &Orders<'_, '_>, ship: usize, heat: &HeatMap) -> Option<(f64, Pos)> {
    let own_ship = &orders.own_ships()[ship];
    let cannon = own_ship.cannon();
    let around = Rect::spanning(cannon, cannon).grown(i32::from(own_ship.class().length));
    let mut best: Option<(f64, Pos)> = None;
    for field in around.fields() {
        let value = heat.at(field);
        if value > best.map_or(0.0, |(value, _)| value) && own_ship.reaches(field) {
            best = Some((value, field));
        }
    }
    best
}

/// Moves a ship along the shortest route to the position closest to one of the goals, found
/// by breadth-first search through fields that are clear now. Returns the number of positions
/// searched.
fn approach(orders: &mut Orders<'_, '_>, ship: usize, goals: &[Pos]) -> usize {
    let own_ship = &orders.own_ships()[ship];
    let (start, class) = (own_ship.footprint, own_ship.class());
    let range = u128::from(class.length) * u128::from(class.length);
    let distance = |footprint: &Footprint| {
        let cannon = footprint.field(class.cannon());
        let distances = goals.iter().map(|goal| cannon.distance_squared(*goal));
        let nearest = distances.min();
        nearest.map_or(0, |distance| distance.saturating_sub(range))
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
            if steps.len() < SHIP_POSITIONS_MAX && !steps.iter().any(|step| step.footprint == moved)
            {
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

/// A position found by the search for a route.
struct RouteStep {
    footprint: Footprint,
    /// The index of the previous step.
    before: usize,
    /// The movement from the previous step.
    movement: Movement,
}
