//! Everything that the result of a tournament depends on.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::{Contestant, GameLimits, Opening, Sprt};

/// Everything that the result of a tournament depends on, as it stands at the head of a
/// journal and of a report.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Settings {
    /// The contestants, in order.
    pub players: Vec<PlayerSettings>,
    /// Who plays whom.
    pub format: TournamentFormat,
    /// How many games each pairing has; even.
    pub games: u32,
    /// The random seed.
    pub seed: u64,
    /// The state that all games begin from, as a script.
    pub start: String,
    /// How many reefs each pair adds.
    pub reefs: u32,
    /// Who places the ships and how: `seq`, `uni` or `players`.
    pub placing: String,
    /// How many turns of both a game has at most.
    pub turn_limit: u32,
    /// CPU time of a bot in a turn, in milliseconds.
    pub turn_cpu_ms: u64,
    /// Wall-clock time of a turn of a bot, in milliseconds.
    pub turn_wall_ms: u64,
    /// How much memory a bot may use, in bytes.
    pub turn_memory_bytes: u64,
    /// How many processes a bot may be.
    pub turn_processes: u32,
    /// How much work the program's own players may do in a turn.
    pub effort: u32,
    /// The test that may end the tournament early.
    pub sprt: Option<Sprt>,
}

/// A contestant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlayerSettings {
    /// The name in results.
    pub name: String,
    /// A strategy, or `cmd:` and a command line.
    pub player: String,
}

/// Who plays whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TournamentFormat {
    /// Everybody against everybody.
    RoundRobin,
    /// The first one against all others.
    Gauntlet,
}

impl Settings {
    /// The settings of a tournament with `games` games in each pairing.
    pub fn new(
        contestants: &[Contestant],
        opening: &Opening,
        limits: &GameLimits,
        format: TournamentFormat,
        games: u32,
        seed: u64,
        sprt: Option<Sprt>,
    ) -> Self {
        let player = |contestant: &Contestant| PlayerSettings {
            name: contestant.name.clone(),
            player: contestant.spec.clone(),
        };
        Self {
            players: contestants.iter().map(player).collect(),
            format,
            games,
            seed,
            start: opening.script(),
            reefs: opening.reefs(),
            placing: opening.placing().to_owned(),
            turn_limit: limits.turns,
            turn_cpu_ms: milliseconds(limits.turn.cpu),
            turn_wall_ms: milliseconds(limits.turn.wall),
            turn_memory_bytes: limits.turn.memory,
            turn_processes: limits.turn.processes,
            effort: limits.effort.steps(),
            sprt,
        }
    }

    /// The name of the first setting that differs, with both values.
    pub fn difference(&self, other: &Self) -> Option<(String, String, String)> {
        let values = |settings| match serde_json::to_value(settings) {
            Ok(serde_json::Value::Object(values)) => values,
            _ => serde_json::Map::new(),
        };
        let (own, others) = (values(self), values(other));
        own.into_iter().find_map(|(name, value)| {
            let other = others.get(&name)?;
            (value != *other).then(|| (name, shown(&value), shown(other)))
        })
    }
}

fn milliseconds(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

/// A value, or its beginning if it is long.
fn shown(value: &serde_json::Value) -> String {
    const CHARS_MAX: usize = 200;
    let text = value.to_string();
    match text.char_indices().nth(CHARS_MAX) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text,
    }
}
