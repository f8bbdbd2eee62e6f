//! The value of ending the turn in a position.

use super::memory::{AdmiralMemory, PATIENCE, QUIET_MAX};
use super::ship_estimate::ShipEstimate;
use super::unseen_fleet::UnseenFleet;
use super::value_map::{ValueMap, part_value};
use crate::ships::heat_map::{HeatMap, SummedAreaTable};
use crate::{Orders, OwnShip};
use admiralty_core::game::Footprint;
use admiralty_core::geometry::{Movement, Pos, Rect};
use admiralty_core::rules::ShipClass;
use admiralty_core::view::Observation;

/// The value of each field closer to the enemy, for ships that approach it.
const BOLD: f64 = 0.5;
/// The same for ships that stay away.
const SHY: f64 = -0.03;
/// The same for ships of unlimited range.
const CAUTION: f64 = -0.05;
/// The value of a part being in range of an enemy's shot.
const RISK: f64 = -0.05;
/// More shots than this are no greater risk.
const THREAT_MAX: f64 = 6.0;
/// The value of each field of the new position that the ship was not on before.
const EVASION: f64 = 0.1;
/// The same if the enemy knows where the ship is.
const EVASION_KNOWN: f64 = 0.6;
/// The value of each movement that can follow.
const WAY: f64 = 0.2;
/// On patrol, the value of a field that comes into the radar's range.
const UNEXPLORED: f64 = 0.3;
/// On patrol, the value of each field closer to the window.
const ON_PATROL: f64 = 0.3;
/// The value of a position that cannot be left.
const STUCK: f64 = -2.0;

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
        let evasion = if is_known { EVASION_KNOWN } else { EVASION };
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
        freedom(own_ship, footprint, view)
            + exploration
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
        _ => 0.0,
    }
}
