//! `posterior`: samples whole fleets from their posterior distribution.

#![expect(
    clippy::inline_always,
    reason = "inlined into multiversioned callers, to be compiled for newer processors"
)]

mod constraints;
mod enumeration;
mod particles;
mod placement_weights;

use std::sync::Arc;

use multiversion::multiversion;

use super::{DensityPolicy, Policy};
use crate::Placing;
use crate::classic::{BitboardKnowledge, FieldIndex, PlacedShip, PlacementTable};
use admiralty_core::rng::Rng;
use constraints::Constraints;
use particles::ParticleSet;
use placement_weights::PlacementWeights;

/// The numbers of fleets that are sampled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SampleBudget {
    /// The number of fleets drawn before the first shot, once for all games.
    pub prior_samples: usize,
    /// The most fleets drawn for a shot.
    pub samples_per_shot: usize,
}

impl SampleBudget {
    /// The budget for playing many games in a row.
    pub const MANY_GAMES: Self = Self {
        prior_samples: 8000,
        samples_per_shot: 400,
    };
}

/// What the policies of all games share: fleets drawn before anything is known.
pub struct Prior<const W: usize> {
    table: Arc<PlacementTable<W>>,
    placing: Placing,
    budget: SampleBudget,
    particles: ParticleSet<W>,
}

impl<const W: usize> Prior<W> {
    /// Draws fleets for a table, assuming a distribution of fleets.
    pub fn new(table: Arc<PlacementTable<W>>, placing: Placing, budget: SampleBudget) -> Self {
        let knowledge = BitboardKnowledge::new(&table);
        let constraints = Constraints::new(&table, placing, &knowledge);
        let mut particles = ParticleSet::default();
        particles.draw(&constraints, &mut Rng::seeded(0), budget.prior_samples);
        Self {
            table,
            placing,
            budget,
            particles,
        }
    }
}

/// Draws at most about `count` fleets from the posterior distribution: the ships afloat of each.
/// There may be none, if no draw agrees with what is known.
pub fn sample_fleets<const W: usize>(
    table: &PlacementTable<W>,
    placing: Placing,
    knowledge: &BitboardKnowledge<W>,
    rng: &mut Rng,
    count: u32,
) -> Vec<Vec<PlacedShip<W>>> {
    /// Draws have different weights, so only a part of them is chosen.
    const DRAWS_PER_FLEET: u32 = 8;
    let constraints = Constraints::new(table, placing, knowledge);
    let mut particles = ParticleSet::default();
    particles.draw(&constraints, rng, (DRAWS_PER_FLEET * count) as usize);
    particles.fleets(table, rng, count)
}

/// Shoots at the field with the highest worth over the fleets that agree with what is known.
pub struct PosteriorPolicy<const W: usize> {
    prior: Arc<Prior<W>>,
    rng: Rng,
    weights: PlacementWeights<W>,
    particles: ParticleSet<W>,
    /// The knowledge that the particles agree with.
    seen: BitboardKnowledge<W>,
    /// The fallback if no fleet is found that agrees with what is known.
    density: DensityPolicy<W>,
}

impl<const W: usize> PosteriorPolicy<W> {
    pub fn new(prior: Arc<Prior<W>>) -> Self {
        Self {
            rng: Rng::seeded(0),
            weights: PlacementWeights::new(&prior.table),
            particles: prior.particles.clone(),
            seen: BitboardKnowledge::new(&prior.table),
            density: DensityPolicy::new(Arc::clone(&prior.table), prior.placing),
            prior,
        }
    }
}

impl<const W: usize> Policy<W> for PosteriorPolicy<W> {
    fn begin(&mut self, seed: u64) {
        self.rng = Rng::seeded(seed);
        self.particles.clone_from(&self.prior.particles);
        self.seen = BitboardKnowledge::new(&self.prior.table);
    }

    fn next_shot(&mut self, knowledge: &BitboardKnowledge<W>) -> FieldIndex {
        choose(self, knowledge).unwrap_or_else(|| {
            self.density.begin(0);
            self.density.next_shot(knowledge)
        })
    }
}

/// The field to shoot at; `None` if no fleet was found that agrees with what is known.
#[multiversion(targets("x86_64+avx2+bmi1+bmi2+lzcnt+popcnt"))]
fn choose<const W: usize>(
    policy: &mut PosteriorPolicy<W>,
    knowledge: &BitboardKnowledge<W>,
) -> Option<FieldIndex> {
    let (prior, weights) = (&policy.prior, &mut policy.weights);
    let (particles, seen) = (&mut policy.particles, &mut policy.seen);
    let table = &prior.table;
    let constraints = Constraints::new(table, prior.placing, knowledge);
    weights.clear();
    if !enumeration::enumerate(&constraints, weights) {
        match knowledge.sunk.strip_prefix(&seen.sunk[..]) {
            Some(sunk) if seen.shot.is_within(&knowledge.shot) => {
                particles.filter(&constraints, sunk);
            }
            _ => particles.clear(),
        }
        seen.clone_from(knowledge);
        particles.resample(&constraints, &mut policy.rng, prior.budget.samples_per_shot);
        particles.add_to(weights);
    }
    let is_found = weights.total > 0.0;
    let worth = is_found.then(|| weights.worth(table, constraints.open))?;
    // The first field with the highest worth.
    let (mut best, mut highest) = (None, 0.0);
    for field in knowledge.sensible(table).iter() {
        let worth = worth.as_flattened()[field.index()];
        if worth > highest {
            (best, highest) = (Some(field), worth);
        }
    }
    best
}
