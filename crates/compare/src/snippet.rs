//! The lines around a place in a text, cut to what a report can show, and how they are shown.

use std::collections::VecDeque;

use bstr::BString;
use memchr::{memchr_iter, memrchr};
use serde::{Deserialize, Serialize};
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use super::{count_characters, is_begun_character, line_start, lines};
use admiralty_results::byte_text;

/// How much of a line is kept, in bytes; half of it before the difference.
pub const SNIPPET_LINE_BYTES_MAX: usize = 512;

/// How far before the difference the kept lines may begin, in bytes.
pub const HISTORY_BYTES: usize = 1 << 16;

/// How many lines before and after a difference are shown.
pub const CONTEXT_LINES_MAX: usize = 3;

/// How many lines are kept in each direction: enough for a board.
pub const LINES_MAX: usize = 40;

/// A place in a text, and the lines around it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Snippet {
    /// The number of the line, from 1.
    pub line: u64,
    /// The column in characters, from 1. Each byte of invalid UTF-8 counts as one.
    pub column: u64,
    /// The column in bytes, from 1.
    pub byte: u64,
    /// The lines before it.
    pub before: Vec<SnippetLine>,
    /// The line; `None` if the text has ended.
    pub text: Option<SnippetLine>,
    /// The lines after it.
    pub after: Vec<SnippetLine>,
}

impl Snippet {
    /// Cuts out the lines around an offset; `None` is the line after the last one.
    pub(super) fn new(text: &[u8], place: Option<usize>) -> Self {
        let offset = place.unwrap_or(text.len());
        // If no line feed ends the text, there would have to be one before the next line.
        let is_next_line = place.is_none() && !matches!(text.last(), None | Some(b'\n'));
        let start = if is_next_line {
            offset
        } else {
            line_start(text, offset)
        };
        let beginning = &text[start..offset];
        let first_byte = beginning.len().saturating_sub(SNIPPET_LINE_BYTES_MAX / 2);
        let mut following = lines(text, start).map(|line| {
            let is_terminated = line.offset + line.bytes.len() < text.len();
            SnippetLine::cut(line.bytes, first_byte, 0, is_terminated)
        });
        let before = &text[..start];
        let above = before.strip_suffix(b"\n").unwrap_or(before);
        let history = offset.saturating_sub(HISTORY_BYTES);
        Self {
            line: 1 + memchr_iter(b'\n', &text[..offset]).count() as u64 + u64::from(is_next_line),
            column: 1 + count_characters(beginning),
            byte: 1 + beginning.len() as u64,
            before: if start == 0 {
                Vec::new()
            } else {
                lines_before(above, history, first_byte)
            },
            text: following.next(),
            after: following.take(LINES_MAX).collect(),
        }
    }

    /// The kept part of the line; `None` if the text has ended.
    pub fn bytes(&self) -> Option<&[u8]> {
        self.text.as_ref().map(|line| line.text.as_slice())
    }

    /// The line as text; `None` if the text has ended.
    pub fn shown(&self) -> Option<String> {
        self.text.as_ref().map(|line| line.text.to_string())
    }

    /// A line and its number, by its distance from the line of the place: positive below, negative
    /// above.
    pub fn get(&self, offset: isize) -> Option<(u64, &SnippetLine)> {
        let distance = offset.unsigned_abs();
        let line = match offset {
            0 => self.text.as_ref(),
            1.. => self.after.get(distance - 1),
            _ => self.before.get(self.before.len().checked_sub(distance)?),
        };
        Some((self.line.checked_add_signed(offset as i64)?, line?))
    }
}

/// A line, or, of a long one, the part at the columns of the difference.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SnippetLine {
    /// How many bytes of the line are left out before the text.
    pub skipped: u64,
    /// The text, without the line feed.
    #[serde(with = "byte_text")]
    pub text: BString,
    /// The length of the whole line, in bytes.
    pub length: u64,
    /// Whether a line feed ends the line.
    pub is_terminated: bool,
}

impl SnippetLine {
    /// The part of a line from `first_byte` on, without its first `left_out` bytes.
    fn cut(line: &[u8], first_byte: usize, left_out: usize, is_terminated: bool) -> Self {
        let end = line.len().min(first_byte + SNIPPET_LINE_BYTES_MAX);
        let start = end.min(first_byte.max(left_out));
        let mut text = &line[start..end];
        let is_before = text.is_empty();
        let mut skipped = if is_before {
            line.len().min(first_byte)
        } else {
            start
        };
        // Do not split characters at the ends, where the bytes are valid UTF-8.
        if skipped > 0 {
            let is_continued = |byte: &&u8| **byte & 0xc0 == 0x80;
            let count = text.iter().take(3).take_while(is_continued).count();
            text = &text[count..];
            skipped += count;
        }
        if skipped + text.len() < line.len() {
            let last = text.utf8_chunks().last();
            let end = last.map_or(&[][..], |chunk| chunk.invalid());
            let begun = if is_begun_character(end) {
                end.len()
            } else {
                0
            };
            text = &text[..text.len() - begun];
        }
        Self {
            skipped: skipped as u64,
            text: text.into(),
            length: line.len() as u64,
            is_terminated,
        }
    }

