//! Judges several programs on the same cases.

use std::fs;
use std::io::{self, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use admiralty::escape::escape;
use admiralty::judge::report::{JudgeReport, ProgramRow, ProgramTable};
use admiralty::judge::{CaseResult, Expected, ExpectedStatus, JudgeError, Task, Verdict};
use admiralty::process;
use anstream::AutoStream;
use anstyle::Style;

use super::last_run::LastRun;
use super::run_view::{BAD, GOOD, OTHER};
use super::{JudgeArgs, exit_code, files, interrupted, tasks};
use crate::cli::{CliError, progress};

/// How many characters of a case's name are shown above its column.
const NAME_ROWS_MAX: usize = 10;
const LEGEND: &str =
    ". AC   p PE   W WA   T TLE   I ILE   M MLE   O OLE   R RTE   J JE   o as expected";

/// Judges each program in a directory, and prints a table.
pub fn judge_programs(
    args: &JudgeArgs,
    directory: &Path,
    stop: &AtomicBool,
) -> Result<u8, CliError> {
    let tasks = tasks::tasks(args, &LastRun::of(&args.cases, &[]))?;
    let programs = programs(directory)?;
    files::check(&args.results)?;
    let scratch = super::scratch(args)?;
    let scratch = scratch.as_ref().map(tempfile::TempDir::path);
    let bar = progress::count_bar(programs.len(), "programs");
    let mut table = ProgramTable {
        cases: tasks.iter().map(|task| task.case.name.clone()).collect(),
        programs: Vec::new(),
    };
    let mut files = files::RowFiles::new(&args.results);
    let mut ended = Ok(());
    for path in &programs {
        let judged = match judged(args, path, &tasks, scratch, stop) {
            Ok(report) => Ok(report),
            Err(CliError::Judging(JudgeError::Start { source, .. })) => Err(start_error(&source)),
            Err(CliError::Judging(JudgeError::Cancelled)) => {
                let cases = table.programs.len() * tasks.len();
                ended = Err(interrupted(cases, programs.len() * tasks.len()));
                break;
            }
            Err(error) => {
                ended = Err(error);
                break;
            }
        };
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        table
            .programs
            .push(ProgramRow::new(name.into_owned(), judged));
        ended = files.add(&table);
        if ended.is_err() {
            break;
        }
        process::end_orphans();
        bar.inc(1);
    }
    bar.finish_and_clear();
    // Results so far are not lost because of a later error.
    let written = files.end(&table);
    if !files::take_stdout(&args.results) {
        print(&table, &tasks, &mut AutoStream::auto(io::stdout()))?;
    }
    ended?;
    written?;
    let results = table.programs.iter().flat_map(|row| &row.cases);
    let is_missing = table.programs.iter().any(|row| row.error.is_some());
    Ok(exit_code(results, is_missing))
}

fn judged(
    args: &JudgeArgs,
    path: &Path,
    tasks: &[Task],
    scratch: Option<&Path>,
    stop: &AtomicBool,
) -> Result<JudgeReport, CliError> {
    let judge = super::judge_of(args, vec![path.into()], scratch)?;
    let mut report = JudgeReport::new(&judge.program.command, super::comparing_name(args));
    judge.judge_all(tasks, super::run_order(args), stop, |case_result| {
        report.add(case_result);
    })?;
    Ok(report)
}

/// Why an existing program cannot be started.
fn start_error(error: &io::Error) -> String {
    if error.kind() == io::ErrorKind::NotFound {
        "cannot start: its interpreter or loader is missing".to_owned()
    } else {
        format!("cannot start: {error}")
    }
}

/// The executable files in a directory, in natural order.
fn programs(directory: &Path) -> Result<Vec<PathBuf>, CliError> {
    let failed = |source| CliError::Read {
        path: directory.display().to_string(),
        source,
    };
    let directory = directory.canonicalize().map_err(failed)?;
    let mut programs = Vec::new();
    for entry in fs::read_dir(&directory).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        let metadata = path.metadata();
        if metadata.is_ok_and(|file| file.is_file() && file.permissions().mode() & 0o111 != 0) {
            programs.push(path);
        }
    }
    if programs.is_empty() {
        return Err(CliError::usage(format!(
            "there are no executable files in {}",
            directory.display()
        )));
    }
    alphanumeric_sort::sort_path_slice(&mut programs);
    Ok(programs)
}

fn print(table: &ProgramTable, tasks: &[Task], out: &mut dyn Write) -> io::Result<()> {
    let names = table.programs.iter().map(|row| escape(&row.program));
    let widths = names.map(|name| name.chars().count());
    let width = widths.chain(["program".len()]).max().unwrap_or(0);
    let counts = |task: &&Task| {
        let expected = &task.expectation.expected;
        matches!(expected, Expected::Accepted | Expected::Turn)
    };
    let of = tasks.iter().filter(counts).count();
    let count_width = 2 * of.to_string().len() + 1;
    print_names(&table.cases, width + count_width + 4, out)?;
    for row in &table.programs {
        let count = format!("{}/{of}", row.summary.accepted);
        let program = escape(&row.program);
        write!(out, "{program:width$}  {count:>count_width$}  ")?;
        for (style, mark) in row.cases.iter().map(mark) {
            write!(out, "{style}{mark}{style:#}")?;
        }
        match &row.error {
            Some(error) => writeln!(out, "{BAD}{}{BAD:#}", escape(error))?,
            None => writeln!(out)?,
        }
    }
    writeln!(out, "\n{LEGEND}")
}

/// The mark for a case, as explained in the legend.
fn mark(found: &CaseResult) -> (Style, char) {
    match (found.status, found.worst_run.verdict) {
        (ExpectedStatus::Accepted, _) => (GOOD, '.'),
        (ExpectedStatus::Apart, _) => (OTHER, 'o'),
        (ExpectedStatus::Failed, Verdict::PresentationError) => (BAD, 'p'),
        (ExpectedStatus::Failed, verdict) => (BAD, verdict.code().chars().next().unwrap_or('-')),
    }
}

/// Prints the names of the cases vertically, without their common prefix.
fn print_names(names: &[String], indent: usize, out: &mut dyn Write) -> io::Result<()> {
    let first = if names.len() > 1 { &*names[0] } else { "" };
    let is_other = |&(at, c): &(usize, char)| !names.iter().all(|name| name[at..].starts_with(c));
    let end = first.char_indices().find(is_other);
    let common = &first[..end.map_or(first.len(), |(at, _)| at)];
    // Do not split numbers.
    let common = common.trim_end_matches(|c: char| c.is_ascii_digit());
    let shown = |name: &String| -> Vec<char> {
        let rest = escape(&name[common.len()..]);
        rest.chars().take(NAME_ROWS_MAX).collect()
    };
    let names: Vec<_> = names.iter().map(shown).collect();
    let rows = names.iter().map(Vec::len).max().unwrap_or(0);
    for row in 0..rows {
        let label = match common {
            common if row + 1 == rows && !common.is_empty() => format!("{}...", escape(common)),
            _ => String::new(),
        };
        let mut line = format!("{label:>width$} ", width = indent - 1);
        for name in &names {
            // Aligned at the bottom, as numbers are.
            let above = rows - name.len();
            line.push(row.checked_sub(above).map_or(' ', |at| name[at]));
        }
        writeln!(out, "{}", line.trim_end())?;
    }
    Ok(())
}
