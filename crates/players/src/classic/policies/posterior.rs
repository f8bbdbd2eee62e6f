//! `posterior`: samples whole fleets from their posterior distribution.

#![expect(
    clippy::inline_always,
    reason = "inlined into multiversioned callers, to be compiled for newer processors"
)]

use std::sync::Arc;

use admiralty_core::rng::Rng;
use multiversion::multiversion;

use super::constraints::{Constraints, HitCover, enumerate};
use super::placement_weights::PlacementWeights;
use super::{DensityPolicy, Policy};
use crate::Placing;
use crate::classic::{
    Bitboard, BitboardKnowledge, FieldIndex, PlacedShip, PlacementTable, SHIPS_MAX,
};

/// The most particles that are kept.
const PARTICLES_MAX: usize = 3000;

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

/// Draws at most about `count` fleets from the posterior distribution: the ships afloat of each.
/// The result is empty if no draw fits the knowledge.
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

/// What the policies of all games share: fleets drawn before anything is known.
pub struct FleetPrior<const W: usize> {
    table: Arc<PlacementTable<W>>,
    placing: Placing,
    budget: SampleBudget,
    particles: ParticleSet<W>,
}

impl<const W: usize> FleetPrior<W> {
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

/// Shoots at the field with the highest worth over the fleets that fit the knowledge.
pub struct PosteriorPolicy<const W: usize> {
    prior: Arc<FleetPrior<W>>,
    rng: Rng,
    weights: PlacementWeights<W>,
    particles: ParticleSet<W>,
    /// The knowledge that the particles agree with.
    seen: BitboardKnowledge<W>,
    /// The fallback if no fleet that fits the knowledge turns up.
    density: DensityPolicy<W>,
}

impl<const W: usize> PosteriorPolicy<W> {
    pub fn new(prior: Arc<FleetPrior<W>>) -> Self {
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

/// The field to shoot at; `None` if no fleet fits the knowledge.
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
    if !enumerate(&constraints, weights) {
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

/// A fleet that fits the knowledge.
#[derive(Clone, Copy)]
struct Particle<const W: usize> {
    cells: Bitboard<W>,
    weight: f32,
    afloat: u8,
    /// The [slots](PlacementTable::slot) of the ships afloat.
    ships: [u16; SHIPS_MAX as usize],
}

/// Fleets that fit the knowledge, weighted by their probability.
#[derive(Clone, Default)]
struct ParticleSet<const W: usize> {
    particles: Vec<Particle<W>>,
}

impl<const W: usize> ParticleSet<W> {
    pub fn clear(&mut self) {
        self.particles.clear();
    }

    /// Keeps the particles that agree with the new knowledge; `sunk` are the ships sunk
    /// since.
    #[inline(always)]
    pub fn filter(&mut self, constraints: &Constraints<'_, W>, sunk: &[Bitboard<W>]) {
        let table = constraints.table;
        let placements = sunk.iter().filter_map(|cells| table.placement_of(*cells));
        let slots: Vec<_> = placements.map(PlacementTable::<W>::slot).collect();
        let hits = constraints.open;
        self.particles.retain_mut(|particle| {
            for (slot, cells) in slots.iter().zip(sunk) {
                let afloat = usize::from(particle.afloat);
                let mut ships = particle.ships[..afloat].iter();
                let Some(index) = ships.position(|&ship| usize::from(ship) == *slot) else {
                    return false;
                };
                particle.ships[index] = particle.ships[afloat - 1];
                particle.afloat -= 1;
                particle.cells = particle.cells.without(cells);
            }
            // No ship afloat may consist only of hits.
            let is_sunk = |ship: &PlacedShip<W>| ship.cells.is_within(&hits);
            particle.cells.is_within(&constraints.free)
                && hits.is_within(&particle.cells)
                && (hits.is_empty() || !particle.ships(table).any(is_sunk))
        });
        rescale(&mut self.particles);
    }

    /// Replaces missing particles by new samples, at most `samples_max`.
    #[inline(always)]
    pub fn resample(
        &mut self,
        constraints: &Constraints<'_, W>,
        rng: &mut Rng,
        samples_max: usize,
    ) {
        let missing = PARTICLES_MAX.saturating_sub(self.particles.len());
        self.draw(constraints, rng, missing.min(samples_max));
    }

    /// Draws `count` fleets, some of which may fail.
    #[inline(always)]
    pub fn draw(&mut self, constraints: &Constraints<'_, W>, rng: &mut Rng, count: usize) {
        let first_hit = constraints.open.first();
        let first = first_hit.map_or_else(Vec::new, |hit| constraints.covers_of_first(hit));
        let (mut fleet, mut more) = (Vec::new(), Vec::new());
        let old = self.particles.len();
        let mut scale = None;
        for index in 0..count {
            let quantile = (index as f64 + rng.fraction()) / count as f64;
            let drawn = sample_fleet(constraints, &mut fleet, rng, &first, &mut more, quantile);
            if let Some(weight) = drawn {
                // Relative to the first weight, the others are in the range of an `f32`.
                let scale: f64 = *scale.get_or_insert(weight);
                #[expect(clippy::cast_possible_truncation, reason = "a weight near 1")]
                let weight = (weight / scale) as f32;
                self.particles.push(Particle::of(&fleet, weight));
            }
        }
        rescale(&mut self.particles[old..]);
    }

    /// Chooses `count` particles in proportion to their weights (systematic resampling), and
    /// returns the ships afloat of each.
    pub fn fleets(
        &self,
        table: &PlacementTable<W>,
        rng: &mut Rng,
        count: u32,
    ) -> Vec<Vec<PlacedShip<W>>> {
        let particles = self.particles.iter();
        let weights = particles.map(|particle| f64::from(particle.weight));
        let step = weights.sum::<f64>() / f64::from(count);
        let (mut fleets, mut sum, mut next) = (Vec::new(), 0.0, step * rng.fraction());
        for particle in &self.particles {
            sum += f64::from(particle.weight);
            while next < sum {
                fleets.push(particle.ships(table).copied().collect());
                next += step;
            }
        }
        fleets
    }

    /// Adds the weight of each particle to the places of its ships.
    #[inline(always)]
    pub fn add_to(&self, weights: &mut PlacementWeights<W>) {
        for particle in &self.particles {
            let weight = f64::from(particle.weight);
            weights.total += weight;
            for &slot in &particle.ships[..usize::from(particle.afloat)] {
                weights.places[usize::from(slot)] += weight;
            }
        }
    }
}

impl<const W: usize> Particle<W> {
    #[inline(always)]
    fn of(fleet: &[PlacedShip<W>], weight: f32) -> Self {
        let mut particle = Self {
            cells: Bitboard::EMPTY,
            weight,
            afloat: 0,
            ships: [0; SHIPS_MAX as usize],
        };
        for (slot, ship) in particle.ships.iter_mut().zip(fleet) {
            #[expect(clippy::cast_possible_truncation, reason = "a few thousand slots")]
            {
                *slot = PlacementTable::<W>::slot(ship.placement) as u16;
            }
            particle.cells |= ship.cells;
            particle.afloat += 1;
        }
        particle
    }

    #[inline(always)]
    fn ships<'t>(&self, table: &'t PlacementTable<W>) -> impl Iterator<Item = &'t PlacedShip<W>> {
        let slots = self.ships[..usize::from(self.afloat)].iter();
        slots.map(|&slot| table.ship_in(slot.into()))
    }
}

/// Draws a fleet and returns its weight, or `None` after a dead end.
///
/// The fleet is built ship by ship, starting with those that cover hits. Places are drawn
/// uniformly or by an estimate, and the weight corrects for the probability of the draw
/// (sequential importance sampling). The quantile selects the ship that covers the first hit,
/// for stratified sampling.
#[inline(always)]
fn sample_fleet<const W: usize>(
    constraints: &Constraints<'_, W>,
    fleet: &mut Vec<PlacedShip<W>>,
    rng: &mut Rng,
    first: &[HitCover<W>],
    more: &mut Vec<HitCover<W>>,
    quantile: f64,
) -> Option<f64> {
    let table = constraints.table;
    fleet.clear();
    let mut weight = 1.0;
    let mut left = constraints.afloat;
    let mut free = constraints.free;
    let mut uncovered = constraints.open;
    while let Some(hit) = uncovered.first() {
        let (choices, quantile) = if fleet.is_empty() {
            (first, quantile)
        } else {
            constraints.covers(left, free, hit, more);
            (&more[..], rng.fraction())
        };
        let total = choices.last()?.sum;
        let index = choices.partition_point(|cover| cover.sum <= quantile * total);
        let HitCover { ship, sum } = *choices.get(index)?;
        let below = index.checked_sub(1).map_or(0.0, |below| choices[below].sum);
        weight *= total / (sum - below);
        left[usize::from(ship.placement.class)] -= 1;
        free = free.without(&ship.reach);
        uncovered = uncovered.without(&ship.cells);
        fleet.push(ship);
    }
    for class in table.length_classes() {
        for rank in 1..=left[usize::from(class)] {
            let starts = table.starts(class, free);
            let ship = *table.ship(starts.pick(class, rng)?);
            weight *= f64::from(starts.count()) / f64::from(rank);
            free = free.without(&ship.reach);
            fleet.push(ship);
        }
    }
    Some(weight * constraints.prior_weight(fleet))
}

/// Scales the weights so that their sum is the Kish effective sample size, `(sum w)^2 / sum
/// w^2`, because different draws give weights on different scales.
#[inline(always)]
fn rescale<const W: usize>(particles: &mut [Particle<W>]) {
    let (mut sum, mut squares) = (0.0_f64, 0.0_f64);
    for particle in &*particles {
        let weight = f64::from(particle.weight);
        sum += weight;
        squares += weight * weight;
    }
    if squares > 0.0 {
        #[expect(clippy::cast_possible_truncation, reason = "near 1")]
        let factor = (sum / squares) as f32;
        for particle in particles {
            particle.weight *= factor;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Placing;
    use crate::classic::{BitboardKnowledge, BitboardOutcome, config_of_lengths as config};
    use crate::placing::FleetSampler;

    /// The particles come from earlier states of knowledge.
    #[test]
    fn filtered_particles_agree_with_the_knowledge() {
        fn check<const W: usize>(table: &PlacementTable<W>, placing: Placing) {
            let mut rng = Rng::seeded(1);
            let fleets = FleetSampler::new(table, Placing::Seq).expect("fleets");
            let (mut kept, mut kept_after_hit) = (0, 0);
            for _ in 0..3 {
                let fleet = fleets.sample(&mut rng).expect("a fleet");
                let mut knowledge = BitboardKnowledge::new(table);
                let mut particles = ParticleSet::default();
                while !knowledge.is_over() {
                    let constraints = Constraints::new(table, placing, &knowledge);
                    particles.draw(&constraints, &mut rng, 20);
                    let sensible: Vec<_> = knowledge.sensible(table).iter().collect();
                    let field = *rng.pick(&sensible).expect("ships are afloat");
                    let outcome = BitboardOutcome::of(&fleet, knowledge.shot, field);
                    let sunk = knowledge.sunk.len();
                    knowledge.learn(table, field, outcome);
                    let constraints = Constraints::new(table, placing, &knowledge);
                    particles.filter(&constraints, &knowledge.sunk[sunk..]);
                    for particle in &particles.particles {
                        let mut cells = Bitboard::EMPTY;
                        let mut afloat = constraints.afloat;
                        for ship in particle.ships(table) {
                            assert!(!ship.cells.is_within(&knowledge.open), "it would be sunk");
                            cells |= ship.cells;
                            afloat[usize::from(ship.placement.class)] -= 1;
                        }
                        assert!(afloat.iter().all(|&missing| missing == 0));
                        assert!(cells == particle.cells);
                        assert!(knowledge.open.is_within(&cells), "a hit is water");
                        assert!(!cells.meets(&knowledge.closed), "a ship is on water");
                    }
                    kept += particles.particles.len();
                    if outcome == BitboardOutcome::Hit {
                        kept_after_hit += particles.particles.len();
                    }
                }
            }
            assert!(kept > 200 && kept_after_hit > 20, "{kept} {kept_after_hit}");
        }
        for config in [
            config(10, &[4, 3, 3, 2, 1, 1], false, true),
            config(8, &[4, 3, 2, 2], true, false),
            config(12, &[5, 4, 3, 1], false, false),
        ] {
            for placing in Placing::ALL {
                crate::with_placement_table!(&config, |table| check(&table, placing));
            }
        }
    }
}
