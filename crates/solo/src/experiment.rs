//! Many games of one policy against fleets that it does not see.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

use admiralty_core::rng::Rng;
use admiralty_players::Placing;
use admiralty_players::classic::{ClassicConfig, PolicyKind, SoloPlayer, solo_players};
use admiralty_results::Shard;
use admiralty_results::worker_pool::{PoolTask, WorkerPool};

use crate::{FIRST_SHOTS, GameShots, ShotCounts, SoloError};

/// The most games of a player.
pub const GAMES_MAX: u64 = 1_000_000_000_000;
/// How many games make up a batch, which is the unit of work of a thread.
const GAMES_PER_BATCH: u64 = 16;
/// How many batches per thread may start ahead of the next one to be counted.
const AHEAD: u64 = 64;

/// A policy, the fleets it has to sink, and the number of games.
#[derive(Clone, Debug)]
pub struct Experiment {
    /// The board, the fleet and the rules.
    pub config: ClassicConfig,
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

impl Experiment {
    /// Plays the games of a shard except the first `done` ones, and calls `each` with them in
    /// order. They depend only on the experiment, unless `stop` ends it early.
    ///
    /// # Errors
    ///
    /// If the fleet cannot be placed, no thread can be started, or `each` returns an error.
    pub fn run_shard<E: From<SoloError> + Send>(
        &self,
        shard: Shard,
        done: u64,
        threads: NonZeroUsize,
        stop: &AtomicBool,
        mut each: impl FnMut(&GameShots) -> Result<(), E>,
    ) -> Result<(), E> {
        let games = done..shard.len(self.games).max(done);
        let players = solo_players(&self.config, self.policy, self.placing, self.believed);
        let players = players.map_err(SoloError::from)?;
        let play_batch = |player: &mut SoloPlayer, task: PoolTask<'_>| {
            let first = games.start + task.number * GAMES_PER_BATCH;
            let batch = first..games.end.min(first + GAMES_PER_BATCH);
            let mut play = |index| {
                let mut rng = self.rng(shard.unit(index) - 1);
                let mut first = Vec::with_capacity(FIRST_SHOTS);
                let cost = player(&mut rng, &mut |pos| {
                    if first.len() < FIRST_SHOTS {
                        first.push(pos);
                    }
                    if task.is_cancelled() {
                        ControlFlow::Break(())
                    } else {
                        ControlFlow::Continue(())
                    }
                })?;
                Ok(GameShots { cost, first })
            };
            // The finished games of a batch are not lost.
            let is_wanted = |_: &Result<_, _>| !task.is_cancelled();
            let played = batch.map(&mut play).take_while(is_wanted);
            let played: Result<Vec<_>, SoloError> = played.collect();
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
        let pool = WorkerPool::new(threads, AHEAD, stop);
        pool.run(batches, || Ok(players()), play_batch, take)?;
        taken
    }

    /// How many games are missing from the counts, because the experiment was interrupted or shards
    /// are missing.
    pub fn missing_games(&self, counts: &ShotCounts) -> u64 {
        self.games.saturating_sub(counts.shots.count())
    }

    /// The random number generator of a game, the same for every policy.
    fn rng(&self, game: u64) -> Rng {
        Rng::nth(self.seed, game + 1)
    }
}
