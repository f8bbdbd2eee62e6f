//! A player that shoots at random until it hits, and then sinks the ship.

use super::deductions::Deductions;
use super::heat_map::HeatMap;
use super::heat_orders::play_by_heat;
use super::hit_run::HitRun;
use super::knowledge_map::KnowledgeMap;
use crate::{AfterTurn, Orders, Strategy, TurnInput};
use admiralty_core::geometry::Direction;
use admiralty_core::view::Observation;

/// Hunt and target: shoots around a hit until the ship is sunk, and otherwise at random
/// fields of a pattern that every ship covers.
#[derive(Debug)]
pub struct HuntPlayer;

/// The values of fields next to a hit, on the pattern, and elsewhere.
const NEXT_TO_HIT: f64 = 0.5;
const ON_PATTERN: f64 = 0.125;
const OFF_PATTERN: f64 = HeatMap::STEP;

impl Strategy for HuntPlayer {
    fn name(&self) -> &'static str {
        "hunt"
    }

    fn play(&self, input: &mut TurnInput<'_>, orders: &mut Orders<'_, '_>) -> AfterTurn {
        play_by_heat(input, orders, heat)
    }
}

/// The value of a shot at each field; the map may always be right.
fn heat(map: &KnowledgeMap, deductions: &Deductions, view: &Observation<'_>) -> (HeatMap, bool) {
    let mut heat = HeatMap::new(map.window.area);
    let open = &deductions.open;
    let shortest = deductions.lengths(view).min().unwrap_or(1);
    for field in open.fields() {
        let is_on = (field.y.rem_euclid(shortest) + field.x.rem_euclid(shortest)) % shortest == 0;
        heat.raise(field, if is_on { ON_PATTERN } else { OFF_PATTERN });
    }
    let ends = deductions.runs.iter().flat_map(HitRun::ends);
    for end in ends.filter(|&end| open.contains(end)) {
        heat.raise(end, NEXT_TO_HIT);
    }
    // The fields of an unresolved salvo are not shot at again, but their neighbours are.
    for salvo in &map.salvos {
        let [hits, shots] = [salvo.hits, salvo.fields.len()]
            .map(|count| f64::from(u32::try_from(count).expect("a salvo is small")));
        let share = HeatMap::quantised(NEXT_TO_HIT / shots) * hits;
        for &field in &salvo.fields {
            let beside = Direction::ALL.map(|direction| field.step(direction, 1));
            for field in beside.into_iter().filter(|&field| open.contains(field)) {
                heat.raise(field, share);
            }
        }
    }
    map.unresolved().for_each(|field| heat.clear(field));
    map.water.fields().for_each(|field| heat.clear(field));
    (heat, true)
}
