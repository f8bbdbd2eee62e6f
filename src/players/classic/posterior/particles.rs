//! Fleets that are kept from shot to shot.

use super::constraints::Constraints;
use super::cover::covers;
use super::importance_sampling::sample_fleet;
use super::placed_ship::{PartialFleet, PlacedShip};
use super::placement_weights::PlacementWeights;
use crate::geometry::Axis;
use crate::players::classic::bitboard::Bitboard;
use crate::players::classic::config::SHIPS_MAX;
use crate::players::classic::field_index::FieldIndex;
use crate::players::classic::placement_table::Placement;
use crate::rng::Rng;

/// How many particles are kept.
const PARTICLES_MAX: usize = 3000;

/// A fleet that agrees with all that is known.
#[derive(Clone, Copy)]
struct Particle<const W: usize> {
    cells: Bitboard<W>,
    weight: f32,
    afloat: u8,
    ships: [PackedPlacement; SHIPS_MAX as usize],
}

/// A [`Placement`] in two bytes.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
struct PackedPlacement(u16);

/// A particle filter over fleets.
#[derive(Clone, Default)]
pub struct ParticleSet<const W: usize> {
    particles: Vec<Particle<W>>,
}

impl<const W: usize> ParticleSet<W> {
    /// Drops all particles.
    pub fn clear(&mut self) {
        self.particles.clear();
    }

    /// Keeps the particles that agree with what has become known; `sunk` are the ships
    /// that were sunk since.
    #[inline(always)]
    pub fn filter(&mut self, constraints: &Constraints<'_, W>, sunk: &[Bitboard<W>]) {
        let packed = sunk
            .iter()
            .filter_map(|cells| PackedPlacement::of_ship(constraints, *cells));
        let packed: Vec<_> = packed.collect();
        let hits = constraints.open;
        self.particles.retain_mut(|particle| {
            for (sunk, cells) in packed.iter().zip(sunk) {
                let afloat = usize::from(particle.afloat);
                let mut ships = particle.ships[..afloat].iter();
                let Some(index) = ships.position(|ship| ship == sunk) else {
                    return false;
                };
                particle.ships[index] = particle.ships[afloat - 1];
                particle.afloat -= 1;
                particle.cells = particle.cells.without(cells);
            }
            particle.cells.is_within(&constraints.free)
                && hits.is_within(&particle.cells)
                && (hits.is_empty() || !particle.has_ship_within(constraints, hits))
        });
        rescale(&mut self.particles);
    }

    /// Draws fleets for the particles that are missing, at most `samples_max`.
    #[inline(always)]
    pub fn resample(
        &mut self,
        constraints: &Constraints<'_, W>,
        fleet: &mut PartialFleet<W>,
        rng: &mut Rng,
        samples_max: usize,
    ) {
        let missing = PARTICLES_MAX.saturating_sub(self.particles.len());
        self.draw(constraints, fleet, rng, missing.min(samples_max));
    }

    /// Draws a number of fleets, some of which may come to a dead end.
    #[inline(always)]
    pub fn draw(
        &mut self,
        constraints: &Constraints<'_, W>,
        fleet: &mut PartialFleet<W>,
        rng: &mut Rng,
        count: usize,
    ) {
        let mut first = Vec::new();
        let mut more = Vec::new();
        if let Some(hit) = constraints.open.first() {
            let (afloat, free) = (&constraints.afloat, constraints.free);
            covers(constraints, afloat, free, hit, true, &mut first);
        }
        let old = self.particles.len();
        let mut scale = None;
        for index in 0..count {
            #[expect(clippy::cast_precision_loss, reason = "a share")]
            let quantile = (index as f64 + rng.fraction()) / count as f64;
            if let Some(weight) = sample_fleet(constraints, fleet, rng, &first, &mut more, quantile)
            {
                // Relative to the first weight, the others are in the range of an f32.
                let scale: f64 = *scale.get_or_insert(weight);
                #[expect(clippy::cast_possible_truncation, reason = "a weight near 1")]
                let weight = (weight / scale) as f32;
                self.particles.push(Particle::of(fleet, weight));
            }
        }
        rescale(&mut self.particles[old..]);
    }

    /// Adds the weights of all particles to those of their places.
    #[inline(always)]
    pub fn add_to(&self, weights: &mut PlacementWeights<W>) {
        for particle in &self.particles {
            let weight = f64::from(particle.weight);
            weights.total += weight;
            for ship in &particle.ships[..usize::from(particle.afloat)] {
                weights.add(ship.placement(), weight);
            }
        }
    }
}

/// Gives particles a total weight of their effective number: Kish's effective sample
/// size, `(sum w)^2 / sum w^2`. Particles of several draws have weights of different scales.
#[inline(always)]
fn rescale<const W: usize>(particles: &mut [Particle<W>]) {
    let (mut sum, mut squares) = (0.0_f64, 0.0_f64);
    for particle in &*particles {
        let weight = f64::from(particle.weight);
        sum += weight;
        squares += weight * weight;
    }
    #[expect(clippy::cast_possible_truncation, reason = "near 1")]
    let factor = if squares > 0.0 {
        (sum / squares) as f32
    } else {
        1.0
    };
    for particle in particles {
        particle.weight *= factor;
    }
}

impl<const W: usize> Particle<W> {
    #[inline(always)]
    fn of(fleet: &[PlacedShip<W>], weight: f32) -> Self {
        let mut particle = Self {
            cells: Bitboard::EMPTY,
            weight,
            afloat: 0,
            ships: [PackedPlacement(0); SHIPS_MAX as usize],
        };
        for (packed, ship) in particle.ships.iter_mut().zip(fleet) {
            *packed = PackedPlacement::of(ship.placement);
            particle.cells |= ship.mask.cells;
            particle.afloat += 1;
        }
        particle
    }

    /// Whether a ship would have been sunk by the hits.
    #[inline(always)]
    fn has_ship_within(&self, constraints: &Constraints<'_, W>, hits: Bitboard<W>) -> bool {
        let ships = &self.ships[..usize::from(self.afloat)];
        let cells = |ship: &PackedPlacement| constraints.table.mask(ship.placement()).cells;
        ships.iter().any(|ship| cells(ship).is_within(&hits))
    }
}

impl PackedPlacement {
    /// The number of bits of the field.
    const FIELD_BITS: u32 = 9;

    #[inline(always)]
    fn of(placement: Placement) -> Self {
        let axis = u16::from(placement.axis == Axis::Vertical);
        let high = u16::from(placement.class) << 1 | axis;
        Self(high << Self::FIELD_BITS | placement.start.number())
    }

    fn of_ship<const W: usize>(
        constraints: &Constraints<'_, W>,
        cells: Bitboard<W>,
    ) -> Option<Self> {
        let class = constraints.table.class_of_length(cells.count())?;
        let start = cells.first()?;
        let right = FieldIndex::new(u32::from(start.number()) + 1);
        let axis = if cells.count() == 1 || cells.has(right) {
            Axis::Horizontal
        } else {
            Axis::Vertical
        };
        Some(Self::of(Placement { class, axis, start }))
    }

    #[inline(always)]
    fn placement(self) -> Placement {
        let high = self.0 >> Self::FIELD_BITS;
        let axis = if high & 1 == 0 {
            Axis::Horizontal
        } else {
            Axis::Vertical
        };
        Placement {
            class: (high >> 1) as u8,
            axis,
            start: FieldIndex::new(u32::from(self.0 & ((1 << Self::FIELD_BITS) - 1))),
        }
    }
}
