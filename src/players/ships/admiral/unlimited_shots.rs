//! What is shot at where range does not matter, and where planes are sent.

use super::value_map::ValueMap;
use crate::geometry::Rect;
use crate::players::Orders;
use crate::players::ships::heat_map::HeatMap;

/// The value of learning a part, relative to destroying one.
const KNOWLEDGE: f64 = 1.0;
/// With this many known parts, planes have no value.
const ENOUGH: f64 = 15.0;
/// The value of seeing a part of a ship with unlimited range.
const CLUE: f64 = 20.0;

/// Fires the shot of the basic game at the best field.
pub(super) fn fire_at_best(map: &mut ValueMap, orders: &mut Orders<'_, '_>) {
    if !orders.view().is_extended()
        && orders.can_shoot()
        && let Some((pos, _)) = map.shot_value.best()
        && orders.fire(pos)
    {
        map.record_shot(pos);
    }
}

/// Spends the shots of a ship with unlimited range on targets and on planes, at least
/// `planes_min` of them on planes.
pub(super) fn fire_and_scout(
    ship: usize,
    planes_min: u8,
    map: &mut ValueMap,
    orders: &mut Orders<'_, '_>,
) {
    let view = orders.view();
    let is_shooting = view.is_extended() && orders.can_shoot();
    let mut known = map.known;
    #[expect(clippy::cast_precision_loss, reason = "an estimate")]
    let enough = ENOUGH.min(view.parts(view.player().opponent()) as f64);
    for nth in 0..orders.own_ships()[ship].shots {
        let target = map.shot_value.best().filter(|_| is_shooting);
        let square = if orders.own_ships()[ship].class().planes {
            plane_value(map).best()
        } else {
            None
        };
        let hunger = if is_shooting {
            KNOWLEDGE * (1.0 - known / enough).max(0.0)
        } else {
            1.0
        };
        let plane_value = square.map_or(0.0, |(_, value)| value * hunger);
        let shot_value = target.map_or(0.0, |(_, value)| value);
        if plane_value <= 0.0 && shot_value <= 0.0 {
            break;
        }
        if plane_value > shot_value || nth < planes_min {
            let Some((centre, _)) = square else { break };
            orders.spy(ship, centre);
            let around = Rect::spanning(centre, centre).grown(1);
            map.unlimited_ships
                .retain(|(footprint, _)| !footprint.rect().intersects(&around));
            for field in around.fields() {
                known += map.hit_chance.at(field);
                map.scout_value.clear(field);
            }
        } else {
            let Some((pos, _)) = target else { break };
            orders.shoot(ship, pos);
            map.record_shot(pos);
        }
    }
}

/// The value of a plane over each field: that of knowing the fields of its square, and
/// of detecting a ship with unlimited range.
fn plane_value(map: &ValueMap) -> HeatMap {
    let scout_value = &map.scout_value;
    let mut squares = HeatMap {
        rect: scout_value.rect,
        values: scout_value.summed().squares(1),
    };
    for (footprint, weight) in &map.unlimited_ships {
        for field in footprint.rect().grown(1).fields() {
            squares.add(field, weight * CLUE);
        }
    }
    squares
}
