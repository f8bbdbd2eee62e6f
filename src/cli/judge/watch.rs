//! Judging again whenever something changes.

use std::collections::BTreeSet;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::{Duration, Instant};

use notify::{RecursiveMode, Watcher};

use super::JudgeArgs;
use super::tasks::EXPECTATIONS;
use crate::cli::{CliError, streams};

/// How long nothing must change before the cases are judged again: compilers
/// and editors write in several steps.
const QUIET: Duration = Duration::from_millis(200);
/// How often to look whether somebody wants it to end.
const LOOK: Duration = Duration::from_millis(100);

/// Judges now, and again whenever the program or a case changes, until somebody
/// wants it to end.
pub fn watch(
    args: &JudgeArgs,
    stop: &AtomicBool,
    mut judge: impl FnMut() -> Result<u8, CliError>,
) -> Result<u8, CliError> {
    let watched = Watched::of(args)?;
    let (sender, events) = mpsc::channel();
    let mut eyes = notify::recommended_watcher(sender)?;
    eyes.watch(&watched.cases, RecursiveMode::Recursive)?;
    for folder in watched.folders() {
        // What lies below it may be much: it may be the user's own folder.
        eyes.watch(folder, RecursiveMode::NonRecursive)?;
    }
    loop {
        let status = match judge() {
            Err(CliError::Interrupted(_)) => return Ok(0),
            // A program that is being built is not there for a while.
            Err(error) => writeln!(io::stderr(), "admiralty: {error}").map_err(CliError::from),
            Ok(_) => Ok(()),
        };
        status?;
        // Running a program changes nothing that counts; what has changed in
        // between does.
        let _ = writeln!(io::stderr(), "waiting for changes; Ctrl-C ends this");
        let mut changed: Option<Instant> = None;
        // What does not count must not put it off: somebody may read or write
        // other files beside the program all the time.
        while changed.is_none_or(|changed| changed.elapsed() < QUIET) {
            if stop.load(Ordering::Relaxed) {
                return Ok(0);
            }
            match events.recv_timeout(LOOK) {
                Ok(event) => {
                    if watched.is_changed_by(&event?) {
                        changed = Some(Instant::now());
                    }
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Ok(0),
            }
        }
        writeln!(io::stdout())?;
    }
}

/// What is watched.
struct Watched {
    /// The folder of the cases, or the folder of the one case.
    cases: PathBuf,
    /// The program and its arguments, as far as they are files: one of them may be
    /// run by another. And what is expected, if that is somewhere else.
    files: BTreeSet<PathBuf>,
}

impl Watched {
    fn of(args: &JudgeArgs) -> Result<Self, CliError> {
        let mut cases = args.cases.canonicalize().map_err(|source| CliError::Open {
            path: args.cases.display().to_string(),
            source,
        })?;
        if cases.is_file() {
            cases.pop();
        }
        // A program from the search path does not change while one works on it.
        let named = args.program.iter().map(Path::new);
        let named = named.filter(|path| path.is_file());
        // One that is named by a path may have to be built yet.
        let to_come = args.program.first().map(Path::new);
        let to_come = to_come.filter(|path| {
            let folder = path.parent();
            folder.is_some_and(|folder| !folder.as_os_str().is_empty() && folder.is_dir())
        });
        let expectations = args.selection.expectations.as_deref();
        let files = named.chain(to_come).chain(expectations);
        Ok(Self {
            cases,
            files: files.map(streams::identity).collect(),
        })
    }

    /// The folders of the files, but for those that are watched anyway.
    fn folders(&self) -> BTreeSet<&Path> {
        let folders = self.files.iter().filter_map(|path| path.parent());
        folders
            .filter(|folder| !folder.starts_with(&self.cases))
            .collect()
    }

    fn is_changed_by(&self, event: &notify::Event) -> bool {
        let is_change = event.kind.is_create() || event.kind.is_modify() || event.kind.is_remove();
        let is_case = |path: &PathBuf| {
            let extension = path.extension().unwrap_or_default();
            let is_known = ["in", "out", "ans"].iter().any(|&known| extension == known);
            // Other text may be what the program writes.
            path.starts_with(&self.cases) && (is_known || path.ends_with(EXPECTATIONS))
        };
        let counts = |path: &PathBuf| is_case(path) || self.files.contains(path);
        is_change && event.paths.iter().any(counts)
    }
}
