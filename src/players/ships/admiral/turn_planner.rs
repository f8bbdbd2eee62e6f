//! The orders of a turn, from the belief.

use super::belief::Belief;
use super::memory::AdmiralMemory;
use super::move_planner::MovePlanner;
use super::ship_estimate::ShipEstimate;
use super::shot_update::FiredShot;
use super::unlimited_range::{HitChances, best_of, spend_shots};
use super::unseen_fleet::UnseenFleet;
use super::value_map::ValueMap;
use super::{PATIENCE, QUIET_MAX, Tactic};
use crate::geometry::{Pos, Rect};
use crate::players::ships::summed_area_table::SummedAreaTable;
use crate::players::{Orders, TurnInput};
use crate::view::Observation;

/// How many own ships get orders; the others of a huge fleet stay where they are.
const SHIPS_MAX: usize = 64;

/// Gives the orders; returns the shots.
pub(super) fn plan_turn(
    tactic: Tactic,
    input: &mut TurnInput<'_>,
    orders: &mut Orders<'_, '_>,
    remembered: &AdmiralMemory,
    unseen_fleet: &UnseenFleet,
    map: &mut ValueMap,
) -> Vec<FiredShot> {
    let belief = &remembered.belief;
    let window = belief.window;
    let view = orders.view();
    let chances = HitChances::new(belief, unseen_fleet);
    let mut shots = Vec::new();
    let mut fired = |pos: Pos| {
        shots.push(FiredShot {
            pos,
            hit_chance: chances.at(window, pos),
        });
    };
    let ships = orders.own_ships().len().min(SHIPS_MAX);
    if !view.is_extended() && orders.can_shoot() {
        let best = best_of(&map.shot_value, window);
        if let Some((pos, _)) = best
            && orders.fire(pos)
        {
            fired(pos);
            if let Some(at) = window.index(pos) {
                map.shot_value[at] = 0.0;
            }
        }
    }
    let proximity = proximity(map, window);
    let boldness = match tactic {
        Tactic::Balanced | Tactic::Scout => {
            boldness(view, orders, belief, unseen_fleet, remembered.quiet)
        }
        Tactic::Hide => -BOLD,
        Tactic::Charge => BOLD,
    };
    let mut planner = MovePlanner {
        window,
        boldness,
        map,
        proximity,
        enemy_sight: enemy_sight(belief),
    };
    for ship in 0..ships {
        planner.play_ship(ship, orders, &mut input.rng, &mut fired);
    }
    for ship in 0..ships {
        if orders.own_ships()[ship].class().has_unlimited_range() {
            let planes_min = match tactic {
                Tactic::Scout => orders.own_ships()[ship].shots.saturating_sub(1),
                _ => 0,
            };
            spend_shots(
                ship,
                planes_min,
                orders,
                planner.map,
                &chances,
                window,
                &mut fired,
            );
        }
    }
    shots
}

/// By field, the expected closeness to the enemy: the longest possible distance minus
/// the expected one, in fields.
fn proximity(map: &ValueMap, window: Rect) -> Vec<f64> {
    const STEP: usize = 2;
    let total: f64 = map.shot_value.iter().sum();
    let sums = SummedAreaTable::new(window, map.shot_value.iter().copied());
    let mut proximity = vec![0.0; window.field_count()];
    if total > 0.0 {
        let share = f64::from(2_u8) / total;
        for radius in (STEP..window.width().max(window.height())).step_by(STEP) {
            for (proximity, around) in proximity.iter_mut().zip(sums.squares(radius)) {
                *proximity += around * share;
            }
        }
    }
    proximity
}

/// The surroundings that the known ships of the enemy see.
fn enemy_sight(belief: &Belief) -> Vec<Rect> {
    let best = belief.estimates.iter().map(ShipEstimate::best);
    best.filter(|hypothesis| hypothesis.weight > 0.5)
        .map(|hypothesis| {
            let range = if hypothesis.is_healthy(0) {
                hypothesis.class.length
            } else {
                1
            };
            Rect::spanning(hypothesis.footprint.head, hypothesis.footprint.head)
                .grown(i32::from(range))
        })
        .collect()
}

/// The value of each field nearer to the enemy, for ships that approach it.
const BOLD: f64 = 0.5;

/// The value of each field nearer to the enemy.
fn boldness(
    view: &Observation<'_>,
    orders: &Orders<'_, '_>,
    belief: &Belief,
    unseen_fleet: &UnseenFleet,
    quiet: u32,
) -> f64 {
    const SHY: f64 = -0.03;
    if !view.is_extended() {
        return SHY;
    }
    let own = orders.own_ships().iter().any(|vessel| {
        vessel.class().has_unlimited_range() && vessel.is_healthy(vessel.class().cannon())
    });
    let estimated = belief.hypotheses().filter(|hypothesis| {
        hypothesis.class.has_unlimited_range() && hypothesis.cannon().is_some()
    });
    let estimated: f64 = estimated.map(|hypothesis| hypothesis.weight).sum();
    let hidden = unseen_fleet
        .classes
        .iter()
        .filter(|unseen| unseen.class.has_unlimited_range());
    let hidden: f64 = hidden
        .map(|unseen| unseen.count * unseen_fleet.health)
        .sum();
    let is_enemy_everywhere = estimated + hidden > 0.3;
    match (own, is_enemy_everywhere) {
        (true, false) => SHY,
        (false, true) => BOLD,
        // Otherwise two fleets could keep out of each other's range for ever.
        (false, false) if quiet > PATIENCE => BOLD * f64::from(quiet.min(QUIET_MAX) / PATIENCE),
        _ => 0.0,
    }
}
