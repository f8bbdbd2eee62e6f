//! What a shot was worth: the shots that it cost beyond the best one.
//!
//! Fleets are drawn that agree with what the player knew before the shot, and `density` sinks each
//! of them twice: after the best shot and after the actual one. The mean difference is the loss
//! of the shot. Both games are against the same fleets, so most of the variance cancels.
//!
//! Let `V` be the mean number of shots still needed with the best shot. What a shot costs in
//! all is `1 + V(after) - V(before)`: its loss, and luck for the rest. The sum over a game
//! telescopes, so losses and luck add up exactly to the shots fired beyond the expectation before
//! the first.

use std::ops::ControlFlow;

use admiralty_core::geometry::Pos;
use admiralty_core::rng::Rng;
use admiralty_core::view::Knowledge;

use super::policies::sink_rest;
use super::{
    BitboardKnowledge, BitboardOutcome, ConfigError, FieldIndex, PlacedShip, PlacementTable,
    Policy, PolicyFactory, PolicyKind, SampleBudget, config_of, knowledge_on, sample_fleets,
};
use crate::{Placing, with_placement_table};

/// How many fleets are drawn for a shot that is reviewed.
const FLEETS: u32 = 200;

/// How fleets are assumed to be placed.
const PLACING: Placing = Placing::Seq;

/// A shot of a game, with what the player knew before it.
#[derive(Clone, Debug)]
pub struct RecordedShot {
    /// The knowledge before the shot.
    pub before: Knowledge,
    /// The field of the opponent's waters.
    pub target: Pos,
}

/// What a shot was worth.
#[derive(Clone, Debug, PartialEq)]
pub struct ReviewedShot {
    /// For each field of the waters, row by row, the probability of a healthy segment.
    pub heat: Vec<f32>,
    /// The shot of the strategy.
    pub best: Pos,
    /// The expected number of shots needed with the best shot, this one included.
    pub needed: f64,
    /// The expected number of shots that the actual shot costs more than the best one.
    pub loss: f64,
    /// The standard error of the loss.
    pub error: f64,
}

/// The shots of a player in a game.
#[derive(Clone, Debug, PartialEq)]
pub struct GameReview {
    /// By shot; `None` if no fleet fits the knowledge.
    pub shots: Vec<Option<ReviewedShot>>,
    /// The expected number of shots before the first.
    pub expected: f64,
    /// The sum of the losses.
    pub loss: f64,
    /// The shots that chance has cost; less than 0 if the player was lucky.
    pub luck: f64,
    /// The expected number of shots still needed at the end.
    pub needed: f64,
}

/// Reviews the shots of a player in a game, given what it knows at the end.
///
/// The time is proportional to the shots; all random numbers derive from the seed.
///
/// # Errors
///
/// If the fleet is beyond the limits of the policies on bitboards.
pub fn review_game(
    shots: &[RecordedShot],
    last: &Knowledge,
    kind: PolicyKind,
    seed: u64,
) -> Result<GameReview, ConfigError> {
    let config = config_of(last)?;
    Ok(with_placement_table!(&config, |table| {
        Reviewer::new(&table, kind, seed).game(shots, last)
    }))
}

/// For each field of the enemy's waters, row by row, the probability of a healthy segment, from
/// `fleets` fleets that fit the knowledge; `None` if there is none.
///
/// # Errors
///
/// That of [`review_game`].
pub fn heat_map(
    known: &Knowledge,
    seed: u64,
    fleets: u32,
) -> Result<Option<Vec<f32>>, ConfigError> {
    let config = config_of(known)?;
    Ok(with_placement_table!(&config, |table| {
        let mut reviewer = Reviewer::new(&table, PolicyKind::Density, seed);
        let facts = knowledge_on(&table, known);
        let fleets = reviewer.fleets(&facts, fleets);
        (!fleets.is_empty()).then(|| reviewer.heat(known, &facts, &fleets))
    }))
}

/// The ships afloat of fleets that fit the knowledge.
type SampledFleets<const W: usize> = Vec<Vec<PlacedShip<W>>>;

struct Reviewer<'t, const W: usize> {
    table: &'t PlacementTable<W>,
    strategy: Box<dyn Policy<W>>,
    /// Plays the rest of the game.
    density: Box<dyn Policy<W>>,
    rng: Rng,
}

impl<'t, const W: usize> Reviewer<'t, W> {
    fn new(table: &'t PlacementTable<W>, kind: PolicyKind, seed: u64) -> Self {
        let policy = |kind| {
            let budget = SampleBudget {
                prior_samples: 0,
                ..SampleBudget::MANY_GAMES
            };
            PolicyFactory::new(table, kind, PLACING, budget).policy()
        };
        Self {
            table,
            strategy: policy(kind),
            density: policy(PolicyKind::Density),
            rng: Rng::seeded(seed),
        }
    }

