//! The orders of a turn by a heat map: shots at the best fields, and moves towards
//! them.

use super::heat_map::HeatMap;
use super::knowledge_map::KnowledgeMap;
use super::sailing::sail_towards;
use crate::geometry::{Pos, Rect};
use crate::players::{Orders, Rng};
use crate::rules::CannonRange;
use crate::view::SegmentKind;

/// How many own ships get orders.
const SHIPS_MAX: usize = 256;
/// How many positions are searched in a turn to find routes.
const PLACES_MAX: usize = 2400;
/// How many known enemy parts are shot at.
const TARGETS_MAX: usize = 1024;
/// How many of the best fields ships move towards.
const GOALS_MAX: usize = 16;
/// How many shots a ship fires at fields of low value.
const DARK_SHOTS_MAX: u32 = 2;
/// The value from which on a shot does not count as one of these.
const LIT: u32 = HeatMap::CERTAIN / 2;
/// The value in range that keeps a ship where it is.
const WORTHWHILE: u32 = HeatMap::CERTAIN / 12;

/// Gives the orders of a turn; returns the fields that are shot at.
pub(super) fn order_turn(
    orders: &mut Orders<'_, '_>,
    map: &KnowledgeMap,
    heat: &mut HeatMap,
    rng: &mut Rng,
) -> Vec<Pos> {
    if !orders.can_shoot() {
        return Vec::new();
    }
    let view = orders.view();
    let sights = view.enemy().iter();
    let sights = sights.filter(|segment| segment.kind != SegmentKind::Destroyed);
    let sights = sights.map(|segment| segment.pos);
    let remembered = map.afloat().fields();
    let remembered = remembered.filter(|&field| !view.seen().contains(field));
    let mut sights = sights.chain(remembered);
    if view.is_extended() {
        let sights: Vec<_> = sights.take(TARGETS_MAX).collect();
        fire_all(orders, heat, sights)
    } else {
        let target = sights.next().or_else(|| heat.best(rng));
        target
            .filter(|&target| orders.fire(target))
            .into_iter()
            .collect()
    }
}

/// Lets every ship fire at known parts and good fields, and a few shots at others: of
/// many shots at unseen fields, only the number of hits would be known.
fn fire_all(orders: &mut Orders<'_, '_>, heat: &mut HeatMap, mut sights: Vec<Pos>) -> Vec<Pos> {
    let vessels = 0..orders.own_ships().len().min(SHIPS_MAX);
    let is_near = |ship: &usize| orders.own_ships()[*ship].class().range == CannonRange::Length;
    let (near, far): (Vec<_>, Vec<_>) = vessels.partition(is_near);
    let mut targets = Vec::new();
    shoot_at(orders, &near, &mut sights, &mut targets);
    let ranking = heat.ranking();
    let goals = sights.iter().chain(&ranking);
    let goals: Vec<_> = goals.copied().take(GOALS_MAX).collect();
    advance(orders, &near, &goals, heat);
    shoot_at(orders, &near, &mut sights, &mut targets);
    shoot_at(orders, &far, &mut sights, &mut targets);
    let mut ranking = ranking.into_iter();
    for &ship in near.iter().chain(&far) {
        let mut dark = 0;
        while orders.own_ships()[ship].shots > 0 {
            let target = match orders.own_ships()[ship].class().range {
                CannonRange::Length => best_in_range(orders, ship, heat).map(|(_, field)| field),
                CannonRange::Unlimited => ranking.find(|&field| heat.at(field) > 0),
            };
            let Some(target) = target.filter(|&target| orders.shoot(ship, target)) else {
                break;
            };
            dark += u32::from(heat.at(target) < LIT);
            heat.clear(target);
            targets.push(target);
            if dark == DARK_SHOTS_MAX {
                break;
            }
        }
    }
    targets
}

/// Moves the ships that have nothing worthwhile in range.
fn advance(orders: &mut Orders<'_, '_>, near: &[usize], goals: &[Pos], heat: &HeatMap) {
    let mut places = 0;
    for &ship in near {
        let vessel = &orders.own_ships()[ship];
        let is_idle = vessel.moves > 0
            && best_in_range(orders, ship, heat).is_none_or(|(value, _)| value < WORTHWHILE);
        if is_idle && places < PLACES_MAX {
            places += sail_towards(orders, ship, goals);
        }
    }
}

/// Shoots at known parts in range, each once, and removes them from `sights`.
fn shoot_at(
    orders: &mut Orders<'_, '_>,
    order: &[usize],
    sights: &mut Vec<Pos>,
    targets: &mut Vec<Pos>,
) {
    sights.retain(|&target| {
        let is_shot = order.iter().any(|&ship| orders.shoot(ship, target));
        if is_shot {
            targets.push(target);
        }
        !is_shot
    });
}

/// The best field in a ship's range, with its value.
fn best_in_range(orders: &Orders<'_, '_>, ship: usize, heat: &HeatMap) -> Option<(u32, Pos)> {
    let vessel = &orders.own_ships()[ship];
    let cannon = vessel.cannon();
    let around = Rect::spanning(cannon, cannon).grown(i32::from(vessel.class().length));
    let mut best: Option<(u32, Pos)> = None;
    for field in around.fields() {
        let value = heat.at(field);
        if value > best.map_or(0, |(value, _)| value) && vessel.reaches(field) {
            best = Some((value, field));
        }
    }
    best
}
