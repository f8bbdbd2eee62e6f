//! The value of shots, planes and positions, field by field, and of ending a turn in a position.

use admiralty_core::game::Footprint;
use admiralty_core::geometry::{Movement, Pos, Rect};
use admiralty_core::rules::ShipClass;
use admiralty_core::view::Observation;

use super::belief::{Belief, FiredShot, ShipEstimate};
use super::memory::{AdmiralMemory, PATIENCE, QUIET_MAX};
use super::unseen_fleet::UnseenFleet;
use crate::ships::carrier_filter::Exposure;
use crate::ships::heat_map::{HeatMap, SummedAreaTable};
use crate::{Orders, OwnShip, Rng};

/// The value of each field closer to the enemy, for ships that approach it.
const BOLD: f64 = 0.5;
/// The same for ships that look for the enemy's carrier while the own one protects them.
const SCOUTING: f64 = 0.3;
/// The same for ships that stay away.
const SHY: f64 = -0.03;
/// The same for ships of unlimited range.
const CAUTION: f64 = -0.1;
/// The value of a part being in range of an enemy's shot.
const RISK: f64 = -0.05;
/// More shots than this are no greater risk.
const THREAT_MAX: f64 = 6.0;
/// The value of each field that the ship covers only in its new position.
const EVASION: f64 = 0.1;
/// The same for ships of unlimited range, which the enemy looks for, where their exposure is not known.
const EVASION_UNLIMITED: f64 = 0.3;
/// The same if the enemy knows where the ship is.
const EVASION_KNOWN: f64 = 0.6;
/// The value of the carrier's [`Exposure`].
const EXPOSED: f64 = -1.0;
/// The value of each movement that can follow.
const WAY: f64 = 0.2;
/// On patrol, the value of a field that comes into the radar's range.
const UNEXPLORED: f64 = 0.3;
/// On patrol, the value of each field closer to the window.
const ON_PATROL: f64 = 0.3;
/// The value of a position that cannot be left.
const STUCK: f64 = -2.0;

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
    /// The shots since this map.
    pub shots: Vec<FiredShot>,
}

/// From this probability on, a segment counts as known.
const KNOWN: f64 = 0.9;

/// The lowest probability of a hit beside an earlier one: more than that of a field in the dark, and less
/// than that of a ship that is believed to be there.
const LEAD: f64 = 0.05;
/// The lowest value of a shot there.
const LEAD_VALUE: f64 = 2.0 * LEAD;

