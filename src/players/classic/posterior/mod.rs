//! The player that thinks of whole fleets.

#![expect(
    clippy::inline_always,
    reason = "all of it is compiled again for newer processors, as part of what calls it"
)]

mod chart;
mod constraints;
mod cover;
mod draw;
mod exact;
mod partial_fleet;
mod particles;

use std::sync::Arc;

use multiversion::multiversion;

use super::bits::Bits;
use super::knowledge::Knowledge;
use super::placement_table::{Field, PlacementTable};
use super::placing::Placing;
use super::policies::{Density, Policy};
use crate::rng::Rng;
use chart::Chart;
use constraints::Constraints;
use partial_fleet::PartialFleet;
use particles::ParticleSet;

/// How much work a player of whole fleets does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SampleBudget {
    /// How many fleets each game begins with. They are the same for all games.
    pub fleets_to_begin_with: usize,
    /// How many fleets are drawn for a shot at most.
    pub fleets_for_a_shot: usize,
}

impl SampleBudget {
    /// For many games in a row.
    pub const MANY_GAMES: Self = Self {
        fleets_to_begin_with: 8000,
        fleets_for_a_shot: 400,
    };
}

/// What players have in common.
pub struct Beginning<const W: usize> {
    waters: Arc<PlacementTable<W>>,
    placing: Placing,
    work: SampleBudget,
    pool: ParticleSet<W>,
}

impl<const W: usize> Beginning<W> {
    /// Prepares for these waters, where fleets are believed to be dealt like that.
    pub fn new(waters: Arc<PlacementTable<W>>, placing: Placing, work: SampleBudget) -> Self {
        let knowledge = Knowledge::new(&waters);
        let situation = Constraints::new(&waters, placing, &knowledge);
        let mut pool = ParticleSet::default();
        let (mut crew, mut rng) = (PartialFleet::default(), Rng::seeded(0));
        let fleets = work.fleets_to_begin_with;
        pool.draw(&situation, &mut crew, &mut rng, fleets);
        Self {
            waters,
            placing,
            work,
            pool,
        }
    }
}

/// The field that is worth most in the fleets that all that is known leaves.
pub struct Posterior<const W: usize> {
    beginning: Arc<Beginning<W>>,
    rng: Rng,
    chart: Chart<W>,
    crew: PartialFleet<W>,
    pool: ParticleSet<W>,
    /// What `pool` agrees with.
    seen: Knowledge<W>,
    /// Who shoots if no fleet is found that agrees with what is known.
    density: Density<W>,
}

impl<const W: usize> Posterior<W> {
    /// A player.
    pub fn new(beginning: Arc<Beginning<W>>) -> Self {
        Self {
            rng: Rng::seeded(0),
            chart: Chart::new(&beginning.waters),
            crew: PartialFleet::default(),
            pool: beginning.pool.clone(),
            seen: Knowledge::new(&beginning.waters),
            density: Density::new(Arc::clone(&beginning.waters), beginning.placing),
            beginning,
        }
    }
}

impl<const W: usize> Policy<W> for Posterior<W> {
    fn begin(&mut self, seed: u64) {
        self.rng = Rng::seeded(seed);
        self.pool.clone_from(&self.beginning.pool);
        self.seen = Knowledge::new(&self.beginning.waters);
    }

    fn next_shot(&mut self, knowledge: &Knowledge<W>) -> Field {
        choose(self, knowledge).unwrap_or_else(|| {
            self.density.begin(0);
            self.density.next_shot(knowledge)
        })
    }
}

/// None if no fleet agrees with what is known, or none was found.
#[multiversion(targets("x86_64+avx2+bmi1+bmi2+lzcnt+popcnt"))]
fn choose<const W: usize>(player: &mut Posterior<W>, knowledge: &Knowledge<W>) -> Option<Field> {
    let Posterior {
        beginning,
        rng,
        chart,
        crew,
        pool,
        seen,
        density: _,
    } = player;
    let waters = &beginning.waters;
    let situation = Constraints::new(waters, beginning.placing, knowledge);
    chart.clear();
    if !exact::enumerate(&situation, crew, chart) {
        match knowledge.sunk().strip_prefix(seen.sunk()) {
            Some(sunk) if seen.shot().is_within(&knowledge.shot()) => pool.sift(&situation, sunk),
            _ => pool.clear(),
        }
        seen.clone_from(knowledge);
        let most = beginning.work.fleets_for_a_shot;
        pool.refill(&situation, crew, rng, most);
        pool.note(chart);
    }
    let fields = knowledge.sensible(waters);
    if chart.total > 0.0 {
        best(&chart.worth(waters, situation.open), fields)
    } else {
        None
    }
}

/// The first field with the highest score.
#[inline(always)]
fn best<const W: usize>(scores: &[[f64; 64]; W], fields: Bits<W>) -> Option<Field> {
    let scores = scores.as_flattened();
    let mut best = None;
    let mut highest = 0.0;
    for field in &fields {
        if scores[field.index()] > highest {
            highest = scores[field.index()];
            best = Some(field);
        }
    }
    best
}
