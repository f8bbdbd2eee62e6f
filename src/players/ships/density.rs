//! A player that shoots where most ships could lie.

use super::chart::Chart;
use super::gunnery::engage;
use super::places::Places;
use super::survey::Survey;
use crate::players::{AfterTurn, Orders, Strategy, TurnInput};

/// Counts in how many ways the ships that are left could lie, and shoots where
/// they most likely are.
#[derive(Debug)]
pub struct Density;

impl Strategy for Density {
    fn name(&self) -> &'static str {
        "density"
    }

    fn play(&self, input: &mut TurnInput<'_>, orders: &mut Orders<'_, '_>) -> AfterTurn {
        let mut chart = Chart::read(input, orders);
        let mut survey = Survey::of(&mut chart, orders);
        let mut places = Places::new(&chart, &survey, orders.view());
        let mut heat = places.heat();
        if !places.is_consistent() || heat.is_cold() {
            chart.give_up(orders);
            survey = Survey::of(&mut chart, orders);
            places = Places::new(&chart, &survey, orders.view());
            heat = places.heat();
        }
        let targets = engage(orders, &chart, &mut heat, &mut input.rng);
        chart.sequel(targets, orders.view(), input.turn)
    }
}
