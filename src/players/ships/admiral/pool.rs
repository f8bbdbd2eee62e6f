//! The ships of the enemy that were not made out.

use super::belief::Belief;
use crate::game::Footprint;
use crate::geometry::{Direction, Pos, Rect};
use crate::rules::ShipClass;
use crate::view::Observation;

/// The ships of the enemy that were not made out: how many there are of each
/// class, and where each may lie.
#[derive(Debug)]
pub(super) struct Pool {
    /// By class of which there are some.
    pub classes: Vec<Shoal>,
    /// How much of them is healthy, from 0 to 1.
    pub health: f64,
}

/// The ships of a class that were not made out.
#[derive(Debug)]
pub(super) struct Shoal {
    pub class: &'static ShipClass,
    pub count: f64,
    /// Where each may lie, with weights that add up to 1, or to less if all
    /// places are unlikely.
    pub footprints: Vec<(Footprint, f64)>,
}

impl Pool {
    /// What is left of the enemy's fleet when the ships made out are taken away.
    pub fn new(view: &Observation<'_>, belief: &Belief, turn: u64) -> Self {
        let enemy = view.player().opponent();
        let weights = field_weights(view, belief, turn);
        let (mut parts, mut classes) = (0.0, Vec::new());
        for class in view.rules().classes {
            let tracked: f64 = belief
                .tracks
                .iter()
                .flat_map(|track| &track.guesses)
                .filter(|guess| guess.class == class)
                .map(|guess| guess.weight)
                .sum();
            let count = (f64::from(view.count(enemy, class)) - tracked).max(0.0);
            if count > COUNT_MIN {
                parts += count * f64::from(class.length);
                let footprints = places(class, belief, &weights);
                classes.push(Shoal {
                    class,
                    count,
                    footprints,
                });
            }
        }
        let tracked: f64 = belief
            .tracks
            .iter()
            .flat_map(|track| &track.guesses)
            .map(|guess| guess.weight * guess.healthy().map(|_| 1.0).sum::<f64>())
            .sum();
        #[expect(clippy::cast_precision_loss, reason = "an estimate")]
        let hidden = (view.parts(enemy) as f64 - tracked).max(0.0);
        let health = if parts > 0.0 {
            (hidden / parts).min(1.0)
        } else {
            0.0
        };
        Self { classes, health }
    }

    /// Whether there is a place for every ship, if any parts are left.
    pub fn is_possible(&self) -> bool {
        let is_possible = |shoal: &Shoal| {
            let sum: f64 = shoal.footprints.iter().map(|(_, weight)| weight).sum();
            shoal.count < 0.9 || sum > POSSIBLE_MIN
        };
        self.classes.iter().all(is_possible)
    }
}

/// A class whose places have less weight than this has none.
const POSSIBLE_MIN: f64 = 0.3;
/// Fewer ships than this are rounding.
const COUNT_MIN: f64 = 0.02;

/// How likely each field may have a ship on it, as far as it is the field that
/// decides: not if it is clear, more if that is long ago, less far from where
/// the enemy began.
fn field_weights(view: &Observation<'_>, belief: &Belief, turn: u64) -> Vec<f64> {
    let turns = f64::from(u32::try_from(turn).unwrap_or(u32::MAX)) + 1.0;
    let enemy = view.player().opponent();
    let start = view.start(enemy);
    let doubts = belief.doubts();
    let mut weights: Vec<f64> = (belief.ages.iter().zip(belief.sea.fields()))
        .map(|(&age, pos)| {
            if age == 0 || view.is_reef(pos) {
                0.0
            } else {
                doubts[usize::from(age)] * nearness(pos, start, turns)
            }
        })
        .collect();
    // Next to a ship that is made out lies no other.
    for guess in belief.tracks.iter().flat_map(|track| &track.guesses) {
        let around = guess.footprint.rect().grown(1);
        for y in around.top..=around.bottom {
            for x in around.left..=around.right {
                if let Some(at) = belief.sea.index(Pos::new(y, x)) {
                    weights[at] *= 1.0 - guess.weight;
                }
            }
        }
    }
    weights
}

/// How likely the enemy is on a field, by how far it is from where it began.
fn nearness(pos: Pos, start: Rect, turns: f64) -> f64 {
    let beyond = f64::from(start.distance(pos));
    1.0 / (1.0 + 4.0 * beyond * beyond / turns)
}

/// Where a ship of a class may lie, with weights that add up to 1 at most.
fn places(class: &'static ShipClass, belief: &Belief, weights: &[f64]) -> Vec<(Footprint, f64)> {
    let mut footprints = Vec::new();
    let mut sum = 0.0;
    for direction in Direction::ALL {
        for head in belief.sea.fields() {
            let footprint = Footprint {
                head,
                direction,
                length: class.length,
            };
            let weigh = |field| belief.sea.index(field).map_or(0.0, |at| weights[at]);
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
