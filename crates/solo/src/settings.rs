//! The settings of experiments in a file of results, and whose games its units are.

use admiralty_core::rules::RuleSet;
use admiralty_players::classic::{ClassicConfig, ConfigError};
use admiralty_results::{Header, RunKind, Shard, UnitResult};
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::{Experiment, GAMES_MAX, ShotCounts, SoloError};

/// The settings, in results files, of experiments in which several players sink the same fleets.
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
    ) -> Result<(), SoloError> {
        if !line.result.is_of_games(line.count) {
            return Err(SoloError::Counts {
                first: line.key,
                games: line.count,
            });
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

#[cfg(test)]
mod tests {
    use admiralty_core::rules::RuleSet;

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

    /// Another program may have written the counts in a results file.
    #[test]
    fn counts_of_other_games_than_those_of_the_line_are_refused() {
        let config = ClassicConfig::with_side(RuleSet::HASBRO, 10).expect("a rule set");
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
}
