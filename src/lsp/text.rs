//! A text as editors see it: they count lines, and the characters of a line in UTF-16 or UTF-8.

use std::fmt;
use std::ops::Range as Span;

use gen_lsp_types::{Position, Range};
use ropey::Rope;

/// The text of a document.
pub struct EditorText {
    rope: Rope,
    is_utf8: bool,
}

impl EditorText {
    pub fn new(text: &str, is_utf8: bool) -> Self {
        Self {
            rope: Rope::from_str(text),
            is_utf8,
        }
    }

    pub fn length_bytes(&self) -> usize {
        self.rope.len_bytes()
    }

    pub fn replace(&mut self, range: Range, text: &str) {
        let [start, end] = [range.start, range.end].map(|position| self.char_at(position));
        self.rope.remove(start..end.max(start));
        self.rope.insert(start, text);
    }

    /// The position of a byte. That of a line ending is the end of the line.
    fn position(&self, byte: usize) -> Position {
        let at = self.rope.byte_to_char(byte.min(self.rope.len_bytes()));
        let line = self.rope.char_to_line(at);
        let span = self.line(line);
        let before = self.rope.slice(span.start..at.min(span.end));
        let length = if self.is_utf8 {
            before.len_bytes()
        } else {
            before.len_utf16_cu()
        };
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
        self.rope.char_to_byte(self.char_at(position))
    }

    fn char_at(&self, position: Position) -> usize {
        let [line, character] = [position.line, position.character]
            .map(|count| usize::try_from(count).unwrap_or(usize::MAX));
        if line >= self.rope.len_lines() {
            return self.rope.len_chars();
        }
        let span = self.line(line);
        let line = self.rope.slice(span.clone());
        let chars = if self.is_utf8 {
            line.byte_to_char(character.min(line.len_bytes()))
        } else {
            line.utf16_cu_to_char(character.min(line.len_utf16_cu()))
        };
        span.start + chars
    }

    /// The characters of a line without its ending. A carriage return alone ends a line, too.
    fn line(&self, line: usize) -> Span<usize> {
        let start = self.rope.line_to_char(line);
        let mut end = start + self.rope.line(line).len_chars();
        for ending in ['\n', '\r'] {
            if end > start && self.rope.char(end - 1) == ending {
                end -= 1;
            }
        }
        start..end
    }
}

impl fmt::Display for EditorText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.rope, f)
    }
}
