//! The value of shots, planes and positions, field by field.

use super::belief::{Belief, FiredShot};
use super::unseen_fleet::UnseenFleet;
use crate::Rng;
use crate::ships::heat_map::HeatMap;
use admiralty_core::game::Footprint;
use admiralty_core::geometry::Pos;
use admiralty_core::rules::ShipClass;
use admiralty_core::view::Observation;

/// The values of the fields of the window.
#[derive(Debug)]
pub(super) struct ValueMap {
    /// The probability that a shot hits a healthy segment; it may exceed 1.
    pub hit_chance: HeatMap,
    /// The value of a shot: the expected value of what it destroys.
    pub shot_value: HeatMap,
    /// The value of knowing the field because of other ships; 0 if it is seen.
    pub scout_value: HeatMap,
    /// The value of knowing the field because of a ship with unlimited range that can still
    /// shoot.
    pub unlimited_value: HeatMap,
    /// How many shots of ships with limited range may reach the field in the enemy's next
    /// turn.
    pub threat: HeatMap,
    /// The positions of undetected ships with unlimited range, with their probability.
    pub unlimited_ships: Vec<(Footprint, f64)>,
    /// The number of healthy segments that are known for certain.
    pub known: f64,
    /// The shots since the map was made.
    pub shots: Vec<FiredShot>,
}

/// The probability from which on a segment counts as known.
const KNOWN: f64 = 0.9;

/// On patrol, the value of a field of which nothing is known.
const PATROL: f64 = 0.2;
/// The random part of that value. High ages are equal, and without it the first of them would
/// be chosen every time.
const LOT: f64 = 0.1;

/// The value of destroying a healthy segment: 1 for the part, and more for what the ship can
/// then no longer do.
pub(super) fn part_value(class: &ShipClass, segment: u8) -> f64 {
    let mut value = 1.0;
    if segment == class.cannon() {
        value += if class.has_unlimited_range {
            30.0
        } else {
            0.4 * f64::from(class.shots())
        };
    }
    if segment == class.engine() {
        value += 2.0;
    }
    if segment == ShipClass::RADAR {
        value += 0.2;
    }
    value
}

impl ValueMap {
    /// The values according to the belief. On patrol, undetected ships are ignored, and all
    /// fields are searched that were not seen for long, equally old ones in random order.
    pub fn new(
        view: &Observation<'_>,
        belief: &Belief,
        unseen_fleet: &UnseenFleet,
        patrol: Option<&mut Rng>,
    ) -> Self {
        let window = belief.window;
        let empty = HeatMap::new(window);
        let mut map = Self {
            hit_chance: empty.clone(),
            shot_value: empty.clone(),
            scout_value: empty.clone(),
            unlimited_value: empty.clone(),
            threat: empty.clone(),
            known: 0.0,
            unlimited_ships: Vec::new(),
            shots: Vec::new(),
        };
        // By class index, the shots of ships with limited range, on the fields of their
        // cannons.
        let mut cannons: Vec<Option<HeatMap>> = vec![None; view.rules().classes.len()];
        let mut add_cannon = |class: &ShipClass, field: Pos, weight: f64| {
            if !class.has_unlimited_range {
                let of_class = &mut cannons[usize::from(class.index)];
                let shots = of_class.get_or_insert_with(|| empty.clone());
                shots.add(field, weight * f64::from(class.shots()));
            }
        };
        let reoccupied = belief.reoccupied();
        for hypothesis in belief.hypotheses() {
            for (segment, field) in hypothesis.healthy() {
                let weight = hypothesis.weight * reoccupied.at(field);
                let value = part_value(hypothesis.class, segment);
                map.hit_chance.add(field, weight);
                map.shot_value.add(field, weight * value);
                let is_unlimited =
                    hypothesis.class.has_unlimited_range && hypothesis.cannon().is_some();
                map.scouted(is_unlimited)
                    .add(field, weight * (1.0 - weight) * value);
                map.known += if weight > KNOWN { weight } else { 0.0 };
            }
            if let Some(field) = hypothesis.cannon() {
                add_cannon(hypothesis.class, field, hypothesis.weight);
            }
        }
        let is_patrol = patrol.is_some();
        if let Some(rng) = patrol {
            for (reoccupied, pos) in reoccupied.values.iter().zip(window.fields()) {
                if !view.is_reef(pos) {
                    let value = PATROL * reoccupied * (1.0 + LOT * rng.fraction());
                    map.shot_value.add(pos, value);
                    map.scout_value.add(pos, value);
                }
            }
        }
        for unseen in &unseen_fleet.classes {
            let class = unseen.class;
            let chance = |weight: f64| weight * unseen.count * unseen_fleet.health;
            unseen.add_to(&mut map.hit_chance, chance);
            if is_patrol {
                continue;
            }
            let values: Vec<_> = (0..class.length)
                .map(|segment| part_value(class, segment))
                .collect();
            for &(footprint, weight) in &unseen.placements {
                let weight = chance(weight);
                if class.has_unlimited_range {
                    map.unlimited_ships.push((footprint, weight));
                }
                for (field, value) in footprint.fields().zip(&values) {
                    map.shot_value.add(field, weight * value);
                    map.scouted(class.has_unlimited_range)
                        .add(field, weight * value);
                }
                add_cannon(class, footprint.field(class.cannon()), weight);
            }
        }
        // Another plane would reveal nothing there.
        for pos in window.fields().filter(|&pos| view.seen().contains(pos)) {
            map.scout_value.clear(pos);
            map.unlimited_value.clear(pos);
        }
        for (class, cannons) in view.rules().classes.iter().zip(&cannons) {
            if let Some(cannons) = cannons {
                let range = usize::from(class.length) + usize::from(class.moves) - 1;
                let shots = cannons.summed().squares(range);
                for (threat, shots) in map.threat.values.iter_mut().zip(shots) {
                    *threat += shots;
                }
            }
        }
        map
    }

    /// The map of the value of knowing fields because of a ship.
    const fn scouted(&mut self, is_unlimited: bool) -> &mut HeatMap {
        if is_unlimited {
            &mut self.unlimited_value
        } else {
            &mut self.scout_value
        }
    }

    /// Records a shot at a field, which has no value after it.
    pub fn record_shot(&mut self, pos: Pos) {
        self.shots.push(FiredShot {
            pos,
            hit_chance: self.hit_chance.at(pos).min(1.0),
        });
        self.shot_value.clear(pos);
    }
}