/// The value on patrol of an unknown field.
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
    /// The values according to the belief. On patrol, it ignores undetected ships and searches all
    /// fields not seen for long, equally old ones in random order.
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
                let value = part_value(&hypothesis.class, segment);
                map.hit_chance.add(field, weight);
                map.shot_value.add(field, weight * value);
                let is_unlimited =
                    hypothesis.class.has_unlimited_range && hypothesis.cannon().is_some();
                map.scouted(is_unlimited)
                    .add(field, weight * (1.0 - weight) * value);
                map.known += if weight > KNOWN { weight } else { 0.0 };
            }
            if let Some(field) = hypothesis.cannon() {
                add_cannon(&hypothesis.class, field, hypothesis.weight);
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
                .map(|segment| part_value(&class, segment))
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
                add_cannon(&class, footprint.field(class.cannon()), weight);
            }
        }
        for pos in belief.hits.leads() {
            map.hit_chance.raise(pos, LEAD);
            map.shot_value.raise(pos, LEAD_VALUE);
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

/// The terms that determine the value of a position at the end of the turn.
#[derive(Debug)]
pub(super) struct PositionValues {
    /// The value of being near the enemy; negative to stay away.
    boldness: f64,
    /// For each field, how close it is to where the enemy is expected.
    proximity: HeatMap,
    /// The rectangles that the known enemy ships see.
    enemy_sight: Vec<Rect>,
    /// On patrol, how much of each field is unexplored.
    unexplored: Option<(HeatMap, SummedAreaTable)>,
    /// How exposed the own carrier is, while the enemy's may send planes.
    exposure: Option<Exposure>,
}

impl PositionValues {
    pub fn new(
        map: &ValueMap,
        memory: &AdmiralMemory,
        unseen_fleet: &UnseenFleet,
        orders: &Orders<'_, '_>,
        is_search: bool,
    ) -> Self {
        let unexplored = is_search.then(|| {
            let unexplored = memory.belief.reoccupied();
            let sums = unexplored.summed();
            (unexplored, sums)
        });
        let boldness = boldness(memory, unseen_fleet, orders);
        let best = memory.belief.estimates.iter().map(ShipEstimate::best);
        let known = best.filter(|hypothesis| hypothesis.weight > 0.5);
        let boldness_min = if is_search { ON_PATROL / 4.0 } else { f64::MIN };
        Self {
            boldness: boldness.max(boldness_min),
            proximity: proximity(&map.shot_value),
            enemy_sight: known
                .map(|hypothesis| {
                    let has_radar = hypothesis.is_healthy(ShipClass::RADAR);
                    let range = hypothesis.class.radar_range(has_radar);
                    let head = hypothesis.footprint.head;
                    Rect::spanning(head, head).grown(range.into())
                })
                .collect(),
            unexplored,
            exposure: memory
                .is_carrier_hunt(orders.view())
                .then(|| Exposure::of_carrier(orders.view(), memory.belief.turn + 1))
                .flatten(),
        }
    }

    /// Marks what a ship sees as explored.
    pub fn explore_from(&mut self, own_ship: &OwnShip) {
        if let Some((unexplored, sums)) = &mut self.unexplored {
            let seen = radar_square(own_ship, &own_ship.footprint);
            seen.fields().for_each(|field| unexplored.clear(field));
            *sums = unexplored.summed();
        }
    }

    /// The value of ending the turn in a position.
    pub fn value(
        &self,
        own_ship: &OwnShip,
        footprint: &Footprint,
        map: &ValueMap,
        view: &Observation<'_>,
    ) -> f64 {
        let class = own_ship.class();
        let healthy = (0..class.length).filter(|&segment| own_ship.is_healthy(segment));
        let risk: f64 = healthy
            .map(|segment| {
                let threat = map.threat.at(footprint.field(segment));
                threat.min(THREAT_MAX) * part_value(class, segment)
            })
            .sum();
        let before = own_ship.footprint.rect();
        let new_fields = footprint.fields().filter(|&pos| !before.contains(pos));
        let moved: f64 = new_fields.map(|_| 1.0).sum();
        let is_damaged = own_ship.healthy.count_ones() < u32::from(class.length);
        let is_known = is_damaged || self.enemy_sight.iter().any(|seen| seen.intersects(&before));
        let exposure = self.exposure.as_ref().filter(|_| class.planes);
        let evasion = if is_known {
            EVASION_KNOWN
        } else if exposure.is_some() {
            0.0
        } else if class.has_unlimited_range {
            EVASION_UNLIMITED
        } else {
            EVASION
        };
        let boldness = if class.has_unlimited_range {
            CAUTION
        } else {
            self.boldness
        };
        let exploration = match &self.unexplored {
            Some((unexplored, sums)) if !class.has_unlimited_range => {
                let (head, rect) = (footprint.head, unexplored.rect);
                let inside = Pos::new(
                    head.y.clamp(rect.top, rect.bottom),
                    head.x.clamp(rect.left, rect.right),
                );
                let outside = head.y.abs_diff(inside.y) + head.x.abs_diff(inside.x);
                UNEXPLORED * sums.sum(radar_square(own_ship, footprint))
                    - ON_PATROL * f64::from(outside)
            }
            _ => 0.0,
        };
        let exposed = exposure.map_or(0.0, |it| it.of(footprint));
        freedom(own_ship, footprint, view)
            + exploration
            + EXPOSED * exposed
            + RISK * risk
            + evasion * moved
            + boldness * self.proximity.at(footprint.head)
    }
}

/// The largest square that the radar of a ship sees from a position.
fn radar_square(own_ship: &OwnShip, footprint: &Footprint) -> Rect {
    let has_radar = own_ship.is_healthy(ShipClass::RADAR);
    let range = i32::from(own_ship.class().radar_range(has_radar));
    // Inscribed in the circle, except for rounding.
    Rect::spanning(footprint.head, footprint.head).grown((range * 5 + 3) / 7)
}

/// The value of being able to move on from a position.
fn freedom(own_ship: &OwnShip, footprint: &Footprint, view: &Observation<'_>) -> f64 {
    if !own_ship.is_healthy(own_ship.class().engine()) {
        return 0.0;
    }
    let is_open = |footprint: &Footprint| view.is_navigable(footprint);
    let mut ways = 0.0;
    for next in Movement::ALL.map(|movement| footprint.moved(movement)) {
        if is_open(&next) {
            let mut movements = Movement::ALL.into_iter();
            let leads_on = movements.any(|movement| is_open(&next.moved(movement)));
            ways += if leads_on { WAY } else { WAY / 4.0 };
        }
    }
    if ways == 0.0 { STUCK } else { ways }
}

/// For each field, the expected closeness to the enemy: the longest possible distance minus
/// the expected one, in fields.
fn proximity(shot_value: &HeatMap) -> HeatMap {
    const STEP: usize = 2;
    let rect = shot_value.rect;
    let total: f64 = shot_value.values.iter().sum();
    let sums = shot_value.summed();
    let mut proximity = HeatMap::new(rect);
    if total > 0.0 {
        let share = 2.0 / total;
        for radius in (STEP..rect.width().max(rect.height())).step_by(STEP) {
            for (proximity, around) in proximity.values.iter_mut().zip(sums.squares(radius)) {
                *proximity += around * share;
            }
        }
    }
    proximity
}

/// The value of being near the enemy, for ships whose range is limited; negative to stay away.
fn boldness(memory: &AdmiralMemory, unseen_fleet: &UnseenFleet, orders: &Orders<'_, '_>) -> f64 {
    if !orders.view().is_extended() {
        return SHY;
    }
    let own = orders.own_ships().iter().any(|own_ship| {
        let class = own_ship.class();
        class.has_unlimited_range && own_ship.is_healthy(class.cannon())
    });
    let estimated: f64 = memory
        .belief
        .hypotheses()
        .filter(|hypothesis| hypothesis.class.has_unlimited_range && hypothesis.cannon().is_some())
        .map(|hypothesis| hypothesis.weight)
        .sum();
    let hidden: f64 = unseen_fleet
        .classes
        .iter()
        .filter(|unseen| unseen.class.has_unlimited_range)
        .map(|unseen| unseen.count * unseen_fleet.health)
        .sum();
    let is_enemy_everywhere = estimated + hidden > 0.3;
    match (own, is_enemy_everywhere) {
        (true, false) => SHY,
        (false, true) => BOLD,
        // Otherwise two fleets could stay out of each other's range forever.
        (false, false) if memory.quiet > PATIENCE => {
            BOLD * f64::from(memory.quiet.min(QUIET_MAX) / PATIENCE)
        }
        (true, true) => SCOUTING,
        (false, false) => 0.0,
    }
}
