//! `admiralty judge`, and what the commands that judge have in common.

mod args;
pub mod class_pages;
pub mod files;
pub mod grade;
mod moodle;
mod moved;
pub mod mutants;
pub mod package;
mod result_screen;
pub mod stress;
mod table;

use std::env;
use std::ffi::OsString;
use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::path::Path;
use std::slice;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use admiralty_judge::report::{Classroom50, JudgeReport, Provenance, command_line, write_junit};
use admiralty_judge::{
    Case, CaseRequest, CaseResult, CaseRules, CaseSelection, ExpectedStatus, JudgeError,
    JudgingTask, Repetition, RunOrder, SelectionError, ValidatorBuilder, Verdict,
};
use admiralty_pages::ProgramPage;
use admiralty_process as process;

pub use args::{COMMON, JudgeArgs, ResultArgs};
use files::{LastRun, RowFiles};
pub use moved::new_command;
use result_screen::ResultScreen;

use super::error::JUDGE_FAILED;
use super::sandbox::{SandboxArgs, Sandboxes, hidden};
use super::{CliError, signals, snippet, streams};
use crate::error::say;

/// The exit code if some cases did not end as expected.
const FAILED: u8 = 1;

pub fn judge(args: &JudgeArgs) -> Result<u8, CliError> {
    let command = args.command.words()?;
    let secrets = Secrets {
        files: directory_of_cases(&args.cases)
            .into_iter()
            .chain(args.files())
            .collect(),
        collections: Vec::new(),
        is_stdout_taken: args.files().any(streams::is_standard),
    };
    with_sandboxes(
        &args.judging.running.sandbox,
        &secrets,
        |sandboxes, stop| judge_program(args, command, sandboxes, stop),
    )
}

/// The directory of cases, or that of a single one.
fn directory_of_cases(cases: &Path) -> Option<&Path> {
    if cases.is_file() {
        cases.parent()
    } else {
        Some(cases)
    }
}

/// What programs must not see.
struct Secrets<'a> {
    /// Files and directories that no program can read.
    files: Vec<&'a Path>,
    /// Directories of which a program sees only its own entry.
    collections: Vec<&'a Path>,
    /// Whether a report is written to standard output.
    is_stdout_taken: bool,
}

/// Does work that runs programs, in sandboxes unless these are not wanted or not supported, and ends
/// all processes that programs leave behind.
fn with_sandboxes<T>(
    args: &SandboxArgs,
    secrets: &Secrets<'_>,
    work: impl FnOnce(&Sandboxes, &AtomicBool) -> Result<T, CliError>,
) -> Result<T, CliError> {
    let stop = signals::on_signals()?;
    // Find and kill even the processes that programs hide.
    process::adopt_orphans()?;
    let sandboxes = sandboxes(args, secrets)?;
    let ended = work(&sandboxes, &stop);
    process::end_orphans();
    ended
}

/// The sandboxes in which programs can read neither the cases nor each other. Says what is not
/// protected, if anything is not although it should be.
fn sandboxes(args: &SandboxArgs, secrets: &Secrets<'_>) -> Result<Sandboxes, CliError> {
    let builds = streams::cache_directory("builds");
    let collections = secrets.collections.iter().copied();
    let collections = collections.chain(builds.as_deref());
    let (sandboxes, remark) = args.sandboxes(hidden(&secrets.files, collections))?;
    match remark {
        Some(remark) if secrets.is_stdout_taken => say(&remark),
        Some(remark) => writeln!(io::stdout(), "{remark}")?,
        None => {}
    }
    Ok(sandboxes)
}

