//! What people see of a judging.

use std::io::{self, IsTerminal, Write};
use std::path::Path;
use std::time::Duration;

use admiralty::escape::{escape, escape_lines};
use admiralty::judge::report::JudgeReport;
use admiralty::judge::{
    CaseResult, Disagreement, Expected, ExpectedStatus, JudgedRun, Task, Verdict,
};
use admiralty::process::{STDERR_TAIL_BYTES_MAX, Usage};
use anstream::AutoStream;
use anstyle::{AnsiColor, Style};
use bstr::ByteSlice;
use indicatif::{ProgressBar, ProgressStyle};

use super::{JudgeArgs, difference, files};
use crate::cli::CliError;

pub const GOOD: Style = AnsiColor::Green.on_default().bold();
pub const BAD: Style = AnsiColor::Red.on_default().bold();
pub const OTHER: Style = AnsiColor::Cyan.on_default().bold();
const FAINT: Style = Style::new().dimmed();

/// How wide lines may be where there is no terminal.
const WIDTH: usize = 80;
/// How many lines of what a program prints on standard error are shown.
const STDERR_LINES_MAX: usize = 8;
/// How many lines of a script are shown.
const SCRIPT_LINES_MAX: usize = 40;
/// What a line about a case begins with is this far from the left.
const INDENT: &str = "    ";

/// Standard output with a line for each case, and a bar on standard error.
pub struct ResultScreen {
    out: AutoStream<io::Stdout>,
    bar: ProgressBar,
    /// Whether standard output belongs to something else.
    is_silent: bool,
    /// Whether differences are shown.
    is_wordy: bool,
    /// How many answers were written.
    blessed: usize,
    /// How wide the names are.
    names: usize,
    width: usize,
}

impl ResultScreen {
    /// A screen for these tasks.
    pub fn new(args: &JudgeArgs, tasks: &[Task]) -> Self {
        let names = tasks
            .iter()
            .map(|task| escape(&task.case.name).chars().count());
        let terminal = terminal_size::terminal_size().filter(|_| io::stdout().is_terminal());
        Self {
            out: AutoStream::auto(io::stdout()),
            bar: bar(tasks.len(), "cases"),
            is_silent: files::take_stdout(&args.results),
            // What is written is shown before.
            is_wordy: !args.results.quiet || args.other.bless,
            blessed: 0,
            names: names.max().unwrap_or(0),
            width: terminal.map_or(WIDTH, |(width, _)| width.0.into()),
        }
    }

    /// Prints beside the bar, if standard output is for people.
    fn print(&mut self, print: impl FnOnce(&mut Self) -> io::Result<()>) -> Result<(), CliError> {
        let bar = self.bar.clone();
        if self.is_silent {
            return Ok(());
        }
        Ok(bar.suspend(|| print(self))?)
    }

    /// Shows what came out of a case.
    pub fn show(&mut self, task: &Task, case_result: &CaseResult) -> Result<(), CliError> {
        self.bar.inc(1);
        self.print(|screen| {
            let CaseResult {
                status, worst_run, ..
            } = case_result;
            let style = match status {
                ExpectedStatus::Accepted => GOOD,
                ExpectedStatus::Apart => OTHER,
                ExpectedStatus::Failed => BAD,
            };
            let line = format!(
                "{:names$}  {}  {}",
                escape(&task.case.name),
                verdict_and_usage(style, status.word(worst_run.verdict), worst_run),
                escape(&remarks(task, case_result)),
                names = screen.names,
            );
            writeln!(screen.out, "{}", line.trim_end())?;
            if *status == ExpectedStatus::Failed && screen.is_wordy {
                screen.print_failure(worst_run)?;
            }
            Ok(())
        })
    }

    /// Says that an answer was written.
    pub fn say_blessed(&mut self, path: &Path, bytes: usize, is_new: bool) -> Result<(), CliError> {
        self.blessed += 1;
        let what = if is_new { "a new answer" } else { "the answer" };
        let path = path.display().to_string();
        self.print(|screen| {
            let path = escape(&path);
            writeln!(
                screen.out,
                "{INDENT}{what} is written: {path}, {bytes} bytes\n"
            )
        })
    }

