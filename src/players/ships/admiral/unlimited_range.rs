//! The shots and planes of ships with unlimited range.

use super::belief::Belief;
use super::unseen_fleet::UnseenFleet;
use super::value_map::ValueMap;
use crate::geometry::{Pos, Rect};
use crate::players::Orders;
use crate::players::ships::summed_area_table::SummedAreaTable;

/// Spends the shots of a ship with unlimited range on targets and on planes, at least
/// `planes_min` of them on planes.
pub(super) fn spend_shots(
    ship: usize,
    planes_min: u8,
    orders: &mut Orders<'_, '_>,
    map: &mut ValueMap,
    chances: &HitChances,
    window: Rect,
    fired: &mut dyn FnMut(Pos),
) {
    /// The value of learning a part, relative to destroying one.
    const KNOWLEDGE: f64 = 1.0;
    /// With this many known parts, planes have no value.
    const ENOUGH: f64 = 15.0;
    let is_shooting = orders.view().is_extended() && orders.can_shoot();
    let mut known = map.known;
    #[expect(clippy::cast_precision_loss, reason = "an estimate")]
    let enough = ENOUGH.min(orders.view().parts(orders.view().player().opponent()) as f64);
    for nth in 0..orders.own_ships()[ship].shots {
        let target = best_of(&map.shot_value, window).filter(|_| is_shooting);
        let squares = squares(map, window);
        let square = best_of(&squares, window).filter(|_| orders.own_ships()[ship].class().planes);
        let hunger = if is_shooting {
            KNOWLEDGE * (1.0 - known / enough).max(0.0)
        } else {
            1.0
        };
        let plane_worth = square.map_or(0.0, |(_, value)| value * hunger);
        let shot_worth = target.map_or(0.0, |(_, shot_value)| shot_value);
        if plane_worth <= 0.0 && shot_worth <= 0.0 {
            break;
        }
        if plane_worth > shot_worth || nth < planes_min {
            let Some((centre, _)) = square else { break };
            orders.spy(ship, centre);
            let around = Rect::spanning(centre, centre).grown(1);
            map.unlimited_ships
                .retain(|(footprint, _)| !footprint.rect().intersects(&around));
            for at in around.fields().filter_map(|pos| window.index(pos)) {
                known += chances.0[at];
                map.scout_value[at] = 0.0;
            }
        } else {
            let Some((pos, _)) = target else { break };
            orders.shoot(ship, pos);
            fired(pos);
            if let Some(at) = window.index(pos) {
                map.shot_value[at] = 0.0;
            }
        }
    }
}

/// The value of seeing a part of a ship with unlimited range.
const CLUE: f64 = 20.0;

/// The value of a plane over each field: that of knowing the fields of its square, and
/// of detecting a ship with unlimited range.
fn squares(map: &ValueMap, window: Rect) -> Vec<f64> {
    let values = map.scout_value.iter().copied();
    let mut squares = SummedAreaTable::new(window, values).squares(1);
    for (footprint, weight) in &map.unlimited_ships {
        let around = footprint.rect().grown(1);
        for at in around.fields().filter_map(|pos| window.index(pos)) {
            squares[at] += weight * CLUE;
        }
    }
    squares
}

/// The field with the highest value, if it is positive; the first of equal ones.
pub(super) fn best_of(values: &[f64], window: Rect) -> Option<(Pos, f64)> {
    let mut best = (0, 0.0);
    for (at, &value) in values.iter().enumerate() {
        if value > best.1 {
            best = (at, value);
        }
    }
    (best.1 > 0.0).then(|| (window.field(best.0), best.1))
}

/// By field, the probability that a shot hits a healthy segment.
pub(super) struct HitChances(Vec<f64>);

impl HitChances {
    pub fn new(belief: &Belief, unseen_fleet: &UnseenFleet) -> Self {
        let window = belief.window;
        let mut chances = vec![0.0; window.field_count()];
        let reoccupied = belief.reoccupied_by_age();
        for hypothesis in belief.hypotheses() {
            for (_, field) in hypothesis.healthy() {
                if let Some(at) = window.index(field) {
                    chances[at] += hypothesis.weight * reoccupied[usize::from(belief.ages[at])];
                }
            }
        }
        for unseen in &unseen_fleet.classes {
            for (footprint, weight) in &unseen.footprints {
                for field in footprint.fields() {
                    if let Some(at) = window.index(field) {
                        chances[at] += weight * unseen.count * unseen_fleet.health;
                    }
                }
            }
        }
        Self(chances)
    }

    pub fn at(&self, window: Rect, pos: Pos) -> f64 {
        window.index(pos).map_or(0.0, |at| self.0[at].min(1.0))
    }
}
