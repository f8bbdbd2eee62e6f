//! Reads a results file.

use admiralty_escape::escape_path;
use std::ffi::OsString;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use serde::de::{DeserializeOwned, IgnoredAny};

use super::line::{Extent, ParsedLine, ResultLine, is_intact};
use super::{Header, LINE_BYTES_MAX, ResultsError, UnitResult};

/// The name of an incomplete file: `FILE.partial`.
pub fn partial_path(path: &Path) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(".partial");
    name.into()
}

/// Whether a file begins like a results file of any version.
pub fn is_results_file(path: &Path) -> bool {
    let mut start = [0; Header::START.len()];
    let read = File::open(path).and_then(|mut file| file.read_exact(&mut start));
    read.is_ok() && start == *Header::START
}

/// Reads a results file, which may still grow.
#[derive(Debug)]
pub struct ResultsReader {
    lines: ResultLineReader,
    pub header: Header,
    /// How many units have been read.
    pub units: u64,
    /// Whether the last line has been read.
    pub is_ended: bool,
}

impl ResultsReader {
    /// Opens a file, or its [`partial_path`] while it is not complete, and reads the header.
    /// Returns `None` if neither exists yet. Reads `chunk` bytes at a time.
    pub fn open(path: &Path, chunk: usize) -> Result<Option<Self>, ResultsError> {
        let mut lines = ResultLineReader::new(path, chunk);
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

    /// The file.
    pub fn path(&self) -> &Path {
        &self.lines.path
    }

    /// The lines read.
    pub const fn extent(&self) -> &Extent {
        &self.lines.extent
    }

    /// The next result; `None` at the end, or if the file has no further whole line yet.
    pub fn read<K: DeserializeOwned, T: DeserializeOwned>(
        &mut self,
    ) -> Result<Option<ResultLine<K, T>>, ResultsError> {
        self.read_checked(|_, _| Ok(()))
    }

    /// The next result of a shard, which must be that of the next unit.
    pub fn read_unit<T: DeserializeOwned>(
        &mut self,
    ) -> Result<Option<UnitResult<T>>, ResultsError> {
        self.read_checked(|reader, line| reader.check_units(line.key, line.count))
    }

    /// Reads and checks the next result, of either kind of run; returns whether there is one.
    pub fn check_next(&mut self) -> Result<bool, ResultsError> {
        if self.header.kind.is_keyed() {
            return Ok(self.read::<IgnoredAny, IgnoredAny>()?.is_some());
        }
        Ok(self.read_unit::<IgnoredAny>()?.is_some())
    }

    fn read_checked<K: DeserializeOwned, T: DeserializeOwned>(
        &mut self,
        check: impl FnOnce(&Self, &ResultLine<K, T>) -> Result<(), ResultsError>,
    ) -> Result<Option<ResultLine<K, T>>, ResultsError> {
        if self.is_ended {
            return Ok(None);
        }
        let Some(line) = self.lines.line()? else {
            return Ok(None);
        };
        let (length, parsed) = (line.len(), serde_json::from_slice(line));
        self.lines.check(length)?;
        let parsed = parsed.map_err(|error| self.lines.broken(error.to_string()))?;
        let found = match parsed {
            ParsedLine {
                key: Some(key),
                count,
                result: Some(result),
                end: None,
            } => {
                let found = ResultLine { key, count, result };
                check(self, &found)?;
                self.units += count;
                Some(found)
            }
            ParsedLine {
                key: None,
                result: None,
                end: Some(end),
                ..
            } => {
                if end != self.extent().end(self.units) {
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
            return Err(self.lines.broken("it comes after the end"));
        }
        Ok(found)
    }

    fn check_units(&self, unit: u64, count: u64) -> Result<(), ResultsError> {
        let Header { shard, units, .. } = self.header;
        let expected = shard.unit(self.units);
        if unit != expected || count == 0 {
            let message = format!("unit {expected} comes next, not {unit}");
            return Err(self.lines.broken(message));
        }
        if count > shard.len(units).saturating_sub(self.units) {
            return Err(too_many(self.path(), units));
        }
        Ok(())
    }
}

/// The error for a file with results of units that the run does not have.
pub(super) fn too_many(path: &Path, units: u64) -> ResultsError {
    let reason = format!("has more results than the run, which has {units} units");
    ResultsError::unfit(path, reason)
}

/// Reads the lines of a file, which is open only while bytes are read.
#[derive(Debug)]
struct ResultLineReader {
    path: PathBuf,
    /// The bytes read. The first `used` of them are done with.
    buffer: Vec<u8>,
    used: usize,
    /// How much to read at a time.
    chunk: usize,
    /// The lines that are done with.
    extent: Extent,
}

impl ResultLineReader {
    fn new(path: &Path, chunk: usize) -> Self {
        Self {
            path: path.to_owned(),
            buffer: Vec::new(),
            used: 0,
            chunk,
            extent: Extent::default(),
        }
    }

    /// The next line with its line feed, if all of it has been read. It stays the next line until
    /// [`take`](Self::take).
    fn line(&mut self) -> Result<Option<&[u8]>, ResultsError> {
        let mut searched = 0;
        loop {
            let rest = &self.buffer[self.used + searched..];
            if let Some(at) = memchr::memchr(b'\n', rest) {
                let end = self.used + searched + at + 1;
                return Ok(Some(&self.buffer[self.used..end]));
            }
            searched += rest.len();
            if searched > LINE_BYTES_MAX {
                let (line, path) = (self.extent.lines + 1, escape_path(&self.path));
                let most = LINE_BYTES_MAX >> 20;
                let reason = format!("line {line} of {path} has more than {most} MiB");
                return Err(ResultsError::Unfit(reason));
            }
            if self.fill()? == 0 {
                return Ok(None);
            }
        }
    }

    /// What follows the lines so far, up to the end of the file or of the bytes read.
    fn rest(&mut self) -> Result<&[u8], ResultsError> {
        if self.used == self.buffer.len() {
            self.fill()?;
        }
        Ok(&self.buffer[self.used..])
    }

    /// Marks the next line, which is this long, as read.
    fn take(&mut self, length: usize) {
        self.extent.add(&self.buffer[self.used..self.used + length]);
        self.used += length;
    }

    /// Checks the checksum of the next line, which is this long.
    fn check(&self, length: usize) -> Result<(), ResultsError> {
        if is_intact(&self.buffer[self.used..self.used + length]) {
            return Ok(());
        }
        Err(self.broken("its checksum is wrong"))
    }

    /// The error for a broken next line.
    fn broken(&self, message: impl Into<String>) -> ResultsError {
        ResultsError::Broken {
            path: self.path.clone(),
            line: self.extent.lines + 1,
            message: message.into(),
        }
    }

    fn fill(&mut self) -> Result<usize, ResultsError> {
        self.buffer.drain(..self.used);
        self.used = 0;
        if self.buffer.is_empty() {
            // Long lines are rare.
            self.buffer.shrink_to(self.chunk);
        }
        let from = self.extent.bytes + self.buffer.len() as u64;
        let read = read_at(&self.path, from, self.chunk, &mut self.buffer);
        read.map_err(ResultsError::read(&self.path))
    }
}

/// Reads up to `count` bytes of a file, or of its [`partial_path`] while it is not complete.
fn read_at(path: &Path, from: u64, count: usize, buffer: &mut Vec<u8>) -> io::Result<usize> {
    let mut file = match File::open(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            File::open(partial_path(path)).map_err(|_| error)?
        }
        opened => opened?,
    };
    file.seek(SeekFrom::Start(from))?;
    file.take(count as u64).read_to_end(buffer)
}
