//! Builds programs from sources: unpacks them, tries rules in turn, and keeps what was built.

use std::env;
use std::ffi::OsString;
use std::fs;
use std::io::{self, Seek};
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use admiralty_process::{
    self as process, Limits, Program, RunError, Sandbox, StdinSource, Termination,
};
use admiralty_results::worker_pool::{PoolTask, WorkerPool};
use serde_json::json;
use sha2::{Digest, Sha256};
use tempfile::TempDir;

use super::archive::{self, ArchiveError, ArchiveLimits, Unpacker};
use super::attempts::{FailedAttempt, RuleOutcome, TriedBuild, best_failure};
use super::executables::{executables, is_binary, likely_programs};
use super::messages::{
    BuildProgress, excerpt, has_error, is_missing_for_make, missing_command, missing_header,
    missing_tool,
};
use super::outcome::{Build, BuildError, read_outcome};
use super::rule::{BuildAttempt, BuildRule, SeveralPrograms, java_class};
use super::source_tree::SourceTree;
use super::{COPY, DIRECTORY, MAIN, OUTCOME, hash_name};
use crate::error::JudgeError;
use crate::moodle_name::submission_name;
use crate::rules::named_limits;
use crate::system::make_executable;
use crate::verdict::ended;

/// The directory for temporary files of a build.
const TEMPORARY: &str = "tmp";
/// The exit code of a shell if there is no such command.
const NO_COMMAND: i32 = 127;
/// The directory with what MSVC has and other compilers do not, in that of a build, and its files.
const MSVC: &str = "msvc";
const MSVC_FILES: [(&str, &str); 11] = [
    ("msvc.h", include_str!("msvc/msvc.h")),
    ("msvc.c", include_str!("msvc/msvc.c")),
    ("conio.h", include_str!("msvc/conio.h")),
    ("crtdbg.h", include_str!("msvc/crtdbg.h")),
    ("tchar.h", include_str!("msvc/tchar.h")),
    ("stdafx.h", include_str!("msvc/stdafx.h")),
    ("pch.h", include_str!("msvc/stdafx.h")),
    ("windows.h", include_str!("msvc/windows.h")),
    ("Windows.h", include_str!("msvc/windows.h")),
    ("SDKDDKVer.h", include_str!("msvc/SDKDDKVer.h")),
    ("void_main.sed", include_str!("msvc/void_main.sed")),
];
/// The number of the format of keys, which are names of directories in the cache of builds.
const KEY_FORMAT: u32 = 7;
/// Replaced by the program in a rule.
const PROGRAM: &str = "{program}";
/// How deep archives are nested that are unpacked.
const NESTED_MAX: usize = 2;

/// Builds programs.
#[derive(Clone, Debug)]
pub struct Builder {
    /// The rules, which are tried in turn.
    pub rules: Vec<BuildRule>,
    /// The limits of each command.
    pub limits: Limits,
    /// The sandbox of commands, if any.
    pub sandbox: Option<Arc<Sandbox>>,
    /// Where builds are kept.
    pub cache: PathBuf,
}

impl Builder {
    /// Builds the sources at a path, unless that has been done before. A failed build is not an error.
    pub(crate) fn build(
        &self,
        source: &Path,
        is_cancelled: &(dyn Fn() -> bool + Sync),
    ) -> Result<Build, BuildError> {
        let name = submission_name(source);
        let mut tree = SourceTree::read(source)?;
        let fits = |tree: &SourceTree| self.rules.iter().any(|rule| rule.fits(&name, tree));
        let first_archive = archive::archives(&tree).into_iter().next();
        let mut unpacker = Unpacker::new(ArchiveLimits::SUBMISSION);
        let mut directories = Vec::new();
        for _ in 0..NESTED_MAX {
            let archives = archive::archives(&tree);
            if fits(&tree) || archives.is_empty() {
                break;
            }
            let directory = self.new_directory()?;
            tree = self.unpack_all(&archives, directory.path(), &mut unpacker, is_cancelled)?;
            directories.push(directory);
        }
        let all = self.rules.iter();
        let rules: Vec<_> = all.filter(|rule| rule.fits(&name, &tree)).collect();
        if rules.is_empty() {
            return Err(match first_archive {
                Some(archive) => BuildError::Archive(file_name(&archive), ArchiveError::NoSources),
                None => BuildError::NoRule,
            });
        }
        tree.check_size()?;
        let key = self.key(&tree, &rules)?;
        let place = self.cache.join(&key);
        if let Some(build) = read_outcome(&place) {
            return Ok(build.in_directory(&place));
        }
        let (build, directory) = self.try_rules(key, &rules, &tree, is_cancelled)?;
        drop(directories);
        let outcome = serde_json::to_vec(&build).map_err(io::Error::from)?;
        fs::write(directory.path().join(OUTCOME), outcome)?;
        let directory = directory.keep();
        if fs::rename(&directory, &place).is_err() {
            // Somebody else has built the same.
            let _ = fs::remove_dir_all(&directory);
        }
        Ok(build.in_directory(&place))
    }

