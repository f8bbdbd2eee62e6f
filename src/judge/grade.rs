//! `admiralty grade`: a class, each of whose submissions is judged.

use std::io;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};

use admiralty_judge::class::{
    Class, ClassError, ClassEvent, ClassRequest, Submissions, directory_of_outputs,
};
use admiralty_judge::report::{ProgramTable, write_junit};
use admiralty_judge::{JudgeError, Repetition, RunOrder};
use admiralty_results::Shard;
use anstream::AutoStream;
use clap::Args;

use super::args::{COMMON, JudgingArgs, ResultArgs, SelectionArgs, VERDICTS, common_or_rare};
use super::class_pages::ClassPages;
use super::files::{self, RowFiles};
use super::moodle::MoodleFiles;
use super::{
    Secrets, directory_of_cases, exit_code, interrupted, provenance, select, table, with_sandboxes,
};
use crate::error::say;
use crate::sandbox::Sandboxes;
use crate::shard::{ShardArgs, say_broken};
use crate::streams::is_standard;
use crate::values::positive;
use crate::{CliError, progress, streams};

const HTML_HELP: &str = "Write pages of the class and each submission";

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
    /// Only the submission with this name or participant's number
    ///
    /// Pages and rows of a worksheet of others stay.
    #[arg(long, value_name = "NAME", conflicts_with_all = ["shard", "compare_run"], help_heading = "Cases")]
    only: Option<String>,
    /// Fill in Moodle's grading worksheet
    ///
    /// Only the grades and the feedback comments of rows with a judged program change. The pages of
    /// students are beside it in WORKSHEET-feedback.zip, which Moodle takes as feedback files.
    #[arg(
        long,
        value_name = "WORKSHEET.csv",
        conflicts_with = "shard",
        help_heading = "Results"
    )]
    moodle: Option<PathBuf>,
    #[command(flatten)]
    sharding: ShardArgs,
}

// Several programs, and the cases for them.
#[derive(Debug, Args)]
pub struct ClassArgs {
    /// Directory of NAME.in and NAME.out files, or one NAME.in
    pub cases: PathBuf,
    /// Directory or archive of sources or executable files
    ///
    /// A submission is a file, a directory or an archive. Sources are in C, C++, C#, Go, Java, JavaScript, Python or Rust, or projects of make,
    /// CMake, Cargo or Visual Studio. Rules are tried in turn until one builds them; judge.toml can have others.
    pub submissions: PathBuf,
    #[command(flatten)]
    pub selection: SelectionArgs,
    #[command(flatten)]
    pub judging: JudgingArgs,
    /// Judge executable files, and build nothing
    #[arg(long, help_heading = "Cases")]
    pub no_build: bool,
}

impl ClassArgs {
    /// How the class is judged.
    pub fn request<'a>(
        &self,
        submissions: &'a Submissions,
        repetition: Repetition,
        sandboxes: &Sandboxes,
    ) -> Result<ClassRequest<'a>, CliError> {
        let judging = &self.judging;
        let rules = judging.rules()?;
        let selection = select(&self.selection.request(&self.cases, &rules))?;
        let builder = if self.no_build {
            None
        } else {
            let cache = streams::cache_directory("builds").ok_or_else(|| {
                CliError::usage("there is no directory for caches: set HOME, or use --no-build")
            })?;
            let sandbox = sandboxes.build.clone();
            Some(selection.config.builder(cache, sandbox))
        };
        Ok(ClassRequest {
            submissions,
            selection,
            rules,
            compare: judging.comparing.name(),
            provenance: None,
            builder,
            sandbox: sandboxes.program.clone(),
            order: RunOrder {
                jobs: judging.running.jobs(),
                repetition,
                is_fail_fast: false,
            },
            earlier: None,
            shard: Shard::WHOLE,
            out: None,
        })
    }
}

/// Builds the submissions of a class, with a bar.
pub fn build(request: ClassRequest<'_>, stop: &AtomicBool) -> Result<Class, CliError> {
    let out = request.out.clone().unwrap_or_default();
    let bar = progress::count_bar(0, "builds");
    let class = Class::build(request, stop, &mut |event| match event {
        ClassEvent::Built { of } => {
            bar.set_length(of as u64);
            bar.inc(1);
        }
        ClassEvent::Broken { line } => say_broken(Some(line)),
        ClassEvent::Reused { results, of } => {
            let out = out.display();
            say(&format!("reusing {results} of {of} results from {out}"));
        }
        ClassEvent::Compared { results } => {
            let out = out.display();
            say(&format!(
                "comparing outputs of {results} results in {out} again"
            ));
        }
        ClassEvent::NotStored(_) | ClassEvent::Row(_) => {}
    });
    bar.finish_and_clear();
    Ok(class?)
}

