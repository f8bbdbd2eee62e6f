//! Experiments in files of results.

use serde::{Deserialize, Serialize};
use serde_json::json;

use super::{Experiment, ShotCounts};
use admiralty_core::rules::RuleSet;
use admiralty_players::classic::{Config, ConfigError};
use admiralty_results::{Header, Kind, Shard, UnitResult};

/// Several players who get the same fleets to sink, as written to files of results. The units are
/// the games of the first player, then those of the second, and so on.
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

    /// The settings in a header, if they are.
    pub fn from_header(header: &Header) -> Option<Self> {
        Self::deserialize(&header.settings).ok()
    }

    /// The header of a shard.
    pub fn header(&self, shard: Shard) -> Header {
        let units = self.games.saturating_mul(self.strategies.len() as u64);
        Header::new(Kind::Solo, json!(self), [].into(), units, shard)
    }

    /// The experiments, if there are such players and rules.
    pub fn experiments(&self) -> Option<Vec<Experiment>> {
        let rules = RuleSet::named(self.rules.as_bytes())?;
        let counts = self.fleet.iter().copied().map(u32::from);
        let config: Result<_, ConfigError> = Config::new(rules, self.side, counts);
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
    pub fn merge(&self, counts: &mut [ShotCounts], line: &UnitResult<ShotCounts>) {
        if let Some(counts) = counts.get_mut(self.player_of(line.unit)) {
            counts.merge(&line.result);
        }
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
}
