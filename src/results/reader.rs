//! Reads a file of results.

use std::path::Path;

use serde::de::DeserializeOwned;
use sha2::{Digest, Sha256};

use super::line::{End, SealedLine, hexadecimal};
use super::line_reader::ResultsLineReader;
use super::{Header, ResultsError};

/// Reads a file of results, which may still grow.
#[derive(Debug)]
pub struct ResultsReader {
    lines: ResultsLineReader,
    header: Header,
    /// How many units of the shard were read.
    units: u64,
    is_ended: bool,
}

/// What comes next in a file.
#[derive(Debug)]
pub enum ResultsEntry<T> {
    /// A result of consecutive units of the shard.
    Result {
        /// The first unit.
        unit: u64,
        /// How many units.
        count: u64,
        /// The result.
        result: T,
    },
    /// The file is complete.
    End,
    /// The file has no other whole line yet.
    Pending,
}

impl ResultsReader {
    /// Opens a file, or while it is not complete, its [`partial_path`](super::partial_path), and
    /// reads the header; returns `None` if it is not there yet. `chunk` bytes are read at a time.
    ///
    /// # Errors
    ///
    /// If the file cannot be read, or is no file of results.
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
        let (header, length) = (Header::parse(line, path)?, line.len());
        lines.check(length)?;
        lines.take(length);
        Ok(Some(Self {
            lines,
            header,
            units: 0,
            is_ended: false,
        }))
    }

    /// The first line.
    pub const fn header(&self) -> &Header {
        &self.header
    }

    /// Forgets the settings in the header, which may be large; those of one file are enough.
    pub(super) fn forget_settings(&mut self) {
        self.header.forget_settings();
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.lines.path
    }

    /// How many units of the shard were read.
    pub const fn units(&self) -> u64 {
        self.units
    }

    /// Whether the last line was read.
    pub const fn is_ended(&self) -> bool {
        self.is_ended
    }

    /// The length of the lines that were read, in bytes.
    pub(super) const fn bytes(&self) -> u64 {
        self.lines.bytes
    }

    /// The hash of the lines that were read, and their number.
    pub(super) fn state(&self) -> (Sha256, u64) {
        (self.lines.hash.clone(), self.lines.lines)
    }

    /// Reads the next line.
    ///
    /// # Errors
    ///
    /// If the file cannot be read, or the line is broken.
    pub fn read<T: DeserializeOwned>(&mut self) -> Result<ResultsEntry<T>, ResultsError> {
        if self.is_ended {
            return Ok(ResultsEntry::End);
        }
        let Some(line) = self.lines.line()? else {
            return Ok(ResultsEntry::Pending);
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
                ResultsEntry::Result {
                    unit,
                    count,
                    result,
                }
            }
            SealedLine {
                unit: None,
                result: None,
                end: Some(end),
                ..
            } => {
                self.check_end(&end)?;
                self.is_ended = true;
                ResultsEntry::End
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
            return Err(ResultsError::TooMany {
                path: self.path().to_owned(),
                units,
            });
        }
        Ok(())
    }

    fn check_end(&self, end: &End) -> Result<(), ResultsError> {
        if *end == End::after(self.state(), self.units) {
            return Ok(());
        }
        let message = "it does not agree with the lines before it";
        Err(self.lines.broken(message))
    }
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
