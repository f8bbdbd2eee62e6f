//! The limits of games, turns and bots.

use std::time::Duration;

use admiralty_core::player::{ByPlayer, Player};
use admiralty_players::Effort;
use serde::{Deserialize, Serialize, Serializer};

/// The longest record of a game in a file of results, in bytes.
pub const RECORD_BYTES_MAX: usize = 4 << 20;

/// The most output of a bot in a turn, and of the arena to a live bot, in bytes.
pub const OUTPUT_BYTES_MAX: usize = 16 << 20;
/// The most `INFORMATION` kept for a bot, in bytes.
pub const INFORMATION_BYTES_MAX: usize = 1 << 20;

/// The CPU time of a live bot in a whole game, in its own turns and those of its opponent, as a
/// multiple of that of a turn, unless it has a bank.
const GAME_CPU_TURNS: u32 = 30;
/// The wall-clock time of a live bot or a player at a seat for all its turns, as a multiple of that of a
/// turn.
const GAME_WALL_TURNS: u32 = 30;

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
    /// When a game in which nothing happens is ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub adjudication: Option<Adjudication>,
}

/// When a game in which nothing is destroyed ends, and who wins it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Adjudication {
    /// The turns of each player without a destroyed part after which it ends.
    pub turns: u32,
    /// How many more healthy parts than the other the winner must have; otherwise, it is drawn.
    pub lead: u64,
}

impl Adjudication {
    /// The lead that wins, unless another one is given.
    pub const LEAD: u64 = 3;

    /// The winner, by the healthy parts of both players.
    pub(super) fn winner(&self, healthy: &ByPlayer<u64>) -> Option<Player> {
        let mut players = Player::BOTH.into_iter();
        players.find(|&player| healthy[player] >= healthy[player.opponent()] + self.lead)
    }
}

/// The limits of a bot and its child processes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
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
    /// The CPU time for a whole game. A player at a seat has as much wall-clock time, because its CPU
    /// time cannot be measured.
    #[serde(
        rename = "bank_ms",
        serialize_with = "optional_milliseconds",
        skip_serializing_if = "Option::is_none"
    )]
    pub bank: Option<Duration>,
}

impl BotLimits {
    /// The CPU time of a live bot for a whole game.
    pub(super) fn game_cpu(&self) -> Duration {
        self.bank
            .unwrap_or_else(|| self.cpu.saturating_mul(GAME_CPU_TURNS))
    }

    /// The wall-clock time for all turns of a game.
    pub(super) fn game_wall(&self) -> Duration {
        let bank = self.bank.unwrap_or_default();
        let turns = self.wall.saturating_mul(GAME_WALL_TURNS);
        // Whoever may compute for so long may also wait now and then.
        turns.max(bank.saturating_mul(2))
    }
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
                bank: None,
            },
            effort: Effort::default(),
            adjudication: None,
        }
    }
}

#[expect(clippy::ref_option, reason = "serde passes a reference")]
fn optional_milliseconds<S: Serializer>(
    time: &Option<Duration>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    milliseconds(&time.unwrap_or_default(), serializer)
}

fn milliseconds<S: Serializer>(time: &Duration, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_u64(u64::try_from(time.as_millis()).unwrap_or(u64::MAX))
}
