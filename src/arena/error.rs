//! Why a tournament cannot be played.

use std::io;
use std::net::SocketAddr;

use thiserror::Error;

#[cfg(unix)]
use crate::process::Usage;
use crate::worker_pool::SpawnError;

/// Why a tournament cannot be played, or not to its end.
#[derive(Debug, Error)]
pub enum ArenaError {
    /// What was asked for cannot be played, or its journal cannot be continued; why, in a
    /// sentence.
    #[error("{0}")]
    Usage(String),
    /// A bot could not be run, and not by its own fault.
    #[error("a program cannot be run: {0}")]
    Machine(#[source] io::Error),
    /// No thread can be started.
    #[error("cannot start a thread: {0}")]
    Threads(#[source] io::Error),
    /// Players cannot connect.
    #[error("cannot listen on {address}: {source}")]
    Listen {
        /// Where.
        address: SocketAddr,
        /// Why.
        source: io::Error,
    },
    /// What was played could not be written.
    #[error("cannot write {what}: {source}")]
    Write {
        /// What.
        what: String,
        /// Why.
        source: io::Error,
    },
}

impl ArenaError {
    /// A machine that gives a bot too little of its time.
    #[cfg(unix)]
    pub(super) fn starvation(usage: &Usage) -> Self {
        Self::Machine(io::Error::other(format!(
            "the machine is too busy: it gave a bot {:.1} s of {:.1} s; \
             -j plays fewer pairs at a time",
            usage.cpu.as_secs_f64(),
            usage.wall.as_secs_f64()
        )))
    }

    pub(super) fn usage<T>(message: impl Into<String>) -> Result<T, Self> {
        Err(Self::Usage(message.into()))
    }
}

impl From<SpawnError> for ArenaError {
    fn from(SpawnError(error): SpawnError) -> Self {
        Self::Threads(error)
    }
}
