//! Files with what came out, for other programs.

use std::collections::BTreeSet;
use std::fs::{File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use admiralty::judge::report::Report;

use super::args::Results;
use crate::cli::{CliError, streams};

/// Makes sure that no file is overwritten by another one, and that they can be
/// written, before that takes a program's time.
pub fn check(results: &Results) -> Result<(), CliError> {
    let mut known = BTreeSet::new();
    for path in all(results) {
        if !known.insert(streams::identity(path)) {
            return Err(CliError::SameResults);
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
pub fn take_stdout(results: &Results) -> bool {
    all(results).any(is_stdout)
}

/// Writes what was asked for about one program.
pub fn write(results: &Results, report: &Report) -> Result<(), CliError> {
    if let Some(path) = &results.json {
        to_file(path, |out| report.write_json(out))?;
    }
    if let Some(path) = &results.tap {
        to_file(path, |out| report.write_tap(out))?;
    }
    if let Some(path) = &results.junit {
        to_file(path, |out| report.write_junit(out))?;
    }
    Ok(())
}

/// Writes to a file, or to standard output for `-`.
pub fn to_file(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<(), CliError> {
    if is_stdout(path) {
        let mut out = streams::output()?;
        write(&mut out)?;
        return Ok(out.flush()?);
    }
    let failed = |source| cannot_write(path, source);
    let mut out = BufWriter::new(File::create(path).map_err(failed)?);
    write(&mut out).and_then(|()| out.flush()).map_err(failed)
}

fn all(results: &Results) -> impl Iterator<Item = &Path> {
    let files = [&results.json, &results.tap, &results.junit, &results.csv];
    files.into_iter().flatten().map(PathBuf::as_path)
}

fn is_stdout(path: &Path) -> bool {
    path == Path::new("-")
}

fn cannot_write(path: &Path, source: io::Error) -> CliError {
    CliError::WriteFile {
        path: path.display().to_string(),
        source,
    }
}
