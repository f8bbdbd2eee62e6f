//! Reads lines of a file that is only open while bytes are read.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

use super::line::is_intact;
use super::{LINE_BYTES_MAX, ResultsError, partial_path};

/// Reads the lines of a file, which may still grow.
#[derive(Debug)]
pub struct ResultsLineReader {
    pub path: PathBuf,
    /// What was read, of which `used` bytes are done with.
    buffer: Vec<u8>,
    used: usize,
    /// How much to read at a time.
    chunk: usize,
    /// The length of all lines so far, in bytes, their number, and their hash.
    pub bytes: u64,
    pub lines: u64,
    pub hash: Sha256,
}

impl ResultsLineReader {
    pub fn new(path: &Path, chunk: usize) -> Self {
        Self {
            path: path.to_owned(),
            buffer: Vec::new(),
            used: 0,
            chunk,
            bytes: 0,
            lines: 0,
            hash: Sha256::new(),
        }
    }

    /// The next line with its line feed, if all of it is there; it stays the next one until
    /// [`take`](Self::take).
    pub fn line(&mut self) -> Result<Option<&[u8]>, ResultsError> {
        let mut searched = 0;
        loop {
            let rest = &self.buffer[self.used + searched..];
            if let Some(at) = memchr::memchr(b'\n', rest) {
                let end = self.used + searched + at + 1;
                return Ok(Some(&self.buffer[self.used..end]));
            }
            searched += rest.len();
            if searched > LINE_BYTES_MAX {
                let (line, path) = (self.lines + 1, self.path.display());
                let most = LINE_BYTES_MAX >> 20;
                let reason = format!("line {line} of {path} has more than {most} MiB");
                return Err(ResultsError::Unfit(reason));
            }
            if self.fill()? == 0 {
                return Ok(None);
            }
        }
    }

    /// What follows the lines so far, up to the end of the file or of what was read of it.
    pub fn rest(&mut self) -> Result<&[u8], ResultsError> {
        if self.used == self.buffer.len() {
            self.fill()?;
        }
        Ok(&self.buffer[self.used..])
    }

    /// Marks the next line, of this length, as read.
    pub fn take(&mut self, length: usize) {
        let line = &self.buffer[self.used..self.used + length];
        self.hash.update(line);
        self.used += length;
        self.bytes += length as u64;
        self.lines += 1;
    }

    /// Checks that the next line, of this length, is as it was written.
    pub fn check(&self, length: usize) -> Result<(), ResultsError> {
        if is_intact(&self.buffer[self.used..self.used + length]) {
            return Ok(());
        }
        Err(self.broken("its checksum is wrong"))
    }

    /// The error that the next line is broken.
    pub fn broken(&self, message: impl Into<String>) -> ResultsError {
        ResultsError::Broken {
            path: self.path.clone(),
            line: self.lines + 1,
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
        let from = self.bytes + self.buffer.len() as u64;
        let read = read_at(&self.path, from, self.chunk, &mut self.buffer);
        read.map_err(ResultsError::read(&self.path))
    }
}

/// Reads up to `count` bytes of a file, or while it is not complete, of its [`partial_path`].
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
