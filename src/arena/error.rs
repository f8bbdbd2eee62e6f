//! Why a tournament cannot be played.

use std::io;

use thiserror::Error;

use super::{ContestantError, OpeningError};
use crate::arena::journal::JournalError;
use crate::arena::stats::SprtError;
use crate::worker_pool::SpawnError;

/// Why a tournament cannot be played, or not to its end.
#[derive(Debug, Error)]
pub enum ArenaError {
    /// Somebody cannot take part.
    #[error(transparent)]
    Contestant(#[from] ContestantError),
    /// Games cannot begin.
    #[error(transparent)]
    Opening(#[from] OpeningError),
    /// The journal cannot be gone on with.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// The test makes no sense.
    #[error(transparent)]
    Sprt(#[from] SprtError),
    /// Pairs have two games.
    #[error("games are played in pairs, so there must be an even number of them, not {0}")]
    OddGames(u32),
    /// A test compares two.
    #[error("SPRT compares exactly two players")]
    SprtNeedsTwo,
    /// A bot could not be run, and not by its own fault.
    #[error("a program cannot be run: {0}")]
    Machine(#[source] io::Error),
    /// No thread can be started.
    #[error("cannot start a thread: {0}")]
    Threads(#[source] io::Error),
    /// What was played could not be written.
    #[error("cannot write {what}: {source}")]
    Write {
        /// What.
        what: String,
        /// Why.
        source: io::Error,
    },
}

impl From<SpawnError> for ArenaError {
    fn from(SpawnError(error): SpawnError) -> Self {
        Self::Threads(error)
    }
}
