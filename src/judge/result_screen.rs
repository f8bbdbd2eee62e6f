//! Shows the results of the judge on the terminal.

use std::io::{self, Write};
use std::path::Path;
use std::time::Duration;

use admiralty_escape::{escape, escape_lines};
use admiralty_judge::report::{ProgramRow, mebibytes, seconds};
use admiralty_judge::{CaseResult, ExpectedStatus, JudgedRun, JudgingTask};
use admiralty_process::STDERR_TAIL_BYTES_MAX;
use anstream::AutoStream;
use clap::builder::styling::{AnsiColor, Style};
use indicatif::ProgressBar;

use super::JudgeArgs;
use crate::streams::is_standard;
use crate::{CliError, progress};

pub const GOOD: Style = AnsiColor::Green.on_default().bold();
pub const BAD: Style = AnsiColor::Red.on_default().bold();
pub const OTHER: Style = AnsiColor::Cyan.on_default().bold();
pub const FAINT: Style = Style::new().dimmed();

/// The width of lines if there is no terminal.
const WIDTH: usize = 80;
/// The most lines of an input, an output or standard error that are shown.
const LINES_MAX: usize = 8;
pub const INDENT: &str = "    ";

/// Prints a line for each case on standard output, and a progress bar on standard error.
pub struct ResultScreen {
    out: AutoStream<io::Stdout>,
    bar: ProgressBar,
    /// Whether standard output is used for a report.
    is_silent: bool,
    shows_differences: bool,
    /// How many answers were written.
    blessed: usize,
    names: usize,
    width: usize,
}

impl ResultScreen {
    pub fn new(args: &JudgeArgs, tasks: &[JudgingTask]) -> Self {
        let names = tasks
            .iter()
            .map(|task| escape(&task.case.name).chars().count());
        Self {
            out: AutoStream::auto(io::stdout()),
            bar: progress::count_bar(tasks.len() as u64, "cases"),
            is_silent: args.files().any(is_standard),
            // Differences are shown before they are accepted.
            shows_differences: !args.results.quiet || args.bless,
            blessed: 0,
            names: names.max().unwrap_or(0),
            width: terminal_width(),
        }
    }

    /// Prints while the bar is hidden, unless standard output is used for a report.
    fn print(&mut self, print: impl FnOnce(&mut Self) -> io::Result<()>) -> Result<(), CliError> {
        let bar = self.bar.clone();
        if self.is_silent {
            return Ok(());
        }
        Ok(bar.suspend(|| print(self))?)
    }

    /// Prints the result of a case, and if it failed, what the teacher tells those who fail it.
    pub fn show(&mut self, case_result: &CaseResult, hint: Option<&str>) -> Result<(), CliError> {
        self.bar.inc(1);
        self.print(|screen| {
            let CaseResult {
                status, worst_run, ..
            } = case_result;
            let word = case_result.word();
            let line = format!(
                "{:names$}  {}  {}",
                escape(&case_result.name),
                verdict_and_usage(style(*status), &word, worst_run),
                escape(&case_result.remarks()),
                names = screen.names,
            );
            writeln!(screen.out, "{}", line.trim_end())?;
            if *status == ExpectedStatus::Failed && screen.shows_differences {
                if let Some(hint) = hint {
                    writeln!(screen.out, "{INDENT}hint: {}", escape(hint))?;
                }
                if let Some(input) = &case_result.input {
                    print_text("input", &input.lines(), input.is_cut, &mut screen.out)?;
                }
                print_failure(worst_run, screen.width, &mut screen.out)?;
            }
            Ok(())
        })
    }

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

    pub fn end(&mut self, row: &ProgramRow, cases: usize, time: Duration) -> Result<(), CliError> {
        self.bar.finish_and_clear();
        self.print(|screen| {
            let blessed = screen.blessed;
            print_summary(row, cases, time, blessed, &mut screen.out)?;
            screen.out.flush()
        })
    }
}

pub const fn style(status: ExpectedStatus) -> Style {
    match status {
        ExpectedStatus::Accepted => GOOD,
        ExpectedStatus::Apart => OTHER,
        ExpectedStatus::Failed => BAD,
    }
}

pub fn terminal_width() -> usize {
    #[cfg(unix)]
    let columns = rustix::termios::tcgetwinsize(io::stdout())
        .ok()
        .map(|size| usize::from(size.ws_col));
    #[cfg(not(unix))]
    let columns = None;
    columns.filter(|&columns| columns > 0).unwrap_or(WIDTH)
}

