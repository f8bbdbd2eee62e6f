//! Reads input line by line as it arrives.

use std::io::{self, Read};

use super::Line;

/// The initial size of the buffer; every read has room for at least half of this.
const CHUNK_BYTES: usize = 1 << 16;

/// Splits the bytes of a reader into lines. Those longer than [`Line::BYTES_MAX`] come in parts.
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

/// A line, or a part of a long one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LineChunk<'b> {
    /// The bytes, without the line feed.
    pub text: &'b [u8],
    /// Whether this is a part of a line longer than [`Line::BYTES_MAX`].
    pub is_part: bool,
    /// Where the chunk ends.
    pub end: ChunkEnd,
}

/// Where a [`LineChunk`] ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChunkEnd {
    /// At a line feed.
    LineFeed,
    /// Within a long line.
    InLine,
    /// At the end of the input, which has no line feed there.
    Input,
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

    /// The next line, or the next part of a long one; `None` at the end of the input. Blocks
    /// only if no whole line has been read.
    ///
    /// # Errors
    ///
    /// An error of the input, except interruptions.
    pub fn next_line(&mut self) -> io::Result<Option<LineChunk<'_>>> {
        while !self.has_chunk() {
            if !self.fill()? {
                return Ok(self.last_chunk());
            }
        }
        Ok(self.buffered_chunk())
    }

    /// The bytes read and not returned yet; empty if they continue a long line.
    #[inline]
    pub(crate) fn peek(&self) -> &[u8] {
        if self.in_long_line {
            &[]
        } else {
            &self.buffer[self.start..self.end]
        }
    }

    /// Drops bytes that [`LineReader::peek`] returned; they must be whole lines.
    #[inline]
    pub(crate) fn consume(&mut self, count: usize) {
        self.start += count;
    }

    /// The next chunk, if it has been read.
    #[inline]
    pub(crate) fn buffered_chunk(&mut self) -> Option<LineChunk<'_>> {
        let rest = &self.buffer[self.start..self.end];
        if let Some(length) = memchr::memchr(b'\n', rest) {
            self.start += length + 1;
            let continues = std::mem::take(&mut self.in_long_line);
            return Some(LineChunk {
                text: &rest[..length],
                is_part: continues || length > Line::BYTES_MAX,
                end: ChunkEnd::LineFeed,
            });
        }
        if !self.is_long(rest) {
            return None;
        }
        self.start = self.end;
        self.in_long_line = true;
        Some(LineChunk {
            text: rest,
            is_part: true,
            end: ChunkEnd::InLine,
        })
    }

    /// The last line, if it lacks a line feed, after the end of the input.
    pub(crate) fn last_chunk(&mut self) -> Option<LineChunk<'_>> {
        let rest = &self.buffer[self.start..self.end];
        let is_part = self.in_long_line || rest.len() > Line::BYTES_MAX;
        self.start = self.end;
        self.in_long_line = false;
        (is_part || !rest.is_empty()).then_some(LineChunk {
            text: rest,
            is_part,
            end: ChunkEnd::Input,
        })
    }

    /// Reads more input, blocking if necessary; returns false at the end of the input.
    ///
    /// # Errors
    ///
    /// An error of the input, except interruptions.
    pub(crate) fn fill(&mut self) -> io::Result<bool> {
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

    fn has_chunk(&self) -> bool {
        let rest = &self.buffer[self.start..self.end];
        memchr::memchr(b'\n', rest).is_some() || self.is_long(rest)
    }

    /// Whether bytes without a line feed are a part of a long line.
    const fn is_long(&self, rest: &[u8]) -> bool {
        rest.len() > Line::BYTES_MAX || self.in_long_line && !rest.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The lines of an input; a long one is represented by its length.
    fn lines(input: &[u8]) -> Vec<Result<Vec<u8>, usize>> {
        let mut reader = LineReader::new(input);
        let (mut found, mut long) = (Vec::new(), 0);
        while let Some(chunk) = reader.next_line().unwrap() {
            if !chunk.is_part {
                found.push(Ok(chunk.text.to_vec()));
                continue;
            }
            assert!(chunk.text.len() <= 3 * Line::BYTES_MAX);
            long += chunk.text.len();
            if chunk.end != ChunkEnd::InLine {
                found.push(Err(std::mem::take(&mut long)));
            }
        }
        found
    }

    #[test]
    fn long_lines_come_in_parts_and_the_next_line_whole() {
        let mut input = vec![b' '; 5 * Line::BYTES_MAX];
        input.extend_from_slice(b"\nSAVE\n");
        let expected = [Err(5 * Line::BYTES_MAX), Ok(b"SAVE".to_vec())];
        assert_eq!(lines(&input), expected);
        let unfinished = &input[..2 * Line::BYTES_MAX];
        assert_eq!(lines(unfinished), [Err(2 * Line::BYTES_MAX)]);
    }

    /// An input of bytes and errors, one for each call.
    struct Calls(Vec<io::Result<u8>>);

    impl Read for Calls {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            if self.0.is_empty() {
                return Ok(0);
            }
            buffer[0] = self.0.remove(0)?;
            Ok(1)
        }
    }

    #[test]
    fn an_input_is_read_on_after_an_interruption_only() {
        let error = |kind: io::ErrorKind| Err(io::Error::from(kind));
        let calls = [
            Ok(b'1'),
            error(io::ErrorKind::Interrupted),
            Ok(b'\n'),
            Ok(b'2'),
        ];
        let mut reader = LineReader::new(Calls(calls.into_iter().collect()));
        for expected in [b"1", b"2"] {
            let chunk = reader.next_line().expect("no error").expect("a line");
            assert_eq!(chunk.text, expected);
        }
        assert!(reader.next_line().expect("no error").is_none());
        let calls = [Ok(b'1'), error(io::ErrorKind::TimedOut), Ok(b'\n')];
        let mut reader = LineReader::new(Calls(calls.into_iter().collect()));
        let error = reader.next_line().expect_err("it cannot be read");
        assert_eq!(error.kind(), io::ErrorKind::TimedOut);
    }

    /// However the input is split into reads.
    #[test]
    fn a_line_of_the_greatest_length_is_whole() {
        let line = vec![b' '; Line::BYTES_MAX];
        let mut reader = LineReader::new(line.chain(&b"\n"[..]));
        let chunk = reader.next_line().unwrap().expect("a line");
        assert!(!chunk.is_part && chunk.text == line);
    }
}
