//! Shots to sink a hidden fleet: many games of one policy, and their histogram.
//!
//! A [`ClassicConfig`] holds the board, the fleet and the rules, a [`SoloPlayer`] sinks fleets of it,
//! and an [`Experiment`] counts the shots of many games.
//!
//! ```
//! use std::num::NonZeroUsize;
//! use admiralty_arena::experiments::{Experiment, ExperimentError, ShotCounts};
//! use admiralty_players::Placing;
//! use admiralty_players::classic::{ClassicConfig, PolicyKind};
//! use admiralty_results::Shard;
//! use admiralty_core::rules::HASBRO;
//!
//! let experiment = Experiment {
//!     config: ClassicConfig::with_side(&HASBRO, 10)?,
//!     policy: PolicyKind::Hunt,
//!     placing: Placing::Seq,
//!     believed: Placing::Seq,
//!     games: 100,
//!     seed: 1,
//! };
//! let mut counts = ShotCounts::new(&experiment.config);
//! experiment.run_shard(Shard::WHOLE, 0, NonZeroUsize::MIN, &false.into(), |game| {
//!     counts.add(&experiment.config, game);
//!     Ok::<_, ExperimentError>(())
//! })?;
//! assert!((50.0..70.0).contains(&counts.shots.mean().expect("a hundred games")));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

use admiralty_core::geometry::Pos;
use admiralty_core::rng::Rng;
use admiralty_core::rules::RuleSet;
use admiralty_players::classic::{
    ClassicConfig, ConfigError, PolicyKind, ShotCost, SoloPlayer, solo_players,
};
use admiralty_players::{NoRoom, Placing};
use admiralty_results::worker_pool::{PoolTask, SpawnError, WorkerPool};
use admiralty_results::{Header, RunKind, Shard, UnitResult};
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::ArenaError;

/// How many games make up a batch, which is the unit of work of a thread.
const GAMES_PER_BATCH: u64 = 16;
/// How many shots of a game count as its first ones.
pub const FIRST_SHOTS: usize = 10;
/// The most games of a player.
pub const GAMES_MAX: u64 = 1_000_000_000_000;

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
    /// How many shots there were.
    pub cost: ShotCost,
    /// The first of them, at most [`FIRST_SHOTS`].
    pub first: Vec<Pos>,
}

impl ShotCounts {
    /// The counts before the first game on a board.
    pub fn new(config: &ClassicConfig) -> Self {
        let side = usize::from(config.side);
        Self {
            first_shots: vec![0; side * side],
            ..Self::default()
        }
    }

    /// Counts a game on the same board.
    pub fn add(&mut self, config: &ClassicConfig, game: &GameShots) {
        self.shots.add(game.cost.shots);
        self.misses.add(game.cost.misses);
        for pos in &game.first {
            let [y, x] = [pos.y, pos.x].map(|side| side.unsigned_abs() as usize);
            self.first_shots[y * usize::from(config.side) + x] += 1;
        }
    }

    /// Whether they can be the counts of so many games.
    fn is_of_games(&self, games: u64) -> bool {
        let mut histograms = [&self.shots, &self.misses].into_iter();
        histograms.all(|histogram| histogram.has_count(games))
            && self.first_shots.iter().all(|&count| count <= games)
    }

    /// Adds the counts of other games on the same board.
    pub fn merge(&mut self, other: &Self) {
        self.shots.merge(&other.shots);
        self.misses.merge(&other.misses);
        for (count, other) in self.first_shots.iter_mut().zip(&other.first_shots) {
            *count += other;
        }
    }
}

/// The reason why an experiment cannot be run.
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
    /// If the fleet cannot be placed, no thread can be started, or `each` returns an error.
    pub fn run_shard<E: From<ExperimentError> + Send>(
        &self,
        shard: Shard,
        done: u64,
        threads: NonZeroUsize,
        stop: &AtomicBool,
        mut each: impl FnMut(&GameShots) -> Result<(), E>,
    ) -> Result<(), E> {
        let games = done..shard.len(self.games).max(done);
        let players = solo_players(&self.config, self.policy, self.placing, self.believed);
        let players = players.map_err(ExperimentError::from)?;
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
        let pool = WorkerPool::new(threads, AHEAD, stop);
        pool.run(batches, || Ok(players()), play_batch, take)?;
        taken
    }

    /// How many games the counts lack, because the experiment was interrupted or shards are
    /// unknown.
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