    /// Tries rules in turn until one builds a program. Also returns the directory of the build.
    fn try_rules(
        &self,
        key: String,
        rules: &[&BuildRule],
        tree: &SourceTree,
        is_cancelled: &(dyn Fn() -> bool + Sync),
    ) -> Result<(Build, TempDir), BuildError> {
        let mut failed: Vec<FailedAttempt> = Vec::new();
        for rule in rules {
            let tried = match self.try_rule(rule, tree, is_cancelled) {
                Ok(tried) if !tried.outcome.command.is_empty() => {
                    let main = tried.main.map(|main| main.to_string_lossy().into_owned());
                    let build = Build {
                        key,
                        rule: rule.name.clone(),
                        main,
                        failed: false,
                        messages: tried.outcome.messages,
                        others: failed.into_iter().map(|it| it.rule).collect(),
                        command: tried.outcome.command,
                        place: PathBuf::new(),
                    };
                    return Ok((build, tried.directory));
                }
                Err(error) if !error.is_of_rule() => return Err(error),
                tried => tried,
            };
            let is_stopped = matches!(&tried, Ok(tried) if tried.outcome.is_stopped);
            failed.push(FailedAttempt::new(rule, tried));
            if is_stopped {
                break;
            }
        }
        best_failure(key, failed)
    }

    /// Builds the possible programs by a rule; returns the only one that can be built, or else the
    /// first failed attempt.
    fn try_rule(
        &self,
        rule: &BuildRule,
        tree: &SourceTree,
        is_cancelled: &(dyn Fn() -> bool + Sync),
    ) -> Result<TriedBuild, BuildError> {
        let mut built: Vec<TriedBuild> = Vec::new();
        let mut failed = None;
        for attempt in rule.attempts(tree)? {
            let is_known = built.iter().any(|it| it.main == attempt.program);
            if is_known {
                continue;
            }
            let tried = self.attempt(&attempt, tree, is_cancelled)?;
            if tried.outcome.is_stopped || !tried.outcome.command.is_empty() && tried.main.is_none()
            {
                return Ok(tried);
            }
            if tried.outcome.command.is_empty() {
                failed.get_or_insert(tried);
            } else {
                built.push(tried);
            }
        }
        match (built.pop(), built.is_empty()) {
            (Some(only), true) => Ok(only),
            (Some(last), false) => {
                let programs = built.into_iter().chain([last]);
                let names = programs.filter_map(|tried| tried.main).collect();
                Err(BuildError::SeveralBuilt(SeveralPrograms(names)))
            }
            (None, _) => failed.ok_or(BuildError::NoRule),
        }
    }

    /// Makes an attempt in a directory of its own.
    fn attempt(
        &self,
        attempt: &BuildAttempt<'_>,
        tree: &SourceTree,
        is_cancelled: &(dyn Fn() -> bool + Sync),
    ) -> Result<TriedBuild, BuildError> {
        let directory = self.new_directory()?;
        let copy = directory.path().join(COPY);
        let msvc = directory.path().join(MSVC);
        for new in [&copy, &directory.path().join(TEMPORARY), &msvc] {
            fs::create_dir(new)?;
        }
        for (name, text) in MSVC_FILES {
            fs::write(msvc.join(name), text)?;
        }
        tree.copy_to(&copy)?;
        if attempt.rule.run.contains(PROGRAM) {
            // A build system would take a program that was handed in for up to date.
            for program in executables(&copy, 0).iter().filter(|it| is_binary(it)) {
                fs::remove_file(program)?;
            }
        }
        let outcome = self.run(attempt, tree, directory.path(), is_cancelled)?;
        // Linkers cannot do this in the sandbox.
        for program in executables(&copy, 0) {
            make_executable(&program)?;
        }
        Ok(TriedBuild {
            directory,
            main: attempt.program.clone(),
            outcome,
        })
    }

