//! Everything that the result of a tournament depends on, and how it is written to files of results
//! and read from them.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::json;

use super::{
    Adjudication, ArenaError, BotLimits, Contestant, GameLimits, Opening, PlayerKind, Sprt,
};
use admiralty_players::Effort;
use admiralty_results::{FileHashes, Header, RunKind, Shard, hash_files, hash_path};

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
    /// More files and directories that the result depends on, such as modules of bots.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub hashed: Vec<String>,
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
        let files: Result<BTreeMap<_, _>, ArenaError> = files.collect();
        let mut files = files?;
        if !self.hashed.is_empty() {
            let named = files.entry("--hash".to_owned()).or_default();
            for path in &self.hashed {
                named.extend(hash_path(Path::new(path))?);
            }
        }
        Ok(Header::new(
            RunKind::Arena,
            json!(self),
            files,
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
    #[serde(default)]
    other_starts: Vec<String>,
    reefs: u32,
    placing: String,
    #[serde(default)]
    same_fleets: bool,
    turn_limit: u32,
    #[serde(flatten)]
    turn: SavedLimits,
    effort: u32,
    adjudication: Option<Adjudication>,
    sprt: Option<Sprt>,
    #[serde(default)]
    hashed: Vec<String>,
}

#[derive(Deserialize)]
struct SavedContestant {
    name: String,
    player: String,
    limits: Option<SavedLimits>,
}

#[derive(Deserialize)]
struct SavedLimits {
    turn_cpu_ms: u64,
    turn_wall_ms: u64,
    turn_memory_bytes: u64,
    turn_processes: u32,
    bank_ms: Option<u64>,
}

impl SavedLimits {
    fn limits(&self) -> BotLimits {
        BotLimits {
            cpu: Duration::from_millis(self.turn_cpu_ms),
            wall: Duration::from_millis(self.turn_wall_ms),
            memory: self.turn_memory_bytes,
            processes: self.turn_processes,
            bank: self.bank_ms.map(Duration::from_millis),
        }
    }
}

impl SavedSettings {
    fn settings(self) -> Result<TournamentSettings, ArenaError> {
        let placing = match &*self.placing {
            "players" => None,
            name => Some(name.parse().map_err(ArenaError::Usage)?),
        };
        let start = |start: &str| {
            let script = format!("[state]\n{start}[state]\n");
            let mut game = Opening::from_script(script.as_bytes(), placing)?.base;
            // Saving a game increments its seed.
            if let Some(seed) = game.seed() {
                game.set_seed(seed.wrapping_sub(1));
            }
            Ok::<_, ArenaError>(game)
        };
        let mut opening = Opening::of_game(start(&self.start)?, placing);
        let others = self.other_starts.iter().map(|it| start(it));
        opening.others = others.collect::<Result<_, _>>()?;
        opening.reefs = self.reefs;
        let effort = Effort::new(self.effort);
        let effort =
            effort.ok_or_else(|| ArenaError::Usage("there is no such effort".to_owned()))?;
        let players = self.players.into_iter().map(|saved| {
            Ok::<_, ArenaError>(Contestant {
                name: saved.name,
                limits: saved.limits.map(|limits| limits.limits()),
                ..Contestant::from_spec(&saved.player)?
            })
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
                turn: self.turn.limits(),
                effort,
                adjudication: self.adjudication,
            },
            sprt: self.sprt,
            hashed: self.hashed,
        })
    }
}