/// Judges a class, with a bar. `add` gets the table after each row.
pub fn judge(
    class: &mut Class,
    stop: &AtomicBool,
    mut add: impl FnMut(&ProgramTable) -> Result<(), CliError>,
) -> Result<(), CliError> {
    let bar = progress::count_bar(class.programs() as u64, "programs");
    let mut failure = None;
    let ended = class.grade(stop, &mut |event| match event {
        ClassEvent::Row(table) => {
            bar.inc(1);
            if failure.is_none()
                && let Err(error) = add(table)
            {
                // Further results could not be reported.
                stop.store(true, Ordering::Relaxed);
                failure = Some(error);
            }
        }
        ClassEvent::NotStored(error) => {
            say(&format!(
                "{error}; judging continues, and will try again to write"
            ));
        }
        ClassEvent::Built { .. }
        | ClassEvent::Broken { .. }
        | ClassEvent::Reused { .. }
        | ClassEvent::Compared { .. } => {}
    });
    bar.finish_and_clear();
    // The first error is the cause of the others.
    if let Some(error) = failure {
        return Err(error);
    }
    ended.map_err(|error| match error {
        ClassError::Judge(JudgeError::Cancelled) => {
            let cases = class.tasks().len();
            let judged = class.table().programs.len();
            interrupted(judged * cases, class.programs() * cases)
        }
        error => error.into(),
    })
}

/// Judges each submission of a class, and prints a table.
pub fn grade(args: &GradeArgs) -> Result<u8, CliError> {
    let reports = || args.results.files();
    args.sharding.check(reports().next().is_some())?;
    let mut submissions = Submissions::open(&args.class.submissions)?;
    if let Some(name) = &args.only {
        submissions.keep_only(name)?;
    }
    let outputs = args.sharding.out.as_deref().map(directory_of_outputs);
    let others = [&args.compare_run, &args.sharding.out, &args.moodle];
    let others = others.into_iter().flatten().map(PathBuf::as_path);
    let secrets = Secrets {
        files: directory_of_cases(&args.class.cases)
            .into_iter()
            .chain(reports())
            .chain(others)
            .chain(outputs.as_deref())
            .collect(),
        collections: submissions.directories().collect(),
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
    let results = &args.results;
    let twice = NonZeroUsize::new(2).expect("it is not zero");
    let repetition = args
        .repeat
        .map_or(Repetition::Failed(twice), Repetition::Each);
    let mut request = args.class.request(submissions, repetition, sandboxes)?;
    request.provenance = Some(provenance(&request.rules, sandboxes));
    let earlier = args.compare_run.as_deref();
    request.earlier = earlier.map(table::read_earlier_run).transpose()?;
    // The earlier run of `--compare-run` may be replaced by this one.
    let files: Vec<_> = results.files().collect();
    let html = results.html.as_deref();
    files::check(&files, html, &request.selection.tasks, &[])?;
    let pages = html.map(|directory| ClassPages::new(directory, submissions, args.only.is_some()));
    let mut pages = pages.transpose()?;
    if let Some(path) = &args.sharding.out {
        let files = results.files().chain([path.as_path()]);
        streams::check_distinct(files, "--out, --json and --csv")?;
    }
    request.shard = args.sharding.shard();
    request.out.clone_from(&args.sharding.out);
    let moodle = args.moodle.as_deref().map(MoodleFiles::read).transpose()?;
    if let Some(moodle) = &moodle {
        let all = moodle.paths().into_iter().chain(results.files());
        streams::check_distinct(all, "--moodle, --json, --html and --csv")?;
    }
    let mut class = build(request, stop)?;
    let mut files = RowFiles::of(results);
    let judged = judge(&mut class, stop, |table| {
        if let Some(pages) = &mut pages {
            pages.add(table)?;
        }
        files.add(table)
    });
    // Results so far are not lost because of an error.
    let ended = pages.as_ref().map_or(Ok(()), |it| it.end(class.table()));
    let status = match args.sharding.shard {
        Some(_) => Ok(0),
        None => write(class.table(), files, class.counted(), results),
    };
    judged?;
    ended?;
    if let Some(pages) = &mut pages {
        pages.add_scripts(&class, stop)?;
    }
    if let Some(moodle) = moodle {
        moodle.write(class.table(), pages.as_ref())?;
    }
    status
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
