//! `admiralty judge`.

mod adequacy;
mod args;
pub mod class_pages;
mod difference;
pub mod files;
pub mod programs;
mod result_screen;
pub mod saved;
pub mod stress;
mod table;
mod tasks;

use std::ffi::OsString;
use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;
use std::{env, slice};

use admiralty_core::escape::escape;
use admiralty_judge::report::JudgeReport;
use admiralty_judge::{
    Case, CaseResult, CaseRules, Checker, ExpectedStatus, Judge, JudgeError, JudgingTask,
    OutputCheck, Package, Repetition, RunOrder, Verdict,
};
use admiralty_pages::ProgramPage;
use admiralty_process::{self as process, Program, SandboxError};

pub use args::{JudgeArgs, ResultArgs};
use files::RowFiles;
use result_screen::ResultScreen;
use tasks::{CaseSelection, LastRun};

use super::error::JUDGE_FAILED;
use super::sandbox::Sandboxes;
use super::{CliError, sandbox, signals, streams, values};
use crate::error::say;

/// The exit code if some cases did not end as expected.
const FAILED: u8 = 1;

/// How many files are open per run, and per idle run beside it, with some margin.
const FILES_OF_A_RUN: u64 = 40;

/// How often each case that a program of a class fails is run.
const RUNS_OF_FAILED: NonZeroUsize = NonZeroUsize::new(2).expect("it is not zero");

pub fn judge(args: &JudgeArgs) -> Result<u8, CliError> {
    check_program(args)?;
    args.sharding
        .check(files::all(&args.results).next().is_some())?;
    stress::check(args)?;
    if args.sharding.out.is_some()
        && !(args.other.programs.is_some() && args.sharding.shard.is_some())
    {
        return Err(CliError::usage(
            "--out is for shards of --programs; to continue on one machine, use --resume",
        ));
    }
    let stop = signals::on_signals()?;
    // Find and kill even the processes that programs hide.
    process::adopt_orphans()?;
    let sandboxes = if args.other.package.is_none() {
        sandboxes(args)?
    } else {
        Sandboxes::default()
    };
    let status = if let Some(directory) = &args.other.programs {
        programs::judge_programs(args, directory, &sandboxes, &stop)
    } else if let Some(directory) = &args.other.mutants {
        adequacy::judge_mutants(args, directory, &sandboxes, &stop)
    } else if let Some(directory) = &args.other.package {
        write_package(args, directory)
    } else if let Some(scripts) = args.random.stress {
        stress::stress(args, scripts, &sandboxes, &stop)
    } else {
        judge_once(args, &sandboxes, &stop)
    };
    process::end_orphans();
    status
}

/// Writes the cases as a problem package, and prints how many.
fn write_package(args: &JudgeArgs, directory: &Path) -> Result<u8, CliError> {
    let tasks = tasks::select(args, None)?.tasks;
    let name = args.cases.canonicalize()?;
    let package = Package {
        name: &name.file_stem().unwrap_or_default().to_string_lossy(),
        tasks: &tasks,
        usual: &rules(args)?,
        program: &env::current_exe()?,
    };
    let mut out = io::stdout();
    let cases = match package.write(directory)? {
        1 => "1 case".to_owned(),
        count => format!("{count} cases"),
    };
    writeln!(
        out,
        "{cases} in {}",
        escape(&directory.display().to_string())
    )?;
    let left_out: Vec<_> = package.left_out().map(escape).collect();
    if !left_out.is_empty() {
        let names = left_out.join(", ");
        writeln!(
            out,
            "left out, as a package has no expected verdicts: {names}"
        )?;
    }
    Ok(0)
}

fn judge_once(args: &JudgeArgs, sandboxes: &Sandboxes, stop: &AtomicBool) -> Result<u8, CliError> {
    let command = command(args)?;
    let last = LastRun::of(&args.cases, &command);
    let CaseSelection { tasks, grading, .. } = tasks::select(args, Some(&last))?;
    files::check(args, &tasks, false)?;
    let mut report = JudgeReport::new(&command, comparing_name(args));
    report.grading = grading;
    let judge = judge_of(args, command, sandboxes)?;
    let mut run = ProgramRun {
        args,
        tasks: &tasks,
        screen: ResultScreen::new(args, &tasks),
        files: RowFiles::new(&args.results),
        report,
        begun: Instant::now(),
        failure: None,
    };
    let judged = judge.judge_all(&tasks, run_order(args), stop, |case_result| {
        if let Err(error) = run.add(case_result) {
            // Further results could not be reported.
            stop.store(true, Ordering::Relaxed);
            run.failure.get_or_insert(error);
        }
    });
    let is_unjudged = run.report.row.cases.is_empty();
    match judged {
        Err(error) if is_unjudged && !matches!(error, JudgeError::Cancelled) => Err(error.into()),
        judged => {
            last.remember(&run.report.row.cases);
            run.end(judged)
        }
    }
}