/// The settings, in files of results, of experiments in which several players sink the same fleets.
/// The units are the games of the first player, then those of the second, and so on.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SoloSettings {
    rules: String,
    side: u8,
    fleet: Vec<u8>,
    strategies: Vec<String>,
    placing: String,
    believed: String,
    /// The number of games of each player.
    games: u64,
    seed: u64,
}

impl SoloSettings {
    /// The settings of experiments that differ in their players only; at least one.
    pub fn new(experiments: &[Experiment]) -> Option<Self> {
        let first = experiments.first()?;
        let config = &first.config;
        let policies = experiments.iter().map(|experiment| experiment.policy);
        Some(Self {
            rules: config.name.to_owned(),
            side: config.side,
            fleet: config.classes.iter().map(|class| class.count).collect(),
            strategies: policies.map(|policy| policy.name().to_owned()).collect(),
            placing: first.placing.name().to_owned(),
            believed: first.believed.name().to_owned(),
            games: first.games,
            seed: first.seed,
        })
    }

    /// The settings in a header, or `None` if they are those of another kind of run, or of more games
    /// than are played.
    pub fn from_header(header: &Header) -> Option<Self> {
        let settings = Self::deserialize(&header.settings).ok()?;
        let is_possible = settings.games <= GAMES_MAX && settings.units() == header.units;
        is_possible.then_some(settings)
    }

    /// The header of a shard.
    pub fn header(&self, shard: Shard) -> Header {
        Header::new(RunKind::Solo, json!(self), [].into(), self.units(), shard)
    }

    /// The games of all players.
    const fn units(&self) -> u64 {
        self.games.saturating_mul(self.strategies.len() as u64)
    }

    /// The experiments, or `None` if there is no such player or rule set.
    pub fn experiments(&self) -> Option<Vec<Experiment>> {
        let rules = RuleSet::named(self.rules.as_bytes())?;
        let counts = self.fleet.iter().copied().map(u32::from);
        let config: Result<_, ConfigError> = ClassicConfig::new(rules, self.side, counts);
        let config = config.ok()?;
        let experiments = self.strategies.iter().map(|name| {
            Some(Experiment {
                config: config.clone(),
                policy: name.parse().ok()?,
                placing: self.placing.parse().ok()?,
                believed: self.believed.parse().ok()?,
                games: self.games,
                seed: self.seed,
            })
        });
        experiments.collect()
    }

    /// Adds a line of results to the counts of its player.
    ///
    /// # Errors
    ///
    /// If the counts are not those of the games of the line.
    pub fn merge(
        &self,
        counts: &mut [ShotCounts],
        line: &UnitResult<ShotCounts>,
    ) -> Result<(), ArenaError> {
        if !line.result.is_of_games(line.count) {
            return ArenaError::usage(format!(
                "the counts from game {} on are not those of {} games",
                line.key, line.count
            ));
        }
        if let Some(counts) = counts.get_mut(self.player_of(line.key)) {
            counts.merge(&line.result);
        }
        Ok(())
    }

    /// The number of the player who plays a unit.
    fn player_of(&self, unit: u64) -> usize {
        let player = unit.saturating_sub(1).checked_div(self.games);
        player
            .and_then(|player| usize::try_from(player).ok())
            .unwrap_or(usize::MAX)
    }

    /// The games of a player in a shard of the run.
    pub fn games_of(&self, player: usize, shard: Shard) -> Shard {
        let (number, count) = (shard.number() - 1, shard.count());
        let before = (player as u64).wrapping_mul(self.games) % count;
        // The first unit of the shard that is not before those of the player.
        let number = (number + count - before) % count;
        Shard::new(number + 1, count).unwrap_or(Shard::WHOLE)
    }

    /// The counts of all players before the first game.
    pub fn no_games(experiments: &[Experiment]) -> Vec<ShotCounts> {
        let counts = experiments.iter().map(|it| ShotCounts::new(&it.config));
        counts.collect()
    }
}

