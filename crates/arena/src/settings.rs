//! Everything that the result of a tournament depends on, and how it is written to files of results
//! and read from them.

use admiralty_core::script::Command;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::json;

use super::{ArenaError, BotLimits, Contestant, GameLimits, Opening, PlayerKind, Sprt};
use admiralty_players::Effort;
use admiralty_results::{FileHashes, Header, RunKind, Shard, hash_files};

/// Everything that the result of a tournament depends on, as written to files of results and
/// reports.
#[derive(Debug, Serialize)]
pub struct TournamentSettings {
    /// The contestants, in order.
    pub players: Vec<Contestant>,
    /// Who plays whom.
    pub format: TournamentFormat,
    /// How many games each pairing has; an even number.
    pub games: u32,
    /// The random seed.
    pub seed: u64,
    /// How games begin.
    #[serde(flatten)]
    pub opening: Opening,
    /// Whether both games of a pair have the same fleets even if a bot plays, who could remember those of the
    /// first game. Without bots they always do.
    pub same_fleets: bool,
    /// The limits of games and turns.
    #[serde(flatten)]
    pub limits: GameLimits,
    /// The test that may end the tournament early.
    pub sprt: Option<Sprt>,
}

/// Who plays whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TournamentFormat {
    /// Everyone against everyone.
    RoundRobin,
    /// The first contestant against all others.
    Gauntlet,
}

impl TournamentSettings {
    /// The setting that may grow when a tournament is resumed.
    pub const GROWS: &str = "games";

    /// The header of a shard of the tournament, with the hashes of the files of bots. `units` is
    /// the number of pairs of all shards.
    ///
    /// # Errors
    ///
    /// If a file cannot be read.
    pub fn header(&self, units: u64, shard: Shard) -> Result<Header, ArenaError> {
        let hashes = |player: &Contestant| {
            let files = match &player.kind {
                PlayerKind::Bot(bot) | PlayerKind::Live(bot) => hash_files(bot.command())?,
                PlayerKind::Native(_) | PlayerKind::Seat(_) => FileHashes::new(),
            };
            Ok((player.name.clone(), files))
        };
        let files = self.players.iter().map(hashes);
        let files = files.filter(|it| !it.as_ref().is_ok_and(|(_, files)| files.is_empty()));
        let files: Result<_, ArenaError> = files.collect();
        Ok(Header::new(
            RunKind::Arena,
            json!(self),
            files?,
            units,
            shard,
        ))
    }

    /// The settings in a header.
    ///
    /// # Errors
    ///
    /// If they are not those of a tournament.
    pub fn from_header(header: &Header) -> Result<Self, ArenaError> {
        let broken = |reason: String| {
            ArenaError::Usage(format!(
                "the settings of the tournament are broken: {reason}"
            ))
        };
        let saved = SavedSettings::deserialize(&header.settings);
        let settings = saved
            .map_err(|error| broken(error.to_string()))?
            .settings()?;
        if json!(settings) != header.settings {
            return Err(broken(
                "they do not read back as they were written".to_owned(),
            ));
        }
        Ok(settings)
    }

    pub(super) fn name(&self, contestant: usize) -> &str {
        &self.players[contestant].name
    }
}

/// The written form of the settings; the names are those of [`TournamentSettings`] in JSON.
#[derive(Deserialize)]
struct SavedSettings {
    players: Vec<SavedContestant>,
    format: TournamentFormat,
    games: u32,
    seed: u64,
    start: String,
    reefs: u32,
    placing: String,
    #[serde(default)]
    same_fleets: bool,
    turn_limit: u32,
    turn_cpu_ms: u64,
    turn_wall_ms: u64,
    turn_memory_bytes: u64,
    turn_processes: u32,
    effort: u32,
    sprt: Option<Sprt>,
}

#[derive(Deserialize)]
struct SavedContestant {
    name: String,
    player: String,
}

impl SavedSettings {
    fn settings(self) -> Result<TournamentSettings, ArenaError> {
        let placing = match &*self.placing {
            "players" => None,
            name => Some(name.parse().map_err(ArenaError::Usage)?),
        };
        let start = format!("[state]\n{}[state]\n", self.start);
        let mut opening = Opening::from_script(start.as_bytes(), placing)?;
        // Saving a game increments its seed.
        if let Some(seed) = opening.base.seed() {
            opening
                .base
                .set([Command::Srand(seed.wrapping_sub(1))])
                .expect("it is allowed");
        }
        opening.reefs = self.reefs;
        let effort = Effort::new(self.effort);
        let effort =
            effort.ok_or_else(|| ArenaError::Usage("there is no such effort".to_owned()))?;
        let players = self
            .players
            .into_iter()
            .map(|SavedContestant { name, player }| {
                let contestant = Contestant::from_spec(&player)?;
                Ok::<_, ArenaError>(Contestant { name, ..contestant })
            });
        Ok(TournamentSettings {
            players: players.collect::<Result<_, _>>()?,
            format: self.format,
            games: self.games,
            seed: self.seed,
            opening,
            same_fleets: self.same_fleets,
            limits: GameLimits {
                turns: self.turn_limit,
                turn: BotLimits {
                    cpu: Duration::from_millis(self.turn_cpu_ms),
                    wall: Duration::from_millis(self.turn_wall_ms),
                    memory: self.turn_memory_bytes,
                    processes: self.turn_processes,
                },
                effort,
            },
            sprt: self.sprt,
        })
    }
}
