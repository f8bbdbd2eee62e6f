//! Reads input line by line as it arrives.

use std::io::{self, Read};

/// The maximum length of a whole line, in bytes without its line feed. Longer lines are
/// returned in parts, so that memory stays bounded.
pub const LINE_BYTES_MAX: usize = 1 << 20;

/// The initial size of the buffer; every read has room for at least half of this.
const CHUNK_BYTES: usize = 1 << 16;

/// Splits the bytes of a reader into lines.
///
/// Only [`LineReader::fill`] reads and may block; [`LineReader::next_chunk`] returns what has
/// been read.
#[derive(Debug)]
pub struct LineReader<R> {
    input: R,
    buffer: Vec<u8>,
    /// `buffer[start..end]` was read and not returned yet.
    start: usize,
    end: usize,
    /// Whether the next bytes continue a line whose beginning was returned.
    in_long_line: bool,
}

/// A line, or a part of one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineChunk<'b> {
    /// A whole line, without its line feed.
    Line(&'b [u8]),
    /// A part of a line longer than [`LINE_BYTES_MAX`], and whether it is the last one.
    Part(&'b [u8], bool),
}

impl<R: Read> LineReader<R> {
    /// Reads lines of an input.
    pub fn new(input: R) -> Self {
        Self {
            input,
            buffer: vec![0; CHUNK_BYTES],
            start: 0,
            end: 0,
            in_long_line: false,
        }
    }

    /// The bytes read and not returned yet; empty if they continue a long line.
    #[inline]
    pub fn peek(&self) -> &[u8] {
        if self.in_long_line {
            &[]
        } else {
            &self.buffer[self.start..self.end]
        }
    }

    /// Drops bytes that [`LineReader::peek`] returned; they must be whole lines.
    #[inline]
    pub fn consume(&mut self, count: usize) {
        self.start += count;
    }

    /// The next line, or the next part of a long one, if it has been read.
    #[inline]
    pub fn next_chunk(&mut self) -> Option<LineChunk<'_>> {
        let rest = &self.buffer[self.start..self.end];
        if let Some(length) = memchr::memchr(b'\n', rest) {
            let text = &rest[..length];
            self.start += length + 1;
            if std::mem::take(&mut self.in_long_line) || length > LINE_BYTES_MAX {
                return Some(LineChunk::Part(text, true));
            }
            return Some(LineChunk::Line(text));
        }
        if rest.len() > LINE_BYTES_MAX || self.in_long_line && !rest.is_empty() {
            self.start = self.end;
            self.in_long_line = true;
            return Some(LineChunk::Part(rest, false));
        }
        None
    }

    /// The last line, if it lacks a line feed, after the end of the input.
    pub fn last_chunk(&mut self) -> Option<LineChunk<'_>> {
        let rest = &self.buffer[self.start..self.end];
        self.start = self.end;
        if std::mem::take(&mut self.in_long_line) || rest.len() > LINE_BYTES_MAX {
            return Some(LineChunk::Part(rest, true));
        }
        (!rest.is_empty()).then_some(LineChunk::Line(rest))
    }

    /// Reads more input, blocking if necessary; returns false at the end of the input.
    ///
    /// # Errors
    ///
    /// An error of the input, except interruptions.
    pub fn fill(&mut self) -> io::Result<bool> {
        self.buffer.copy_within(self.start..self.end, 0);
        self.end -= self.start;
        self.start = 0;
        if self.buffer.len() - self.end < CHUNK_BYTES / 2 {
            self.buffer.resize(self.buffer.len() * 2, 0);
        }
        loop {
            match self.input.read(&mut self.buffer[self.end..]) {
                Ok(count) => {
                    self.end += count;
                    return Ok(count > 0);
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The lines of an input; a long one is represented by its length.
    fn lines(input: &[u8]) -> Vec<Result<Vec<u8>, usize>> {
        let mut reader = LineReader::new(input);
        let (mut found, mut long) = (Vec::new(), 0);
        let mut take = |chunk: LineChunk<'_>| match chunk {
            LineChunk::Line(line) => found.push(Ok(line.to_vec())),
            LineChunk::Part(text, is_last) => {
                assert!(text.len() <= 3 * LINE_BYTES_MAX);
                long += text.len();
                if is_last {
                    found.push(Err(std::mem::take(&mut long)));
                }
            }
        };
        while reader.fill().unwrap() {
            while let Some(chunk) = reader.next_chunk() {
                take(chunk);
            }
        }
        reader.last_chunk().into_iter().for_each(take);
        found
    }

    #[test]
    fn long_lines_come_in_parts_and_the_next_line_whole() {
        let mut input = vec![b' '; 5 * LINE_BYTES_MAX];
        input.extend_from_slice(b"\nSAVE\n");
        let expected = [Err(5 * LINE_BYTES_MAX), Ok(b"SAVE".to_vec())];
        assert_eq!(lines(&input), expected);
        let unfinished = &input[..2 * LINE_BYTES_MAX];
        assert_eq!(lines(unfinished), [Err(2 * LINE_BYTES_MAX)]);
    }
}
