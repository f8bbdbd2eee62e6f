//! The ships of the enemy that were not detected.

use super::belief::Belief;
use crate::game::Footprint;
use crate::geometry::{Direction, Pos, Rect};
use crate::rules::ShipClass;
use crate::view::Observation;

/// The ships of the enemy that were not detected: how many there are of each class,
/// and where each may lie.
#[derive(Debug)]
pub(super) struct UnseenFleet {
    /// The classes that have some.
    pub classes: Vec<UnseenShips>,
    /// The share of their parts that is healthy, from 0 to 1.
    pub health: f64,
}

/// The ships of a class that were not detected.
#[derive(Debug)]
pub(super) struct UnseenShips {
    pub class: &'static ShipClass,
    pub count: f64,
    /// Where each may lie, with weights that sum to 1, or to less if all positions are
    /// unlikely.
    pub footprints: Vec<(Footprint, f64)>,
}

impl UnseenFleet {
    /// The enemy's fleet without the ships that are estimated.
    pub fn new(view: &Observation<'_>, belief: &Belief, turn: u64) -> Self {
        let enemy = view.player().opponent();
        let weights = field_weights(view, belief, turn);
        let (mut parts, mut classes) = (0.0, Vec::new());
        for class in view.rules().classes {
            let estimated: f64 = belief
                .hypotheses()
                .filter(|hypothesis| hypothesis.class == class)
                .map(|hypothesis| hypothesis.weight)
                .sum();
            let count = (f64::from(view.count(enemy, class)) - estimated).max(0.0);
            if count > COUNT_MIN {
                parts += count * f64::from(class.length);
                let footprints = places(class, belief, &weights);
                classes.push(UnseenShips {
                    class,
                    count,
                    footprints,
                });
            }
        }
        let estimated: f64 = belief
            .hypotheses()
            .map(|hypothesis| hypothesis.weight * hypothesis.healthy().map(|_| 1.0).sum::<f64>())
            .sum();
        #[expect(clippy::cast_precision_loss, reason = "an estimate")]
        let hidden = (view.parts(enemy) as f64 - estimated).max(0.0);
        let health = if parts > 0.0 {
            (hidden / parts).min(1.0)
        } else {
            0.0
        };
        Self { classes, health }
    }

    /// Whether every class has enough possible positions.
    pub fn is_possible(&self) -> bool {
        let is_possible = |unseen: &UnseenShips| {
            let sum: f64 = unseen.footprints.iter().map(|(_, weight)| weight).sum();
            unseen.count < 0.9 || sum > POSSIBLE_MIN
        };
        self.classes.iter().all(is_possible)
    }
}

/// The total weight of positions that a class needs.
const POSSIBLE_MIN: f64 = 0.3;
/// Smaller counts are rounding errors.
const COUNT_MIN: f64 = 0.02;

/// By field, the relative probability of a ship on it: 0 if it is clear, growing with
/// the time since then, and falling with the distance from the enemy's start.
fn field_weights(view: &Observation<'_>, belief: &Belief, turn: u64) -> Vec<f64> {
    let turns = f64::from(u32::try_from(turn).unwrap_or(u32::MAX)) + 1.0;
    let enemy = view.player().opponent();
    let start = view.start(enemy);
    let reoccupied = belief.reoccupied_by_age();
    let mut weights: Vec<f64> = (belief.ages.iter().zip(belief.window.fields()))
        .map(|(&age, pos)| {
            if age == 0 || view.is_reef(pos) {
                0.0
            } else {
                reoccupied[usize::from(age)] * nearness(pos, start, turns)
            }
        })
        .collect();
    // No other ship lies next to one that is estimated.
    for hypothesis in belief.hypotheses() {
        let around = hypothesis.footprint.rect().grown(1);
        for at in around.fields().filter_map(|pos| belief.window.index(pos)) {
            weights[at] *= 1.0 - hypothesis.weight;
        }
    }
    weights
}

/// The relative probability of the enemy by its distance from its start.
fn nearness(pos: Pos, start: Rect, turns: f64) -> f64 {
    let beyond = f64::from(start.distance(pos));
    1.0 / (1.0 + 4.0 * beyond * beyond / turns)
}

/// Where a ship of a class may lie, with weights that sum to 1 at most.
fn places(class: &'static ShipClass, belief: &Belief, weights: &[f64]) -> Vec<(Footprint, f64)> {
    let mut footprints = Vec::new();
    let mut sum = 0.0;
    for direction in Direction::ALL {
        for head in belief.window.fields() {
            let footprint = Footprint {
                head,
                direction,
                length: class.length,
            };
            let weigh = |field| belief.window.index(field).map_or(0.0, |at| weights[at]);
            let weight = footprint.fields().map(weigh).fold(1.0, f64::min);
            if weight > 0.0 {
                footprints.push((footprint, weight));
                sum += weight;
            }
        }
    }
    for (_, weight) in &mut footprints {
        *weight /= sum.max(1.0);
    }
    footprints
}
