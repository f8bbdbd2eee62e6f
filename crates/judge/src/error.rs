//! Why judging ends.

use std::io;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};

use admiralty_escape::escape_path;
use admiralty_results::worker_pool::SpawnError;
use thiserror::Error;

/// Why judging ends before all cases were run.
#[derive(Debug, Error)]
pub enum JudgeError {
    /// The program cannot be started.
    #[error("cannot start {}: {source}", escape_path(program))]
    Start {
        /// The program.
        program: PathBuf,
        /// The reason.
        source: io::Error,
    },
    /// A thread cannot be started.
    #[error(transparent)]
    Machine(#[from] SpawnError),
    /// Judging was interrupted.
    #[error("interrupted")]
    Cancelled,
}

impl JudgeError {
    /// Fails if judging is to stop.
    pub(super) fn check_stop(stop: &AtomicBool) -> Result<(), Self> {
        if stop.load(Ordering::Relaxed) {
            return Err(Self::Cancelled);
        }
        Ok(())
    }
}
