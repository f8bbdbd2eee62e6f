//! The enemy ships that nothing has detected.

use super::belief::Belief;
use super::remoteness;
use super::unseen_ships::UnseenShips;
use crate::ships::heat_map::HeatMap;
use admiralty_core::game::Footprint;
use admiralty_core::geometry::{Direction, Pos, Rect};
use admiralty_core::rules::ShipClass;
use admiralty_core::view::Observation;

/// The enemy ships that nothing has detected: how many of each class, and where each may lie.
#[derive(Debug)]
pub(super) struct UnseenFleet {
    /// The classes that have such ships. The weights of the placements of each sum to 1, or
    /// to less if all are unlikely.
    pub classes: Vec<UnseenShips>,
    /// The healthy share of their parts, from 0 to 1, if there are any.
    pub health: f64,
    /// How many healthy parts are neither in the estimates nor in these ships.
    pub missing: f64,
}

/// The lowest total weight of placements that a class needs.
const POSSIBLE_MIN: f64 = 0.3;
/// How far ships get that see their way, and how far others do ([`field_weights`]).
const FAR: f64 = 1.8;
const NEAR: f64 = 0.22;
/// Lower counts are rounding errors.
const COUNT_MIN: f64 = 0.02;

impl UnseenFleet {
    pub fn new(view: &Observation<'_>, belief: &Belief, turn: u64) -> Self {
        let enemy = view.player().opponent();
        let [near, far] = [NEAR, FAR].map(|distance| field_weights(view, belief, turn, distance));
        let prior = cannon_prior(view, belief.window, turn);
        let (mut parts, mut classes) = (0.0, Vec::new());
        for class in &view.rules().classes {
            let of_class = belief.hypotheses().filter(|one| one.class == *class);
            let estimated: f64 = of_class.map(|hypothesis| hypothesis.weight).sum();
            let count = (f64::from(view.count(enemy, class)) - estimated).max(0.0);
            if count > COUNT_MIN {
                parts += count * f64::from(class.length);
                classes.push(UnseenShips {
                    class: *class,
                    count,
                    placements: placements(
                        class,
                        if sees_its_way(class) { &far } else { &near },
                        &prior,
                    ),
                });
            }
        }
        let estimated: f64 = belief
            .hypotheses()
            .map(|hypothesis| hypothesis.weight * hypothesis.healthy().map(|_| 1.0).sum::<f64>())
            .sum();
        let hidden = (view.parts(enemy) as f64 - estimated).max(0.0);
        let health = (hidden / parts).min(1.0);
        let missing = (hidden - parts).max(0.0);
        Self {
            classes,
            health,
            missing,
        }
    }

    /// Whether every class has enough possible placements.
    pub fn is_possible(&self) -> bool {
        self.classes.iter().all(|unseen| {
            let weights = unseen.placements.iter().map(|(_, weight)| weight);
            unseen.count < 0.9 || weights.sum::<f64>() > POSSIBLE_MIN
        })
    }
}

/// Whether a ship sees all fields around its next position straight ahead, so that it may go on without
/// the help of others; a destroyer does not see the corners.
fn sees_its_way(class: &ShipClass) -> bool {
    let corner = Pos::new(2, 1);
    corner.within(Pos::new(0, 0), class.length)
}

/// For each field, the relative probability of a ship on it: 0 if it is clear, growing with
/// the time since then, and decreasing with the distance from the enemy's start: half as much
/// `distance` times the square root of the number of turns away.
fn field_weights(view: &Observation<'_>, belief: &Belief, turn: u64, distance: f64) -> HeatMap {
    let turns = f64::from(u32::try_from(turn).unwrap_or(u32::MAX)) + 1.0;
    let start = view.start(view.player().opponent());
    let mut weights = belief.reoccupied();
    for (weight, pos) in weights.values.iter_mut().zip(belief.window.fields()) {
        let beyond = f64::from(start.distance(pos));
        let nearness = 1.0 / (1.0 + (beyond / distance).powi(2) / turns);
        *weight *= if view.is_reef(pos) { 0.0 } else { nearness };
    }
    // No other ship lies next to an estimated one.
    for hypothesis in belief.hypotheses() {
        let around = hypothesis.footprint.rect().grown(1).fields();
        for at in around.filter_map(|pos| belief.window.index(pos)) {
            weights.values[at] *= 1.0 - hypothesis.weight;
        }
    }
    weights
}

/// By field, the relative prior probability of a cannon of unlimited range: most players
/// place it far from the enemy. The prior is that of an enemy who samples 1, 2, 4, 8 or 16
/// fleets and takes the one with its cannon farthest away: the maximum of `n` uniform numbers
/// has the density `n * x^(n - 1)`. It fades to a uniform one, because the ship moves.
pub(super) fn cannon_prior(view: &Observation<'_>, window: Rect, turn: u64) -> HeatMap {
    /// How often to double the number of fleets. With 16 fleets, carriers turn up sooner than with
    /// a prior linear in the distance; with 128, later if the enemy places at random
    /// (`docs/MEASUREMENTS.md`).
    const DOUBLINGS: u32 = 4;
    /// The fraction of the prior that is left after a turn.
    const FADING: f64 = 0.97;
    let faded = FADING.powi(i32::try_from(turn).unwrap_or(i32::MAX));
    let player = view.player();
    let (own, enemy) = (view.start(player), view.start(player.opponent()));
    let likelihood = |field| {
        let remoteness = remoteness(field, enemy, own).min(1.0);
        let (mut fleets, mut power, mut sum) = (1.0, 1.0, 0.0);
        for _ in 0..DOUBLINGS {
            fleets *= 2.0;
            power = power * power * remoteness;
            sum += fleets * power;
        }
        1.0 + faded * sum
    };
    HeatMap {
        rect: window,
        values: window.fields().map(likelihood).collect(),
    }
}

/// The possible positions of a ship of a class, each as likely as the least likely of its
/// fields, times the prior of its cannon if its range is unlimited; the weights sum to at
/// most 1.
fn placements(class: &ShipClass, weights: &HeatMap, prior: &HeatMap) -> Vec<(Footprint, f64)> {
    let mut placements = Vec::new();
    let mut sum = 0.0;
    for direction in Direction::ALL {
        for head in weights.rect.fields() {
            let footprint = Footprint::new(head, direction, class.length);
            let weights = footprint.fields().map(|field| weights.at(field));
            let mut weight = weights.fold(1.0, f64::min);
            if weight > 0.0 {
                if class.has_unlimited_range {
                    weight *= prior.at(footprint.field(class.cannon()));
                }
                placements.push((footprint, weight));
                sum += weight;
            }
        }
    }
    for (_, weight) in &mut placements {
        *weight /= sum.max(1.0);
    }
    placements
}