fn judge_program(
    args: &JudgeArgs,
    command: Vec<OsString>,
    sandboxes: &Sandboxes,
    stop: &AtomicBool,
) -> Result<u8, CliError> {
    if args.classroom50.is_some() {
        classroom50()?;
    }
    let last = LastRun::of(&args.cases, &command);
    let judging = &args.judging;
    let failed = args.failed.then(|| last.failed());
    let CaseSelection {
        title,
        tasks,
        grading,
        ..
    } = select(&CaseRequest {
        failed: failed.as_ref(),
        needs_answers: !args.bless,
        ..args.selection.request(&args.cases, &judging.rules()?)
    })?;
    let files: Vec<_> = args.files().collect();
    files::check(&files, None, &tasks, &command)?;
    let mut report = JudgeReport::new(&command, judging.comparing.name());
    report.grading = grading;
    report.assignment = title;
    let mut judge = judging.judge(command, sandboxes)?;
    report.provenance = Some(provenance(&judge.rules, sandboxes));
    judge.keeps_output = args.bless;
    let mut run = ProgramRun {
        args,
        tasks: &tasks,
        screen: ResultScreen::new(args, &tasks),
        files: RowFiles::of(&args.results),
        report,
        begun: Instant::now(),
        failure: None,
    };
    let order = RunOrder {
        // Outputs to be written wait for their turn in memory.
        jobs: if args.bless {
            NonZeroUsize::MIN
        } else {
            judging.running.jobs()
        },
        repetition: Repetition::Each(args.repeat),
        is_fail_fast: args.fail_fast,
    };
    let judged = judge.judge_all(&tasks, order, stop, |case_result| {
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

/// How the results of this run come about. A path is named by its last part, as pages are for students.
fn provenance(rules: &CaseRules, sandboxes: &Sandboxes) -> Provenance {
    let words = env::args_os().skip(1).map(|word| {
        let text = word.to_string_lossy();
        let (option, path) = text.split_once('=').unwrap_or(("", &text));
        let name = Path::new(path).file_name().unwrap_or_default();
        match (path.starts_with('/'), option) {
            (false, _) => word,
            (true, "") => name.to_owned(),
            (true, option) => format!("{option}={}", name.display()).into(),
        }
    });
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_.,:/=@%+".contains(c);
    let words = words.map(|word| match word.to_str() {
        Some(text) if text.chars().all(is_plain) && !text.is_empty() => text.to_owned(),
        _ => command_line(&[word]),
    });
    let words: Vec<_> = ["admiralty".to_owned()].into_iter().chain(words).collect();
    Provenance::new(words.join(" "), sandboxes.walls(), rules)
}

/// Selects the cases; shows what is wrong with `judge.toml`, and what is not used of a package.
fn select(request: &CaseRequest<'_>) -> Result<CaseSelection, CliError> {
    let validators = streams::cache_directory("builds").map(ValidatorBuilder::new);
    let selected = CaseSelection::read(&CaseRequest {
        validators: validators.as_ref(),
        ..*request
    });
    if let Err(SelectionError::Config { path, diagnostics }) = &selected {
        let name = path.display().to_string();
        for diagnostic in diagnostics {
            snippet::print(diagnostic, &name, io::stderr())?;
        }
    }
    let selection = selected?;
    if let Some(remark) = &selection.remark {
        say(remark);
    }
    Ok(selection)
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
        let grading = self.report.grading.as_ref();
        let hint = grading.and_then(|grading| grading.hint(&case_result.name));
        self.screen.show(case_result, hint)?;
        let case = &self.tasks[self.report.row.cases.len()].case;
        if self.args.bless && bless(case, case_result, &mut self.screen)? {
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
    let junit = files::write_file(results.junit.as_deref(), |out| {
        write_junit(slice::from_ref(row), &report.compare, report.begun, out)
    });
    let gradescope = args.gradescope.as_deref();
    let gradescope = files::write_file(gradescope, |out| report.write_gradescope(out));
    let classroom = args.classroom50.as_deref().map_or(Ok(()), |path| {
        let of = classroom50()?;
        files::write_file(Some(path), |out| report.write_classroom50(&of, out))
    });
    let page = results.html.as_deref().map_or(Ok(()), |path| {
        let page = ProgramPage {
            row,
            assignment: &report.assignment,
            begun: report.begun,
            compare: &report.compare,
            provenance: report.provenance.as_ref(),
            grading: report.grading.as_ref(),
            scripts: &[],
        };
        streams::write(path, page.page().as_bytes())
    });
    junit.and(gradescope).and(classroom).and(page)
}

/// What Classroom 50 says about the submission in its environment.
fn classroom50() -> Result<Classroom50, CliError> {
    let of = Classroom50::of_environment(|name| env::var(name).ok());
    of.map_err(|missing| {
        let missing = missing.join(", ");
        CliError::Usage(format!(
            "--classroom50 needs environment variables: {missing}"
        ))
    })
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
