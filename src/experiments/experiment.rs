//! Many games of a player, and what they cost.

use std::num::NonZeroUsize;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use super::histogram::Histogram;
use super::single_game::{Cost, sink_fleet};
use crate::players::classic::HiddenFleet;
use crate::players::classic::PlacementTable;
use crate::players::classic::{Config, ConfigError};
use crate::players::classic::{FleetSampler, NoRoom, Placing};
use crate::players::classic::{PolicyFactory, PolicyKind};
use crate::rng::Rng;

/// How many games a thread takes at once.
const PORTION: u64 = 16;

/// A player, its contest, and how many games.
#[derive(Clone, Debug)]
pub struct Experiment {
    /// The contest.
    pub config: Config,
    /// Who plays.
    pub policy: PolicyKind,
    /// How fleets are dealt.
    pub placing: Placing,
    /// How the player believes that they are dealt.
    pub believed: Placing,
    /// How many games.
    pub games: u64,
    /// Where all chance comes from.
    pub seed: u64,
}

/// What the games of an experiment cost.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ShotCounts {
    /// Shots.
    pub shots: Histogram,
    /// Shots that hit nothing.
    pub misses: Histogram,
}

/// Why an experiment cannot be made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ExperimentError {
    /// The contest is none.
    #[error(transparent)]
    Config(#[from] ConfigError),
    /// The fleet cannot be placed.
    #[error(transparent)]
    NoRoom(#[from] NoRoom),
}

impl Experiment {
    /// Plays the games. The result depends on nothing but the experiment, unless `stop`
    /// ends it early; `on_progress` is told how many games were finished since it was told
    /// the last time.
    ///
    /// # Errors
    ///
    /// If there is no such contest.
    pub fn run(
        &self,
        threads: NonZeroUsize,
        stop: &AtomicBool,
        on_progress: impl Fn(u64) + Sync,
    ) -> Result<ShotCounts, ExperimentError> {
        match self.config.side {
            0..=10 => self.run_on::<2>(threads, stop, on_progress),
            11..=15 => self.run_on::<4>(threads, stop, on_progress),
            _ => self.run_on::<7>(threads, stop, on_progress),
        }
    }

    fn run_on<const W: usize>(
        &self,
        threads: NonZeroUsize,
        stop: &AtomicBool,
        on_progress: impl Fn(u64) + Sync,
    ) -> Result<ShotCounts, ExperimentError> {
        let table = PlacementTable::<W>::new(&self.config)?;
        let sampler = FleetSampler::new(&table, self.placing)?;
        let factory = PolicyFactory::new(&table, self.policy, self.believed);
        let next = AtomicU64::new(0);
        let total = Mutex::new(Ok(ShotCounts::default()));
        let worker = || {
            let mut counts = Ok(ShotCounts::default());
            let mut player = factory.player();
            let mut fleet = HiddenFleet::new();
            while let (Ok(counts_so_far), false) = (&mut counts, stop.load(Ordering::Relaxed)) {
                let first = next.fetch_add(PORTION, Ordering::Relaxed);
                let games = first..self.games.min(first + PORTION);
                if games.is_empty() {
                    break;
                }
                on_progress(games.end - games.start);
                for game in games {
                    let mut rng = self.rng(game);
                    match sampler.sample(&mut rng, &mut fleet) {
                        Ok(_) => {
                            let seed = rng.below(u64::MAX);
                            let player = &mut *player;
                            counts_so_far.add(sink_fleet(&table, &fleet, player, seed, |_, _| ()));
                        }
                        Err(error) => {
                            counts = Err(error);
                            break;
                        }
                    }
                }
            }
            let mut total = total
                .lock()
                .unwrap_or_else(std::sync::PoisonError::into_inner);
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
        let total = total.into_inner();
        Ok(total.unwrap_or_else(std::sync::PoisonError::into_inner)?)
    }

    /// The chance of a game. Each game has its own, whoever plays it.
    fn rng(&self, game: u64) -> Rng {
        // An odd constant, so that every game makes a difference.
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