/// A verdict, with the time that is relevant to it, and the memory.
pub fn verdict_and_usage(style: Style, word: &str, run: &JudgedRun) -> String {
    let [time, memory] = run.time_and_memory();
    format!("{style}{word:4}{style:#}  {FAINT}{time:>8}  {memory:>9}{FAINT:#}")
}

/// Prints the difference, or else the output, and the program's standard error.
pub fn print_failure(run: &JudgedRun, width: usize, out: &mut impl Write) -> io::Result<()> {
    if let Some(difference) = run.telling_difference() {
        admiralty_compare::draw(difference, width, out)?;
        writeln!(out)?;
    } else if let Some(output) = &run.output_start {
        print_text("found", &output.lines(), output.is_cut, out)?;
    }
    print_stderr(run, out)
}

/// Prints the first lines of a text, which may have been cut.
fn print_text(
    heading: &str,
    lines: &[String],
    is_cut: bool,
    out: &mut impl Write,
) -> io::Result<()> {
    if lines.is_empty() {
        return Ok(());
    }
    writeln!(out, "{INDENT}{FAINT}{heading}:{FAINT:#}")?;
    for line in lines.iter().take(LINES_MAX) {
        writeln!(out, "{INDENT}  {line}")?;
    }
    if is_cut || lines.len() > LINES_MAX {
        writeln!(out, "{INDENT}  ...")?;
    }
    Ok(())
}

fn print_summary(
    row: &ProgramRow,
    cases: usize,
    time: Duration,
    blessed: usize,
    out: &mut dyn Write,
) -> io::Result<()> {
    let of_status = |status| {
        let cases = row.cases.iter();
        cases.filter(move |found| found.status == status)
    };
    let (program, summary) = (&row.program, &row.summary);
    let accepted = summary.accepted;
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
    if let Some(left @ 1..) = cases.checked_sub(row.cases.len()) {
        write!(out, ", {left} not run")?;
    }
    let most = most(&row.cases).unwrap_or_default();
    writeln!(out, " {FAINT}in {:.2} s{most}{FAINT:#}", time.as_secs_f64())?;
    if let Some(score) = &row.score {
        let groups = score.groups.iter();
        let groups: Vec<_> = groups
            .map(|it| format!("{} {} of {}", it.name, it.points, it.points_max))
            .collect();
        writeln!(out, "points: {score} ({})", escape(&groups.join(", ")))?;
    }
    if let Some(cause) = row.cause() {
        writeln!(out, "cause: {}", escape(&cause.with_remedy()))?;
    }
    let failed = of_status(ExpectedStatus::Failed);
    let failed: Vec<_> = failed
        .map(|it| format!("{} {}", it.name, it.word()))
        .collect();
    if failed.len() > 1 {
        writeln!(out, "{BAD}failed{BAD:#}: {}", escape(&failed.join(", ")))?;
    }
    Ok(())
}

/// The longest time and the most memory, if there are several cases.
fn most(cases: &[CaseResult]) -> Option<String> {
    let cases = || cases.iter().filter(|_| cases.len() > 1);
    let slowest = cases().max_by_key(|found| found.worst_run.usage.cpu)?;
    let memory = cases().map(|found| found.worst_run.usage.memory).max()?;
    let (time, name) = (seconds(slowest.worst_run.usage.cpu), escape(&slowest.name));
    Some(format!(
        "; at most {time} ({name}) and {}",
        mebibytes(memory)
    ))
}

fn print_stderr(run: &JudgedRun, out: &mut impl Write) -> io::Result<()> {
    let text = run.stderr();
    let lines = escape_lines(&text).filter(|line| !line.trim().is_empty());
    let lines: Vec<_> = lines.collect();
    if lines.is_empty() {
        return Ok(());
    }
    writeln!(out, "{INDENT}{FAINT}standard error:{FAINT:#}")?;
    let surplus = lines.len().saturating_sub(LINES_MAX);
    // Some languages print the important lines first, others last; but the beginning of a long text
    // is not kept.
    let first = if surplus > 0 && run.stderr_tail.len() < STDERR_TAIL_BYTES_MAX / 2 {
        LINES_MAX / 2
    } else {
        0
    };
    for (number, line) in lines.iter().enumerate() {
        if number < first || number >= first + surplus {
            writeln!(out, "{INDENT}  {line}")?;
        } else if number == first {
            writeln!(out, "{INDENT}  ...")?;
        }
    }
    writeln!(out)
}
