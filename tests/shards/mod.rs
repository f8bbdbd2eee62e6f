//! Runs that are split into shards give the same reports.

mod arena;
#[cfg(target_os = "linux")]
mod judge;
mod solo;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;

use admiralty_core::rng::Rng;

use crate::support::Call;

/// A directory in which the program runs.
pub struct Scene(tempfile::TempDir);

impl Scene {
    pub fn new() -> Self {
        Self(tempfile::tempdir().expect("a folder"))
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    #[must_use]
    pub fn call(&self, args: &str, players: &[String]) -> Output {
        let call = Call::new(args).within(self.0.path());
        players.iter().fold(call, Call::arg).output()
    }

    /// Plays a shard to its end.
    pub fn shard(&self, args: &str, players: &[String], shard: &str, file: &str) {
        let args = format!("{args} --shard {shard} --out {file}");
        let output = self.call(&args, players);
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(
            output.status.success() && output.stdout.is_empty(),
            "{error}"
        );
    }

    /// All reports that a command writes: what it prints, and its files.
    pub fn reports(&self, args: &str, players: &[String]) -> Vec<(String, Vec<u8>)> {
        let files = "--json reports/json --csv reports/csv --html reports/page.html";
        self.reports_to(files, args, players)
    }

    /// The same, for other files in the directory `reports`.
    pub fn reports_to(
        &self,
        files: &str,
        args: &str,
        players: &[String],
    ) -> Vec<(String, Vec<u8>)> {
        // The page has the name of its directory of replays.
        let directory = self.path("reports");
        let _ = fs::remove_dir_all(&directory);
        fs::create_dir(&directory).expect("made");
        let output = self.call(&format!("{args} {files}"), players);
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{args}: {error}");
        let mut reports = vec![("printed".to_owned(), output.stdout)];
        for directory in [directory.clone(), directory.join("page-games")] {
            for entry in fs::read_dir(directory).into_iter().flatten() {
                let path = entry.expect("an entry").path();
                if path.is_file() {
                    let bytes = fs::read(&path).expect("a report");
                    reports.push((path.display().to_string(), bytes));
                }
            }
        }
        reports.sort();
        reports
    }
}

#[track_caller]
pub fn assert_same(found: &[(String, Vec<u8>)], expected: &[(String, Vec<u8>)], about: &str) {
    let names = |reports: &[(String, Vec<u8>)]| -> Vec<String> {
        reports.iter().map(|(name, _)| name.clone()).collect()
    };
    assert_eq!(names(found), names(expected), "{about}");
    for ((name, found), (_, expected)) in found.iter().zip(expected) {
        assert!(found == expected, "{name} of {about}");
    }
}

pub fn shuffle<T>(things: &mut [T], rng: &mut Rng) {
    for end in (1..things.len()).rev() {
        let other = usize::try_from(rng.below(end as u64 + 1)).expect("small");
        things.swap(end, other);
    }
}

/// Makes a file what it was at some moment before it was complete; or removes it.
pub fn kill(path: &Path, rng: &mut Rng) {
    let bytes = fs::read(path).expect("a file");
    let length = usize::try_from(rng.below(bytes.len() as u64)).expect("small");
    fs::remove_file(path).expect("removed");
    if !rng.one_in(4) {
        let partial = admiralty_results::partial_path(path);
        fs::write(partial, &bytes[..length]).expect("written");
    }
}