    /// Unpacks archives to a directory; several of them to directories in it.
    fn unpack_all(
        &self,
        archives: &[PathBuf],
        directory: &Path,
        unpacker: &mut Unpacker,
        is_cancelled: &dyn Fn() -> bool,
    ) -> Result<SourceTree, BuildError> {
        for (number, archive) in (1..).zip(archives) {
            let place = match archives.len() {
                1 => directory.to_owned(),
                _ => directory.join(format!("{number} {}", file_name(archive))),
            };
            let result = if archive::is_foreign(archive) {
                self.unpack_foreign(archive, &place, unpacker, is_cancelled)
            } else {
                unpacker.unpack(archive, &place)
            };
            result.map_err(|error| match error {
                ArchiveError::Cancelled => BuildError::Cancelled,
                error => BuildError::Archive(file_name(archive), error),
            })?;
        }
        Ok(SourceTree::read(directory)?)
    }

    fn unpack_foreign(
        &self,
        archive: &Path,
        place: &Path,
        unpacker: &mut Unpacker,
        is_cancelled: &dyn Fn() -> bool,
    ) -> Result<(), ArchiveError> {
        let mut tar = tempfile::tempfile_in(&self.cache)?;
        let sandbox = self.sandbox.as_ref();
        archive::convert(archive, &mut tar, sandbox, &self.limits, is_cancelled)?;
        tar.rewind()?;
        unpacker.unpack_tar(tar, place)
    }

