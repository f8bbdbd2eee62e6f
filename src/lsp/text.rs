//! A text as editors see it: they count lines, and the characters of a line in UTF-16.

use std::fmt;
use std::ops::Range as Span;

use gen_lsp_types::{Position, Range};
use ropey::Rope;

/// The text of a document.
pub struct EditorText(Rope);

impl EditorText {
    pub fn new(text: &str) -> Self {
        Self(Rope::from_str(text))
    }

    pub fn length_bytes(&self) -> usize {
        self.0.len_bytes()
    }

    pub fn replace(&mut self, range: Range, text: &str) {
        let [start, end] = [range.start, range.end].map(|position| self.char_at(position));
        self.0.remove(start..end.max(start));
        self.0.insert(start, text);
    }

    /// The position of a byte. That of a line ending is the end of the line.
    fn position(&self, byte: usize) -> Position {
        let at = self.0.byte_to_char(byte.min(self.0.len_bytes()));
        let line = self.0.char_to_line(at);
        let span = self.line(line);
        let before = self.0.slice(span.start..at.min(span.end));
        let length = before.len_utf16_cu();
        // A document is shorter than `u32::MAX`.
        let [line, character] =
            [line, length].map(|count| u32::try_from(count).unwrap_or(u32::MAX));
        Position { line, character }
    }

    pub fn range(&self, bytes: &Span<usize>) -> Range {
        let [start, end] = [bytes.start, bytes.end].map(|byte| self.position(byte));
        Range { start, end }
    }

    /// The byte at a position, or the nearest one before it.
    pub fn byte_at(&self, position: Position) -> usize {
        self.0.char_to_byte(self.char_at(position))
    }

    fn char_at(&self, position: Position) -> usize {
        let [line, character] = [position.line, position.character]
            .map(|count| usize::try_from(count).unwrap_or(usize::MAX));
        if line >= self.0.len_lines() {
            return self.0.len_chars();
        }
        let span = self.line(line);
        let line = self.0.slice(span.clone());
        span.start + line.utf16_cu_to_char(character.min(line.len_utf16_cu()))
    }

    /// The characters of a line without its ending. A carriage return alone ends a line, too.
    fn line(&self, line: usize) -> Span<usize> {
        let start = self.0.line_to_char(line);
        let mut end = start + self.0.line(line).len_chars();
        for ending in ['\n', '\r'] {
            if end > start && self.0.char(end - 1) == ending {
                end -= 1;
            }
        }
        start..end
    }
}

impl fmt::Display for EditorText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}
