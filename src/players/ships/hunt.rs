//! A player that hunts at random, and then sinks what it found.

use super::bits::ones;
use super::chart::Chart;
use super::gunnery::engage;
use super::heat::Heat;
use super::survey::Survey;
use crate::geometry::Axis;
use crate::players::{AfterTurn, Orders, Strategy, TurnInput};

/// Hunt and target: works on a hit until the ship is sunk, and else shoots at
/// random at fields of a pattern that no ship can escape.
#[derive(Debug)]
pub struct Hunt;

/// What a field next to a hit is worth, and one of the pattern.
const NEXT_TO_HIT: u32 = Heat::CERTAIN / 2;
const ON_PATTERN: u32 = Heat::CERTAIN / 8;

impl Strategy for Hunt {
    fn name(&self) -> &'static str {
        "hunt"
    }

    fn play(&self, input: &mut TurnInput<'_>, orders: &mut Orders<'_, '_>) -> AfterTurn {
        let mut chart = Chart::read(input, orders);
        let mut survey = Survey::of(&mut chart, orders);
        let mut heat = worth(&chart, &survey, orders);
        if heat.is_cold() {
            chart.give_up(orders);
            survey = Survey::of(&mut chart, orders);
            heat = worth(&chart, &survey, orders);
        }
        let targets = engage(orders, &chart, &mut heat, &mut input.rng);
        chart.sequel(targets, orders.view(), input.turn)
    }
}

/// What the fields are worth.
fn worth(chart: &Chart, survey: &Survey, orders: &Orders<'_, '_>) -> Heat {
    let mut heat = Heat::new(chart.window().area);
    let shortest = survey.lengths(orders.view()).min().unwrap_or(1);
    let words = survey.open.words();
    for (index, &word) in words.iter().enumerate() {
        for bit in ones(word) {
            let field = survey.open.field(index, bit);
            // Every ship lies on a field of the pattern.
            let is_on =
                (field.y.rem_euclid(shortest) + field.x.rem_euclid(shortest)) % shortest == 0;
            heat.raise(field, if is_on { ON_PATTERN } else { 1 });
        }
    }
    for run in &survey.runs {
        for end in run.ends().filter(|&end| survey.open.contains(end)) {
            heat.raise(end, NEXT_TO_HIT);
        }
    }
    // What was shot at without an answer is not shot at again, but around it.
    for salvo in chart.salvos() {
        let share = NEXT_TO_HIT / u32::try_from(salvo.fields.len()).expect("a salvo is small");
        let share = share * u32::try_from(salvo.hits).expect("not all hit");
        for &field in &salvo.fields {
            for axis in Axis::ALL {
                for end in [axis.step(field, -1), axis.step(field, 1)] {
                    if survey.open.contains(end) {
                        heat.raise(end, share);
                    }
                }
            }
        }
    }
    let shot_at = chart.salvos().iter().flat_map(|salvo| &salvo.fields);
    shot_at.for_each(|&field| heat.clear(field));
    chart.water().fields().for_each(|field| heat.clear(field));
    heat
}
