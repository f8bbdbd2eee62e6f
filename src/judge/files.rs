//! The files of reports, new cases, and the file with the cases that have failed.

use std::collections::BTreeSet;
use std::ffi::{OsStr, OsString};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::{env, fs};

use admiralty_judge::report::{RowReport, to_json};
use admiralty_judge::{CaseResult, Disagreement, ExpectedStatus, JudgingTask};
use admiralty_results::{CsvTable, hash_bytes};

use super::args::ResultArgs;
use crate::CliError;
use crate::streams::{self, Report};

const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// The most cases that are kept for the same seed.
const CASES_OF_A_SEED_MAX: u32 = 1000;

/// Checks that no file of a report would overwrite another one or what is read, and that all can be
/// written, before spending time on judging. The `pages` of a class are in a directory, which is checked
/// when it is created.
pub fn check(
    files: &[&Path],
    pages: Option<&Path>,
    tasks: &[JudgingTask],
    program: &[OsString],
) -> Result<(), CliError> {
    let all = || files.iter().copied();
    streams::check_distinct(
        all(),
        "--json, --junit, --gradescope, --classroom50, --moodle, --html and --csv",
    )?;
    let cases = tasks.iter().map(|task| &task.case);
    let cases: Vec<_> = cases
        .flat_map(|case| [case.input.clone(), case.answer_path()])
        .collect();
    let program = program.iter().map(Path::new);
    let inputs = cases.iter().map(PathBuf::as_path).chain(program);
    streams::check_kept(inputs, all())?;
    let mut files = all().filter(|path| pages != Some(path));
    files.try_for_each(streams::check_writable)
}

/// The reports that are written row by row. That in JSON grows in its place, so that a judge that was
/// killed can continue from it; a part of it is no JSON. Files are opened when there is something to
/// write.
pub struct RowFiles<'a> {
    json_path: Option<&'a Path>,
    json: Option<Box<dyn Write>>,
    csv_path: Option<&'a Path>,
    has_mark: bool,
    csv: Option<CsvTable<Report>>,
    /// How many rows were written.
    written: usize,
}

impl<'a> RowFiles<'a> {
    pub const fn new(json_path: Option<&'a Path>, csv_path: Option<&'a Path>) -> Self {
        Self {
            json_path,
            json: None,
            csv_path,
            has_mark: false,
            csv: None,
            written: 0,
        }
    }

    /// The files that the options name.
    pub fn of(results: &'a ResultArgs) -> Self {
        Self {
            has_mark: results.csv_excel,
            ..Self::new(results.json.as_deref(), results.csv.as_deref())
        }
    }

    /// Writes the rows of a report that were not written before.
    pub fn add(&mut self, report: &impl RowReport) -> Result<(), CliError> {
        let rows = report.rows();
        let written = std::mem::replace(&mut self.written, rows.len());
        let new = rows.iter().enumerate().skip(written);
        if let Some(path) = self.json_path {
            let mut add = || {
                let out = match &mut self.json {
                    Some(out) => out,
                    none => none.insert(begin_json(path, report)?),
                };
                for (at, row) in new.clone() {
                    let comma = if at == 0 { "" } else { "," };
                    write!(out, "{comma}\n{}", to_json(&report.record(row)))?;
                }
                out.flush()
            };
            add().map_err(CliError::cannot_write(path))?;
        }
        if let Some(path) = self.csv_path {
            let add = || {
                let out = match &mut self.csv {
                    Some(out) => out,
                    none => {
                        let mut out = Report::begin(path)?;
                        if self.has_mark {
                            out.write_all(BYTE_ORDER_MARK)?;
                        }
                        none.insert(CsvTable::new(out, &report.columns())?)
                    }
                };
                for (_, row) in new {
                    out.add(&report.fields(row))?;
                }
                Ok(())
            };
            add().map_err(CliError::cannot_write(path))?;
        }
        Ok(())
    }

