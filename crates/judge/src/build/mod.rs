//! Builds programs from sources, within limits, and keeps them by their contents.

mod archive;
mod attempts;
mod builder;
mod executables;
mod messages;
mod outcome;
mod rule;
mod source_tree;

use std::io;
use std::path::Path;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use sha2::{Digest, Sha256};

pub use archive::{ArchiveError, is_archive};
use archive::{ArchiveLimits, Unpacker};
pub use builder::Builder;
pub use outcome::{Build, BuildError, FailedRule};
pub use rule::BuildRule;
use source_tree::SourceTree;

/// The files with the outcome of a build, and with the copy of the sources.
const OUTCOME: &str = "outcome.json";
const COPY: &str = "copy";
/// Replaced by the copy in a command line, and in a rule by the directory of the commands.
const DIRECTORY: &str = "{dir}";
/// Replaced by the main file in a rule.
const MAIN: &str = "{main}";

/// A hash of the files in a directory, at any depth.
///
/// # Errors
///
/// If they cannot be read, or are too many.
pub fn hash_directory(path: &Path) -> io::Result<String> {
    let mut hasher = Sha256::new();
    SourceTree::read(path)?.hash(&mut hasher)?;
    Ok(hash_name(hasher))
}

fn hash_name(hasher: Sha256) -> String {
    URL_SAFE_NO_PAD.encode(hasher.finalize())
}

/// Unpacks an archive with the submissions of a class to a directory.
///
/// # Errors
///
/// [`ArchiveError`].
pub fn unpack_class(archive: &Path, directory: &Path) -> Result<(), ArchiveError> {
    Unpacker::new(ArchiveLimits::CLASS).unpack(archive, directory)
}