/// A run of one program, whose results are shown and written as they come.
struct ProgramRun<'a> {
    args: &'a JudgeArgs,
    tasks: &'a [JudgingTask],
    screen: ResultScreen,
    files: RowFiles<'a>,
    report: JudgeReport,
    begun: Instant,
    /// The first result that could not be reported.
    failure: Option<CliError>,
}

impl ProgramRun<'_> {
    /// Shows the result of the next case, and adds it to the report and its files.
    fn add(&mut self, mut case_result: CaseResult) -> Result<(), CliError> {
        let shown = self.show(&mut case_result);
        self.report.row.add(case_result);
        // The files get the result even if it cannot be shown.
        shown.and(self.files.add(&self.report))
    }

    /// Shows the result of the next case; with `--bless`, its output becomes the answer.
    fn show(&mut self, case_result: &mut CaseResult) -> Result<(), CliError> {
        self.screen.show(case_result)?;
        let case = &self.tasks[self.report.row.cases.len()].case;
        if self.args.other.bless && bless(case, case_result, &mut self.screen)? {
            // It counts as accepted from now on.
            case_result.status = ExpectedStatus::Accepted;
        }
        Ok(())
    }

    /// Ends the report, whose files are written even after an error, and returns the exit code.
    fn end(mut self, judged: Result<(), JudgeError>) -> Result<u8, CliError> {
        self.report.row.leave_out(self.tasks);
        self.report.row.grade(self.report.grading.as_ref());
        let (report, cases) = (&self.report, self.tasks.len());
        let written = self.files.end(report).and(write_reports(self.args, report));
        let (is_interrupted, stopped) = match judged {
            Err(JudgeError::Cancelled) => (true, None),
            judged => (false, judged.err().map(CliError::from)),
        };
        // The first error is the cause of the others.
        if let Some(error) = self.failure.or(stopped).or(written.err()) {
            return Err(error);
        }
        self.screen.end(&report.row, cases, self.begun.elapsed())?;
        if is_interrupted {
            return Err(interrupted(report.row.cases.len(), cases));
        }
        Ok(exit_code(&report.row.cases, false))
    }
}

/// Writes the reports that are not written row by row.
fn write_reports(args: &JudgeArgs, report: &JudgeReport) -> Result<(), CliError> {
    let (results, row) = (&args.results, &report.row);
    let whole = files::write_whole(results, slice::from_ref(row), &report.compare, report.begun);
    let gradescope = results.gradescope.as_deref();
    let gradescope = files::write_file(gradescope, |out| report.write_gradescope(out));
    let page = results.html.as_deref().map_or(Ok(()), |path| {
        let page = ProgramPage {
            row,
            compare: &report.compare,
            grading: report.grading.as_ref(),
            scripts: &[],
        };
        streams::write(path, page.page().as_bytes())
    });
    whole.and(gradescope).and(page)
}

/// Writes the output of a run that ended normally as the answer of its case, if it differs; returns
/// whether it did.
fn bless(
    case: &Case,
    case_result: &CaseResult,
    screen: &mut ResultScreen,
) -> Result<bool, CliError> {
    let run = &case_result.worst_run;
    let is_new = case.answer.is_none();
    let differs = is_new || run.verdict != Verdict::Accepted;
    let is_blessed = differs && run.verdict.is_about_output();
    let Some(output) = run.output.as_ref().filter(|_| is_blessed) else {
        return Ok(false);
    };
    if !case_result.expectation.expected.needs_answer() {
        return Ok(false);
    }
    let path = case.answer_path();
    streams::replace(&path, output).map_err(CliError::cannot_write(&path))?;
    screen.say_blessed(&path, output.len(), is_new)?;
    Ok(true)
}

fn interrupted(judged: usize, of: usize) -> CliError {
    CliError::Interrupted(format!("{judged} of {of} cases"))
}

/// The exit code for the results; `is_missing` if some programs could not be judged at all.
fn exit_code<'r>(results: impl IntoIterator<Item = &'r CaseResult>, is_missing: bool) -> u8 {
    let mut code = if is_missing { FAILED } else { 0 };
    for found in results {
        if found.worst_run.verdict == Verdict::JudgeError {
            return JUDGE_FAILED;
        }
        if found.status == ExpectedStatus::Failed {
            code = FAILED;
        }
    }
    code
}

