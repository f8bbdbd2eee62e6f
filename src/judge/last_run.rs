//! Remembers which cases failed when a program was last judged on a directory.

use std::collections::BTreeSet;
use std::env;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

use admiralty_judge::{CaseResult, ExpectedStatus};
use admiralty_results::hash_bytes;

use crate::streams;

/// The file with the failures of a program on a directory, in the user's state directory; `None` if
/// there is no such directory.
pub struct LastRun(Option<PathBuf>);

impl LastRun {
    pub fn of(cases: &Path, program: &[OsString]) -> Self {
        let cases = cases.canonicalize().unwrap_or_else(|_| cases.to_owned());
        // A relative path to a program depends on it.
        let directory = env::current_dir().unwrap_or_default();
        let run = hash_bytes(format!("{:?}", (cases, program, directory)));
        let states = streams::state_directory("judge");
        Self(states.map(|states| states.join(format!("{run}.json"))))
    }

    /// The cases that failed; empty if unknown.
    pub fn failed(&self) -> BTreeSet<String> {
        let text = self.0.as_ref().and_then(|path| fs::read(path).ok());
        let failed = text.and_then(|text| serde_json::from_slice(&text).ok());
        failed.unwrap_or_default()
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
        if let (Some(path), Ok(text)) = (&self.0, serde_json::to_vec(&failed)) {
            let created = path.parent().map_or(Ok(()), fs::create_dir_all);
            let _ = created.and_then(|()| fs::write(path, text));
        }
    }
}
