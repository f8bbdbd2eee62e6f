//! Many games of a policy against hidden fleets.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use super::histogram::Histogram;
use super::single_game::{Cost, sink_fleet};
use crate::players::classic::{
    Config, ConfigError, HiddenFleet, PlacementTable, PolicyFactory, PolicyKind,
    with_placement_table,
};
use crate::players::{FleetSampler, NoRoom, Placing};
use crate::rng::Rng;

/// How many games a thread takes at once.
const GAMES_PER_BATCH: u64 = 16;

/// A policy, the fleets it has to sink, and how many games.
#[derive(Clone, Debug)]
pub struct Experiment {
    /// The board, the fleet and the rules.
    pub config: Config,
    /// What shoots.
    pub policy: PolicyKind,
    /// How fleets are placed.
    pub placing: Placing,
    /// How the policy assumes that they are placed.
    pub believed: Placing,
    /// How many games.
    pub games: u64,
    /// The random seed of all games.
    pub seed: u64,
}

/// The shots of the games of an experiment.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ShotCounts {
    /// Shots.
    pub shots: Histogram,
    /// Shots that hit nothing.
    pub misses: Histogram,
}

/// Why an experiment cannot be run.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ExperimentError {
    /// The configuration is out of its limits.
    #[error(transparent)]
    Config(#[from] ConfigError),
    /// The fleet cannot be placed.
    #[error(transparent)]
    NoRoom(#[from] NoRoom),
}

impl Experiment {
    /// Plays the games. The result depends on the experiment only, unless `stop` ends it
    /// early; `on_progress` is called with the number of games of each batch.
    ///
    /// # Errors
    ///
    /// If the fleet cannot be placed, or the configuration is out of its limits.
    pub fn run(
        &self,
        threads: NonZeroUsize,
        stop: &AtomicBool,
        on_progress: impl Fn(u64) + Sync,
    ) -> Result<ShotCounts, ExperimentError> {
        with_placement_table!(&self.config, |table| self.run_on(
            &table,
            threads,
            stop,
            on_progress
        ))?
    }

    fn run_on<const W: usize>(
        &self,
        table: &PlacementTable<W>,
        threads: NonZeroUsize,
        stop: &AtomicBool,
        on_progress: impl Fn(u64) + Sync,
    ) -> Result<ShotCounts, ExperimentError> {
        let sampler = FleetSampler::new(table, self.placing)?;
        let factory = PolicyFactory::new(table, self.policy, self.believed);
        let next = AtomicU64::new(0);
        let play_batches = || {
            let mut counts = ShotCounts::default();
            let mut policy = factory.policy();
            let mut fleet = HiddenFleet::new();
            while !stop.load(Ordering::Relaxed) {
                let first = next.fetch_add(GAMES_PER_BATCH, Ordering::Relaxed);
                let games = first..self.games.min(first + GAMES_PER_BATCH);
                if games.is_empty() {
                    break;
                }
                on_progress(games.end - games.start);
                for game in games {
                    let mut rng = self.rng(game);
                    sampler.sample(&mut rng, &mut fleet)?;
                    let seed = rng.below(u64::MAX);
                    counts.add(sink_fleet(table, &fleet, &mut *policy, seed, |_, _| ()));
                }
            }
            Ok(counts)
        };
        let total = Mutex::new(Ok(ShotCounts::default()));
        let worker = || {
            let counts: Result<_, NoRoom> = play_batches();
            let mut total = total.lock().unwrap_or_else(PoisonError::into_inner);
            match (&mut *total, counts) {
                (Ok(total), Ok(counts)) => total.merge(&counts),
                (total, Err(error)) => *total = Err(error),
                (Err(_), Ok(_)) => {}
            }
        };
        std::thread::scope(|scope| {
            for _ in 1..threads.get() {
                scope.spawn(worker);
            }
            worker();
        });
        Ok(total.into_inner().unwrap_or_else(PoisonError::into_inner)?)
    }

    /// The random numbers of a game, the same for every policy.
    fn rng(&self, game: u64) -> Rng {
        // An odd constant, so that every game has another seed.
        const GAMES: u64 = 0x9e37_79b9_7f4a_7c15;
        Rng::seeded(self.seed ^ (game + 1).wrapping_mul(GAMES))
    }
}

impl ShotCounts {
    fn add(&mut self, cost: Cost) {
        self.shots.add(cost.shots);
        self.misses.add(cost.misses);
    }

    fn merge(&mut self, other: &Self) {
        self.shots.merge(&other.shots);
        self.misses.merge(&other.misses);
    }
}
