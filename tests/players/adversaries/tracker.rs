//! An adversary that keeps an exact filter for the position of the enemy's carrier, and hunts its cannon before all
//! else; then it plays like another captain.

use super::captain::Captain;
use super::chart::Chart;
use admiralty_players::{CarrierFilter, Foresight, MemoryUpdate, Orders, PlayerInput, Strategy};

/// The adversary.
#[derive(Debug)]
pub struct Tracker {
    pub captain: Captain,
}

impl Strategy for Tracker {
    fn name(&self) -> &'static str {
        self.captain.name
    }

    fn play(&self, input: &mut PlayerInput<'_>, orders: &mut Orders<'_, '_>) -> MemoryUpdate {
        let mut chart = Chart::new(input, orders.view());
        let mut filter = CarrierFilter::read(&input.memory, orders.view());
        if let Some(filter) = &mut filter {
            filter.begin_turn(orders.view(), |_| 1.0);
            filter.hunt(orders, Foresight::OnePlane);
        }
        let is_hunting = filter.as_ref().is_some_and(CarrierFilter::is_hunting);
        chart.observe(&orders.look());
        orders.shots().for_each(|shot| chart.record_shot(shot));
        if !is_hunting {
            self.captain.send_planes(&mut chart, orders, &mut input.rng);
        }
        self.captain.move_ships(&mut chart, orders, &mut input.rng);
        chart.observe(&orders.look());
        self.captain.shoot(&mut chart, orders, &mut input.rng);
        let shots: Vec<_> = orders.shots().collect();
        let before = orders.view().parts(orders.view().player().opponent());
        MemoryUpdate::Observe(Box::new(move |after| {
            chart.observe(after);
            let hits = before.saturating_sub(after.parts(after.player().opponent()));
            let mut facts = chart.facts();
            if let Some(filter) = &mut filter {
                filter.end_turn(shots, hits, after);
                facts.extend(filter.facts());
            }
            facts
        }))
    }
}
