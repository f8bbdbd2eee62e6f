//! Everything that the result of a tournament depends on.

use std::time::Duration;

use serde::{Deserialize, Serialize, Serializer};

use super::{Contestant, Opening, Sprt};
use admiralty_players::Effort;

/// Everything that the result of a tournament depends on, as written to files of results and
/// reports.
#[derive(Debug, Serialize)]
pub struct Settings {
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

/// The limits of a game and its turns.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct GameLimits {
    /// The most turns in a game, of both players together.
    #[serde(rename = "turn_limit")]
    pub turns: u32,
    /// The limits of a bot in a turn.
    #[serde(flatten)]
    pub turn: TurnLimits,
    /// How much work a player of this program may do in a turn.
    pub effort: Effort,
}

/// The limits of a bot and its child processes in a turn.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct TurnLimits {
    /// CPU time.
    #[serde(rename = "turn_cpu_ms", serialize_with = "milliseconds")]
    pub cpu: Duration,
    /// Wall-clock time, without the time in which it waits for a processor or a disk.
    #[serde(rename = "turn_wall_ms", serialize_with = "milliseconds")]
    pub wall: Duration,
    /// Resident memory, in bytes.
    #[serde(rename = "turn_memory_bytes")]
    pub memory: u64,
    /// Processes running at the same time.
    #[serde(rename = "turn_processes")]
    pub processes: u32,
}

fn milliseconds<S: Serializer>(time: &Duration, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_u64(u64::try_from(time.as_millis()).unwrap_or(u64::MAX))
}

impl Settings {
    pub(super) fn name(&self, contestant: usize) -> &str {
        &self.players[contestant].name
    }
}

impl Default for GameLimits {
    fn default() -> Self {
        Self {
            turns: 1000,
            turn: TurnLimits {
                cpu: Duration::from_secs(2),
                wall: Duration::from_secs(5),
                memory: 256 << 20,
                processes: 64,
            },
            effort: Effort::default(),
        }
    }
}
