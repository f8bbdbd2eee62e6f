//! A run on the terminal: the verdict, what it used, and what went wrong.

use std::io::{self, Write};

use admiralty_core::escape::escape_lines;
use admiralty_judge::{ExpectedStatus, JudgedRun};
use admiralty_process::STDERR_TAIL_BYTES_MAX;
use clap::builder::styling::{AnsiColor, Style};
use rustix::termios::tcgetwinsize;

use super::difference;

pub const GOOD: Style = AnsiColor::Green.on_default().bold();
pub const BAD: Style = AnsiColor::Red.on_default().bold();
pub const OTHER: Style = AnsiColor::Cyan.on_default().bold();
pub const FAINT: Style = Style::new().dimmed();

/// The width of lines if there is no terminal.
const WIDTH: usize = 80;
const STDERR_LINES_MAX: usize = 8;
pub const INDENT: &str = "    ";

pub const fn style(status: ExpectedStatus) -> Style {
    match status {
        ExpectedStatus::Accepted => GOOD,
        ExpectedStatus::Apart => OTHER,
        ExpectedStatus::Failed => BAD,
    }
}

pub fn terminal_width() -> usize {
    let size = tcgetwinsize(io::stdout()).ok();
    let columns = size.map(|size| usize::from(size.ws_col));
    columns.filter(|&columns| columns > 0).unwrap_or(WIDTH)
}

/// A verdict, with the time that is relevant to it, and the memory.
pub fn verdict_and_usage(style: Style, word: &str, run: &JudgedRun) -> String {
    let [time, memory] = run.time_and_memory();
    format!("{style}{word:4}{style:#}  {FAINT}{time:>8}  {memory:>9}{FAINT:#}")
}

/// Prints the difference, and the program's standard error.
pub fn print_failure(run: &JudgedRun, width: usize, out: &mut impl Write) -> io::Result<()> {
    if let Some(difference) = run.difference()
        && run.verdict.is_about_output()
    {
        difference::draw(difference, width, out)?;
        writeln!(out)?;
    }
    print_stderr(run, out)
}

fn print_stderr(run: &JudgedRun, out: &mut impl Write) -> io::Result<()> {
    let text = run.stderr();
    let lines = escape_lines(&text).filter(|line| !line.trim().is_empty());
    let lines: Vec<_> = lines.collect();
    if lines.is_empty() {
        return Ok(());
    }
    writeln!(out, "{INDENT}{FAINT}standard error:{FAINT:#}")?;
    let surplus = lines.len().saturating_sub(STDERR_LINES_MAX);
    // Some languages print the important lines first, others last; but the beginning of a long text
    // is not kept.
    let first = if surplus > 0 && run.stderr_tail.len() < STDERR_TAIL_BYTES_MAX {
        STDERR_LINES_MAX / 2
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
