//! The outcome of a build, and why there is none.

use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::archive::ArchiveError;
use super::messages::first_error;
use super::rule::SeveralPrograms;
use super::{COPY, DIRECTORY, OUTCOME};
use crate::own_paths::OwnPaths;

/// The outcome of a build.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Build {
    /// The hash of its sources, the rules for them and its limits.
    pub key: String,
    /// The rule that has built the program, or of a failed build the one that came furthest.
    pub rule: String,
    /// The project or the main file, if there are others.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub main: Option<String>,
    /// Whether the build failed.
    pub failed: bool,
    /// The messages of the commands of that rule: the lines around the first error, or warnings.
    pub messages: Vec<String>,
    /// The other rules that were tried, and have failed.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub others: Vec<FailedRule>,
    /// The program and its arguments, with `{dir}` for the directory of the build; empty if that failed.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub command: Vec<String>,
    /// Where the build is on this machine.
    #[serde(skip)]
    pub place: PathBuf,
}

/// A rule that has built nothing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FailedRule {
    /// The rule.
    pub rule: String,
    /// The messages of its commands around the first error, or why they did not run.
    pub messages: Vec<String>,
}

/// Why nothing was built.
#[derive(Debug, thiserror::Error)]
pub enum BuildError {
    /// No rule fits the sources.
    #[error("there are no sources")]
    NoRule,
    /// An archive cannot be unpacked.
    #[error("cannot unpack {0}: {1}")]
    Archive(String, ArchiveError),
    /// A command of a rule is not installed, and no other rule has built the program.
    #[error("{0} is not installed")]
    MissingTool(String),
    /// The attempt that came furthest needs this header of a library.
    #[error("the header {0} is not installed")]
    MissingHeader(String),
    /// A compiler has crashed, and no other rule has built the program.
    #[error("{0} has crashed")]
    Crashed(String),
    /// It is not clear which program to build, and no other rule has built one.
    #[error("cannot tell which of these is the program: {0}; add a rule to judge.toml")]
    SeveralPrograms(SeveralPrograms),
    /// Several programs were built.
    #[error("cannot tell which of these is the program: {0}; add a rule to judge.toml")]
    SeveralBuilt(SeveralPrograms),
    /// The sources cannot be read, or the machine has failed.
    #[error("cannot build: {0}")]
    Machine(#[from] io::Error),
    /// Building was interrupted.
    #[error("interrupted")]
    Cancelled,
}

impl From<SeveralPrograms> for BuildError {
    fn from(programs: SeveralPrograms) -> Self {
        Self::SeveralPrograms(programs)
    }
}

impl BuildError {
    /// Whether another rule may build the program.
    pub(super) fn is_of_rule(&self) -> bool {
        self.is_of_machine() || matches!(self, Self::SeveralPrograms(_) | Self::SeveralBuilt(_))
    }

    /// Whether the tools on this machine have failed.
    pub(super) const fn is_of_machine(&self) -> bool {
        matches!(self, Self::MissingTool(_) | Self::Crashed(_))
    }
}

impl Build {
    /// The first error, or the first line of its messages.
    pub fn first_message(&self) -> &str {
        self.from_first_error().first().map_or("", String::as_str)
    }

    /// Its messages from the first error on, or all of them.
    pub fn from_first_error(&self) -> &[String] {
        &self.messages[first_error(&self.messages).unwrap_or(0)..]
    }

    /// The rules that were tried, the best one first, with the messages of their commands, unless those
    /// are the same as of that.
    pub fn printed(&self) -> impl Iterator<Item = (&str, &[String])> {
        let others = self
            .others
            .iter()
            .filter(|other| other.messages != self.messages)
            .map(|other| (&*other.rule, &*other.messages));
        [(&*self.rule, &*self.messages)].into_iter().chain(others)
    }

    /// The rule that has built the program, and those that failed before, as in
    /// `C++ with headers (C++ failed)`.
    pub fn origin(&self) -> String {
        let program = self.main.as_ref().map(|main| format!(", {main}"));
        let others: Vec<_> = self.others.iter().map(|other| &*other.rule).collect();
        let failed = format!(" ({} failed)", others.join(", "));
        let failed = Some(failed).filter(|_| !others.is_empty());
        let parts = [Some(self.rule.clone()), program, failed];
        parts.into_iter().flatten().collect()
    }

    /// Leaves paths of this machine out of the messages.
    pub(crate) fn hide(&mut self, paths: &OwnPaths) {
        paths.hide_in(&mut self.messages);
        for other in &mut self.others {
            paths.hide_in(&mut other.messages);
        }
    }

    /// The program and its arguments on this machine; empty if it could not be built.
    pub(crate) fn command_here(&self) -> Vec<OsString> {
        let copy = self.place.join(COPY);
        let words = self.command.iter();
        let words = words.map(|word| word.replace(DIRECTORY, &copy.to_string_lossy()));
        words.map(OsString::from).collect()
    }

    /// The same in its directory.
    pub(super) fn in_directory(self, place: &Path) -> Self {
        let place = place.to_owned();
        Self { place, ..self }
    }
}

pub(super) fn read_outcome(place: &Path) -> Option<Build> {
    serde_json::from_slice(&fs::read(place.join(OUTCOME)).ok()?).ok()
}
