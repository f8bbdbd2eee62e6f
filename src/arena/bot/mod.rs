//! Bots: other programs as players.

mod fouls;
mod input;
mod output;
#[cfg(unix)]
mod process;
mod reply;

#[cfg(not(unix))]
#[path = "no_process.rs"]
mod process;

use std::io;
use std::time::Duration;

use thiserror::Error;

use super::{ArenaError, Foul, PlayedTurn};
use crate::game::Game;

/// How much a bot may print in a turn, in bytes.
pub const OUTPUT_BYTES_MAX: usize = 16 << 20;
/// How much may be kept of a bot's `INFORMATION`, in bytes.
pub const INFORMATION_BYTES_MAX: usize = 1 << 20;

/// What a bot and its child processes may use in a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TurnLimits {
    /// CPU time.
    pub cpu: Duration,
    /// Wall-clock time, without the time in which it waits for a processor or a disk.
    pub wall: Duration,
    /// Resident memory at a time, in bytes.
    pub memory: u64,
    /// Processes at a time.
    pub processes: u32,
}

impl Default for TurnLimits {
    fn default() -> Self {
        Self {
            cpu: Duration::from_secs(2),
            wall: Duration::from_secs(5),
            memory: 256 << 20,
            processes: 64,
        }
    }
}

/// A program that plays: it is started for each turn, reads a script and
/// prints one.
#[derive(Debug)]
pub struct Bot {
    /// The program and its arguments; at least one.
    command: Vec<String>,
}

/// Why a bot cannot play.
#[derive(Debug, Error)]
pub enum BotError {
    /// A quote in the command line is not closed.
    #[error("a quote or a backslash in the command line is left open")]
    Quotes,
    /// The command line is empty.
    #[error("cmd: names no program")]
    Empty,
    /// A NUL in the command line.
    #[error("there is a NUL in the command line")]
    Nul,
    /// It cannot be started.
    #[error("the program cannot be started: {0}")]
    Start(#[source] io::Error),
}

/// Why a bot has not played a turn.
#[derive(Debug)]
pub(super) enum TurnError {
    /// A foul.
    Foul {
        /// Which one.
        foul: Foul,
        /// The end of its standard error.
        stderr: Vec<u8>,
    },
    /// An error that is not the bot's fault, so nobody loses.
    Failed(ArenaError),
    /// Nobody waits for the turn any more.
    Over,
}

impl From<Foul> for TurnError {
    fn from(foul: Foul) -> Self {
        Self::Foul {
            foul,
            stderr: Vec::new(),
        }
    }
}

impl From<io::Error> for TurnError {
    fn from(error: io::Error) -> Self {
        Self::Failed(ArenaError::Machine(error))
    }
}

/// A run of a bot for one turn.
#[derive(Debug)]
pub(super) struct BotOutput {
    /// Its standard input.
    pub input: Vec<u8>,
    /// Its standard output.
    pub output: Vec<u8>,
    /// The end of its standard error.
    pub stderr: Vec<u8>,
    /// A foul of the run itself, whatever was printed.
    pub foul: Option<Foul>,
}

/// Gets each run of a bot, and its foul.
pub(super) type OutputObserver<'w> =
    &'w dyn Fn(&BotOutput, Option<&Foul>) -> Result<(), ArenaError>;

impl Bot {
    /// A bot from its command line, which is cut into words as a shell would,
    /// and is not given to one.
    ///
    /// # Errors
    ///
    /// [`BotError::Quotes`], [`BotError::Empty`], [`BotError::Nul`].
    pub fn from_command_line(line: &str) -> Result<Self, BotError> {
        let command = shlex::split(line).ok_or(BotError::Quotes)?;
        if command.first().is_none_or(String::is_empty) {
            return Err(BotError::Empty);
        }
        if line.contains('\0') {
            return Err(BotError::Nul);
        }
        Ok(Self { command })
    }

    /// Makes sure that the program can be started, by starting and ending it.
    ///
    /// # Errors
    ///
    /// [`BotError::Start`].
    pub fn check(&self) -> Result<(), BotError> {
        process::check(&self.command).map_err(BotError::Start)
    }

    /// Plays the turn of the next player. What was played is appended to
    /// `record`, as a script; if the turn is illegal, up to the line that is.
    /// After a foul, there is nothing in `game` any more. `observer` sees the output,
    /// good or not.
    pub(super) fn play(
        &self,
        game: &mut Game,
        limits: &TurnLimits,
        is_over: &dyn Fn() -> bool,
        record: Option<&mut Vec<u8>>,
        observer: OutputObserver<'_>,
    ) -> Result<PlayedTurn, TurnError> {
        let answer = process::run(&self.command, input::bot_input(game)?, limits, is_over)?;
        let moved = match &answer.foul {
            Some(foul) => Err(foul.clone()),
            None => reply::play(game, &answer.output, record),
        };
        observer(&answer, moved.as_ref().err()).map_err(TurnError::Failed)?;
        moved.map_err(|foul| TurnError::Foul {
            foul,
            stderr: answer.stderr,
        })
    }
}
