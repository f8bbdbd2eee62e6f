//! A player that shoots where most placements of ships are possible.

use super::deductions::Deductions;
use super::heat_orders::order_turn;
use super::knowledge_map::KnowledgeMap;
use super::placement_counts::PlacementCounts;
use crate::players::{AfterTurn, Orders, Strategy, TurnInput};

/// Counts the possible placements of the ships that are left, and shoots where they
/// most likely are.
#[derive(Debug)]
pub struct DensityPlayer;

impl Strategy for DensityPlayer {
    fn name(&self) -> &'static str {
        "density"
    }

    fn play(&self, input: &mut TurnInput<'_>, orders: &mut Orders<'_, '_>) -> AfterTurn {
        let mut map = KnowledgeMap::read(input, orders);
        let mut deductions = Deductions::of(&mut map, orders);
        let mut counts = PlacementCounts::new(&map, &deductions, orders.view());
        let mut heat = counts.heat();
        if !counts.is_consistent() || heat.is_zero() {
            map.restart(orders);
            deductions = Deductions::of(&mut map, orders);
            counts = PlacementCounts::new(&map, &deductions, orders.view());
            heat = counts.heat();
        }
        let targets = order_turn(orders, &map, &mut heat, &mut input.rng);
        map.after_turn(targets, orders.view(), input.turn)
    }
}
