//! Many games of a policy against hidden fleets.

use std::num::NonZeroUsize;
use std::ops::{ControlFlow, Range};
use std::sync::atomic::AtomicBool;

use serde::{Deserialize, Serialize};

use super::histogram::Histogram;
use admiralty_core::geometry::Pos;
use admiralty_core::rng::Rng;
use admiralty_players::classic::{
    Config, Cost, PlacementTable, Policy, PolicyFactory, PolicyKind, SampleBudget, sink_fleet,
};
use admiralty_players::with_placement_table;
use admiralty_players::{FleetSampler, NoRoom, Placing};
use admiralty_results::Shard;
use admiralty_results::worker_pool::{SpawnError, WorkerPool};

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
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ShotCounts {
    /// All shots.
    pub shots: Histogram,
    /// Shots that hit nothing.
    pub misses: Histogram,
    /// For each field, row by row, how many games had it among their [`FIRST_SHOTS`].
    pub first_shots: Vec<u64>,
}

/// The shots of a game.
#[derive(Clone, Debug)]
pub struct GameShots {
    /// How many there were.
    pub cost: Cost,
    /// The first of them, at most [`FIRST_SHOTS`].
    pub first: Vec<Pos>,
}

impl ShotCounts {
    /// The counts of no games on a board.
    pub fn new(config: &Config) -> Self {
        let side = usize::from(config.side);
        Self {
            first_shots: vec![0; side * side],
            ..Self::default()
        }
    }

    /// Counts a game on a board.
    pub fn add(&mut self, config: &Config, game: &GameShots) {
        self.shots.add(game.cost.shots);
        self.misses.add(game.cost.misses);
        for pos in &game.first {
            let [y, x] = [pos.y, pos.x].map(|side| side.unsigned_abs() as usize);
            self.first_shots[y * usize::from(config.side) + x] += 1;
        }
    }

    /// Counts all games of others on the same board.
    pub fn merge(&mut self, other: &Self) {
        self.shots.merge(&other.shots);
        self.misses.merge(&other.misses);
        for (count, other) in self.first_shots.iter_mut().zip(&other.first_shots) {
            *count += other;
        }
    }
}

/// Why an experiment cannot be run.
#[derive(Debug, thiserror::Error)]
pub enum ExperimentError {
    /// The fleet cannot be placed.
    #[error(transparent)]
    NoRoom(#[from] NoRoom),
    /// No thread can be started.
    #[error(transparent)]
    Threads(#[from] SpawnError),
}

impl Experiment {
    /// Plays the games of a shard except the first `done` ones, and calls `each` with them in
    /// order. They depend only on the experiment, unless `stop` ends it early.
    ///
    /// # Errors
    ///
    /// If the fleet cannot be placed, or no thread can be started; or what `each` returns.
    pub fn run_shard<E: From<ExperimentError> + Send>(
        &self,
        shard: Shard,
        done: u64,
        threads: NonZeroUsize,
        stop: &AtomicBool,
        each: impl FnMut(&GameShots) -> Result<(), E>,
    ) -> Result<(), E> {
        let games = done..shard.len(self.games).max(done);
        with_placement_table!(&self.config, |table| {
            let pool = WorkerPool::new(threads, AHEAD, stop);
            self.run_on(&table, shard, games, &pool, each)
        })
    }

    fn run_on<const W: usize, E: From<ExperimentError> + Send>(
        &self,
        table: &PlacementTable<W>,
        shard: Shard,
        games: Range<u64>,
        pool: &WorkerPool<'_>,
        mut each: impl FnMut(&GameShots) -> Result<(), E>,
    ) -> Result<(), E> {
        let sampler = FleetSampler::new(table, self.placing).map_err(ExperimentError::from)?;
        let budget = SampleBudget::MANY_GAMES;
        let factory = PolicyFactory::new(table, self.policy, self.believed, budget);
        let play_batch = |policy: &mut Box<dyn Policy<W>>, batch: u64| {
            let first = games.start + batch * GAMES_PER_BATCH;
            let batch = first..games.end.min(first + GAMES_PER_BATCH);
            let mut play = |index| {
                let mut rng = self.rng(shard.unit(index) - 1);
                let fleet = sampler.sample(&mut rng)?;
                let seed = rng.below(u64::MAX);
                let mut first = Vec::with_capacity(FIRST_SHOTS);
                let cost = sink_fleet(table, &fleet, &mut **policy, seed, |field, _| {
                    if first.len() < FIRST_SHOTS {
                        first.push(table.pos(field));
                    }
                    if pool.is_cancelled() {
                        ControlFlow::Break(())
                    } else {
                        ControlFlow::Continue(())
                    }
                });
                Ok(GameShots { cost, first })
            };
            // The finished games of a batch are not lost.
            let is_wanted = |_: &Result<_, _>| !pool.is_cancelled();
            let played = batch.map(&mut play).take_while(is_wanted);
            let played: Result<Vec<_>, ExperimentError> = played.collect();
            played.map(Some)
        };
        let batches = 0..(games.end - games.start).div_ceil(GAMES_PER_BATCH);
        let mut taken = Ok(());
        let take = |played: Vec<GameShots>| {
            taken = played.iter().try_for_each(&mut each);
            let is_whole = played.len() as u64 == GAMES_PER_BATCH;
            Ok(if taken.is_ok() && is_whole {
                ControlFlow::Continue(())
            } else {
                ControlFlow::Break(())
            })
        };
        pool.run(batches, || Ok(factory.policy()), play_batch, take)?;
        taken
    }

    /// How many games are missing in the counts of an experiment that was interrupted, or of which
    /// not all shards are known.
    pub fn missing_games(&self, counts: &ShotCounts) -> u64 {
        self.games.saturating_sub(counts.shots.count())
    }

    /// The random number generator of a game, the same for every policy.
    fn rng(&self, game: u64) -> Rng {
        // An odd constant, so that every game has a different seed.
        const GAMES: u64 = 0x9e37_79b9_7f4a_7c15;
        Rng::seeded(self.seed ^ (game + 1).wrapping_mul(GAMES))
    }
}
