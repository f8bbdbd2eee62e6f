//! Many games of a policy against hidden fleets.

use std::io;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

use super::histogram::Histogram;
use crate::geometry::Pos;
use crate::players::classic::{
    BitboardKnowledge, BitboardOutcome, Config, FieldIndex, PlacedShip, PlacementTable, Policy,
    PolicyFactory, PolicyKind, SampleBudget, with_placement_table,
};
use crate::players::{FleetSampler, NoRoom, Placing};
use crate::rng::Rng;
use crate::worker_pool::{SpawnError, WorkerPool};

/// How many games make up a batch, which is the unit of work of a thread.
const GAMES_PER_BATCH: u64 = 16;
/// How many shots of a game count as its first ones.
pub const FIRST_SHOTS: usize = 10;
/// How many batches per thread may start ahead of the next one to be counted.
const AHEAD: u64 = 64;

/// A policy, the fleets it has to sink, and the number of games.
#[derive(Clone, Debug)]
pub struct Experiment {
    /// The board, the fleet and the rules.
    pub config: Config,
    /// The policy that shoots.
    pub policy: PolicyKind,
    /// How fleets are placed.
    pub placing: Placing,
    /// How the policy assumes that fleets are placed.
    pub believed: Placing,
    /// The number of games.
    pub games: u64,
    /// The random seed of all games.
    pub seed: u64,
}

/// The shots per game of an experiment.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ShotCounts {
    /// All shots.
    pub shots: Histogram,
    /// Shots that hit nothing.
    pub misses: Histogram,
    /// For each field, row by row, how many games had it among their [`FIRST_SHOTS`].
    pub first_shots: Vec<u64>,
}

/// Why an experiment cannot be run.
#[derive(Debug, thiserror::Error)]
pub enum ExperimentError {
    /// The fleet cannot be placed.
    #[error(transparent)]
    NoRoom(#[from] NoRoom),
    /// No thread can be started.
    #[error("cannot start a thread: {0}")]
    Threads(io::Error),
}

impl From<SpawnError> for ExperimentError {
    fn from(SpawnError(error): SpawnError) -> Self {
        Self::Threads(error)
    }
}

impl Experiment {
    /// Plays the games. The result depends only on the experiment, unless `stop` ends it
    /// early; `on_progress` is called with the number of games of each batch.
    ///
    /// # Errors
    ///
    /// If the fleet cannot be placed, or no thread can be started.
    pub fn run(
        &self,
        threads: NonZeroUsize,
        stop: &AtomicBool,
        on_progress: impl Fn(u64),
    ) -> Result<ShotCounts, ExperimentError> {
        with_placement_table!(&self.config, |table| self.run_on(
            &table,
            threads,
            stop,
            on_progress
        ))
    }

    fn run_on<const W: usize>(
        &self,
        table: &PlacementTable<W>,
        threads: NonZeroUsize,
        stop: &AtomicBool,
        on_progress: impl Fn(u64),
    ) -> Result<ShotCounts, ExperimentError> {
        let sampler = FleetSampler::new(table, self.placing)?;
        let budget = SampleBudget::MANY_GAMES;
        let factory = PolicyFactory::new(table, self.policy, self.believed, budget);
        let play_batch = |policy: &mut Box<dyn Policy<W>>, batch: u64| {
            let first = batch * GAMES_PER_BATCH;
            let games = first..self.games.min(first + GAMES_PER_BATCH);
            let costs = games.map(|game| {
                let mut rng = self.rng(game);
                let fleet = sampler.sample(&mut rng)?;
                let seed = rng.below(u64::MAX);
                let mut first = Vec::with_capacity(FIRST_SHOTS);
                let cost = sink_fleet(table, &fleet, &mut **policy, seed, |field, _| {
                    if first.len() < FIRST_SHOTS {
                        first.push(table.pos(field));
                    }
                });
                Ok((cost, first))
            });
            costs.collect::<Result<Vec<_>, ExperimentError>>().map(Some)
        };
        let side = usize::from(self.config.side);
        let mut counts = ShotCounts {
            first_shots: vec![0; side * side],
            ..ShotCounts::default()
        };
        let count = |costs: Vec<(Cost, Vec<Pos>)>| {
            on_progress(costs.len() as u64);
            for (cost, first) in costs {
                counts.shots.add(cost.shots);
                counts.misses.add(cost.misses);
                for pos in first {
                    let [y, x] = [pos.y, pos.x].map(|side| side.unsigned_abs() as usize);
                    counts.first_shots[y * side + x] += 1;
                }
            }
            Ok(ControlFlow::Continue(()))
        };
        let batches = 0..self.games.div_ceil(GAMES_PER_BATCH);
        WorkerPool::new(threads, AHEAD, stop).run(
            batches,
            || Ok(factory.policy()),
            play_batch,
            count,
        )?;
        Ok(counts)
    }

    /// The random number generator of a game, the same for every policy.
    fn rng(&self, game: u64) -> Rng {
        // An odd constant, so that every game has a different seed.
        const GAMES: u64 = 0x9e37_79b9_7f4a_7c15;
        Rng::seeded(self.seed ^ (game + 1).wrapping_mul(GAMES))
    }
}

/// The number of shots in a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cost {
    /// All shots, including the last hit.
    pub shots: u32,
    /// Those that hit nothing.
    pub misses: u32,
}

/// Lets a policy sink a fleet, and calls `observe` after each shot.
///
/// # Panics
///
/// If the policy shoots at a field twice or off the board, which is a bug in it.
pub fn sink_fleet<const W: usize>(
    table: &PlacementTable<W>,
    fleet: &[PlacedShip<W>],
    policy: &mut dyn Policy<W>,
    seed: u64,
    observe: impl FnMut(FieldIndex, &BitboardOutcome<W>),
) -> Cost {
    policy.begin(seed);
    sink_rest(table, fleet, BitboardKnowledge::new(table), policy, observe)
}

/// Lets a policy sink what is left of a fleet, of which only the ships afloat are needed.
pub(super) fn sink_rest<const W: usize>(
    table: &PlacementTable<W>,
    fleet: &[PlacedShip<W>],
    mut knowledge: BitboardKnowledge<W>,
    policy: &mut dyn Policy<W>,
    mut observe: impl FnMut(FieldIndex, &BitboardOutcome<W>),
) -> Cost {
    let mut cost = Cost::default();
    while !knowledge.is_over() {
        let field = policy.next_shot(&knowledge);
        assert!(
            table.all().without(&knowledge.shot).has(field),
            "a policy must choose a field of the board that was not shot at"
        );
        let outcome = BitboardOutcome::of(fleet, knowledge.shot, field);
        observe(field, &outcome);
        cost.shots += 1;
        cost.misses += u32::from(outcome == BitboardOutcome::Miss);
        knowledge.learn(table, field, outcome);
    }
    cost
}
