//! A text as editors see it: they count lines, and the characters of a line in an encoding.

use std::ops::Range as Span;

use admiralty_analysis::Edit;
use gen_lsp_types::{Position, Range};
use ropey::Rope;

/// How positions count the characters of a line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Encoding {
    Utf8,
    #[default]
    Utf16,
    Utf32,
}

impl Encoding {
    pub const ALL: [Self; 3] = [Self::Utf8, Self::Utf16, Self::Utf32];

    /// The name in the protocol.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Utf8 => "utf-8",
            Self::Utf16 => "utf-16",
            Self::Utf32 => "utf-32",
        }
    }
}

/// The text of a document.
pub struct EditorText {
    /// Finds lines and positions.
    rope: Rope,
    /// The same text in one piece.
    script: String,
    encoding: Encoding,
}

impl EditorText {
    pub fn new(text: &str, encoding: Encoding) -> Self {
        Self {
            rope: Rope::from_str(text),
            script: text.to_owned(),
            encoding,
        }
    }

    pub fn script(&self) -> &str {
        &self.script
    }

    /// Replaces a range.
    pub fn replace(&mut self, range: Range, text: &str) -> Edit {
        let [start, end] = [range.start, range.end].map(|position| self.char_at(position));
        let end = end.max(start);
        let bytes = self.rope.char_to_byte(start)..self.rope.char_to_byte(end);
        self.rope.remove(start..end);
        self.rope.insert(start, text);
        let edit = Edit {
            first: bytes.start,
            removed: bytes.len(),
            inserted: text.len(),
        };
        self.script.replace_range(bytes, text);
        edit
    }

    /// The position of a byte. That of a line ending is the end of the line.
    pub fn position(&self, byte: usize) -> Position {
        let at = self.rope.byte_to_char(byte.min(self.rope.len_bytes()));
        let line = self.rope.char_to_line(at);
        let span = self.line(line);
        let before = self.rope.slice(span.start..at.min(span.end));
        let length = match self.encoding {
            Encoding::Utf8 => before.len_bytes(),
            Encoding::Utf16 => before.len_utf16_cu(),
            Encoding::Utf32 => before.len_chars(),
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

    pub fn bytes_at(&self, range: Range) -> Span<usize> {
        let start = self.byte_at(range.start);
        start..self.byte_at(range.end).max(start)
    }

    fn char_at(&self, position: Position) -> usize {
        let [line, character] = [position.line, position.character]
            .map(|count| usize::try_from(count).unwrap_or(usize::MAX));
        if line >= self.rope.len_lines() {
            return self.rope.len_chars();
        }
        let span = self.line(line);
        let line = self.rope.slice(span.clone());
        span.start
            + match self.encoding {
                Encoding::Utf8 => line.byte_to_char(character.min(line.len_bytes())),
                Encoding::Utf16 => line.utf16_cu_to_char(character.min(line.len_utf16_cu())),
                Encoding::Utf32 => character.min(line.len_chars()),
            }
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