    fn new_directory(&self) -> io::Result<TempDir> {
        fs::create_dir_all(&self.cache)?;
        let mut builder = tempfile::Builder::new();
        builder.prefix("new-").tempdir_in(&self.cache)
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
        let build = |(): &mut (), task: PoolTask<'_>| {
            let index = task.index();
            let path = &sources[index];
            let is_readable = path.is_file() || path.is_dir();
            let built = if is_readable {
                self.build(path, &|| task.is_cancelled())
            } else {
                Err(BuildError::NoRule)
            };
            match built {
                Err(BuildError::Cancelled) => Err(JudgeError::Cancelled),
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
        JudgeError::check_stop(stop)
    }

    /// A hash of everything that a build depends on.
    fn key(&self, tree: &SourceTree, rules: &[&BuildRule]) -> io::Result<String> {
        let mut hasher = Sha256::new();
        let rules: Vec<_> = rules.iter().map(|rule| rule.named()).collect();
        let settings = json!({
            "format": KEY_FORMAT,
            "rules": rules,
            "limits": named_limits(&self.limits),
            "sandbox": self.sandbox.is_some(),
        });
        hasher.update(settings.to_string());
        tree.hash(&mut hasher)?;
        Ok(hash_name(hasher))
    }

    /// Runs the commands of an attempt.
    fn run(
        &self,
        attempt: &BuildAttempt<'_>,
        tree: &SourceTree,
        directory: &Path,
        is_cancelled: &dyn Fn() -> bool,
    ) -> Result<RuleOutcome, BuildError> {
        let copy = directory.join(COPY);
        let before = executables(&copy, 0);
        let mut outcome = RuleOutcome::default();
        let mut shown_copy = copy.clone();
        let mut output = Vec::new();
        for command in &attempt.rule.commands {
            let script = format!("main=$1 msvc=$2; shift 2; exec 2>&1; {command}");
            let shell = ["sh", "-c", &script, "sh"].map(OsString::from).into_iter();
            let main = attempt.main.as_deref().map(argument).unwrap_or_default();
            let msvc = directory.join(MSVC);
            let temporary = directory.join(TEMPORARY);
            let files = attempt.files.iter().map(|path| argument(path));
            let words = shell.chain([main, msvc.clone().into()]).chain(files);
            let mut program = Program::new(words);
            program.home = Some(temporary.clone());
            program.variables = rust_homes();
            program.directory = Some(copy.join(&attempt.directory));
            let program = match &self.sandbox {
                Some(sandbox) => sandbox.confine_build(program, &copy, &temporary, &msvc),
                None => program,
            };
            shown_copy = program.shown(&copy);
            let stdin = StdinSource::Bytes(b"");
            let ran = process::run(&program, &stdin, &self.limits, &mut output, &|_| {
                is_cancelled()
            });
            let run = ran.map_err(|error| match error {
                RunError::Cancelled => BuildError::Cancelled,
                RunError::Start(error) | RunError::Machine(error) => BuildError::Machine(error),
            })?;
            if run.end == Termination::Exited(0) {
                continue;
            }
            outcome.messages = excerpt(&output, &shown_copy, true);
            outcome.progress = BuildProgress::of(&output);
            outcome.lacks = missing_header(&output);
            if let Some(tool) = missing_tool(&output) {
                return Err(BuildError::MissingTool(tool));
            }
            let is_missing = run.end == Termination::Exited(NO_COMMAND);
            if is_missing || is_missing_for_make(&outcome.messages) {
                let named = missing_command(&outcome.messages);
                let tool = named.or(command.split_whitespace().next());
                return Err(BuildError::MissingTool(tool.unwrap_or_default().to_owned()));
            }
            if !attempt.rule.projects && is_crash(run.end) {
                let compiler = command.split_whitespace().next();
                return Err(BuildError::Crashed(compiler.unwrap_or_default().to_owned()));
            }
            outcome.is_stopped = !matches!(run.end, Termination::Exited(_));
            if outcome.is_stopped || !has_error(&outcome.messages) {
                let reason = format!("{}: {command}", ended(run.end));
                outcome.messages.insert(0, reason);
            }
            return Ok(outcome);
        }
        outcome.messages = excerpt(&output, &shown_copy, false);
        match command_line(attempt, tree, &copy, &before)? {
            Ok(command) => outcome.command = command,
            Err(message) => outcome.messages.insert(0, message),
        }
        Ok(outcome)
    }
}

/// Whether a command has ended by a signal, as the shell reports it or by itself.
const fn is_crash(end: Termination) -> bool {
    matches!(
        end,
        Termination::Signalled(_) | Termination::Exited(129..=192)
    )
}

/// Where rustup and cargo have their files, which they would look for in the home directory of the
/// build.
fn rust_homes() -> Vec<(&'static str, PathBuf)> {
    let home = env::home_dir().unwrap_or_default();
    [("CARGO_HOME", ".cargo"), ("RUSTUP_HOME", ".rustup")]
        .map(|(name, usual)| {
            let given = env::var_os(name).map(PathBuf::from);
            (name, given.unwrap_or_else(|| home.join(usual)))
        })
        .into()
}

/// A path as an argument that is no option.
fn argument(path: &Path) -> OsString {
    if path.as_os_str().as_encoded_bytes().starts_with(b"-") {
        return Path::new(".").join(path).into();
    }
    path.into()
}

fn file_name(path: &Path) -> String {
    path.file_name()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned()
}

/// The program and its arguments, with [`DIRECTORY`] for the copy, or why there is none.
fn command_line(
    attempt: &BuildAttempt<'_>,
    tree: &SourceTree,
    copy: &Path,
    before: &[PathBuf],
) -> Result<Result<Vec<String>, String>, BuildError> {
    let rule = attempt.rule;
    let words = shlex::split(&rule.run).unwrap_or_default();
    if words.is_empty() {
        return Ok(Err(format!("the rule {} runs nothing", rule.name)));
    }
    let within = |path: &Path| {
        Path::new(DIRECTORY)
            .join(path)
            .to_string_lossy()
            .into_owned()
    };
    let main = attempt.main.as_deref().unwrap_or(Path::new(""));
    let mut program = String::new();
    if rule.run.contains(PROGRAM) {
        let mut made = executables(copy, 0);
        made.retain(|path| !before.contains(path));
        let made = likely_programs(made).into_iter();
        let made: Vec<_> = made
            .map(|path| path.strip_prefix(copy).unwrap_or(&path).to_owned())
            .collect();
        match made.as_slice() {
            [] => return Ok(Err("the build has made no executable file".to_owned())),
            [only] => program = within(only),
            _ => return Err(BuildError::SeveralBuilt(SeveralPrograms(made))),
        }
    }
    let class = || java_class(main, &tree.text(&attempt.directory.join(main)));
    let word = |word: String| {
        word.replace(DIRECTORY, &within(&attempt.directory))
            .replace(PROGRAM, &program)
            .replace(MAIN, &main.to_string_lossy())
            .replace("{class}", &class())
    };
    Ok(Ok(words.into_iter().map(word).collect()))
}
