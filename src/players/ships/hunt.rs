//! A player that shoots at random until it hits, and then sinks the ship.

use super::deductions::Deductions;
use super::heat_map::HeatMap;
use super::heat_orders::order_turn;
use super::knowledge_map::KnowledgeMap;
use crate::geometry::{Axis, ones};
use crate::players::{AfterTurn, Orders, Strategy, TurnInput};

/// Hunt and target: shoots around a hit until the ship is sunk, and otherwise at
/// random fields of a pattern that every ship lies on.
#[derive(Debug)]
pub struct HuntPlayer;

/// The values of a field next to a hit and of a field of the pattern.
const NEXT_TO_HIT: u32 = HeatMap::CERTAIN / 2;
const ON_PATTERN: u32 = HeatMap::CERTAIN / 8;

impl Strategy for HuntPlayer {
    fn name(&self) -> &'static str {
        "hunt"
    }

    fn play(&self, input: &mut TurnInput<'_>, orders: &mut Orders<'_, '_>) -> AfterTurn {
        let mut map = KnowledgeMap::read(input, orders);
        let mut deductions = Deductions::of(&mut map, orders);
        let mut heat = worth(&map, &deductions, orders);
        if heat.is_zero() {
            map.restart(orders);
            deductions = Deductions::of(&mut map, orders);
            heat = worth(&map, &deductions, orders);
        }
        let targets = order_turn(orders, &map, &mut heat, &mut input.rng);
        map.after_turn(targets, orders.view(), input.turn)
    }
}

/// The value of a shot at each field.
fn worth(map: &KnowledgeMap, deductions: &Deductions, orders: &Orders<'_, '_>) -> HeatMap {
    let mut heat = HeatMap::new(map.window().area);
    let shortest = deductions.lengths(orders.view()).min().unwrap_or(1);
    let words = deductions.open.words();
    for (index, &word) in words.iter().enumerate() {
        for bit in ones(word) {
            let field = deductions.open.field(index, bit);
            // Every ship covers a field of the pattern.
            let is_on =
                (field.y.rem_euclid(shortest) + field.x.rem_euclid(shortest)) % shortest == 0;
            heat.raise(field, if is_on { ON_PATTERN } else { 1 });
        }
    }
    for run in &deductions.runs {
        for end in run.ends().filter(|&end| deductions.open.contains(end)) {
            heat.raise(end, NEXT_TO_HIT);
        }
    }
    // The fields of an unresolved salvo are not shot at again, but their neighbours are.
    for salvo in map.salvos() {
        let share = NEXT_TO_HIT / u32::try_from(salvo.fields.len()).expect("a salvo is small");
        let share = share * u32::try_from(salvo.hits).expect("not all hit");
        for &field in &salvo.fields {
            for axis in Axis::ALL {
                for end in [axis.step(field, -1), axis.step(field, 1)] {
                    if deductions.open.contains(end) {
                        heat.raise(end, share);
                    }
                }
            }
        }
    }
    let shot_at = map.salvos().iter().flat_map(|salvo| &salvo.fields);
    shot_at.for_each(|&field| heat.clear(field));
    map.water().fields().for_each(|field| heat.clear(field));
    heat
}
