//! Replays: what a script does, step by step, as a page.
//!
//! [`Replay::record`] executes a script and records what changes; the page draws it and knows no
//! rules.

mod analysis;
mod board_tracker;
mod coverage;
mod embedded;
mod layout;
mod page;
mod record;
mod ship_states;
mod step;
mod turn_step;

use std::{fmt, io};

use admiralty_core::interpreter::Failure;
use admiralty_core::player::{ByPlayer, Player};

use analysis::RecordedGame;
pub use analysis::{Analysis, PlayerAnalysis};
pub use embedded::{is_page, script_of_page};
pub use step::{ShipLabel, Step, StepAnalysis};

/// A recorded script.
#[derive(Clone, Debug)]
pub struct Replay {
    /// The script, as far as it was executed and beyond.
    script: Vec<u8>,
    /// The ships that were ever on the board, in the order in which they appeared.
    pub ships: Vec<ShipLabel>,
    /// The steps; the first is the state before the first line.
    pub steps: Vec<Step>,
    ending: ReplayEnding,
    /// The first step after which both fleets are complete, if there is one.
    complete: Option<usize>,
    names: ByPlayer<Option<String>>,
    /// The last game in which shots are announced, if the script ends with one.
    game: Option<RecordedGame>,
    /// The analysis, if the game was analysed.
    pub analysis: Option<Analysis>,
}

/// How a recorded script ends.
#[derive(Clone, Debug)]
enum ReplayEnding {
    /// A line was refused.
    Failed(Box<Failure>),
    Won(Player),
    /// Nobody has won; this player is to move.
    Open(Player),
}

/// Why a script cannot become a page.
#[derive(Debug, thiserror::Error)]
pub enum ReplayError {
    /// The script cannot be read.
    #[error("cannot read the script: {0}")]
    Read(#[from] io::Error),
    /// The script is longer than [`Replay::SCRIPT_BYTES_MAX`].
    #[error("the script is longer than {} MiB", Replay::SCRIPT_BYTES_MAX >> 20)]
    ScriptTooLong,
    /// The board has more than [`Replay::FIELDS_MAX`] fields.
    #[error("the board of line {0} has more than {max} fields", max = Replay::FIELDS_MAX)]
    BoardTooLarge(u64),
    /// There are more than [`Replay::SHIPS_MAX`] ships.
    #[error("line {0} has ship number {max}, and a page shows fewer", max = Replay::SHIPS_MAX)]
    TooManyShips(u64),
    /// There are more than [`Replay::STEPS_MAX`] steps.
    #[error("line {0} has step number {max}, and a page shows fewer", max = Replay::STEPS_MAX)]
    TooManySteps(u64),
}

impl fmt::Display for ReplayEnding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Failed(failure) => write!(f, "Error in line {}", failure.line),
            Self::Won(winner) => write!(f, "{winner} has won"),
            Self::Open(next) => write!(f, "Nobody has won, {next} is to move"),
        }
    }
}

impl Replay {
    /// The longest script, in bytes.
    pub const SCRIPT_BYTES_MAX: usize = 64 << 20;
    /// The largest board, in fields.
    pub const FIELDS_MAX: usize = 1_000_000;
    /// The most ships.
    pub const SHIPS_MAX: usize = 2_000;
    /// The most steps.
    pub const STEPS_MAX: usize = 200_000;

    /// The failure that ended the script, if one did.
    pub fn failure(&self) -> Option<&Failure> {
        match &self.ending {
            ReplayEnding::Failed(failure) => Some(failure),
            _ => None,
        }
    }

    /// The step that a page opens on: the failure, or the first complete board.
    fn opening_step(&self) -> usize {
        let last = self.steps.len() - 1;
        let complete = self.complete.filter(|_| self.failure().is_none());
        complete.unwrap_or(last)
    }
}