/// Counts how often each small number occurs.
///
/// In JSON, it is a list of pairs: each number that occurs, and its count.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Vec<(u16, u64)>", into = "Vec<(u32, u64)>")]
pub struct Histogram(BTreeMap<u32, u64>);

impl Histogram {
    /// Counts a number.
    pub fn add(&mut self, number: u32) {
        *self.0.entry(number).or_default() += 1;
    }

    /// Counts all numbers of another histogram.
    pub fn merge(&mut self, other: &Self) {
        for (number, count) in other.iter() {
            *self.0.entry(number).or_default() += count;
        }
    }

    /// The numbers that occurred, lowest first, with their counts.
    pub fn iter(&self) -> impl Iterator<Item = (u32, u64)> + '_ {
        self.0.iter().map(|(&number, &count)| (number, count))
    }

    /// Returns the counts in at most `rows_max` bins of equal width, from the bin of the
    /// lowest number to that of the highest: the width, which is 1, 2 or 5 times a power of
    /// ten, and each bin's first number, a multiple of the width, with its count. Without
    /// numbers, there are no bins.
    pub fn bins(&self, rows_max: u32) -> (u32, Vec<(u32, u64)>) {
        let (Some((lowest, _)), Some(highest)) = (self.iter().next(), self.worst()) else {
            return (1, Vec::new());
        };
        let widths = (0..).flat_map(|power| {
            let unit = 10_u32.saturating_pow(power);
            [1, 2, 5].map(|digit| unit.saturating_mul(digit))
        });
        let width = widths
            .into_iter()
            .find(|width| highest / width - lowest / width < rows_max.max(1))
            .unwrap_or(u32::MAX);
        let first = lowest / width;
        let mut bins: Vec<_> = (first..=highest / width)
            .map(|bin| (bin * width, 0))
            .collect();
        for (number, count) in self.iter() {
            bins[(number / width - first) as usize].1 += count;
        }
        (width, bins)
    }

    /// Whether there are so many samples. There may be more than can be counted.
    fn has_count(&self, count: u64) -> bool {
        let counts = self.0.values().copied();
        counts.map(u128::from).sum::<u128>() == count.into()
    }

    /// The number of samples.
    pub fn count(&self) -> u64 {
        self.0.values().sum()
    }

    /// The mean, if there are numbers.
    pub fn mean(&self) -> Option<f64> {
        let product = |(number, count)| u64::from(number) * count;
        let sum: u64 = self.iter().map(product).sum();
        (self.count() > 0).then(|| sum as f64 / self.count() as f64)
    }

    /// The standard error of the mean, if there are at least two numbers.
    pub fn standard_error(&self) -> Option<f64> {
        let (mean, count) = (self.mean()?, self.count());
        let square =
            |(number, count): (u32, u64)| (f64::from(number) - mean).powi(2) * count as f64;
        let squares: f64 = self.iter().map(square).sum();
        let deviation = (squares / (count - 1) as f64).sqrt();
        (count > 1).then(|| deviation / (count as f64).sqrt())
    }

    /// The lowest number that at least `of_100` percent of the samples, and at least one
    /// sample, do not exceed.
    pub fn percentile(&self, of_100: u64) -> Option<u32> {
        let needed = (u128::from(self.count()) * u128::from(of_100))
            .div_ceil(100)
            .max(1);
        let mut seen = 0;
        let reaches = |(_, count): &(u32, u64)| {
            seen += u128::from(*count);
            seen >= needed
        };
        self.iter().find(reaches).map(|(number, _)| number)
    }

    /// The highest number.
    pub fn worst(&self) -> Option<u32> {
        self.0.last_key_value().map(|(&number, _)| number)
    }
}

impl From<Histogram> for Vec<(u32, u64)> {
    fn from(histogram: Histogram) -> Self {
        histogram.0.into_iter().collect()
    }
}

/// The numbers in files are small.
impl From<Vec<(u16, u64)>> for Histogram {
    fn from(counts: Vec<(u16, u64)>) -> Self {
        let counts = counts.into_iter();
        Self(counts.map(|(n, count)| (n.into(), count)).collect())
    }
}

#[cfg(test)]
mod tests {
    use admiralty_core::rules::HASBRO;

    use super::*;

