//! Compares the output of a program with the answer.
//!
//! Both are in memory, bounded by the output limit. The result is whether the [`Mode`] accepts the
//! output, which stricter or more lenient mode does, and where the first difference is, with the
//! lines around it.
//!
//! ```
//! use admiralty_judge::Verdict;
//! use admiralty_judge::compare::{Mode, compare};
//!
//! let answer = b"+++  #\nPARTS REMAINING:: A : 3 B : 0\n";
//! let output = b"+++  #\nPARTS REMAINING:: A : 3  B : 0\n";
//! let comparison = compare(Mode::FinalNewline, answer, output);
//! assert_eq!(comparison.verdict(), Verdict::PresentationError);
//! assert_eq!(comparison.strictest, Some(Mode::Tokens));
//! let difference = comparison.difference.expect("a blank too many");
//! assert_eq!((difference.found.line, difference.found.column), (2, 25));
//! ```

mod comparison;
mod drawn_board;
mod mode;
mod snippet;

use memchr::{memchr, memrchr};

pub use comparison::{Comparison, Difference, compare, heading, notes};
pub use drawn_board::{BoardRow, DrawnBoard};
pub use mode::{Mode, ModeError, NUMBER_BYTES_MAX, Tolerance};
pub use snippet::{
    CONTEXT_LINES_MAX, Cell, HISTORY_BYTES, LINES_MAX, SNIPPET_LINE_BYTES_MAX, Snippet,
    SnippetLine, cell_at, cells, width,
};

/// How many bytes are compared at once to find the first difference.
const STRIDE_BYTES: usize = 64;

/// A line or a token of a text, with its offset.
#[derive(Clone, Copy, Debug)]
struct TextPart<'t> {
    bytes: &'t [u8],
    /// Its offset in the text.
    offset: usize,
}

/// The lines of a text from the beginning of a line on, without their line feeds. No line follows
/// the last line feed.
fn lines(text: &[u8], mut offset: usize) -> impl Iterator<Item = TextPart<'_>> {
    std::iter::from_fn(move || {
        let rest = text.get(offset..).filter(|rest| !rest.is_empty())?;
        let bytes = &rest[..memchr(b'\n', rest).unwrap_or(rest.len())];
        let line = TextPart { bytes, offset };
        offset += bytes.len() + 1;
        Some(line)
    })
}

/// The tokens of a text from an offset on that is not inside a token.
fn tokens(text: &[u8], mut offset: usize) -> impl Iterator<Item = TextPart<'_>> {
    std::iter::from_fn(move || {
        offset += text[offset..].iter().position(|&byte| !is_space(byte))?;
        let rest = &text[offset..];
        let length = rest.iter().position(|&byte| is_space(byte));
        let bytes = &rest[..length.unwrap_or(rest.len())];
        let token = TextPart { bytes, offset };
        offset += bytes.len();
        Some(token)
    })
}

/// The offset of the line that contains an offset.
fn line_start(text: &[u8], offset: usize) -> usize {
    memrchr(b'\n', &text[..offset]).map_or(0, |at| at + 1)
}

/// A line without trailing spaces, tabs and carriage returns.
fn trimmed(line: &[u8]) -> &[u8] {
    let is_blank = |byte: &u8| matches!(byte, b' ' | b'\t' | b'\r');
    let last = line.iter().rposition(|byte| !is_blank(byte));
    &line[..last.map_or(0, |last| last + 1)]
}

/// Whether a byte separates tokens: ASCII white space.
fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t'..=b'\r')
}

/// The length of the common prefix of two texts.
fn common_prefix(one: &[u8], other: &[u8]) -> usize {
    let strides = one
        .chunks_exact(STRIDE_BYTES)
        .zip(other.chunks_exact(STRIDE_BYTES));
    let start = strides.take_while(|(one, other)| one == other).count() * STRIDE_BYTES;
    let rest = one[start..].iter().zip(&other[start..]);
    start + rest.take_while(|(one, other)| one == other).count()
}

/// How many characters a text has. Each byte of invalid UTF-8 counts as one; an incomplete
/// character at the end does not count.
fn count_characters(text: &[u8]) -> u64 {
    let mut chunks = text.utf8_chunks().peekable();
    let mut count = 0;
    while let Some(chunk) = chunks.next() {
        count += chunk.valid().chars().count();
        if chunks.peek().is_some() || !is_begun_character(chunk.invalid()) {
            count += chunk.invalid().len();
        }
    }
    count as u64
}

/// Whether bytes are a proper prefix of an encoded character.
fn is_begun_character(bytes: &[u8]) -> bool {
    std::str::from_utf8(bytes).is_err_and(|error| error.error_len().is_none())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_common_prefix_ends_at_the_first_difference() {
        let one = vec![b'a'; 300];
        for at in 0..300 {
            let mut other = one.clone();
            other[at] = b'b';
            assert_eq!(common_prefix(&one, &other), at);
            assert_eq!(common_prefix(&one, &one[..at]), at);
        }
    }

    #[test]
    fn invalid_bytes_count_one_by_one() {
        for (text, count) in [
            (&b""[..], 0),
            (b"ab\xffc", 4),
            ("é水🚢".as_bytes(), 3),
            // The last character is not complete.
            (b"a\xf0\x9f", 1),
            (b"a\xf0\x9fb", 4),
            (b"\x80", 1),
        ] {
            assert_eq!(count_characters(text), count, "{}", text.escape_ascii());
        }
    }
}