    /// Writes what is left of a report.
    pub fn end(mut self, report: &impl RowReport) -> Result<(), CliError> {
        let mut added = self.add(report);
        if let (Ok(()), Some(path), Some(out)) = (&added, self.csv_path, self.csv) {
            let completed = out.finish().and_then(Report::complete);
            added = completed.map_err(CliError::cannot_write(path));
        }
        let (Some(path), Some(mut out)) = (self.json_path, self.json) else {
            return added;
        };
        let mut end = || {
            write!(out, "\n]")?;
            for (name, value) in report.tail() {
                write!(out, ",\"{name}\":{}", to_json(&value))?;
            }
            writeln!(out, "}}")?;
            out.flush()
        };
        added.and(end().map_err(CliError::cannot_write(path)))
    }
}

/// Writes what comes before the rows of a JSON object, of which each has a line.
fn begin_json<R: RowReport>(path: &Path, report: &R) -> io::Result<Box<dyn Write>> {
    let mut out = streams::create(path)?;
    write!(out, "{{")?;
    for (name, value) in report.head() {
        write!(out, "\"{name}\":{},", to_json(&value))?;
    }
    write!(out, "\"{}\":[", R::NAME)?;
    Ok(out)
}

/// Writes a file, if there is one.
pub fn write_file(
    path: Option<&Path>,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<(), CliError> {
    let Some(path) = path else {
        return Ok(());
    };
    let written = Report::begin(path).and_then(|mut out| {
        write(&mut out)?;
        out.complete()
    });
    written.map_err(CliError::cannot_write(path))
}

/// The file with the failures of a program on a directory, in the user's state directory; `None` if
/// there is no such directory.
pub struct LastRun(Option<PathBuf>);

impl LastRun {
    pub fn of(cases: &Path, program: &[OsString]) -> Self {
        let cases = cases.canonicalize().unwrap_or_else(|_| cases.to_owned());
        // A relative path to a program depends on it.
        let directory = env::current_dir().unwrap_or_default();
        let paths = [cases.as_os_str(), directory.as_os_str()].into_iter();
        let words = paths.chain(program.iter().map(OsString::as_os_str));
        let words: Vec<_> = words.map(OsStr::as_encoded_bytes).collect();
        // No path or argument has this byte.
        let run = hash_bytes(words.join(&0));
        let states = streams::state_directory("judge");
        Self(states.map(|states| states.join(format!("{run}.json"))))
    }

    /// The cases that failed; empty if unknown.
    pub fn failed(&self) -> BTreeSet<String> {
        let text = self.0.as_ref().and_then(|path| fs::read(path).ok());
        let failed = text.and_then(|text| serde_json::from_slice(&text).ok());
        failed.unwrap_or_default()
    }

    /// Stores which cases failed; cases that were not judged keep their state. Errors are ignored,
    /// because only `--failed` depends on it.
    pub fn remember(&self, results: &[CaseResult]) {
        let mut failed = self.failed();
        for record in results {
            if record.status == ExpectedStatus::Failed {
                failed.insert(record.name.clone());
            } else {
                failed.remove(&record.name);
            }
        }
        if let (Some(path), Ok(text)) = (&self.0, serde_json::to_vec(&failed)) {
            let created = path.parent().map_or(Ok(()), fs::create_dir_all);
            let _ = created.and_then(|()| fs::write(path, text));
        }
    }
}

/// Writes a case without overwriting others, and returns the path of its input.
pub fn write_case(directory: &Path, name: &str, found: &Disagreement) -> Result<PathBuf, CliError> {
    let script = &found.shrunk.script;
    let numbers = (2..=CASES_OF_A_SEED_MAX).map(|number| format!("-{number}"));
    for number in [String::new()].into_iter().chain(numbers) {
        let path = directory.join(format!("{name}{number}.in"));
        // The same case found again is not a new one.
        if path.exists() && fs::read(&path).is_ok_and(|old| old != *script) {
            continue;
        }
        streams::write(&path, script)?;
        streams::write(&path.with_extension("out"), &found.answer)?;
        return Ok(path);
    }
    let failed = CliError::cannot_write(directory);
    Err(failed(io::ErrorKind::AlreadyExists.into()))
}