    /// Whether nothing is left out.
    pub fn is_whole(&self) -> bool {
        self.text.len() as u64 == self.length
    }

    /// How many bytes of the line are left out after the text.
    pub fn left_out_after(&self) -> u64 {
        self.length - self.skipped - self.text.len() as u64
    }
}

/// A character, or an invalid byte, as it is shown.
#[derive(Clone, Debug)]
pub struct ShownCharacter {
    /// Its visible text.
    pub text: String,
    /// Its offset in the line, in bytes.
    start: u64,
}

impl ShownCharacter {
    /// A cell that makes the end of a line visible.
    pub(super) fn line_end(line: &SnippetLine) -> Self {
        Self {
            text: "¶".to_owned(),
            start: line.length,
        }
    }

    /// Its width in columns.
    pub fn width(&self) -> usize {
        self.text.width()
    }
}

/// The cells of the kept part of a line.
pub fn cells(line: &SnippetLine, are_blanks_shown: bool) -> Vec<ShownCharacter> {
    let pieces = line.text.utf8_chunks().flat_map(|chunk| {
        let characters = chunk.valid().chars();
        let valid = characters.map(move |c| (shown(c, are_blanks_shown), c.len_utf8()));
        let bytes = chunk.invalid().iter();
        valid.chain(bytes.map(|byte| (format!("\\x{byte:02x}"), 1)))
    });
    let mut end = line.skipped;
    let cell = |(text, bytes)| {
        let start = end;
        end += bytes as u64;
        ShownCharacter { text, start }
    };
    pieces.map(cell).collect()
}

/// The index of the cell that contains a byte of the line, counted from 1; past the last cell if
/// the line is shorter.
pub fn cell_at(line: &SnippetLine, cells: &[ShownCharacter], byte: u64) -> usize {
    if byte > line.skipped + line.text.len() as u64 {
        return cells.len();
    }
    let begun = cells.partition_point(|cell| cell.start < byte);
    begun.saturating_sub(1)
}

/// The width of the first `count` cells.
pub fn width(cells: &[ShownCharacter], count: usize) -> usize {
    cells.iter().take(count).map(ShownCharacter::width).sum()
}

/// The last lines of a text without a final line feed, except those that end before `history`.
fn lines_before(text: &[u8], history: usize, first_byte: usize) -> Vec<SnippetLine> {
    let mut lines = VecDeque::new();
    let mut rest = Some(text);
    while let Some(text) = rest
        && text.len() >= history
        && lines.len() < LINES_MAX
    {
        let line_feed = memrchr(b'\n', text);
        let start = line_feed.map_or(0, |at| at + 1);
        let left_out = history.saturating_sub(start);
        lines.push_front(SnippetLine::cut(&text[start..], first_byte, left_out, true));
        rest = line_feed.map(|at| &text[..at]);
    }
    lines.into()
}

fn shown(c: char, are_blanks_shown: bool) -> String {
    match c {
        ' ' if are_blanks_shown => "·".to_owned(),
        ' ' => " ".to_owned(),
        '\t' => "→".to_owned(),
        '\r' => "␍".to_owned(),
        c if c.is_ascii_control() => format!("\\x{:02x}", u32::from(c)),
        // Characters without width could hide, or reverse the order of the line.
        c if c.is_whitespace() || c.width().unwrap_or(0) == 0 => c.escape_unicode().to_string(),
        c => c.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn snippet(text: &[u8], offset: usize) -> Snippet {
        Snippet::new(text, Some(offset))
    }

    #[test]
    fn long_lines_are_cut_around_the_place() {
        let line = [b'a'; 2000];
        for (offset, skipped, length) in [
            (0, 0, 512),
            (256, 0, 512),
            (1000, 744, 512),
            (1900, 1644, 356),
        ] {
            let found = snippet(&line, offset).text.expect("a line");
            let kept = (found.skipped, found.text.len(), found.length);
            assert_eq!(kept, (skipped, length, 2000), "{offset}");
        }
        // A line that ends before the kept columns.
        let before = &snippet(&[b"short\n", &line[..]].concat(), 1006).before[0];
        assert_eq!(
            (before.skipped, before.text.len(), before.length),
            (5, 0, 5)
        );
    }

    #[test]
    fn no_character_is_cut_in_half() {
        let line = "水".repeat(1000);
        for offset in 1000..1003 {
            let found = snippet(line.as_bytes(), offset).text.expect("a line");
            assert!(std::str::from_utf8(&found.text).is_ok(), "{offset}");
            assert!(found.text.len() > SNIPPET_LINE_BYTES_MAX - 6);
        }
    }

    #[test]
    fn no_line_is_kept_that_ends_long_before() {
        let long = vec![b'a'; HISTORY_BYTES];
        let text = [b"first\nsecond\n", &long[..], b"\nlast"].concat();
        let lengths = |offset| -> Vec<u64> {
            let before = snippet(&text, offset).before;
            before.iter().map(|line| line.length).collect()
        };
        assert_eq!(lengths(13), [5, 6]);
        assert_eq!(lengths(12 + HISTORY_BYTES), [6]);
        assert!(lengths(13 + HISTORY_BYTES).is_empty());
        assert_eq!(lengths(text.len()), [HISTORY_BYTES as u64]);
    }
}
