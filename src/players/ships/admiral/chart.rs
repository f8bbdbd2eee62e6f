//! What a shot, a plane and a ship's place are worth, field by field.

use super::belief::Belief;
use super::pool::Pool;
use crate::game::Footprint;
use crate::players::Rng;
use crate::rules::{CannonRange, ShipClass};
use crate::view::Observation;

/// What a shot, a plane and a ship's place are worth, field by field.
#[derive(Debug)]
pub(super) struct Chart {
    /// What a shot at the field is worth: the healthy segments it is expected to
    /// destroy, each as much as it is worth.
    pub prize: Vec<f64>,
    /// What is worth to be known about the field.
    pub doubt: Vec<f64>,
    /// How many shots of ships that must come near may reach the field in the
    /// enemy's next turn.
    pub threat: Vec<f64>,
    /// Where ships that shoot everywhere may lie, of which nothing was seen, and
    /// how likely.
    pub shot_policies: Vec<(Footprint, f64)>,
    /// How many healthy segments are surely known.
    pub known: f64,
}

/// What it is worth to destroy a healthy segment: 1 for a part less, and more
/// for what the ship can do no longer.
pub(super) fn worth(class: &ShipClass, segment: u8) -> f64 {
    let mut worth = 1.0;
    if segment == class.cannon() {
        worth += match class.range {
            CannonRange::Unlimited => 20.0,
            CannonRange::Length => 0.4 * f64::from(class.shots()),
        };
    }
    if segment == class.engine() {
        worth += 0.5;
    }
    if segment == ShipClass::RADAR {
        worth += 0.2;
    }
    worth
}

/// The probability from which a segment counts as known.
const KNOWN: f64 = 0.9;

/// How likely something is found on a field of which nothing is known, on patrol.
const PATROL: f64 = 0.2;
/// How much of that is drawn by lot: great ages are not told apart, and whoever
/// took the first of them each time would never come to the last.
const LOT: f64 = 0.1;

impl Chart {
    /// The chart of what is believed. On patrol, nothing is made of where ships
    /// are likely, and all fields are gone through that were not seen for long,
    /// those that were not for equally long by chance.
    pub fn new(
        view: &Observation<'_>,
        belief: &Belief,
        pool: &Pool,
        patrol: Option<&mut Rng>,
    ) -> Self {
        let sea = belief.sea;
        let empty = vec![0.0; sea.len()];
        let mut chart = Self {
            prize: empty.clone(),
            doubt: empty.clone(),
            threat: empty.clone(),
            known: 0.0,
            shot_policies: Vec::new(),
        };
        let mut cannons: Vec<Vec<f64>> = vec![Vec::new(); view.rules().classes.len()];
        let mut add_cannon = |class: &ShipClass, at: usize, weight: f64| {
            let map = &mut cannons[usize::from(class.index)];
            if map.is_empty() {
                map.clone_from(&empty);
            }
            map[at] += weight * f64::from(class.shots());
        };
        let doubts = belief.doubts();
        for track in &belief.tracks {
            for guess in &track.guesses {
                for (segment, field) in guess.healthy() {
                    let Some(at) = sea.index(field) else { continue };
                    let worth = worth(guess.class, segment);
                    let weight = guess.weight * doubts[usize::from(belief.ages[at])];
                    chart.prize[at] += weight * worth;
                    chart.doubt[at] += weight * (1.0 - weight) * worth;
                    chart.known += if weight > KNOWN { weight } else { 0.0 };
                }
                let cannon = guess.cannon().and_then(|field| sea.index(field));
                if let Some(at) = cannon.filter(|_| guess.class.range == CannonRange::Length) {
                    add_cannon(guess.class, at, guess.weight);
                }
            }
        }
        let is_patrol = patrol.is_some();
        if let Some(rng) = patrol {
            let ages = belief.ages.iter().map(|&age| doubts[usize::from(age)]);
            for (at, (doubt, pos)) in ages.zip(sea.fields()).enumerate() {
                if !view.is_reef(pos) {
                    let worth = PATROL * doubt * (1.0 + LOT * rng.fraction());
                    chart.prize[at] += worth;
                    chart.doubt[at] += worth;
                }
            }
        }
        for shoal in pool.classes.iter().filter(|_| !is_patrol) {
            let values: Vec<_> = (0..shoal.class.length)
                .map(|s| worth(shoal.class, s))
                .collect();
            for &(footprint, weight) in &shoal.footprints {
                let weight = weight * shoal.count * pool.health;
                if shoal.class.has_unlimited_range() {
                    chart.shot_policies.push((footprint, weight));
                }
                for (segment, field) in footprint.fields().enumerate() {
                    let Some(at) = sea.index(field) else { continue };
                    chart.prize[at] += weight * values[segment];
                    chart.doubt[at] += weight * values[segment];
                    if segment == usize::from(shoal.class.cannon())
                        && shoal.class.range == CannonRange::Length
                    {
                        add_cannon(shoal.class, at, weight);
                    }
                }
            }
        }
        for (class, cannons) in view.rules().classes.iter().zip(&cannons) {
            if !cannons.is_empty() {
                let range = usize::from(class.length) + usize::from(class.moves) - 1;
                for (threat, shots) in chart.threat.iter_mut().zip(sea.blurred(cannons, range)) {
                    *threat += shots;
                }
            }
        }
        chart
    }
}