/// Checks that a program follows `--`. If none does, perhaps because a shell variable is empty,
/// this program should not be judged instead.
fn check_program(args: &JudgeArgs) -> Result<(), CliError> {
    let is_announced = env::args_os().next_back().is_some_and(|last| last == "--");
    let is_empty = args
        .program
        .first()
        .map_or(is_announced, |it| it.is_empty());
    if is_empty {
        return Err(CliError::usage(
            "there is no program after --; to judge admiralty itself, leave out -- as well",
        ));
    }
    Ok(())
}

fn command(args: &JudgeArgs) -> Result<Vec<OsString>, CliError> {
    if args.program.is_empty() {
        return Ok(vec![env::current_exe()?.into()]);
    }
    Ok(args.program.clone())
}

fn judge_of(
    args: &JudgeArgs,
    command: Vec<OsString>,
    sandboxes: &Sandboxes,
) -> Result<Judge, CliError> {
    Ok(Judge {
        program: sandboxes.confine(Program::new(command)),
        rules: rules(args)?,
        keeps_output: args.other.bless,
    })
}

fn rules(args: &JudgeArgs) -> Result<CaseRules, CliError> {
    let comparing = match &args.comparing.checker {
        Some(line) => OutputCheck::Checker(Checker {
            protocol: args.comparing.protocol,
            command: words(line)?,
        }),
        None => OutputCheck::Mode(args.comparing.compare),
    };
    Ok(CaseRules {
        limits: args.bounds.limits(),
        comparing,
        exit_code: args.comparing.exit_code,
    })
}

fn words(line: &str) -> Result<Vec<OsString>, CliError> {
    let words = shlex::split(line).unwrap_or_default();
    if words.is_empty() {
        let message = "the checker's command line is empty, or has an open quote";
        return Err(CliError::Usage(format!("{message}: {line}")));
    }
    Ok(words.into_iter().map(OsString::from).collect())
}

fn comparing_name(args: &JudgeArgs) -> String {
    match &args.comparing.checker {
        Some(line) => format!("checker {line}"),
        None => args.comparing.compare.to_string(),
    }
}

/// The sandboxes in which programs can read neither the cases nor each other. Says what is not
/// protected, if anything is not although it should be.
fn sandboxes(args: &JudgeArgs) -> Result<Sandboxes, CliError> {
    let bounds = &args.bounds;
    if bounds.no_sandbox {
        return Ok(Sandboxes::default());
    }
    let cases = if args.cases.is_file() {
        args.cases.parent()
    } else {
        Some(&*args.cases)
    };
    let other = &args.other;
    let files = [&other.resume, &other.compare_run, &args.sharding.out];
    let secret = cases.into_iter().chain(files::all(&args.results));
    let secret = secret.chain(files.into_iter().flatten().map(PathBuf::as_path));
    let builds = streams::cache_directory("builds");
    let classes = [&other.programs, &other.mutants, &builds];
    let classes = classes.into_iter().flatten().map(PathBuf::as_path);
    let (sandboxes, remark) = match Sandboxes::new(secret, classes, &bounds.readable) {
        Err(error) if bounds.sandbox || matches!(error, SandboxError::Scarcity(_)) => {
            return Err(error.into());
        }
        Err(error) => (Sandboxes::default(), Some(sandbox::unprotected(&error))),
        Ok(sandboxes) => {
            let gaps = sandboxes.gaps();
            (sandboxes, gaps)
        }
    };
    match remark {
        Some(remark) if files::take_stdout(&args.results) => say(&remark),
        Some(remark) => writeln!(io::stdout(), "{remark}")?,
        None => {}
    }
    Ok(sandboxes)
}

fn run_order(args: &JudgeArgs) -> RunOrder {
    // Outputs to be written wait for their turn in memory.
    let is_alone = args.other.bless;
    RunOrder {
        jobs: if is_alone {
            NonZeroUsize::MIN
        } else {
            jobs(args)
        },
        repetition: repetition(args),
        is_fail_fast: args.selection.fail_fast,
    }
}

fn repetition(args: &JudgeArgs) -> Repetition {
    match args.selection.repeat {
        Some(runs) => Repetition::Each(runs),
        None if args.other.programs.is_some() => Repetition::Failed(RUNS_OF_FAILED),
        None => Repetition::Each(NonZeroUsize::MIN),
    }
}

/// How many cases run in parallel, limited by the number of open files.
fn jobs(args: &JudgeArgs) -> NonZeroUsize {
    let jobs = values::threads(args.selection.jobs);
    #[cfg(unix)]
    let files = rustix::process::getrlimit(rustix::process::Resource::Nofile).current;
    #[cfg(not(unix))]
    let files: Option<u64> = None;
    let jobs_max = files.map_or(usize::MAX, |files| {
        usize::try_from(files / FILES_OF_A_RUN).unwrap_or(usize::MAX)
    });
    jobs.min(NonZeroUsize::new(jobs_max).unwrap_or(NonZeroUsize::MIN))
}
