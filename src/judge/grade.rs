//! `admiralty grade`: a class, each of whose submissions is judged.

use std::fs;
use std::io;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use admiralty_judge::report::{ProgramTable, write_junit};
use admiralty_judge::{Repetition, unpack_class};
use anstream::AutoStream;
use clap::Args;
use tempfile::TempDir;

use super::args::{COMMON, JudgingArgs, ResultArgs, SelectionArgs, VERDICTS, common_or_rare};
use super::files::{self, RowFiles};
use super::programs::{ClassReports, judge_class};
use super::{Secrets, directory_of_cases, exit_code, table, with_sandboxes};
use crate::CliError;
use crate::sandbox::Sandboxes;
use crate::shard::ShardArgs;
use crate::streams::is_standard;
use crate::values::positive;

const HTML_HELP: &str = "Write a directory of pages: one of the class, and one for each submission";

#[derive(Debug, Args)]
#[command(
    after_long_help = VERDICTS,
    mut_arg("html", |arg| arg.help(HTML_HELP).value_name("DIR").help_heading(COMMON)),
    mut_arg("csv", |arg| arg.help("Write CSV: a row for each submission").help_heading(COMMON)),
    mut_args(common_or_rare),
)]
pub struct GradeArgs {
    #[command(flatten)]
    pub class: ClassArgs,
    /// Run each case N times; the worst run counts [default: 1, and 2 for a case that fails]
    ///
    /// A case whose runs have different verdicts is reported as unstable, with all of them.
    #[arg(long, value_name = "N", value_parser = positive(), help_heading = "Cases")]
    repeat: Option<NonZeroUsize>,
    #[command(flatten)]
    pub results: ResultArgs,
    /// Report what has changed since the run that wrote this JSON
    #[arg(
        long,
        value_name = "OLD.json",
        conflicts_with = "shard",
        help_heading = "Results"
    )]
    compare_run: Option<PathBuf>,
    #[command(flatten)]
    sharding: ShardArgs,
}

/// Several programs, and the cases for them.
#[derive(Debug, Args)]
pub struct ClassArgs {
    /// Directory of NAME.in and NAME.out files, or one NAME.in
    pub cases: PathBuf,
    /// Directory or archive of submissions: sources, in files, directories or archives, or executable
    /// files
    ///
    /// Sources are in C, C++, Rust, Java or Python, or projects of make, CMake, Cargo or Visual
    /// Studio. Rules are tried in turn until one builds them; judge.toml can have others.
    pub submissions: PathBuf,
    #[command(flatten)]
    pub selection: SelectionArgs,
    #[command(flatten)]
    pub judging: JudgingArgs,
    /// Judge the executable files that are there, without building sources
    #[arg(long, help_heading = "Cases")]
    pub no_build: bool,
}

/// The submissions of a class.
pub struct Submissions {
    pub directory: PathBuf,
    /// The path, as it was given.
    pub name: String,
    /// The name of the class.
    pub title: String,
    /// The directory of an archive that was unpacked.
    _unpacked: Option<TempDir>,
}

impl Submissions {
    /// Finds the submissions in a directory, or unpacks an archive of them.
    pub fn open(path: &Path) -> Result<Self, CliError> {
        let name = path.display().to_string();
        let canonical = path.canonicalize().map_err(CliError::cannot_read(&name))?;
        let is_archive = canonical.is_file();
        let title = if is_archive {
            canonical.file_stem()
        } else {
            canonical.file_name()
        };
        let title = title.unwrap_or_default().to_string_lossy().into_owned();
        if !is_archive {
            return Ok(Self {
                directory: canonical,
                name,
                title,
                _unpacked: None,
            });
        }
        let unpacked = tempfile::tempdir()?;
        unpack_class(&canonical, unpacked.path())
            .map_err(|error| CliError::Usage(format!("cannot unpack {name}: {error}")))?;
        Ok(Self {
            directory: unpacked.path().canonicalize()?,
            name,
            title,
            _unpacked: Some(unpacked),
        })
    }
}

/// Judges each submission of a class, and prints a table.
pub fn grade(args: &GradeArgs) -> Result<u8, CliError> {
    let reports = || args.results.files();
    args.sharding.check(reports().next().is_some())?;
    let submissions = Submissions::open(&args.class.submissions)?;
    let others = [&args.compare_run, &args.sharding.out];
    let others = others.into_iter().flatten().map(PathBuf::as_path);
    let secrets = Secrets {
        files: directory_of_cases(&args.class.cases)
            .into_iter()
            .chain(reports())
            .chain(others)
            .collect(),
        collections: vec![&submissions.directory],
        is_stdout_taken: reports().any(is_standard),
    };
    let sandbox = &args.class.judging.running.sandbox;
    with_sandboxes(sandbox, &secrets, |sandboxes, stop| {
        grade_class(args, &submissions, sandboxes, stop)
    })
}

fn grade_class(
    args: &GradeArgs,
    submissions: &Submissions,
    sandboxes: &Sandboxes,
    stop: &AtomicBool,
) -> Result<u8, CliError> {
    let twice = NonZeroUsize::new(2).expect("it is not zero");
    let reports = ClassReports {
        results: &args.results,
        repetition: args
            .repeat
            .map_or(Repetition::Failed(twice), Repetition::Each),
        compare_run: args.compare_run.as_deref(),
        sharding: &args.sharding,
    };
    judge_class(
        &args.class,
        submissions,
        &reports,
        sandboxes,
        stop,
        |table, files, of| write(table, files, of, &args.results),
    )
}

/// Completes the files, prints the table of programs, of whose cases `of` count, and returns the
/// exit code.
pub fn write(
    table: &ProgramTable,
    files: RowFiles<'_>,
    of: usize,
    results: &ResultArgs,
) -> Result<u8, CliError> {
    // Results so far are not lost because of a later error.
    let junit = results.junit.as_deref();
    let written = files.end(table).and(files::write_file(junit, |out| {
        write_junit(&table.programs, &table.compare, table.begun, out)
    }));
    if !results.files().any(is_standard) {
        let mut out = AutoStream::auto(io::stdout());
        table::print(table, of, !results.quiet, &mut out)?;
    }
    written?;
    let results = table.programs.iter().flat_map(|row| &row.cases);
    let is_missing = table.programs.iter().any(|row| row.error.is_some());
    Ok(exit_code(results, is_missing))
}

/// Whether a directory has the submissions of an export of Moodle.
pub fn is_of_moodle(directory: &Path) -> bool {
    let mut entries = fs::read_dir(directory).into_iter().flatten().flatten();
    entries.any(|entry| {
        let name = entry.file_name();
        admiralty_judge::submission_name(&entry.path()) != name.to_string_lossy()
    })
}
