//! What people see of a judging.

use std::io::{self, IsTerminal, Write};
use std::path::Path;
use std::time::Duration;

use admiralty::escape::{escape, escape_lines};
use admiralty::judge::report::JudgeReport;
use admiralty::judge::{CaseResult, Disagreement, ExpectedStatus, JudgedRun, Task, Verdict};
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
/// How many lines of what a program says on standard error are shown.
const COMPLAINT_LINES_MAX: usize = 8;
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
        let results = &args.results;
        let names = tasks
            .iter()
            .map(|task| escape(&task.case.name).chars().count());
        let width = terminal_size::terminal_size().map(|(width, _)| width.0.into());
        Self {
            out: AutoStream::auto(io::stdout()),
            bar: bar(tasks.len(), "cases"),
            is_silent: files::take_stdout(&args.results),
            // What is written is shown before.
            is_wordy: !results.quiet || args.other.bless,
            blessed: 0,
            names: names.max().unwrap_or(0),
            width: width
                .filter(|_| io::stdout().is_terminal())
                .unwrap_or(WIDTH),
        }
    }

    /// Shows what came out of a case.
    pub fn show(&mut self, task: &Task, case_result: &CaseResult) -> Result<(), CliError> {
        self.bar.inc(1);
        if self.is_silent {
            return Ok(());
        }
        let bar = self.bar.clone();
        Ok(bar.suspend(|| self.print(task, case_result))?)
    }

    /// Says that an answer was written.
    pub fn say_blessed(&mut self, path: &Path, bytes: usize, is_new: bool) -> Result<(), CliError> {
        self.blessed += 1;
        if self.is_silent {
            return Ok(());
        }
        let what = if is_new { "a new answer" } else { "the answer" };
        let bar = self.bar.clone();
        Ok(bar.suspend(|| {
            writeln!(
                self.out,
                "{INDENT}{what} is written: {}, {bytes} bytes\n",
                escape(&path.display().to_string())
            )
        })?)
    }

    /// Says how many there are of each kind.
    pub fn end(
        &mut self,
        report: &JudgeReport,
        cases: usize,
        time: Duration,
    ) -> Result<(), CliError> {
        self.bar.finish_and_clear();
        if self.is_silent {
            return Ok(());
        }
        let summary = &report.summary;
        let style = if summary.failed > 0 { BAD } else { GOOD };
        write!(
            self.out,
            "{}: {style}{} of {} accepted{style:#}",
            report.command_line(),
            summary.accepted,
            cases - summary.apart
        )?;
        if summary.apart > 0 {
            let apart = report
                .cases
                .iter()
                .filter(|record| record.status == ExpectedStatus::Apart);
            let names: Vec<_> = apart.map(|record| record.name.as_str()).collect();
            write!(
                self.out,
                ", {OTHER}{} apart{OTHER:#} ({})",
                names.len(),
                escape(&names.join(", "))
            )?;
        }
        if self.blessed > 0 {
            write!(self.out, ", {} with new answers", self.blessed)?;
        }
        if report.cases.len() < cases {
            write!(self.out, ", {} not run", cases - report.cases.len())?;
        }
        let most = most(report).map_or_else(String::new, |most| format!("; {most}"));
        let seconds = time.as_secs_f64();
        writeln!(self.out, " {FAINT}in {seconds:.2} s{most}{FAINT:#}")?;
        let failed = report
            .cases
            .iter()
            .filter(|record| record.status == ExpectedStatus::Failed);
        let failed: Vec<_> = failed
            .map(|record| format!("{} {}", record.name, record.verdict))
            .collect();
        if failed.len() > 1 {
            writeln!(
                self.out,
                "{BAD}failed{BAD:#}: {}",
                escape(&failed.join(", "))
            )?;
        }
        Ok(self.out.flush()?)
    }

    /// Shows a script on which the program and this one do not agree.
    pub fn show_disagreement(
        &mut self,
        program: &str,
        found: &Disagreement,
    ) -> Result<(), CliError> {
        let judged_run = &found.judged_run;
        let (time, memory) = amounts(&judged_run.usage, judged_run.verdict);
        let detail = judged_run.detail.as_deref().unwrap_or_default();
        let verdict = judged_run.verdict;
        let seed = found.seed.map(|seed| format!("seed {seed}"));
        writeln!(
            self.out,
            "{program}: {}  {BAD}{verdict:4}{BAD:#}  {FAINT}{time:>8}  {memory:>9}{FAINT:#}  {detail}\n",
            seed.as_deref().unwrap_or("empty input")
        )?;
        let signature = found.signature.to_string();
        writeln!(self.out, "{INDENT}{BAD}{}{BAD:#}\n", escape(&signature))?;
        let script = &found.shrunk.script;
        let lines = script.lines().count();
        if found.seed.is_some() {
            writeln!(
                self.out,
                "{INDENT}{} lines, made {lines} by {} scripts:",
                found.lines, found.shrunk.attempts
            )?;
        }
        for line in script.lines().take(SCRIPT_LINES_MAX) {
            writeln!(self.out, "{INDENT}{INDENT}{}", escape(&line.to_str_lossy()))?;
        }
        if lines > SCRIPT_LINES_MAX {
            writeln!(
                self.out,
                "{INDENT}{INDENT}and {} more",
                lines - SCRIPT_LINES_MAX
            )?;
        }
        Ok(self.print_failure(judged_run)?)
    }

    /// Says where a script was written to.
    pub fn say_case(&mut self, path: &Path) -> Result<(), CliError> {
        let answer = path.with_extension("out");
        writeln!(
            self.out,
            "{INDENT}written as a case: {} and {}",
            escape(&path.display().to_string()),
            escape(&answer.display().to_string())
        )?;
        Ok(self.out.flush()?)
    }

    fn print(&mut self, task: &Task, case_result: &CaseResult) -> io::Result<()> {
        let judged_run = &case_result.worst_run;
        let (style, word) = match case_result.status {
            ExpectedStatus::Accepted => (GOOD, judged_run.verdict.code()),
            ExpectedStatus::Apart if judged_run.verdict == Verdict::Accepted => (OTHER, "open"),
            ExpectedStatus::Apart => (OTHER, judged_run.verdict.code()),
            ExpectedStatus::Failed => (BAD, judged_run.verdict.code()),
        };
        let (time, memory) = amounts(&judged_run.usage, judged_run.verdict);
        let name = escape(&task.case.name);
        let names = self.names;
        let line = format!(
            "{name:names$}  {style}{word:4}{style:#}  {FAINT}{time:>8}  {memory:>9}{FAINT:#}  {}",
            escape(&remarks(task, case_result))
        );
        writeln!(self.out, "{}", line.trim_end())?;
        if case_result.status != ExpectedStatus::Failed || !self.is_wordy {
            return Ok(());
        }
        self.print_failure(judged_run)
    }

    /// Prints the difference, and what the program said on standard error.
    fn print_failure(&mut self, judged_run: &JudgedRun) -> io::Result<()> {
        if let Some(difference) = judged_run.difference()
            && judged_run.verdict.is_about_output()
        {
            difference::draw(difference, self.width, &mut self.out)?;
            writeln!(self.out)?;
        }
        self.print_complaint(&judged_run.stderr_tail)
    }

    /// Prints the last lines of what the program said on standard error.
    fn print_complaint(&mut self, stderr_tail: &[u8]) -> io::Result<()> {
        let text = String::from_utf8_lossy(stderr_tail);
        let lines: Vec<_> = escape_lines(&text)
            .filter(|line| !line.trim().is_empty())
            .collect();
        if lines.is_empty() {
            return Ok(());
        }
        writeln!(self.out, "{INDENT}{FAINT}standard error:{FAINT:#}")?;
        let surplus = lines.len().saturating_sub(COMPLAINT_LINES_MAX);
        // What matters stands first in some languages, and last in others; but
        // of much that was said the beginning is lost.
        let first = if surplus > 0 && stderr_tail.len() < STDERR_TAIL_BYTES_MAX {
            COMPLAINT_LINES_MAX / 2
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

/// The time that counts for a verdict, and the memory.
fn amounts(usage: &Usage, verdict: Verdict) -> (String, String) {
    let time = match verdict {
        Verdict::IdlenessLimitExceeded => usage.wall,
        _ => usage.cpu,
    };
    (seconds(time.as_secs_f64()), mebibytes(usage.memory))
}

/// The longest time and the most memory, if there was more than one case.
fn most(report: &JudgeReport) -> Option<String> {
    let records = || report.cases.iter().filter(|_| report.cases.len() > 1);
    let slowest = records().max_by(|one, other| one.cpu_seconds.total_cmp(&other.cpu_seconds))?;
    let memory = records().map(|record| record.memory_bytes).max()?;
    Some(format!(
        "at most {} ({}) and {}",
        seconds(slowest.cpu_seconds),
        escape(&slowest.name),
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
    let judged_run = &case_result.worst_run;
    let mut remarks = Vec::new();
    if case_result.runs > 1 && case_result.worst_runs < case_result.runs {
        remarks.push(format!(
            "{} of {} runs",
            case_result.worst_runs, case_result.runs
        ));
    }
    remarks.extend(judged_run.detail.clone());
    if let Some(difference) = judged_run.difference()
        && !judged_run.verdict.is_about_output()
        && difference.found.text.is_some()
    {
        remarks.push(format!("differs from line {} on", difference.found.line));
    }
    let expected = &task.expectation.expected;
    match case_result.status {
        ExpectedStatus::Apart if task.expectation.reason.is_empty() => {
            remarks.push(match expected.to_string().as_str() {
                "open" => "no fixed answer".to_owned(),
                verdicts => format!("as expected: {verdicts}"),
            });
        }
        ExpectedStatus::Apart => remarks.push(task.expectation.reason.clone()),
        ExpectedStatus::Failed if *expected != admiralty::judge::Expected::Accepted => {
            remarks.push(format!("expected {expected}"));
        }
        _ => {}
    }
    remarks.join("; ")
}

/// A bar on standard error, if that is a terminal.
pub fn bar(count: usize, things: &str) -> ProgressBar {
    if !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::new(count as u64);
    match ProgressStyle::with_template(&format!(
        "{{bar:30}} {{pos}}/{{len}} {things}, {{eta}} left"
    )) {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}
