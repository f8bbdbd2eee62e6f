//! The lines around a place, cut to what a report can show.

use std::collections::VecDeque;

use bstr::BString;
use memchr::{memchr, memrchr};

use super::board::BOARD_ROWS_MAX;
use super::track::Discarded;

/// How much of a line is kept, in bytes; half of it before the difference.
pub const SNIPPET_LINE_BYTES_MAX: usize = 512;

/// How many lines are kept in each direction: those of the largest board, and
/// one more to know whether it goes on.
const LINES_MAX: usize = BOARD_ROWS_MAX;

/// A line, or the part of a long one that is at the columns of the difference.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SnippetLine {
    /// The bytes of the line that are left out before the text.
    pub skipped: u64,
    /// The text, without the line feed.
    pub text: BString,
    /// The length of the whole line, in bytes.
    pub length: u64,
    /// Whether a line feed ends the line.
    pub is_terminated: bool,
}

impl SnippetLine {
    /// Whether nothing is left out.
    pub fn is_whole(&self) -> bool {
        self.text.len() as u64 == self.length
    }

    /// The bytes of the line that are left out after the text.
    pub fn left_out_after(&self) -> u64 {
        self.length - self.skipped - self.text.len() as u64
    }
}

/// A place in a text, and the lines around it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Snippet {
    /// The number of the line, from 1.
    pub line: u64,
    /// The place in the line in characters, from 1. A byte that is not part of a
    /// character counts as one.
    pub column: u64,
    /// The place in the line in bytes, from 1.
    pub byte: u64,
    /// The lines before it.
    pub before: Vec<SnippetLine>,
    /// The line; nothing if the text has ended.
    pub text: Option<SnippetLine>,
    /// The lines after it.
    pub after: Vec<SnippetLine>,
}

/// Keeps the lines around a place as they come.
#[derive(Debug)]
pub(super) struct Capture {
    line: u64,
    column: u64,
    byte: u64,
    window: ByteWindow,
    before: VecDeque<SnippetLine>,
    /// The line, and the ones after it, without the one that has not ended.
    lines: Vec<SnippetLine>,
    current: Cutter,
}

impl Capture {
    /// Begins at a place: the number of its line, what is gone of the text's
    /// first line, and the text up to the place.
    pub fn new(line: u64, gone: &Discarded, text: &[u8]) -> Self {
        let (mut rest, beginning) = split_last_line(text);
        let mut first = gone.clone();
        if rest.is_some() {
            first = Discarded::default();
        }
        let byte = first.bytes + beginning.len() as u64;
        first.characters.push(beginning);
        let window = ByteWindow::around(byte);
        let mut current = Cutter::after(first.bytes);
        current.push(beginning, window);
        let mut before = VecDeque::new();
        while let Some(lines) = rest
            && before.len() < LINES_MAX
        {
            let (earlier, line) = split_last_line(lines);
            rest = earlier;
            let mut cutter = Cutter::after(if rest.is_none() { gone.bytes } else { 0 });
            cutter.push(line, window);
            before.push_front(cutter.finish(window, true));
        }
        Self {
            line,
            column: first.characters.count() + 1,
            byte: byte + 1,
            window,
            before,
            lines: Vec::new(),
            current,
        }
    }

    /// Goes on with the text.
    pub fn push(&mut self, mut bytes: &[u8]) {
        while !bytes.is_empty() && self.lines.len() <= LINES_MAX {
            let end = memchr(b'\n', bytes);
            let (line, rest) = bytes.split_at(end.unwrap_or(bytes.len()));
            self.current.push(line, self.window);
            bytes = rest;
            if end.is_some() {
                bytes = &rest[1..];
                let current = std::mem::take(&mut self.current);
                self.lines.push(current.finish(self.window, true));
            }
        }
    }

    /// Hands out the snippet, with all the lines around that were kept.
    pub fn finish(mut self) -> Snippet {
        if self.current.length > 0 && self.lines.len() <= LINES_MAX {
            self.lines.push(self.current.finish(self.window, false));
        }
        let mut lines = self.lines.into_iter();
        Snippet {
            line: self.line,
            column: self.column,
            byte: self.byte,
            before: self.before.into(),
            text: lines.next(),
            after: lines.collect(),
        }
    }

    #[cfg(test)]
    pub fn retained_bytes(&self) -> usize {
        let excerpts = self.before.iter().chain(&self.lines);
        excerpts.map(|line| line.text.capacity()).sum::<usize>() + self.current.text.capacity()
    }
}

/// The lines before the last one, if it is not the only one, and the last one.
fn split_last_line(text: &[u8]) -> (Option<&[u8]>, &[u8]) {
    match memrchr(b'\n', text) {
        Some(at) => (Some(&text[..at]), &text[at + 1..]),
        None => (None, text),
    }
}

/// Which bytes of lines are kept.
#[derive(Clone, Copy, Debug)]
struct ByteWindow {
    start: u64,
    end: u64,
}

impl ByteWindow {
    fn around(byte: u64) -> Self {
        let start = byte.saturating_sub(SNIPPET_LINE_BYTES_MAX as u64 / 2);
        Self {
            start,
            end: start + SNIPPET_LINE_BYTES_MAX as u64,
        }
    }
}

/// Cuts the excerpt out of a line.
#[derive(Debug, Default)]
struct Cutter {
    text: Vec<u8>,
    skipped: u64,
    length: u64,
}

impl Cutter {
    /// For a line of which so many bytes are gone.
    fn after(length: u64) -> Self {
        Self {
            length,
            ..Self::default()
        }
    }

    fn push(&mut self, bytes: &[u8], window: ByteWindow) {
        let at = |offset: u64| {
            let after = offset.saturating_sub(self.length);
            usize::try_from(after).map_or(bytes.len(), |after| after.min(bytes.len()))
        };
        let (start, end) = (at(window.start), at(window.end));
        if self.text.is_empty() {
            self.skipped = self.length + start as u64;
        }
        self.text.extend_from_slice(&bytes[start..end]);
        self.length += bytes.len() as u64;
    }

    fn finish(mut self, window: ByteWindow, is_terminated: bool) -> SnippetLine {
        if self.text.is_empty() {
            self.skipped = self.length.min(window.start);
        }
        // No halves of characters at the ends, as far as they are characters.
        let is_continued = |&&byte: &&u8| byte & 0xc0 == 0x80;
        if self.skipped > 0 {
            let count = self.text.iter().take(3).take_while(is_continued).count();
            self.text.drain(..count);
            self.skipped += count as u64;
        }
        if self.skipped + (self.text.len() as u64) < self.length {
            let last = self.text.utf8_chunks().last();
            let invalid = last.map_or(&[][..], |chunk| chunk.invalid());
            if std::str::from_utf8(invalid).is_err_and(|error| error.error_len().is_none()) {
                self.text.truncate(self.text.len() - invalid.len());
            }
        }
        SnippetLine {
            skipped: self.skipped,
            text: self.text.into(),
            length: self.length,
            is_terminated,
        }
    }
}
