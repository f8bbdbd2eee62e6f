//! Files with what came out, for other programs.

use std::collections::BTreeSet;
use std::fs::{File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use admiralty::judge::report::{CasesCsv, JsonStream, JudgeReport, ProgramTable, ProgramsCsv};

use super::args::ResultArgs;
use crate::cli::{CliError, streams};

/// Makes sure that no file is overwritten by another one, and that they can be
/// written, before that takes a program's time.
pub fn check(results: &ResultArgs) -> Result<(), CliError> {
    let mut known = BTreeSet::new();
    for path in all(results) {
        if !known.insert(streams::identity(path)) {
            let message = "two of --json, --tap, --junit and --csv are the same file";
            return Err(CliError::Usage(message.to_owned()));
        }
        if !is_stdout(path) {
            // What the file has is kept until there is something new.
            let file = OpenOptions::new().append(true).create(true).open(path);
            file.map_err(|source| cannot_write(path, source))?;
        }
    }
    Ok(())
}

/// Whether one of them is standard output.
pub fn take_stdout(results: &ResultArgs) -> bool {
    all(results).any(is_stdout)
}

/// What is written about one program: case by case what can be, so that nothing is
/// lost if the judging does not come to its end.
pub struct CaseFiles<'a> {
    results: &'a ResultArgs,
    json: Option<JsonStream<Out>>,
    csv: Option<CasesCsv<Out>>,
}

/// What is written about many programs, program by program.
pub struct ProgramFiles<'a> {
    results: &'a ResultArgs,
    json: Option<JsonStream<Out>>,
    csv: Option<ProgramsCsv<Out>>,
}

type Out = Box<dyn Write>;

impl<'a> CaseFiles<'a> {
    /// Nothing is opened before there is something to write.
    pub const fn new(results: &'a ResultArgs) -> Self {
        Self {
            results,
            json: None,
            csv: None,
        }
    }

    /// Writes the last case of a report.
    pub fn add(&mut self, report: &JudgeReport) -> Result<(), CliError> {
        self.open(report)?;
        let Some(record) = report.cases.last() else {
            return Ok(());
        };
        let Self { results, json, csv } = self;
        add(results.json.as_deref(), json, |json| json.add(record))?;
        add(results.csv.as_deref(), csv, |csv| csv.add(record))
    }

    /// Ends all files. One that cannot be written does not keep the others from it.
    pub fn end(mut self, report: &JudgeReport) -> Result<(), CliError> {
        let opened = self.open(report);
        let json = end(self.results.json.as_deref(), self.json, |json| {
            report.end_json(json)
        });
        let tap = whole(self.results.tap.as_deref(), |out| report.write_tap(out));
        let junit = whole(self.results.junit.as_deref(), |out| report.write_junit(out));
        opened.and(json).and(tap).and(junit)
    }

    fn open(&mut self, report: &JudgeReport) -> Result<(), CliError> {
        let Self { results, json, csv } = self;
        begin(results.json.as_deref(), json, |out| report.begin_json(out))?;
        begin(results.csv.as_deref(), csv, |out| {
            CasesCsv::begin(out, report)
        })
    }
}

impl<'a> ProgramFiles<'a> {
    /// Nothing is opened before there is something to write.
    pub const fn new(results: &'a ResultArgs) -> Self {
        Self {
            results,
            json: None,
            csv: None,
        }
    }

    /// Writes the last program of a table.
    pub fn add(&mut self, table: &ProgramTable) -> Result<(), CliError> {
        self.open(table)?;
        let Some(row) = table.programs.last() else {
            return Ok(());
        };
        let Self { results, json, csv } = self;
        add(results.json.as_deref(), json, |json| json.add(row))?;
        add(results.csv.as_deref(), csv, |csv| csv.add(row))
    }

    /// Ends all files.
    pub fn end(mut self, table: &ProgramTable) -> Result<(), CliError> {
        let opened = self.open(table);
        let json = end(
            self.results.json.as_deref(),
            self.json,
            ProgramTable::end_json,
        );
        opened.and(json)
    }

    fn open(&mut self, table: &ProgramTable) -> Result<(), CliError> {
        let Self { results, json, csv } = self;
        begin(results.json.as_deref(), json, |out| table.begin_json(out))?;
        begin(results.csv.as_deref(), csv, |out| {
            ProgramsCsv::begin(out, &table.cases)
        })
    }
}

/// Begins a file, if it was asked for and not begun yet.
fn begin<S>(
    path: Option<&Path>,
    stream: &mut Option<S>,
    begin: impl FnOnce(Out) -> io::Result<S>,
) -> Result<(), CliError> {
    if let (Some(path), None) = (path, &stream) {
        let opened = open(path).and_then(begin);
        *stream = Some(opened.map_err(|source| cannot_write(path, source))?);
    }
    Ok(())
}

/// Adds to a file.
fn add<S>(
    path: Option<&Path>,
    stream: &mut Option<S>,
    add: impl FnOnce(&mut S) -> io::Result<()>,
) -> Result<(), CliError> {
    match (path, stream) {
        (Some(path), Some(stream)) => add(stream).map_err(|source| cannot_write(path, source)),
        _ => Ok(()),
    }
}

fn end<S>(
    path: Option<&Path>,
    stream: Option<S>,
    end: impl FnOnce(S) -> io::Result<()>,
) -> Result<(), CliError> {
    match (path, stream) {
        (Some(path), Some(stream)) => end(stream).map_err(|source| cannot_write(path, source)),
        _ => Ok(()),
    }
}

/// Writes a file at once.
fn whole(
    path: Option<&Path>,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<(), CliError> {
    let Some(path) = path else {
        return Ok(());
    };
    let written = open(path).and_then(|mut out| {
        write(&mut out)?;
        out.flush()
    });
    written.map_err(|source| cannot_write(path, source))
}

fn open(path: &Path) -> io::Result<Out> {
    if is_stdout(path) {
        return Ok(Box::new(streams::output()?));
    }
    Ok(Box::new(BufWriter::new(File::create(path)?)))
}

fn all(results: &ResultArgs) -> impl Iterator<Item = &Path> {
    let files = [&results.json, &results.tap, &results.junit, &results.csv];
    files.into_iter().flatten().map(PathBuf::as_path)
}

fn is_stdout(path: &Path) -> bool {
    path == Path::new("-")
}

fn cannot_write(path: &Path, source: io::Error) -> CliError {
    if is_stdout(path) {
        return CliError::Write(source);
    }
    CliError::WriteFile {
        path: path.display().to_string(),
        source,
    }
}
