//! Why a results file cannot be read, written or merged.

use admiralty_escape::escape_path;
use std::fmt::Display;
use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

/// Why a results file cannot be read, written, or merged with others.
#[derive(Debug, Error)]
pub enum ResultsError {
    /// It cannot be read.
    #[error("cannot read {}: {source}", escape_path(path))]
    Read {
        /// The file.
        path: PathBuf,
        /// The reason.
        source: io::Error,
    },
    /// It cannot be written.
    #[error("cannot write {}: {source}", escape_path(path))]
    Write {
        /// The file.
        path: PathBuf,
        /// The reason.
        source: io::Error,
    },
    /// It is not a results file.
    #[error("{} is not a file of results", escape_path(.0))]
    Foreign(PathBuf),
    /// A line is damaged.
    #[error("line {line} of {} is broken: {message}", escape_path(path))]
    Broken {
        /// The file.
        path: PathBuf,
        /// The number of the line, from 1.
        line: u64,
        /// What is wrong with it.
        message: String,
    },
    /// Another process is writing to it.
    #[error("another run is writing to {}", escape_path(.0))]
    Locked(PathBuf),
    /// It does not fit the run, or the other files; the reason, as a sentence.
    #[error("{0}")]
    Unfit(String),
}

impl ResultsError {
    /// The error for a file that does not fit the run; `reason` follows the name of the file.
    pub(super) fn unfit(path: &Path, reason: impl Display) -> Self {
        Self::Unfit(format!("{} {reason}", escape_path(path)))
    }

    pub(super) fn read(path: &Path) -> impl Fn(io::Error) -> Self + use<> {
        let path = path.to_owned();
        move |source| Self::Read {
            path: path.clone(),
            source,
        }
    }

    pub(super) fn write(path: &Path) -> impl Fn(io::Error) -> Self + use<> {
        let path = path.to_owned();
        move |source| Self::Write {
            path: path.clone(),
            source,
        }
    }
}
