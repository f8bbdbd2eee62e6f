//! Report files for other programs.

use std::ffi::OsString;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use admiralty_judge::JudgingTask;
use admiralty_judge::report::{RowReport, to_json};
use admiralty_results::CsvTable;

use crate::CliError;
use crate::streams::{self, Report};

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
    streams::check_distinct(all(), "--json, --junit, --gradescope, --html and --csv")?;
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
            csv: None,
            written: 0,
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
                    none => none.insert(CsvTable::new(Report::begin(path)?, &report.columns())?),
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
