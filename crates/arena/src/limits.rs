//! The limits of games, turns and bots.

use std::time::Duration;

use admiralty_players::Effort;
use serde::{Serialize, Serializer};

/// The longest record of a game in a file of results, in bytes.
pub const RECORD_BYTES_MAX: usize = 4 << 20;

/// The most output of a bot in a turn, and of the arena to a live bot, in bytes.
pub const OUTPUT_BYTES_MAX: usize = 16 << 20;
/// The most `INFORMATION` kept for a bot, in bytes.
pub const INFORMATION_BYTES_MAX: usize = 1 << 20;

/// The CPU time of a live bot in a whole game, in its own turns and those of its opponent, as a
/// multiple of that of a turn.
pub const GAME_CPU_TURNS: u32 = 30;
/// The wall-clock time of a live bot or a player at a seat for all its turns, as a multiple of that of a
/// turn.
pub const GAME_WALL_TURNS: u32 = 30;

/// The limits of a game and its turns.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct GameLimits {
    /// The most turns in a game, of both players together.
    #[serde(rename = "turn_limit")]
    pub turns: u32,
    /// The limits of a bot in a turn.
    #[serde(flatten)]
    pub turn: BotLimits,
    /// How much work a player of this program may do in a turn.
    pub effort: Effort,
}

/// The limits of a bot and its child processes in a turn.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct BotLimits {
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

impl Default for GameLimits {
    fn default() -> Self {
        Self {
            turns: 1000,
            turn: BotLimits {
                cpu: Duration::from_secs(2),
                wall: Duration::from_secs(5),
                memory: 256 << 20,
                processes: 64,
            },
            effort: Effort::default(),
        }
    }
}

fn milliseconds<S: Serializer>(time: &Duration, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_u64(u64::try_from(time.as_millis()).unwrap_or(u64::MAX))
}
