//! Lines, tokens and characters of arbitrary bytes.

use memchr::{memchr, memrchr};

/// How many bytes are compared at once to find the first difference.
const STRIDE_BYTES: usize = 64;

/// A line or a token of a text.
#[derive(Clone, Copy, Debug)]
pub(super) struct Part<'t> {
    pub bytes: &'t [u8],
    /// Its offset in the text.
    pub offset: usize,
}

/// The lines of a text from the beginning of a line on, without their line feeds. No line follows
/// the last line feed.
pub(super) fn lines(text: &[u8], mut offset: usize) -> impl Iterator<Item = Part<'_>> {
    std::iter::from_fn(move || {
        let rest = text.get(offset..).filter(|rest| !rest.is_empty())?;
        let bytes = &rest[..memchr(b'\n', rest).unwrap_or(rest.len())];
        let line = Part { bytes, offset };
        offset += bytes.len() + 1;
        Some(line)
    })
}

/// The tokens of a text from an offset on that is not inside a token.
pub(super) fn tokens(text: &[u8], mut offset: usize) -> impl Iterator<Item = Part<'_>> {
    std::iter::from_fn(move || {
        offset += text[offset..].iter().position(|&byte| !is_space(byte))?;
        let rest = &text[offset..];
        let length = rest.iter().position(|&byte| is_space(byte));
        let bytes = &rest[..length.unwrap_or(rest.len())];
        let token = Part { bytes, offset };
        offset += bytes.len();
        Some(token)
    })
}

/// The offset of the line that contains an offset.
pub(super) fn line_start(text: &[u8], offset: usize) -> usize {
    memrchr(b'\n', &text[..offset]).map_or(0, |at| at + 1)
}

/// A line without trailing spaces, tabs and carriage returns.
pub(super) fn trimmed(line: &[u8]) -> &[u8] {
    let is_blank = |byte: &u8| matches!(byte, b' ' | b'\t' | b'\r');
    let last = line.iter().rposition(|byte| !is_blank(byte));
    &line[..last.map_or(0, |last| last + 1)]
}

/// Whether a byte separates tokens: ASCII white space.
pub(super) fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t'..=b'\r')
}

pub(super) fn common_prefix(one: &[u8], other: &[u8]) -> usize {
    let strides = one
        .chunks_exact(STRIDE_BYTES)
        .zip(other.chunks_exact(STRIDE_BYTES));
    let start = strides.take_while(|(one, other)| one == other).count() * STRIDE_BYTES;
    let rest = one[start..].iter().zip(&other[start..]);
    start + rest.take_while(|(one, other)| one == other).count()
}

/// How many characters a text has. Each byte of invalid UTF-8 counts as one; an incomplete
/// character at the end does not count.
pub(super) fn count_characters(text: &[u8]) -> u64 {
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
pub(super) fn is_begun_character(bytes: &[u8]) -> bool {
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
