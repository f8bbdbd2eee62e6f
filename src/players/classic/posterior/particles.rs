//! Fleets that are kept from shot to shot.

use super::chart::Chart;
use super::constraints::Constraints;
use super::cover::covers;
use super::draw::draw;
use super::partial_fleet::PartialFleet;
use crate::geometry::Axis;
use crate::players::classic::bits::Bits;
use crate::players::classic::config::SHIPS_MAX;
use crate::players::classic::placement_table::{Field, Placement};
use crate::rng::Rng;

/// How many fleets are kept.
const KEPT: usize = 3000;

/// A fleet that agrees with all that is known.
#[derive(Clone, Copy)]
struct Particle<const W: usize> {
    cells: Bits<W>,
    weight: f32,
    afloat: u8,
    ships: [Code; SHIPS_MAX as usize],
}

/// A berth in two bytes.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
struct Code(u16);

/// Fleets that agree with all that is known, with weights.
#[derive(Clone, Default)]
pub struct ParticleSet<const W: usize> {
    guesses: Vec<Particle<W>>,
}

impl<const W: usize> ParticleSet<W> {
    /// Forgets all fleets.
    pub fn clear(&mut self) {
        self.guesses.clear();
    }

    /// Keeps those that agree with what has become known; `sunk` are the ships that
    /// were sunk.
    #[inline(always)]
    pub fn sift(&mut self, situation: &Constraints<'_, W>, sunk: &[Bits<W>]) {
        let codes = sunk
            .iter()
            .filter_map(|cells| Code::of_ship(situation, *cells));
        let codes: Vec<_> = codes.collect();
        let hits = situation.open;
        self.guesses.retain_mut(|guess| {
            for (code, cells) in codes.iter().zip(sunk) {
                let afloat = usize::from(guess.afloat);
                let Some(index) = guess.ships[..afloat].iter().position(|ship| ship == code) else {
                    return false;
                };
                guess.ships[index] = guess.ships[afloat - 1];
                guess.afloat -= 1;
                guess.cells = guess.cells.without(cells);
            }
            guess.cells.is_within(&situation.free)
                && hits.is_within(&guess.cells)
                && (hits.is_empty() || !guess.has_ship_within(situation, hits))
        });
        rescale(&mut self.guesses);
    }

    /// Draws fleets until there are enough, so many at most.
    #[inline(always)]
    pub fn refill(
        &mut self,
        situation: &Constraints<'_, W>,
        crew: &mut PartialFleet<W>,
        rng: &mut Rng,
        most: usize,
    ) {
        let missing = KEPT.saturating_sub(self.guesses.len()).min(most);
        self.draw(situation, crew, rng, missing);
    }

    /// Draws so many fleets.
    #[inline(always)]
    pub fn draw(
        &mut self,
        situation: &Constraints<'_, W>,
        crew: &mut PartialFleet<W>,
        rng: &mut Rng,
        count: usize,
    ) {
        let mut first = Vec::new();
        let mut more = Vec::new();
        if let Some(hit) = situation.open.first() {
            let (afloat, free) = (&situation.afloat, situation.free);
            covers(situation, afloat, free, hit, true, &mut first);
        }
        let old = self.guesses.len();
        let mut scale = None;
        for index in 0..count {
            #[expect(clippy::cast_precision_loss, reason = "a share")]
            let level = (index as f64 + rng.fraction()) / count as f64;
            if let Some(weight) = draw(situation, crew, rng, &first, &mut more, level) {
                // The first weight keeps the others from being too small for a
                // short number.
                let scale: f64 = *scale.get_or_insert(weight);
                #[expect(clippy::cast_possible_truncation, reason = "a weight near 1")]
                self.guesses
                    .push(Particle::of(crew, (weight / scale) as f32));
            }
        }
        rescale(&mut self.guesses[old..]);
    }

    /// Notes where ships lie.
    #[inline(always)]
    pub fn note(&self, chart: &mut Chart<W>) {
        for guess in &self.guesses {
            let weight = f64::from(guess.weight);
            chart.total += weight;
            for code in &guess.ships[..usize::from(guess.afloat)] {
                let placement = code.placement();
                chart.add(placement.kind, placement.axis, placement.start, weight);
            }
        }
    }
}

/// Gives the fleets of one lot the weight together that as many fleets of the same
/// weight as say as much would have. Lots differ in the scale of their weights.
#[inline(always)]
fn rescale<const W: usize>(guesses: &mut [Particle<W>]) {
    let (mut sum, mut squares) = (0.0_f64, 0.0_f64);
    for guess in &*guesses {
        let weight = f64::from(guess.weight);
        sum += weight;
        squares += weight * weight;
    }
    #[expect(clippy::cast_possible_truncation, reason = "near 1")]
    let factor = if squares > 0.0 {
        (sum / squares) as f32
    } else {
        1.0
    };
    for guess in guesses {
        guess.weight *= factor;
    }
}

impl<const W: usize> Particle<W> {
    #[inline(always)]
    fn of(crew: &PartialFleet<W>, weight: f32) -> Self {
        let mut guess = Self {
            cells: Bits::EMPTY,
            weight,
            afloat: 0,
            ships: [Code(0); SHIPS_MAX as usize],
        };
        for (code, mate) in guess.ships.iter_mut().zip(&crew.ships) {
            *code = Code::of(Placement {
                kind: mate.kind,
                axis: mate.axis,
                start: mate.start,
            });
            guess.cells |= mate.mask.cells;
            guess.afloat += 1;
        }
        guess
    }

    /// Whether a ship has no field left.
    #[inline(always)]
    fn has_ship_within(&self, situation: &Constraints<'_, W>, hits: Bits<W>) -> bool {
        let ships = &self.ships[..usize::from(self.afloat)];
        ships.iter().any(|code| {
            situation
                .waters
                .mask(code.placement())
                .cells
                .is_within(&hits)
        })
    }
}

impl Code {
    /// Bits for the field.
    const FIELD: u32 = 9;

    #[inline(always)]
    fn of(placement: Placement) -> Self {
        let axis = u16::from(placement.axis == Axis::Vertical);
        let high = u16::from(placement.kind) << 1 | axis;
        Self(high << Self::FIELD | placement.start.number())
    }

    fn of_ship<const W: usize>(situation: &Constraints<'_, W>, cells: Bits<W>) -> Option<Self> {
        let kind = situation.waters.kind_of_length(cells.count())?;
        let start = cells.first()?;
        let is_level = cells.count() == 1 || cells.has(Field::new(u32::from(start.number()) + 1));
        let axis = if is_level {
            Axis::Horizontal
        } else {
            Axis::Vertical
        };
        Some(Self::of(Placement { kind, axis, start }))
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
            kind: (high >> 1) as u8,
            axis,
            start: Field::new(u32::from(self.0 & ((1 << Self::FIELD) - 1))),
        }
    }
}
