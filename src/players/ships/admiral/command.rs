//! The orders of a turn, from what is believed.

use super::belief::Belief;
use super::chart::Chart;
use super::facts::Remembered;
use super::long_range::{Chances, best_of, long_range};
use super::manoeuvre::Helm;
use super::pool::Pool;
use super::report::Shot;
use super::sea::Sea;
use super::track::Track;
use super::{Bearing, PATIENCE, QUIET_MAX};
use crate::geometry::{Pos, Rect};
use crate::players::{Orders, TurnInput};
use crate::view::Observation;

/// How many own ships it commands; others of a huge fleet stay where they are.
const SHIPS_MAX: usize = 64;

/// Gives the orders; returns the shots.
pub(super) fn command(
    bearing: Bearing,
    input: &mut TurnInput<'_>,
    orders: &mut Orders<'_, '_>,
    remembered: &Remembered,
    pool: &Pool,
    chart: &mut Chart,
) -> Vec<Shot> {
    let belief = &remembered.belief;
    let sea = belief.sea;
    let view = orders.view();
    let odds = Chances::new(belief, pool);
    let mut shots = Vec::new();
    let mut fired = |pos: Pos| {
        shots.push(Shot {
            pos,
            rng: odds.at(&sea, pos),
        });
    };
    let ships = orders.own_ships().len().min(SHIPS_MAX);
    if !view.is_extended() && orders.can_shoot() {
        let best = best_of(&chart.prize, &sea);
        if let Some((pos, _)) = best
            && orders.fire(pos)
        {
            fired(pos);
            if let Some(at) = sea.index(pos) {
                chart.prize[at] = 0.0;
            }
        }
    }
    let pull = pull(chart, &sea);
    let boldness = match bearing {
        Bearing::Measured | Bearing::Scouts => {
            boldness(view, orders, belief, pool, remembered.quiet)
        }
        Bearing::Hides => -BOLD,
        Bearing::Charges => BOLD,
    };
    let mut helm = Helm {
        sea,
        boldness,
        chart,
        pull,
        watched: watched(belief),
    };
    for ship in 0..ships {
        helm.steer(ship, orders, &mut input.rng, &mut fired);
    }
    for ship in 0..ships {
        if orders.own_ships()[ship].class().has_unlimited_range() {
            let planes_min = match bearing {
                Bearing::Scouts => orders.own_ships()[ship].shots.saturating_sub(1),
                _ => 0,
            };
            long_range(
                ship, planes_min, orders, helm.chart, &odds, &sea, &mut fired,
            );
        }
    }
    shots
}

/// For each field how much nearer it is to the enemy than the farthest could
/// be, in fields, as it is expected.
fn pull(chart: &Chart, sea: &Sea) -> Vec<f64> {
    const STEP: usize = 2;
    let total: f64 = chart.prize.iter().sum();
    let sums = sea.sums(&chart.prize);
    let mut pull = vec![0.0; sea.len()];
    if total > 0.0 {
        let share = f64::from(2_u8) / total;
        for radius in (STEP..sea.width().max(sea.len() / sea.width())).step_by(STEP) {
            for (pull, around) in pull.iter_mut().zip(sea.in_squares(&sums, radius)) {
                *pull += around * share;
            }
        }
    }
    pull
}

/// The surroundings that ships of the enemy see, as far as these are made out.
fn watched(belief: &Belief) -> Vec<Rect> {
    let best = belief.tracks.iter().map(Track::best);
    best.filter(|guess| guess.weight > 0.5)
        .map(|guess| {
            let range = if guess.is_healthy(0) {
                guess.class.length
            } else {
                1
            };
            Rect::spanning(guess.footprint.head, guess.footprint.head).grown(i32::from(range))
        })
        .collect()
}

/// What a field nearer to the enemy is worth to those who want to be there.
const BOLD: f64 = 0.5;

/// What a field nearer to the enemy is worth.
fn boldness(
    view: &Observation<'_>,
    orders: &Orders<'_, '_>,
    belief: &Belief,
    pool: &Pool,
    quiet: u32,
) -> f64 {
    const SHY: f64 = -0.03;
    if !view.is_extended() {
        return SHY;
    }
    let own = orders.own_ships().iter().any(|vessel| {
        vessel.class().has_unlimited_range() && vessel.is_healthy(vessel.class().cannon())
    });
    let tracked = belief.tracks.iter().flat_map(|track| &track.guesses);
    let tracked =
        tracked.filter(|guess| guess.class.has_unlimited_range() && guess.cannon().is_some());
    let tracked: f64 = tracked.map(|guess| guess.weight).sum();
    let hidden = pool
        .classes
        .iter()
        .filter(|shoal| shoal.class.has_unlimited_range());
    let hidden: f64 = hidden.map(|shoal| shoal.count * pool.health).sum();
    let is_enemy_everywhere = tracked + hidden > 0.3;
    match (own, is_enemy_everywhere) {
        (true, false) => SHY,
        (false, true) => BOLD,
        // Two fleets that keep out of each other's range would do so for ever.
        (false, false) if quiet > PATIENCE => BOLD * f64::from(quiet.min(QUIET_MAX) / PATIENCE),
        _ => 0.0,
    }
}