    #[test]
    fn shards_have_every_game_of_every_player_once() {
        for games in 1..9 {
            let settings = SoloSettings {
                strategies: vec![String::new(); 3],
                games,
                ..SoloSettings::default()
            };
            for count in 1..12 {
                let mut played = Vec::new();
                for number in 1..=count {
                    let shard = Shard::new(number, count).expect("a shard");
                    let mut index = 0;
                    for player in 0..3 {
                        let part = settings.games_of(player, shard);
                        for game in 0..part.len(games) {
                            let unit = player as u64 * games + part.unit(game);
                            // In the order of the units of the shard.
                            assert_eq!(unit, shard.unit(index));
                            assert_eq!(settings.player_of(unit), player);
                            index += 1;
                            played.push(unit);
                        }
                    }
                }
                played.sort_unstable();
                assert!((1..=3 * games).eq(played));
            }
        }
    }

    /// What is in a file of results need not have been counted by this program.
    #[test]
    fn counts_of_other_games_than_those_of_the_line_are_refused() {
        let config = ClassicConfig::with_side(&HASBRO, 10).expect("a rule set");
        let settings = SoloSettings {
            strategies: vec![String::new()],
            games: 9,
            ..SoloSettings::default()
        };
        let line = |shots: &[(u16, u64)], misses: &[(u16, u64)], first: u64| {
            let result = ShotCounts {
                shots: shots.to_vec().into(),
                misses: misses.to_vec().into(),
                first_shots: vec![first; 100],
            };
            let (key, count) = (1, 3);
            UnitResult { key, count, result }
        };
        for (line, is_right) in [
            (line(&[(20, 1), (30, 2)], &[(5, 3)], 3), true),
            (line(&[(20, 1), (30, 1)], &[(5, 3)], 3), false),
            (line(&[(20, 3)], &[(5, 4)], 3), false),
            (line(&[(20, 3)], &[(5, 3)], 4), false),
            (line(&[(20, u64::MAX), (30, 4)], &[(5, 3)], 0), false),
        ] {
            let mut counts = [ShotCounts::new(&config)];
            assert_eq!(
                settings.merge(&mut counts, &line).is_ok(),
                is_right,
                "{line:?}"
            );
            assert_eq!(counts[0].shots.count(), if is_right { 3 } else { 0 });
        }
        let header = |games| {
            let settings = SoloSettings {
                games,
                ..settings.clone()
            };
            settings.header(Shard::WHOLE)
        };
        assert!(SoloSettings::from_header(&header(GAMES_MAX)).is_some());
        assert!(SoloSettings::from_header(&header(GAMES_MAX + 1)).is_none());
        let mut other_units = header(9);
        other_units.units = 8;
        assert!(SoloSettings::from_header(&other_units).is_none());
    }

    #[test]
    fn statistics_match_a_known_example() {
        let mut histogram = Histogram::default();
        assert_eq!((histogram.mean(), histogram.worst()), (None, None));
        assert_eq!(histogram.percentile(50), None);
        // The squared distances from the mean 5 add up to 32.
        for number in [2, 4, 4, 4, 5, 5, 7, 9] {
            histogram.add(number);
        }
        assert_eq!((histogram.count(), histogram.mean()), (8, Some(5.0)));
        let error = histogram.standard_error().expect("eight numbers");
        assert!((error - (32.0_f64 / 7.0 / 8.0).sqrt()).abs() < 1e-12);
        let percentiles =
            [0, 12, 13, 50, 51, 75, 76, 100].map(|of_100| histogram.percentile(of_100));
        assert_eq!(percentiles, [2, 2, 4, 4, 5, 5, 7, 9].map(Some));
        assert_eq!(histogram.worst(), Some(9));
    }

    #[test]
    fn bins_count_every_number_once() {
        assert_eq!(Histogram::default().bins(5), (1, vec![]));
        let mut histogram = Histogram::default();
        for number in [17, 18, 18, 40, 99, 100] {
            histogram.add(number);
        }
        assert_eq!(histogram.bins(84).0, 1);
        assert_eq!(histogram.bins(83).0, 2);
        let twenties = [(0, 3), (20, 0), (40, 1), (60, 0), (80, 1), (100, 1)];
        assert_eq!(histogram.bins(6), (20, twenties.to_vec()));
        assert_eq!(histogram.bins(1), (200, vec![(0, 6)]));
    }
}
