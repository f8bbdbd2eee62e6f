//! Many programs on the same cases.

use std::fs;
use std::io::{self, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use admiralty::escape::escape;
use admiralty::judge::report::{JudgeReport, ProgramRow, ProgramTable};
use admiralty::judge::{Expected, ExpectedStatus, JudgeError, Task};
use admiralty::process;
use anstream::AutoStream;

use super::last_run::LastRun;
use super::{FAILED, JudgeArgs, TROUBLE, files, result_screen, tasks};
use crate::cli::CliError;

/// How many characters of the name of a case stand above its column.
const NAME_ROWS_MAX: usize = 10;
/// The marks that are no first letters of verdicts.
const ACCEPTED: char = '.';
const APART: char = 'o';
const ERROR: char = '-';
const LEGEND: &str =
    ". AC   p PE   W WA   T TLE   I ILE   M MLE   O OLE   R RTE   J JE   o as expected";

/// Judges each program of a folder, and prints a table.
pub fn judge_programs(args: &JudgeArgs, folder: &Path, stop: &AtomicBool) -> Result<u8, CliError> {
    let tasks = tasks::tasks(args, &LastRun::of(&args.cases, &[]))?;
    let programs = programs(folder)?;
    files::check(&args.results)?;
    let scratch = super::scratch(args)?;
    let scratch = scratch.as_ref().map(tempfile::TempDir::path);
    let bar = result_screen::bar(programs.len(), "programs");
    let mut table = ProgramTable {
        cases: tasks.iter().map(|task| task.case.name.clone()).collect(),
        programs: Vec::new(),
    };
    let mut files = files::ProgramFiles::new(&args.results);
    let mut ended = Ok(());
    for path in &programs {
        let name = path.file_name().unwrap_or_default();
        let name = name.to_string_lossy().into_owned();
        let row = match row(args, path, &tasks, scratch, stop) {
            Ok(report) => ProgramRow::new(name, report),
            Err(CliError::Judging(JudgeError::Start { source, .. })) => {
                ProgramRow::of_error(name, start_error(&source))
            }
            Err(CliError::Interrupted(_)) => {
                let judged = table.programs.len() * tasks.len();
                ended = Err(super::interrupted(judged, programs.len() * tasks.len()));
                break;
            }
            Err(error) => {
                ended = Err(error);
                break;
            }
        };
        table.programs.push(row);
        ended = files.add(&table);
        if ended.is_err() {
            break;
        }
        process::end_orphans();
        bar.inc(1);
    }
    bar.finish_and_clear();
    // What was judged is not lost because of what went wrong later.
    let written = files.end(&table);
    if !files::take_stdout(&args.results) {
        print(&table, &tasks, &mut AutoStream::auto(io::stdout()))?;
    }
    ended?;
    written?;
    let has_trouble = |row: &ProgramRow| row.cases.iter().any(|record| record.verdict == "JE");
    Ok(if table.programs.iter().any(has_trouble) {
        TROUBLE
    } else if table.programs.iter().all(ProgramRow::is_good) {
        0
    } else {
        FAILED
    })
}

fn row(
    args: &JudgeArgs,
    path: &Path,
    tasks: &[Task],
    scratch: Option<&Path>,
    stop: &AtomicBool,
) -> Result<JudgeReport, CliError> {
    let command = vec![path.into()];
    let judge = super::judge_of(args, command, scratch)?;
    let mut report = JudgeReport::new(&judge.program.command, super::comparing_name(args));
    let judged = judge.judge_all(tasks, super::run_order(args), stop, |case_result| {
        report.add(&tasks[case_result.index], &case_result);
    });
    match judged {
        Err(JudgeError::Cancelled) => Err(super::interrupted(report.cases.len(), tasks.len())),
        judged => Ok(judged.map(|()| report)?),
    }
}

/// Why a program that is there cannot be started.
fn start_error(error: &io::Error) -> String {
    if error.kind() == io::ErrorKind::NotFound {
        "cannot start: what it names in its first line, or needs, is not there".to_owned()
    } else {
        format!("cannot start: {error}")
    }
}

/// The executable files of a folder, in natural order.
fn programs(folder: &Path) -> Result<Vec<PathBuf>, CliError> {
    let failed = |source| CliError::Read {
        path: folder.display().to_string(),
        source,
    };
    let folder = folder.canonicalize().map_err(failed)?;
    let mut programs = Vec::new();
    for entry in fs::read_dir(&folder).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        let metadata = path.metadata();
        if metadata.is_ok_and(|file| file.is_file() && file.permissions().mode() & 0o111 != 0) {
            programs.push(path);
        }
    }
    if programs.is_empty() {
        let message = format!("there is no executable file in {}", folder.display());
        return Err(CliError::Usage(message));
    }
    alphanumeric_sort::sort_path_slice(&mut programs);
    Ok(programs)
}

