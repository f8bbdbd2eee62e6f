//! Errors of tournaments.

use std::io;
use std::net::SocketAddr;

use thiserror::Error;

use super::first_games::FIRST_GAMES;
use super::{Foul, GameResult};
use admiralty_escape::escape;
use admiralty_process::{RunError, Usage};
use admiralty_results::ResultsError;
use admiralty_results::worker_pool::SpawnError;

/// The reason why a tournament cannot be played, or not to its end.
#[derive(Debug, Error)]
pub enum ArenaError {
    /// The settings cannot be played; the reason, as a sentence.
    #[error("{0}")]
    Usage(String),
    /// A bot could not be run, for a reason that is not its fault.
    #[error("cannot run a program: {0}")]
    Machine(#[source] io::Error),
    /// A bot ended before its first turn was complete, in each of its first games.
    #[error(
        "{name} ended before its first turn was complete, in each of its first {FIRST_GAMES} games: \
         {detail}{stderr}"
    )]
    EndsAtOnce {
        /// The name of the contestant.
        name: String,
        /// How it ended in the last of these games.
        detail: String,
        /// The last lines of its standard error in that game, on separate lines.
        stderr: String,
    },
    /// A thread cannot be started.
    #[error(transparent)]
    Threads(#[from] SpawnError),
    /// Players cannot connect.
    #[error("cannot listen on {address}: {source}")]
    Listen {
        /// The address.
        address: SocketAddr,
        /// The reason.
        source: io::Error,
    },
    /// The file of results cannot be read or written.
    #[error(transparent)]
    Results(#[from] ResultsError),
    /// A result could not be written.
    #[error("cannot write {what}: {source}")]
    Write {
        /// The name of the result.
        what: String,
        /// The reason.
        source: io::Error,
    },
}

impl ArenaError {
    /// The machine is too busy to give a bot its time.
    pub(super) fn starvation(usage: &Usage) -> Self {
        Self::Machine(io::Error::other(format!(
            "the machine is too busy: it gave a bot {:.1} s of {:.1} s; \
             -j plays fewer pairs at a time",
            usage.cpu.as_secs_f64(),
            usage.wall.as_secs_f64()
        )))
    }

    /// A bot ended at once in its first games; this one is the last of them.
    pub(super) fn ends_at_once(name: &str, game: &GameResult) -> Self {
        let foul = game.foul.as_ref();
        Self::EndsAtOnce {
            name: name.to_owned(),
            detail: foul.map_or_else(String::new, |foul| escape(&foul.detail).into_owned()),
            stderr: game.quoted_stderr(),
        }
    }

    pub(super) fn usage<T>(message: impl Into<String>) -> Result<T, Self> {
        Err(Self::Usage(message.into()))
    }
}

/// The reason why a turn is not completed.
#[derive(Debug)]
pub(super) enum NotPlayed {
    /// The player has committed a foul.
    Foul(Foul),
    /// The result is no longer needed.
    Cancelled,
    /// For a reason that is not the player's fault.
    Failed(ArenaError),
}

impl From<Foul> for NotPlayed {
    fn from(foul: Foul) -> Self {
        Self::Foul(foul)
    }
}

impl From<io::Error> for NotPlayed {
    fn from(error: io::Error) -> Self {
        Self::Failed(ArenaError::Machine(error))
    }
}

impl From<RunError> for NotPlayed {
    fn from(error: RunError) -> Self {
        match error {
            // It could be started at the beginning of the tournament.
            RunError::Start(error) => Self::Foul(Foul::not_started(&error)),
            RunError::Machine(error) => error.into(),
            RunError::Cancelled => Self::Cancelled,
        }
    }
}
