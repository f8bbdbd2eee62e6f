//! Fleets that are kept from shot to shot.

use super::constraints::Constraints;
use super::cover::covers;
use super::importance_sampling::sample_fleet;
use super::partial_fleet::PartialFleet;
use super::placement_weights::PlacementWeights;
use crate::geometry::Axis;
use crate::players::classic::bitboard::Bitboard;
use crate::players::classic::config::SHIPS_MAX;
use crate::players::classic::placement_table::{FieldIndex, Placement};
use crate::rng::Rng;

/// How many fleets are kept.
const KEPT: usize = 3000;

/// A fleet that agrees with all that is known.
#[derive(Clone, Copy)]
struct Particle<const W: usize> {
    cells: Bitboard<W>,
    weight: f32,
    afloat: u8,
    ships: [PackedPlacement; SHIPS_MAX as usize],
}

/// A berth in two bytes.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
struct PackedPlacement(u16);

/// Fleets that agree with all that is known, with weights.
#[derive(Clone, Default)]
pub struct ParticleSet<const W: usize> {
    particles: Vec<Particle<W>>,
}

impl<const W: usize> ParticleSet<W> {
    /// Forgets all fleets.
    pub fn clear(&mut self) {
        self.particles.clear();
    }

    /// Keeps those that agree with what has become known; `sunk` are the ships that
    /// were sunk.
    #[inline(always)]
    pub fn filter(&mut self, constraints: &Constraints<'_, W>, sunk: &[Bitboard<W>]) {
        let packed_sunk = sunk
            .iter()
            .filter_map(|cells| PackedPlacement::of_ship(constraints, *cells));
        let packed_sunk: Vec<_> = packed_sunk.collect();
        let hits = constraints.open;
        self.particles.retain_mut(|particle| {
            for (packed, cells) in packed_sunk.iter().zip(sunk) {
                let afloat = usize::from(particle.afloat);
                let Some(index) = particle.ships[..afloat]
                    .iter()
                    .position(|ship| ship == packed)
                else {
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

    /// Draws fleets until there are enough, so many at most.
    #[inline(always)]
    pub fn resample(
        &mut self,
        constraints: &Constraints<'_, W>,
        fleet: &mut PartialFleet<W>,
        rng: &mut Rng,
        most: usize,
    ) {
        let missing = KEPT.saturating_sub(self.particles.len()).min(most);
        self.draw(constraints, fleet, rng, missing);
    }

    /// Draws so many fleets.
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
                // The first weight keeps the others from being too small for a
                // short number.
                let scale: f64 = *scale.get_or_insert(weight);
                #[expect(clippy::cast_possible_truncation, reason = "a weight near 1")]
                self.particles
                    .push(Particle::of(fleet, (weight / scale) as f32));
            }
        }
        rescale(&mut self.particles[old..]);
    }

    /// Notes where ships lie.
    #[inline(always)]
    pub fn add_to(&self, weights: &mut PlacementWeights<W>) {
        for particle in &self.particles {
            let weight = f64::from(particle.weight);
            weights.total += weight;
            for packed in &particle.ships[..usize::from(particle.afloat)] {
                let placement = packed.placement();
                weights.add(placement.class, placement.axis, placement.start, weight);
            }
        }
    }
}

/// Gives the fleets of one lot the weight together that as many fleets of the same
/// weight as say as much would have. Lots differ in the scale of their weights.
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
    fn of(fleet: &PartialFleet<W>, weight: f32) -> Self {
        let mut particle = Self {
            cells: Bitboard::EMPTY,
            weight,
            afloat: 0,
            ships: [PackedPlacement(0); SHIPS_MAX as usize],
        };
        for (packed, ship) in particle.ships.iter_mut().zip(&fleet.ships) {
            *packed = PackedPlacement::of(Placement {
                class: ship.class,
                axis: ship.axis,
                start: ship.start,
            });
            particle.cells |= ship.mask.cells;
            particle.afloat += 1;
        }
        particle
    }

    /// Whether a ship has no field left.
    #[inline(always)]
    fn has_ship_within(&self, constraints: &Constraints<'_, W>, hits: Bitboard<W>) -> bool {
        let ships = &self.ships[..usize::from(self.afloat)];
        ships.iter().any(|packed| {
            constraints
                .table
                .mask(packed.placement())
                .cells
                .is_within(&hits)
        })
    }
}

impl PackedPlacement {
    /// Bitboard for the field.
    const FIELD: u32 = 9;

    #[inline(always)]
    fn of(placement: Placement) -> Self {
        let axis = u16::from(placement.axis == Axis::Vertical);
        let high = u16::from(placement.class) << 1 | axis;
        Self(high << Self::FIELD | placement.start.number())
    }

    fn of_ship<const W: usize>(
        constraints: &Constraints<'_, W>,
        cells: Bitboard<W>,
    ) -> Option<Self> {
        let class = constraints.table.class_of_length(cells.count())?;
        let start = cells.first()?;
        let is_level =
            cells.count() == 1 || cells.has(FieldIndex::new(u32::from(start.number()) + 1));
        let axis = if is_level {
            Axis::Horizontal
        } else {
            Axis::Vertical
        };
        Some(Self::of(Placement { class, axis, start }))
    }

    #[inline(always)]
    fn placement(self) -> Placement {
        let high = self.0 >> Self::FIELD;
        let axis = if high & 1 == 0 {
            Axis::Horizontal
        } else {
            Axis::Vertical
        };
        Placement {
            class: (high >> 1) as u8,
            axis,
            start: FieldIndex::new(u32::from(self.0 & ((1 << Self::FIELD) - 1))),
        }
    }
}
