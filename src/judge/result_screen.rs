//! Shows the results of the judge on the terminal.

use std::io::{self, Write};
use std::path::Path;
use std::time::Duration;

use admiralty_core::escape::escape;
use admiralty_judge::report::{ProgramRow, mebibytes, seconds};
use admiralty_judge::{CaseResult, ExpectedStatus, Task};
use anstream::AutoStream;
use indicatif::ProgressBar;

use super::run_view::{
    BAD, FAINT, GOOD, INDENT, OTHER, print_failure, style, terminal_width, verdict_and_usage,
};
use super::{JudgeArgs, files};
use crate::{CliError, progress};

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
    pub fn new(args: &JudgeArgs, tasks: &[Task]) -> Self {
        let names = tasks
            .iter()
            .map(|task| escape(&task.case.name).chars().count());
        Self {
            out: AutoStream::auto(io::stdout()),
            bar: progress::count_bar(tasks.len() as u64, "cases"),
            is_silent: files::take_stdout(&args.results),
            // Differences are shown before they are accepted.
            shows_differences: !args.results.quiet || args.other.bless,
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

    pub fn show(&mut self, case_result: &CaseResult) -> Result<(), CliError> {
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
