//! Builds programs from sources, within limits, and keeps them by their contents.

mod rule;
mod source_tree;

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Read};
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

pub use rule::BuildRule;
use rule::{RuleFiles, java_class};
use source_tree::SourceTree;

use super::{JudgeError, ended};
use crate::process::{self, Limits, Program, RunError, Sandbox, StdinSource, Termination};
use crate::worker_pool::WorkerPool;

/// The files with the outcome of a build, and with the copy of the sources.
const OUTCOME: &str = "outcome.json";
const COPY: &str = "copy";
/// The directory for temporary files of a build.
const TEMPORARY: &str = "tmp";
/// The most lines of a compiler's messages that are kept, and the most bytes of each.
const LINES_MAX: usize = 50;
const LINE_BYTES_MAX: usize = 400;
/// What a shell returns if there is no such command.
const NO_COMMAND: i32 = 127;
/// Stands for the copy in a command line.
const DIRECTORY: &str = "{dir}";
/// Directories in which build systems put executable files that are not the program.
const INTERNAL: [&str; 4] = ["CMakeFiles", "deps", "release/build", "release/examples"];

/// Builds programs.
#[derive(Clone, Debug)]
pub struct Builder {
    /// The rules; the first that fits is used.
    pub rules: Vec<BuildRule>,
    /// The limits of each command.
    pub limits: Limits,
    /// Whether commands run in a [`Sandbox`].
    pub is_sandboxed: bool,
    /// Where builds are kept.
    pub cache: PathBuf,
}

/// The outcome of a build.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Build {
    /// The hash of its sources, its rule and its limits.
    pub key: String,
    /// The rule that was used.
    pub rule: String,
    /// Whether the build failed.
    pub failed: bool,
    /// The first lines that the commands have printed: errors, or warnings.
    pub messages: Vec<String>,
    /// The program and its arguments; empty if the build failed.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub command: Vec<String>,
}

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

