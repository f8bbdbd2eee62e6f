//! Judges again whenever something changes.

use std::collections::BTreeSet;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::{Duration, Instant};

use admiralty::judge::JudgeConfig;
use notify::{RecursiveMode, Watcher};

use super::JudgeArgs;
use super::tasks::EXPECTATIONS;
use crate::cli::{CliError, streams};

/// How long nothing may change before the cases are judged again; compilers and editors write in
/// several steps.
const QUIET: Duration = Duration::from_millis(200);
/// The interval at which to check for an interrupt.
const LOOK: Duration = Duration::from_millis(100);

/// Judges now, and again whenever the program or a case changes, until interrupted.
pub fn watch(
    args: &JudgeArgs,
    stop: &AtomicBool,
    mut judge: impl FnMut() -> Result<u8, CliError>,
) -> Result<u8, CliError> {
    let watched = Watched::of(args)?;
    let (sender, events) = mpsc::channel();
    let mut notifier = notify::recommended_watcher(sender)?;
    notifier.watch(&watched.cases, RecursiveMode::Recursive)?;
    for directory in watched.directories() {
        // Not recursively: it may be a large tree, such as the home directory.
        notifier.watch(directory, RecursiveMode::NonRecursive)?;
    }
    loop {
        let status = match judge() {
            Err(CliError::Interrupted(_)) => return Ok(0),
            // A program does not exist for a while when it is being built.
            Err(error) => writeln!(io::stderr(), "admiralty: {error}").map_err(CliError::from),
            Ok(_) => Ok(()),
        };
        status?;
        // Running a program changes no relevant file; changes made meanwhile count.
        let _ = writeln!(io::stderr(), "waiting for changes; Ctrl-C ends this");
        let mut changed: Option<Instant> = None;
        // Irrelevant events must not delay it: other files beside the program may change all the
        // time.
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

struct Watched {
    /// The directory of the cases, or of the single case.
    cases: PathBuf,
    /// The program and those of its arguments that are files, because one of them may be the script
    /// of an interpreter. Also the expectations file, if it is elsewhere.
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
        // A program from the search path does not change during work on another one.
        let named = args.program.iter().map(Path::new);
        let named = named.filter(|path| path.is_file());
        // A program named by a path may not be built yet.
        let to_come = args.program.first().map(Path::new);
        let to_come = to_come.filter(|path| path.parent().is_some_and(Path::is_dir));
        let expectations = args.selection.expectations.as_deref();
        let files = named.chain(to_come).chain(expectations);
        Ok(Self {
            cases,
            files: files.map(streams::identity).collect(),
        })
    }

    /// The directories of the files, except those watched with the cases.
    fn directories(&self) -> BTreeSet<&Path> {
        let directories = self.files.iter().filter_map(|path| path.parent());
        directories
            .filter(|directory| !directory.starts_with(&self.cases))
            .collect()
    }

    fn is_changed_by(&self, event: &notify::Event) -> bool {
        let is_change = event.kind.is_create() || event.kind.is_modify() || event.kind.is_remove();
        let is_case = |path: &PathBuf| {
            let extension = path.extension().unwrap_or_default();
            let is_known = ["in", "out", "ans"].iter().any(|&known| extension == known);
            // Other files may be written by the program.
            let settings = [EXPECTATIONS, JudgeConfig::FILE];
            let is_settings = settings.iter().any(|name| path.ends_with(name));
            path.starts_with(&self.cases) && (is_known || is_settings)
        };
        let counts = |path: &PathBuf| is_case(path) || self.files.contains(path);
        is_change && event.paths.iter().any(counts)
    }
}
