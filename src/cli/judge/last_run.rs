//! Remembers which cases failed when a program was last judged on a directory.

use std::collections::BTreeSet;
use std::env;
use std::ffi::OsString;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};

use admiralty::judge::{CaseResult, ExpectedStatus};
use serde::{Deserialize, Serialize};

use crate::cli::streams;

/// The failures of a program on a directory, kept in a file in the user's state directory.
pub struct LastRun {
    /// `None` if there is no such directory.
    path: Option<PathBuf>,
    key: RunKey,
}

/// Identifies the runs that a file is about.
#[derive(Clone, Debug, Hash, PartialEq, Eq, Serialize, Deserialize)]
struct RunKey {
    cases: PathBuf,
    program: Vec<OsString>,
    /// The working directory, which a relative path to a program depends on.
    directory: PathBuf,
}

#[derive(Serialize, Deserialize)]
struct SavedFailures {
    key: RunKey,
    failed: BTreeSet<String>,
}

impl LastRun {
    /// The last run of a program on a directory.
    pub fn of(cases: &Path, program: &[OsString]) -> Self {
        let key = RunKey {
            cases: cases.canonicalize().unwrap_or_else(|_| cases.to_owned()),
            program: program.to_vec(),
            directory: env::current_dir().unwrap_or_default(),
        };
        let mut hasher = DefaultHasher::new();
        key.hash(&mut hasher);
        let name = format!("{:016x}.json", hasher.finish());
        Self {
            path: streams::state_directory("judge").map(|directory| directory.join(name)),
            key,
        }
    }

    /// The cases that failed; empty if unknown.
    pub fn failed(&self) -> BTreeSet<String> {
        let read = || {
            let text = fs::read(self.path.as_ref()?).ok()?;
            let saved: SavedFailures = serde_json::from_slice(&text).ok()?;
            // Another key may have the same hash.
            (saved.key == self.key).then_some(saved.failed)
        };
        read().unwrap_or_default()
    }

    /// Stores which cases failed; cases that were not judged keep their state. Errors are ignored,
    /// because only `--failed` depends on it.
    pub fn remember(&self, results: &[CaseResult]) {
        let mut failed = self.failed();
        for record in results {
            if record.status == ExpectedStatus::Failed {
                failed.insert(record.name.clone());
            } else {
                failed.remove(&record.name);
            }
        }
        let key = self.key.clone();
        let saved = serde_json::to_vec(&SavedFailures { key, failed });
        if let (Some(path), Ok(text)) = (&self.path, saved) {
            let created = path.parent().map_or(Ok(()), fs::create_dir_all);
            let _ = created.and_then(|()| fs::write(path, text));
        }
    }
}