/// Why nothing was built.
#[derive(Debug, thiserror::Error)]
pub enum BuildError {
    /// No rule fits the sources.
    #[error("there are no sources in it")]
    NoRule,
    /// The sources cannot be read, a command is not installed, or the machine has failed.
    #[error("cannot build: {0}")]
    Machine(#[from] io::Error),
    /// The sandbox cannot be set up.
    #[error(transparent)]
    Sandbox(#[from] process::SandboxError),
    /// Building was interrupted.
    #[error("interrupted")]
    Cancelled,
}

impl Builder {
    /// Builds the sources at a path, unless that has been done before. A failed build is not an error.
    fn build(
        &self,
        source: &Path,
        is_cancelled: &(dyn Fn() -> bool + Sync),
    ) -> Result<Build, BuildError> {
        let tree = SourceTree::read(source)?;
        let found = self.rules.iter().find_map(|rule| rule.files_in(&tree));
        let found = found.ok_or(BuildError::NoRule)?;
        tree.check_size()?;
        let key = self.key(&tree, &found)?;
        let place = self.cache.join(&key);
        if let Some(build) = read_outcome(&place) {
            return Ok(build.in_directory(&place));
        }
        fs::create_dir_all(&self.cache)?;
        let directory = tempfile::Builder::new()
            .prefix("new-")
            .tempdir_in(&self.cache)?;
        let copy = directory.path().join(COPY);
        for new in [copy.clone(), directory.path().join(TEMPORARY)] {
            fs::create_dir(new)?;
        }
        tree.copy_to(&copy)?;
        // A thread stays in its sandbox.
        let run = || self.run(key, &tree, &found, directory.path(), is_cancelled);
        let build = thread::scope(|scope| match scope.spawn(run).join() {
            Ok(build) => build,
            Err(panic) => std::panic::resume_unwind(panic),
        })?;
        // In the sandbox, linkers cannot do this.
        for program in executables(&copy, 0) {
            fs::set_permissions(program, fs::Permissions::from_mode(0o755))?;
        }
        let outcome = serde_json::to_vec(&build).map_err(io::Error::from)?;
        fs::write(directory.path().join(OUTCOME), outcome)?;
        let directory = directory.keep();
        if fs::rename(&directory, &place).is_err() {
            // Somebody else has built the same.
            let _ = fs::remove_dir_all(&directory);
        }
        Ok(build.in_directory(&place))
    }

    /// Builds several programs in parallel, and reports them in order. A path that cannot be read
    /// has no sources.
    ///
    /// # Errors
    ///
    /// [`JudgeError::Cancelled`], and failures of the machine.
    pub fn build_all(
        &self,
        sources: &[PathBuf],
        jobs: NonZeroUsize,
        stop: &AtomicBool,
        mut report: impl FnMut(&Path, Result<Build, BuildError>),
    ) -> Result<(), JudgeError> {
        let pool = WorkerPool::new(jobs, u64::MAX, stop);
        let build = |(): &mut (), number: u64| {
            let index = usize::try_from(number).unwrap_or(usize::MAX);
            let path = &sources[index];
            let is_readable = path.is_file() || path.is_dir();
            let built = if is_readable {
                self.build(path, &|| pool.is_cancelled())
            } else {
                Err(BuildError::NoRule)
            };
            match built {
                Err(BuildError::Cancelled) => Err(JudgeError::Cancelled),
                Err(BuildError::Sandbox(error)) => Err(JudgeError::Sandbox(error)),
                built => Ok(Some((index, built))),
            }
        };
        pool.run(
            0..sources.len() as u64,
            || Ok(()),
            build,
            |(index, built)| {
                report(&sources[index], built);
                Ok(ControlFlow::Continue(()))
            },
        )?;
        if stop.load(Ordering::Relaxed) {
            return Err(JudgeError::Cancelled);
        }
        Ok(())
    }

    /// What a build depends on.
    fn key(&self, tree: &SourceTree, found: &RuleFiles<'_>) -> io::Result<String> {
        let mut hasher = Sha256::new();
        let limits = (&self.limits, self.is_sandboxed);
        hasher.update(format!("2 {:?} {limits:?} ", found.rule));
        tree.hash(&mut hasher)?;
        Ok(hash_name(hasher))
    }

    fn run(
        &self,
        key: String,
        tree: &SourceTree,
        found: &RuleFiles<'_>,
        directory: &Path,
        is_cancelled: &dyn Fn() -> bool,
    ) -> Result<Build, BuildError> {
        if self.is_sandboxed {
            let sandbox = Sandbox {
                directory: directory.to_owned(),
                // CMake ends if it cannot copy the mode of a file.
                ignores_metadata: true,
            };
            sandbox.enter()?;
        }
        let mut build = Build {
            key,
            rule: found.rule.name.clone(),
            failed: false,
            messages: Vec::new(),
            command: Vec::new(),
        };
        let copy = directory.join(COPY);
        let before = executables(&copy, 0);
        for command in &found.rule.commands {
            let script = format!("main=$1; shift; exec 2>&1; {command}");
            let words = ["sh", "-c", &script, "sh"].map(OsString::from).into_iter();
            let main = found.main.as_ref().map(OsString::from).unwrap_or_default();
            let files = found.files.iter().map(OsString::from);
            let program = Program {
                temporary: Some(directory.join(TEMPORARY)),
                directory: Some(copy.clone()),
                ..Program::new(words.chain([main]).chain(files))
            };
            let mut output = Vec::new();
            let stdin = StdinSource::Bytes(b"");
            let ran = process::run(&program, &stdin, &self.limits, &mut output, &|_| {
                is_cancelled()
            });
            let run = ran.map_err(|error| match error {
                RunError::Cancelled => BuildError::Cancelled,
                RunError::Start(error) | RunError::Machine(error) => BuildError::Machine(error),
            })?;
            build.add_messages(&output);
            match run.end {
                Termination::Exited(0) => {}
                Termination::Exited(NO_COMMAND) => {
                    return Err(io::Error::other(build.messages.join("; ")).into());
                }
                end => {
                    build.failed = true;
                    let is_silent = build.messages.is_empty();
                    if is_silent || !matches!(end, Termination::Exited(_)) {
                        build
                            .messages
                            .insert(0, format!("{}: {command}", ended(end)));
                    }
                    return Ok(build);
                }
            }
        }
        match command_line(tree, found, &copy, &before) {
            Ok(command) => build.command = command,
            Err(message) => {
                build.failed = true;
                build.messages.insert(0, message);
            }
        }
        Ok(build)
    }
}

impl Build {
    /// The first line of its messages.
    pub fn first_message(&self) -> &str {
        let is_error = |line: &&String| line.contains("error");
        let error = self.messages.iter().find(is_error);
        error.or(self.messages.first()).map_or("", String::as_str)
    }

    fn add_messages(&mut self, output: &[u8]) {
        let left = LINES_MAX.saturating_sub(self.messages.len());
        let text = String::from_utf8_lossy(output);
        let lines = text.lines().filter(|line| !line.trim().is_empty());
        let lines = lines.map(|line| line.chars().take(LINE_BYTES_MAX).collect());
        self.messages.extend(lines.take(left));
    }

    /// The same with the path of its directory.
    fn in_directory(mut self, place: &Path) -> Self {
        let copy = place.join(COPY);
        for word in &mut self.command {
            *word = word.replace(DIRECTORY, &copy.to_string_lossy());
        }
        self
    }
}

fn read_outcome(place: &Path) -> Option<Build> {
    serde_json::from_slice(&fs::read(place.join(OUTCOME)).ok()?).ok()
}

/// The program and its arguments, with [`DIRECTORY`] for the copy.
fn command_line(
    tree: &SourceTree,
    found: &RuleFiles<'_>,
    copy: &Path,
    before: &[PathBuf],
) -> Result<Vec<String>, String> {
    let words = shlex::split(&found.rule.run).unwrap_or_default();
    if words.is_empty() {
        return Err(format!("the rule {} runs nothing", found.rule.name));
    }
    let main = || {
        let unclear = || "it is not clear which file is the main one".to_owned();
        found.main.as_deref().ok_or_else(unclear)
    };
    let word = |word: String| {
        let mut word = word;
        if word.contains("{main}") {
            word = word.replace("{main}", &main()?.to_string_lossy());
        }
        if word.contains("{class}") {
            word = word.replace("{class}", &java_class(main()?, tree));
        }
        if word.contains("{program}") {
            let mut made = executables(copy, 0);
            made.retain(|path| !before.contains(path));
            let [program] = made.as_slice() else {
                return Err(format!(
                    "the build has made {} executable files",
                    made.len()
                ));
            };
            let relative = program.strip_prefix(copy).unwrap_or(program);
            word = word.replace("{program}", &format!("{DIRECTORY}/{}", relative.display()));
        }
        Ok(word)
    };
    words.into_iter().map(word).collect()
}

/// The executable files in a directory, except those that build systems keep for themselves.
fn executables(directory: &Path, depth: usize) -> Vec<PathBuf> {
    const DEPTH_MAX: usize = 8;
    let mut found = Vec::new();
    let entries = fs::read_dir(directory).into_iter().flatten().flatten();
    for entry in entries {
        let path = entry.path();
        let Ok(metadata) = path.symlink_metadata() else {
            continue;
        };
        let is_internal = INTERNAL.iter().any(|name| path.ends_with(name));
        if metadata.is_dir() && depth < DEPTH_MAX && !is_internal {
            found.extend(executables(&path, depth + 1));
        } else if metadata.is_file() && is_executable(&path, metadata.permissions().mode()) {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// Whether a file can be executed, or could be with another mode: a binary that is no object file.
fn is_executable(path: &Path, mode: u32) -> bool {
    const MAGIC: &[u8] = b"\x7fELF";
    const LIBRARIES: [&str; 2] = ["so", "a"];
    // Executable files, and those that are independent of their position.
    const TYPES: [u8; 2] = [2, 3];
    let is_library = LIBRARIES
        .iter()
        .any(|it| path.extension().is_some_and(|is| is == *it));
    let mut head = [0; 18];
    let is_read = File::open(path).is_ok_and(|mut file| file.read_exact(&mut head).is_ok());
    let is_binary = is_read && head.starts_with(MAGIC);
    let is_complete = TYPES.contains(&head[16].max(head[17]));
    !is_library && (is_binary && is_complete || !is_binary && mode & 0o111 != 0)
}
