//! Why a file of results cannot be read, written, or merged.

use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

use super::{HASHED_BYTES_MAX, LINE_BYTES_MAX, Shard};

/// Why a file of results cannot be read, written, or merged with others.
#[derive(Debug, Error)]
pub enum ResultsError {
    /// It cannot be read.
    #[error("cannot read {}: {source}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// The reason.
        source: io::Error,
    },
    /// It cannot be written.
    #[error("cannot write {}: {source}", path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// The reason.
        source: io::Error,
    },
    /// A file of a bot is too large to be hashed.
    #[error("{} is too large: the files of bots are hashed, up to {} MiB each", .0.display(), HASHED_BYTES_MAX >> 20)]
    TooLarge(PathBuf),
    /// It is some other file.
    #[error("{} is not a file of results", .0.display())]
    Foreign(PathBuf),
    /// It was written by another version of this program.
    #[error("{} was written by another version of this program: {found}, this is {ours}", path.display())]
    Version {
        /// The file.
        path: PathBuf,
        /// The version that wrote it.
        found: String,
        /// This version.
        ours: String,
    },
    /// It has other settings.
    #[error("{} is of another run: its {name} is {found}, not {expected}", path.display())]
    Differs {
        /// The file.
        path: PathBuf,
        /// The name of the setting.
        name: String,
        /// Its value there.
        found: String,
        /// The expected value.
        expected: String,
    },
    /// A line is not what was written.
    #[error("line {line} of {} is broken: {message}", path.display())]
    Broken {
        /// The file.
        path: PathBuf,
        /// The number of the line, from 1.
        line: u64,
        /// What is wrong with it.
        message: String,
    },
    /// A line is too long.
    #[error("line {line} of {} has more than {} MiB", path.display(), LINE_BYTES_MAX >> 20)]
    LongLine {
        /// The file.
        path: PathBuf,
        /// The number of the line, from 1.
        line: u64,
    },
    /// It has results of units that the run does not have.
    #[error("{} has more results than the run, which has {units} units", path.display())]
    TooMany {
        /// The file.
        path: PathBuf,
        /// The units of the run.
        units: u64,
    },
    /// Another process is writing to it.
    #[error("another run is writing to {}", .0.display())]
    Locked(PathBuf),
    /// Two files have the same shard.
    #[error("{} and {} are both shard {shard}", one.display(), other.display())]
    Overlap {
        /// A file.
        one: PathBuf,
        /// The other file.
        other: PathBuf,
        /// Their shard.
        shard: Shard,
    },
    /// A file ends before its last unit.
    #[error("{} is incomplete: it ends before unit {unit}", path.display())]
    Incomplete {
        /// The file.
        path: PathBuf,
        /// The first unit that it lacks.
        unit: u64,
    },
    /// A file has all units, but not its last line.
    #[error("{} is incomplete: its last line is missing", .0.display())]
    Unfinished(PathBuf),
    /// No file has a shard.
    #[error("no file has shard {0}")]
    Missing(Shard),
}

impl ResultsError {
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
