//! The value of shots, planes and positions, field by field.

use super::belief::Belief;
use super::unseen_fleet::UnseenFleet;
use crate::game::Footprint;
use crate::players::Rng;
use crate::players::ships::summed_area_table::SummedAreaTable;
use crate::rules::{CannonRange, ShipClass};
use crate::view::Observation;

/// The value of shots, planes and positions, field by field of the window.
#[derive(Debug)]
pub(super) struct ValueMap {
    /// The value of a shot at the field: the expected value of what it destroys.
    pub shot_value: Vec<f64>,
    /// The value of knowing the field.
    pub scout_value: Vec<f64>,
    /// How many shots of ships with limited range may reach the field in the enemy's
    /// next turn.
    pub threat: Vec<f64>,
    /// The positions of undetected ships with unlimited range, with their probability.
    pub unlimited_ships: Vec<(Footprint, f64)>,
    /// How many healthy segments are known for certain.
    pub known: f64,
}

/// The value of destroying a healthy segment: 1 for the part, and more for what the
/// ship can no longer do.
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

/// On patrol, the value of a field of which nothing is known.
const PATROL: f64 = 0.2;
/// How much of that value is random. Great ages are equal, and the first of them would
/// be taken every time.
const LOT: f64 = 0.1;

impl ValueMap {
    /// The values by the belief. On patrol, the undetected ships are ignored, and all
    /// fields are searched that were not seen for long, equally old ones at random.
    pub fn new(
        view: &Observation<'_>,
        belief: &Belief,
        unseen_fleet: &UnseenFleet,
        patrol: Option<&mut Rng>,
    ) -> Self {
        let window = belief.window;
        let empty = vec![0.0; window.field_count()];
        let mut map = Self {
            shot_value: empty.clone(),
            scout_value: empty.clone(),
            threat: empty.clone(),
            known: 0.0,
            unlimited_ships: Vec::new(),
        };
        let mut cannons: Vec<Vec<f64>> = vec![Vec::new(); view.rules().classes.len()];
        let mut add_cannon = |class: &ShipClass, at: usize, weight: f64| {
            let map = &mut cannons[usize::from(class.index)];
            if map.is_empty() {
                map.clone_from(&empty);
            }
            map[at] += weight * f64::from(class.shots());
        };
        let reoccupied = belief.reoccupied_by_age();
        for estimate in &belief.estimates {
            for hypothesis in &estimate.hypotheses {
                for (segment, field) in hypothesis.healthy() {
                    let Some(at) = window.index(field) else {
                        continue;
                    };
                    let worth = worth(hypothesis.class, segment);
                    let weight = hypothesis.weight * reoccupied[usize::from(belief.ages[at])];
                    map.shot_value[at] += weight * worth;
                    map.scout_value[at] += weight * (1.0 - weight) * worth;
                    map.known += if weight > KNOWN { weight } else { 0.0 };
                }
                let cannon = hypothesis.cannon().and_then(|field| window.index(field));
                if let Some(at) = cannon.filter(|_| hypothesis.class.range == CannonRange::Length) {
                    add_cannon(hypothesis.class, at, hypothesis.weight);
                }
            }
        }
        let is_patrol = patrol.is_some();
        if let Some(rng) = patrol {
            let ages = belief.ages.iter().map(|&age| reoccupied[usize::from(age)]);
            for (at, (reoccupied, pos)) in ages.zip(window.fields()).enumerate() {
                if !view.is_reef(pos) {
                    let worth = PATROL * reoccupied * (1.0 + LOT * rng.fraction());
                    map.shot_value[at] += worth;
                    map.scout_value[at] += worth;
                }
            }
        }
        for unseen in unseen_fleet.classes.iter().filter(|_| !is_patrol) {
            let values: Vec<_> = (0..unseen.class.length)
                .map(|s| worth(unseen.class, s))
                .collect();
            for &(footprint, weight) in &unseen.footprints {
                let weight = weight * unseen.count * unseen_fleet.health;
                if unseen.class.has_unlimited_range() {
                    map.unlimited_ships.push((footprint, weight));
                }
                for (segment, field) in footprint.fields().enumerate() {
                    let Some(at) = window.index(field) else {
                        continue;
                    };
                    map.shot_value[at] += weight * values[segment];
                    map.scout_value[at] += weight * values[segment];
                    if segment == usize::from(unseen.class.cannon())
                        && unseen.class.range == CannonRange::Length
                    {
                        add_cannon(unseen.class, at, weight);
                    }
                }
            }
        }
        for (class, cannons) in view.rules().classes.iter().zip(&cannons) {
            if !cannons.is_empty() {
                let range = usize::from(class.length) + usize::from(class.moves) - 1;
                let cannons = SummedAreaTable::new(window, cannons.iter().copied());
                for (threat, shots) in map.threat.iter_mut().zip(cannons.squares(range)) {
                    *threat += shots;
                }
            }
        }
        map
    }
}
