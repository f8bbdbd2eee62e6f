//! Report files for other programs.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use admiralty::judge::report::{CsvRows, JsonRows, Rows, TestReport, write_junit, write_tap};

use super::args::ResultArgs;
use crate::cli::CliError;
use crate::cli::streams::{self, is_standard};

/// Checks that no file would overwrite another, and that all can be written, before spending time
/// on judging. The pages of a class are in a directory, which is checked when it is created.
pub fn check(results: &ResultArgs, is_class: bool) -> Result<(), CliError> {
    streams::check_distinct(
        all(results),
        "--json, --tap, --junit, --gradescope, --html and --csv",
    )?;
    let is_directory = |path: &Path| is_class && results.html.as_deref() == Some(path);
    let mut files = all(results).filter(|path| !is_directory(path));
    files.try_for_each(streams::check_writable)
}

/// Whether a report goes to standard output.
pub fn take_stdout(results: &ResultArgs) -> bool {
    all(results).any(is_standard)
}

type Out = Box<dyn Write>;

/// The reports that are written row by row, so that nothing is lost if the judge is interrupted.
/// Files are opened when there is something to write.
pub struct RowFiles<'a> {
    results: &'a ResultArgs,
    json: Option<JsonRows<Out>>,
    csv: Option<CsvRows<Out>>,
}

impl<'a> RowFiles<'a> {
    pub const fn new(results: &'a ResultArgs) -> Self {
        Self {
            results,
            json: None,
            csv: None,
        }
    }

    pub fn write_all(mut self, report: &impl Rows) -> Result<(), CliError> {
        for row in report.rows() {
            self.add_row(report, row)?;
        }
        self.end(report)
    }

    /// Writes the last row of a report.
    pub fn add(&mut self, report: &impl Rows) -> Result<(), CliError> {
        match report.rows().last() {
            Some(row) => self.add_row(report, row),
            None => self.open(report),
        }
    }

    fn add_row<R: Rows>(&mut self, report: &R, row: &R::Row) -> Result<(), CliError> {
        self.open(report)?;
        if let (Some(path), Some(json)) = (&self.results.json, &mut self.json) {
            json.add(report, row)
                .map_err(CliError::cannot_write(path))?;
        }
        if let (Some(path), Some(csv)) = (&self.results.csv, &mut self.csv) {
            csv.add(report, row).map_err(CliError::cannot_write(path))?;
        }
        Ok(())
    }

    pub fn end(mut self, report: &impl Rows) -> Result<(), CliError> {
        let opened = self.open(report);
        if let (Some(path), Some(json)) = (&self.results.json, self.json) {
            opened.and(json.end(report).map_err(CliError::cannot_write(path)))
        } else {
            opened
        }
    }

    fn open(&mut self, report: &impl Rows) -> Result<(), CliError> {
        if let (Some(path), None) = (&self.results.json, &self.json) {
            let begun = streams::create(path).and_then(|out| JsonRows::begin(out, report));
            self.json = Some(begun.map_err(CliError::cannot_write(path))?);
        }
        if let (Some(path), None) = (&self.results.csv, &self.csv) {
            let begun = streams::create(path).and_then(|out| CsvRows::begin(out, report));
            self.csv = Some(begun.map_err(CliError::cannot_write(path))?);
        }
        Ok(())
    }
}

/// Writes the reports that are only written at the end. If one cannot be written, the other is
/// still attempted.
pub fn write_whole(results: &ResultArgs, report: TestReport<'_>) -> Result<(), CliError> {
    let tap = write_file(results.tap.as_deref(), |out| write_tap(report, out));
    let junit = write_file(results.junit.as_deref(), |out| write_junit(report, out));
    tap.and(junit)
}

/// Writes a file, if there is one.
pub fn write_file(
    path: Option<&Path>,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<(), CliError> {
    let Some(path) = path else {
        return Ok(());
    };
    let written = streams::create(path).and_then(|mut out| {
        write(&mut out)?;
        out.flush()
    });
    written.map_err(CliError::cannot_write(path))
}

pub fn all(results: &ResultArgs) -> impl Iterator<Item = &Path> {
    let files = [
        &results.json,
        &results.tap,
        &results.junit,
        &results.gradescope,
        &results.html,
        &results.csv,
    ];
    files.into_iter().flatten().map(PathBuf::as_path)
}
