//! Other programs as players.

mod dump;
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

use super::{Foul, Moved};
use crate::game::Game;

/// How much a bot may print in a turn, in bytes.
pub const OUTPUT_BYTES_MAX: usize = 16 << 20;
/// How much may be kept of a bot's `INFORMATION`, in bytes.
pub const INFORMATION_BYTES_MAX: usize = 1 << 20;

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

/// Why a turn of a bot was not played.
#[derive(Debug)]
pub(super) enum Trouble {
    /// By its own fault.
    Foul(Foul),
    /// The machine is to blame, so nobody loses.
    Machine(io::Error),
    /// Nobody waits for it any more.
    Over,
}

impl From<Foul> for Trouble {
    fn from(foul: Foul) -> Self {
        Self::Foul(foul)
    }
}

impl From<io::Error> for Trouble {
    fn from(error: io::Error) -> Self {
        Self::Machine(error)
    }
}

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
    /// After a foul, there is nothing in `game` any more.
    pub(super) fn play(
        &self,
        game: &mut Game,
        time: Duration,
        is_over: &dyn Fn() -> bool,
        record: Option<&mut Vec<u8>>,
    ) -> Result<Moved, Trouble> {
        let dump = dump::dump(game)?;
        let output = process::run(&self.command, &dump, time, is_over)?;
        Ok(reply::play(game, &output, record)?)
    }
}