    fn game(&mut self, shots: &[RecordedShot], last: &Knowledge) -> GameReview {
        self.strategy.begin(self.rng.below(u64::MAX));
        let reviewed: Vec<_> = shots.iter().map(|shot| self.shot(shot)).collect();
        let mut needed = self.needed(last);
        let unfinished = needed;
        for shot in reviewed.iter().rev() {
            // A shot without a review is taken to be as good as the best one.
            needed = shot.as_ref().map_or(needed + 1.0, |shot| shot.needed);
        }
        let fired = reviewed.len() as f64;
        let loss = reviewed.iter().flatten().map(|shot| shot.loss).sum();
        GameReview {
            expected: needed,
            loss,
            luck: fired + unfinished - needed - loss,
            needed: unfinished,
            shots: reviewed,
        }
    }

    fn shot(&mut self, shot: &RecordedShot) -> Option<ReviewedShot> {
        let seen = knowledge_on(self.table, &shot.before);
        let target = self.table.field(shot.target)?;
        let best = self.strategy.next_shot(&seen);
        let fleets = self.fleets(&seen, FLEETS);
        let (mut needed, mut losses) = (Vec::new(), Vec::new());
        for fleet in &fleets {
            let with_best = self.sink_after(&seen, best, fleet);
            let loss = if target == best {
                0.0
            } else {
                self.sink_after(&seen, target, fleet) - with_best
            };
            needed.push(with_best);
            losses.push(loss);
        }
        let [loss, error] = mean_and_error(&losses)?;
        Some(ReviewedShot {
            heat: self.heat(&shot.before, &seen, &fleets),
            best: self.table.pos(best),
            needed: mean_and_error(&needed)?[0],
            loss,
            error,
        })
    }

    /// The expected number of shots still needed.
    fn needed(&mut self, last: &Knowledge) -> f64 {
        let seen = knowledge_on(self.table, last);
        if seen.is_over() {
            return 0.0;
        }
        let best = self.strategy.next_shot(&seen);
        let fleets = self.fleets(&seen, FLEETS).into_iter();
        let needed: Vec<_> = fleets
            .map(|fleet| self.sink_after(&seen, best, &fleet))
            .collect();
        mean_and_error(&needed).map_or(0.0, |[mean, _]| mean)
    }

    fn fleets(&mut self, seen: &BitboardKnowledge<W>, count: u32) -> SampledFleets<W> {
        sample_fleets(self.table, PLACING, seen, &mut self.rng, count)
    }

    /// The number of shots that sink a fleet if the first is at a given field.
    fn sink_after(
        &mut self,
        seen: &BitboardKnowledge<W>,
        first: FieldIndex,
        fleet: &[PlacedShip<W>],
    ) -> f64 {
        let mut seen = seen.clone();
        let outcome = BitboardOutcome::of(fleet, seen.shot, first);
        seen.learn(self.table, first, outcome);
        self.density.begin(0);
        let rest = sink_rest(self.table, fleet, seen, &mut *self.density, |_, _| {
            ControlFlow::Continue(())
        });
        f64::from(1 + rest.shots)
    }

    fn heat(
        &self,
        known: &Knowledge,
        seen: &BitboardKnowledge<W>,
        fleets: &SampledFleets<W>,
    ) -> Vec<f32> {
        let share = |(pos, _)| {
            let field = self.table.field(pos).filter(|&field| !seen.shot.has(field));
            let has_ship = |fleet: &&Vec<PlacedShip<W>>| {
                field.is_some_and(|field| fleet.iter().any(|ship| ship.cells.has(field)))
            };
            fleets.iter().filter(has_ship).count() as f32 / fleets.len() as f32
        };
        known.fields().map(share).collect()
    }
}

/// The mean of some values, and its standard error; `None` without values.
fn mean_and_error(values: &[f64]) -> Option<[f64; 2]> {
    let count = values.len() as f64;
    let mean = values.iter().sum::<f64>() / count;
    let squares: f64 = values.iter().map(|value| value * value).sum();
    let variance = (squares / count - mean * mean).max(0.0);
    (!values.is_empty()).then(|| [mean, (variance / count).sqrt()])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_error_of_a_mean_falls_with_the_root_of_the_count() {
        assert_eq!(mean_and_error(&[]), None);
        assert_eq!(mean_and_error(&[7.0; 9]), Some([7.0, 0.0]));
        // Of variance 4.
        for count in [2, 8, 32] {
            let values = [1.0, 5.0].repeat(count);
            let error = 2.0 / (2.0 * count as f64).sqrt();
            assert_eq!(mean_and_error(&values), Some([3.0, error]));
        }
    }
}
