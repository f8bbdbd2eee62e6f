//! The player that thinks of whole fleets.

#![expect(
    clippy::inline_always,
    reason = "all of it is compiled again for newer processors, as part of what calls it"
)]

mod chart;
mod cover;
mod crew;
mod exact;
mod sample;
mod situation;

use std::sync::Arc;

use multiversion::multiversion;

use super::bits::Bits;
use super::knowledge::Knowledge;
use super::placing::Placing;
use super::players::Player;
use super::waters::{Field, Waters};
use crate::chance::Chance;
use chart::Chart;
use crew::Crew;
use situation::Situation;

/// The field that is worth most in the fleets that all that is known leaves.
pub struct Posterior<const W: usize> {
    waters: Arc<Waters<W>>,
    placing: Placing,
    chance: Chance,
    chart: Chart<W>,
    crew: Crew<W>,
}

impl<const W: usize> Posterior<W> {
    /// A player for these waters.
    pub fn new(waters: Arc<Waters<W>>, placing: Placing) -> Self {
        Self {
            chart: Chart::new(&waters),
            crew: Crew::default(),
            waters,
            placing,
            chance: Chance::seeded(0),
        }
    }
}

impl<const W: usize> Player<W> for Posterior<W> {
    fn begin(&mut self, seed: u64) {
        self.chance = Chance::seeded(seed);
    }

    fn next_shot(&mut self, knowledge: &Knowledge<W>) -> Field {
        choose(self, knowledge)
    }
}

#[multiversion(targets("x86_64+avx2+bmi1+bmi2+lzcnt+popcnt"))]
fn choose<const W: usize>(player: &mut Posterior<W>, knowledge: &Knowledge<W>) -> Field {
    let Posterior {
        waters,
        placing,
        chance,
        chart,
        crew,
    } = player;
    let situation = Situation::new(waters, *placing, knowledge);
    chart.clear();
    if !exact::enumerate(&situation, crew, chart) {
        sample::sample(&situation, crew, chance, chart);
    }
    let scores = chart.scores(&situation);
    let all = waters.all().without(&knowledge.shot());
    best(&scores, knowledge.sensible(waters))
        .or_else(|| all.first())
        .expect("a field that was not shot at")
}

/// The first field with the highest score.
#[inline(always)]
fn best<const W: usize>(scores: &[[f64; 64]; W], fields: Bits<W>) -> Option<Field> {
    let scores = scores.as_flattened();
    let mut best = None;
    let mut highest = -1.0;
    for field in fields.iter() {
        if scores[field.index()] > highest {
            highest = scores[field.index()];
            best = Some(field);
        }
    }
    best
}