    /// Says how many there are of each kind.
    pub fn end(
        &mut self,
        report: &JudgeReport,
        cases: usize,
        time: Duration,
    ) -> Result<(), CliError> {
        self.bar.finish_and_clear();
        self.print(|screen| {
            let blessed = screen.blessed;
            print_summary(report, cases, time, blessed, &mut screen.out)?;
            screen.out.flush()
        })
    }

    /// Shows a script on which the program and this one do not agree.
    pub fn show_disagreement(
        &mut self,
        program: &str,
        found: &Disagreement,
    ) -> Result<(), CliError> {
        let out = &mut self.out;
        let run = &found.judged_run;
        let seed = found.seed.map(|seed| format!("seed {seed}"));
        writeln!(
            out,
            "{program}: {}  {}  {}\n",
            seed.as_deref().unwrap_or("empty input"),
            verdict_and_usage(BAD, run.verdict.code(), run),
            run.detail.as_deref().unwrap_or_default()
        )?;
        let signature = found.signature.to_string();
        writeln!(out, "{INDENT}{BAD}{}{BAD:#}\n", escape(&signature))?;
        let script = &found.shrunk.script;
        let lines = script.lines().count();
        if found.seed.is_some() {
            let (long, attempts) = (found.lines, found.shrunk.attempts);
            writeln!(
                out,
                "{INDENT}{long} lines, made {lines} by {attempts} scripts:"
            )?;
        }
        for line in script.lines().take(SCRIPT_LINES_MAX) {
            writeln!(out, "{INDENT}{INDENT}{}", escape(&line.to_str_lossy()))?;
        }
        if let Some(more @ 1..) = lines.checked_sub(SCRIPT_LINES_MAX) {
            writeln!(out, "{INDENT}{INDENT}and {more} more")?;
        }
        Ok(self.print_failure(run)?)
    }

    /// Says where a script was written to.
    pub fn say_case(&mut self, path: &Path) -> Result<(), CliError> {
        let [input, answer] = [path.to_owned(), path.with_extension("out")]
            .map(|path| escape(&path.display().to_string()).into_owned());
        writeln!(self.out, "{INDENT}written as a case: {input} and {answer}")?;
        Ok(self.out.flush()?)
    }

    /// Prints the difference, and what the program printed on standard error.
    fn print_failure(&mut self, run: &JudgedRun) -> io::Result<()> {
        if let Some(difference) = run.difference()
            && run.verdict.is_about_output()
        {
            difference::draw(difference, self.width, &mut self.out)?;
            writeln!(self.out)?;
        }
        self.print_stderr(&run.stderr_tail)
    }

    /// Prints lines of what the program printed on standard error.
    fn print_stderr(&mut self, tail: &[u8]) -> io::Result<()> {
        let text = String::from_utf8_lossy(tail);
        let lines = escape_lines(&text).filter(|line| !line.trim().is_empty());
        let lines: Vec<_> = lines.collect();
        if lines.is_empty() {
            return Ok(());
        }
        writeln!(self.out, "{INDENT}{FAINT}standard error:{FAINT:#}")?;
        let surplus = lines.len().saturating_sub(STDERR_LINES_MAX);
        // What matters stands first in some languages, and last in others; but
        // of much text the beginning is lost.
        let first = if surplus > 0 && tail.len() < STDERR_TAIL_BYTES_MAX {
            STDERR_LINES_MAX / 2
        } else {
            0
        };
        for (number, line) in lines.iter().enumerate() {
            if number < first || number >= first + surplus {
                writeln!(self.out, "{INDENT}  {line}")?;
            } else if number == first {
                writeln!(self.out, "{INDENT}  ...")?;
            }
        }
        writeln!(self.out)
    }
}

