//! The player that thinks of whole fleets.

#![expect(
    clippy::inline_always,
    reason = "all of it is compiled again for newer processors, as part of what calls it"
)]

mod chart;
mod cover;
mod crew;
mod draw;
mod exact;
mod pool;
mod situation;

use std::sync::Arc;

use multiversion::multiversion;

use super::bits::Bits;
use super::knowledge::Knowledge;
use super::placing::Placing;
use super::policies::{Density, Player};
use super::waters::{Field, Waters};
use crate::rng::Chance;
use chart::Chart;
use crew::Crew;
use pool::Pool;
use situation::Situation;

/// How much work a player of whole fleets does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Work {
    /// How many fleets each game begins with. They are the same for all games.
    pub fleets_to_begin_with: usize,
    /// How many fleets are drawn for a shot at most.
    pub fleets_for_a_shot: usize,
}

impl Work {
    /// For many games in a row.
    pub const MANY_GAMES: Self = Self {
        fleets_to_begin_with: 8000,
        fleets_for_a_shot: 400,
    };
}

/// What players have in common.
pub struct Beginning<const W: usize> {
    waters: Arc<Waters<W>>,
    placing: Placing,
    work: Work,
    pool: Pool<W>,
}

impl<const W: usize> Beginning<W> {
    /// Prepares for these waters, where fleets are believed to be dealt like that.
    pub fn new(waters: Arc<Waters<W>>, placing: Placing, work: Work) -> Self {
        let knowledge = Knowledge::new(&waters);
        let situation = Situation::new(&waters, placing, &knowledge);
        let mut pool = Pool::default();
        let (mut crew, mut chance) = (Crew::default(), Chance::seeded(0));
        let fleets = work.fleets_to_begin_with;
        pool.draw(&situation, &mut crew, &mut chance, fleets);
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
    chance: Chance,
    chart: Chart<W>,
    crew: Crew<W>,
    pool: Pool<W>,
    /// What `pool` agrees with.
    seen: Knowledge<W>,
    /// Who shoots if no fleet is found that agrees with what is known.
    density: Density<W>,
}

impl<const W: usize> Posterior<W> {
    /// A player.
    pub fn new(beginning: Arc<Beginning<W>>) -> Self {
        Self {
            chance: Chance::seeded(0),
            chart: Chart::new(&beginning.waters),
            crew: Crew::default(),
            pool: beginning.pool.clone(),
            seen: Knowledge::new(&beginning.waters),
            density: Density::new(Arc::clone(&beginning.waters), beginning.placing),
            beginning,
        }
    }
}

impl<const W: usize> Player<W> for Posterior<W> {
    fn begin(&mut self, seed: u64) {
        self.chance = Chance::seeded(seed);
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
        chance,
        chart,
        crew,
        pool,
        seen,
        density: _,
    } = player;
    let waters = &beginning.waters;
    let situation = Situation::new(waters, beginning.placing, knowledge);
    chart.clear();
    if !exact::enumerate(&situation, crew, chart) {
        match knowledge.sunk().strip_prefix(seen.sunk()) {
            Some(sunk) if seen.shot().is_within(&knowledge.shot()) => pool.sift(&situation, sunk),
            _ => pool.clear(),
        }
        seen.clone_from(knowledge);
        let most = beginning.work.fleets_for_a_shot;
        pool.refill(&situation, crew, chance, most);
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