fn print(table: &ProgramTable, tasks: &[Task], out: &mut dyn Write) -> io::Result<()> {
    let names = table.programs.iter().map(|row| escape(&row.program));
    let width = names.map(|name| name.chars().count());
    let width = width.max().unwrap_or(0).max("program".len());
    let counted = tasks.iter().filter(|task| {
        matches!(
            task.expectation.expected,
            Expected::Accepted | Expected::Turn
        )
    });
    let of = counted.count();
    let count_width = 2 * of.to_string().len() + 1;
    print_names(&table.cases, width + count_width + 4, out)?;
    for row in &table.programs {
        let count = format!("{}/{of}", row.summary.accepted);
        let program = escape(&row.program);
        write!(out, "{program:width$}  {count:>count_width$}  ")?;
        for record in &row.cases {
            let (style, mark) = match record.status {
                ExpectedStatus::Accepted => (result_screen::GOOD, ACCEPTED),
                ExpectedStatus::Apart => (result_screen::OTHER, APART),
                ExpectedStatus::Failed if record.verdict == "PE" => (result_screen::BAD, 'p'),
                ExpectedStatus::Failed => {
                    let first = record.verdict.chars().next();
                    (result_screen::BAD, first.unwrap_or(ERROR))
                }
            };
            write!(out, "{style}{mark}{style:#}")?;
        }
        match &row.error {
            Some(error) => {
                let error = escape(error);
                writeln!(out, "{}{error}{:#}", result_screen::BAD, result_screen::BAD)?;
            }
            None => writeln!(out)?,
        }
    }
    writeln!(out, "\n{LEGEND}")
}

/// Writes the names of the cases from above, without what all begin with.
fn print_names(names: &[String], indent: usize, out: &mut dyn Write) -> io::Result<()> {
    let common =
        names
            .iter()
            .skip(1)
            .fold(names.first().map_or("", String::as_str), |common, name| {
                let same = common
                    .chars()
                    .zip(name.chars())
                    .take_while(|(one, other)| one == other);
                &common[..same.map(|(one, _)| one.len_utf8()).sum()]
            });
    // Digits stay together.
    let common = if names.len() > 1 {
        common.trim_end_matches(|c: char| c.is_ascii_digit())
    } else {
        ""
    };
    let names: Vec<Vec<char>> = names
        .iter()
        .map(|name| {
            escape(&name[common.len()..])
                .chars()
                .take(NAME_ROWS_MAX)
                .collect()
        })
        .collect();
    let rows = names.iter().map(Vec::len).max().unwrap_or(0);
    for row in 0..rows {
        let label = if row + 1 == rows {
            format!("{}...", escape(common))
        } else {
            String::new()
        };
        let label = if names.len() > 1 && !common.is_empty() {
            label
        } else {
            String::new()
        };
        let mut line = format!("{label:>width$} ", width = indent - 1);
        for name in &names {
            // Aligned below, as numbers are.
            let above = rows - name.len();
            line.push(row.checked_sub(above).map_or(' ', |at| name[at]));
        }
        writeln!(out, "{}", line.trim_end())?;
    }
    Ok(())
}
