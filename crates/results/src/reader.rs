//! Reads a file of results.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use serde::de::DeserializeOwned;
use sha2::{Digest, Sha256};

use super::line::{End, SealedLine, hexadecimal};
use super::line_reader::ResultsLineReader;
use super::{Header, ResultsError, UnitResult};

/// Whether a file begins as files of results of any version do.
pub fn is_results_file(path: &Path) -> bool {
    let mut start = [0; Header::START.len()];
    let read = File::open(path).and_then(|mut file| file.read_exact(&mut start));
    read.is_ok() && start == *Header::START
}

/// Reads a file of results, which may still grow.
#[derive(Debug)]
pub struct ResultsReader {
    pub lines: ResultsLineReader,
    pub header: Header,
    /// How many units of the shard were read.
    pub units: u64,
    /// Whether the last line was read.
    pub is_ended: bool,
}

impl ResultsReader {
    /// Opens a file, or while it is not complete, its [`partial_path`](super::partial_path), and
    /// reads the header; returns `None` if it is not there yet. `chunk` bytes are read at a time.
    pub fn open(path: &Path, chunk: usize) -> Result<Option<Self>, ResultsError> {
        let mut lines = ResultsLineReader::new(path, chunk);
        let Some(line) = lines.line()? else {
            let rest = lines.rest()?;
            let length = rest.len().min(Header::START.len());
            if rest[..length] == Header::START[..length] {
                return Ok(None);
            }
            return Err(ResultsError::Foreign(path.to_owned()));
        };
        let (header, length) = (Header::parse(line, path), line.len());
        if line.starts_with(Header::START) && matches!(header, Err(ResultsError::Foreign(_))) {
            return Err(lines.broken("it is not JSON"));
        }
        let header = header?;
        lines.check(length)?;
        lines.take(length);
        Ok(Some(Self {
            lines,
            header,
            units: 0,
            is_ended: false,
        }))
    }

    /// The hash of the lines that were read, and their number.
    pub(super) fn state(&self) -> (Sha256, u64) {
        (self.lines.hash.clone(), self.lines.lines)
    }

    /// The next result; `None` at the end, or if the file has no other whole line yet.
    pub fn read<T: DeserializeOwned>(&mut self) -> Result<Option<UnitResult<T>>, ResultsError> {
        if self.is_ended {
            return Ok(None);
        }
        let Some(line) = self.lines.line()? else {
            return Ok(None);
        };
        let (length, parsed) = (line.len(), serde_json::from_slice(line));
        self.lines.check(length)?;
        let parsed: SealedLine<T> = parsed.map_err(|error| self.lines.broken(error.to_string()))?;
        let entry = match parsed {
            SealedLine {
                unit: Some(unit),
                count,
                result: Some(result),
                end: None,
            } => {
                self.check_units(unit, count)?;
                self.units += count;
                Some(UnitResult {
                    unit,
                    count,
                    result,
                })
            }
            SealedLine {
                unit: None,
                result: None,
                end: Some(end),
                ..
            } => {
                if end != End::after(self.state(), self.units) {
                    let message = "it does not agree with the lines before it";
                    return Err(self.lines.broken(message));
                }
                self.is_ended = true;
                None
            }
            _ => return Err(self.lines.broken("it is neither a result nor the end")),
        };
        self.lines.take(length);
        if self.is_ended && !self.lines.rest()?.is_empty() {
            return Err(self.lines.broken("it follows the end"));
        }
        Ok(entry)
    }

    fn check_units(&self, unit: u64, count: u64) -> Result<(), ResultsError> {
        let Header { shard, units, .. } = self.header;
        let expected = shard.unit(self.units);
        if unit != expected || count == 0 {
            let message = format!("unit {unit} does not come next, but {expected}");
            return Err(self.lines.broken(message));
        }
        if count > shard.len(units).saturating_sub(self.units) {
            return Err(too_many(&self.lines.path, units));
        }
        Ok(())
    }
}

/// The error that a file has results of units that the run does not have.
pub(super) fn too_many(path: &Path, units: u64) -> ResultsError {
    let reason = format!("has more results than the run, which has {units} units");
    ResultsError::unfit(path, reason)
}

impl End {
    /// The end of a file with these lines, their hash, and the number of units.
    pub fn after((hash, lines): (Sha256, u64), units: u64) -> Self {
        Self {
            results: lines.saturating_sub(1),
            units,
            sha256: hexadecimal(hash.finalize()),
        }
    }
}