fn print_summary(
    report: &JudgeReport,
    cases: usize,
    time: Duration,
    blessed: usize,
    out: &mut dyn Write,
) -> io::Result<()> {
    let of_status = |status| {
        report
            .cases
            .iter()
            .filter(move |record| record.status == status)
    };
    let summary = &report.summary;
    let (program, accepted) = (report.command_line(), summary.accepted);
    let style = if summary.failed > 0 { BAD } else { GOOD };
    let of = cases - summary.apart;
    write!(
        out,
        "{program}: {style}{accepted} of {of} accepted{style:#}"
    )?;
    if summary.apart > 0 {
        let names: Vec<_> = of_status(ExpectedStatus::Apart)
            .map(|it| &*it.name)
            .collect();
        let names = names.join(", ");
        write!(
            out,
            ", {OTHER}{} apart{OTHER:#} ({})",
            summary.apart,
            escape(&names)
        )?;
    }
    if blessed > 0 {
        write!(out, ", {blessed} with new answers")?;
    }
    if let Some(left @ 1..) = cases.checked_sub(report.cases.len()) {
        write!(out, ", {left} not run")?;
    }
    let most = most(report).unwrap_or_default();
    writeln!(out, " {FAINT}in {:.2} s{most}{FAINT:#}", time.as_secs_f64())?;
    let failed = of_status(ExpectedStatus::Failed);
    let failed: Vec<_> = failed
        .map(|it| format!("{} {}", it.name, it.verdict))
        .collect();
    if failed.len() > 1 {
        writeln!(out, "{BAD}failed{BAD:#}: {}", escape(&failed.join(", ")))?;
    }
    Ok(())
}

/// A verdict, with the time that counts for it, and the memory.
fn verdict_and_usage(style: Style, word: &str, run: &JudgedRun) -> String {
    let Usage {
        cpu, wall, memory, ..
    } = run.usage;
    let is_idle = run.verdict == Verdict::IdlenessLimitExceeded;
    let time = seconds(if is_idle { wall } else { cpu }.as_secs_f64());
    let memory = mebibytes(memory);
    format!("{style}{word:4}{style:#}  {FAINT}{time:>8}  {memory:>9}{FAINT:#}")
}

/// The longest time and the most memory, if there was more than one case.
fn most(report: &JudgeReport) -> Option<String> {
    let records = || report.cases.iter().filter(|_| report.cases.len() > 1);
    let slowest = records().max_by(|one, other| one.cpu_seconds.total_cmp(&other.cpu_seconds))?;
    let memory = records().map(|record| record.memory_bytes).max()?;
    let (time, name) = (seconds(slowest.cpu_seconds), escape(&slowest.name));
    Some(format!(
        "; at most {time} ({name}) and {}",
        mebibytes(memory)
    ))
}

fn seconds(seconds: f64) -> String {
    format!("{seconds:.3} s")
}

fn mebibytes(bytes: u64) -> String {
    #[expect(clippy::cast_precision_loss, reason = "one digit is shown")]
    let mebibytes = bytes as f64 / f64::from(1 << 20);
    format!("{mebibytes:.1} MiB")
}

/// What else is to be said of a case, in a line.
fn remarks(task: &Task, case_result: &CaseResult) -> String {
    let CaseResult {
        runs,
        worst_runs,
        worst_run,
        ..
    } = case_result;
    let count = (worst_runs < runs).then(|| format!("{worst_runs} of {runs} runs"));
    let difference = worst_run.difference().filter(|difference| {
        let is_shown = worst_run.verdict.is_about_output();
        !is_shown && difference.found.text.is_some()
    });
    let place = difference.map(|it| format!("differs from line {} on", it.found.line));
    let (expected, reason) = (&task.expectation.expected, &task.expectation.reason);
    let expectation = match (case_result.status, expected) {
        (ExpectedStatus::Apart, _) if !reason.is_empty() => Some(reason.clone()),
        (ExpectedStatus::Apart, Expected::Open) => Some("no fixed answer".to_owned()),
        (ExpectedStatus::Apart, _) => Some(format!("as expected: {expected}")),
        (ExpectedStatus::Accepted, _) | (_, Expected::Accepted) => None,
        (ExpectedStatus::Failed, _) => Some(format!("expected {expected}")),
    };
    let remarks = [count, worst_run.detail.clone(), place, expectation];
    remarks.into_iter().flatten().collect::<Vec<_>>().join("; ")
}

/// A bar on standard error, if that is a terminal.
pub fn bar(count: usize, things: &str) -> ProgressBar {
    if !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let template = format!("{{bar:30}} {{pos}}/{{len}} {things}, {{eta}} left");
    let style = ProgressStyle::with_template(&template).expect("a template");
    ProgressBar::new(count as u64).with_style(style)
}
