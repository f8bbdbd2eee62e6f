//! A line as tokens.

use std::ops::Range;

/// A word of a line, and where it stands in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token<'l> {
    /// The bytes.
    pub text: &'l [u8],
    /// The offset of the first byte in the line.
    pub start: usize,
    /// The bytes as [`pack`] packs them, or 0 if there are more than eight.
    packed: u64,
}

impl<'l> Token<'l> {
    /// No bytes at all, at the beginning of a line.
    pub const EMPTY: Self = Self { text: &[], start: 0, packed: 0 };

    /// The bytes of the line that it takes.
    pub const fn span(&self) -> Range<usize> {
        self.start..self.start + self.text.len()
    }

    /// The bytes as [`pack`] packs them, or 0 if there are more than eight.
    #[inline]
    pub const fn packed(&self) -> u64 {
        self.packed
    }
}

/// Up to eight bytes as one number, the first byte lowest, zeros behind the
/// last: comparing two short words is comparing two numbers.
pub(super) const fn pack(text: &[u8]) -> u64 {
    assert!(text.len() <= 8);
    let mut packed = 0;
    let mut at = 0;
    while at < text.len() {
        packed |= (text[at] as u64) << (8 * at);
        at += 1;
    }
    packed
}

/// The tokens of a line: what stands between runs of blanks and tabs.
///
/// The line comes without its line feed; a carriage return at its end belongs
/// to the line feed and is dropped.
///
/// ```
/// use admiralty::script::Tokens;
/// let words: Vec<_> = Tokens::new(b" REEF\t3  4\r").map(|token| token.text).collect();
/// assert_eq!(words, [&b"REEF"[..], b"3", b"4"]);
/// ```
#[derive(Clone, Debug)]
pub struct Tokens<'l> {
    line: &'l [u8],
    at: usize,
}

impl<'l> Tokens<'l> {
    /// The tokens of a line.
    pub fn new(line: &'l [u8]) -> Self {
        Self { line: line.strip_suffix(b"\r").unwrap_or(line), at: 0 }
    }

    /// The offset after the last token taken.
    pub const fn offset(&self) -> usize {
        self.at
    }

    /// The tokens still to come, joined by one blank.
    pub fn join_rest(&self) -> Vec<u8> {
        let mut joined = Vec::with_capacity(self.line.len() - self.at);
        for token in self.clone() {
            if !joined.is_empty() {
                joined.push(b' ');
            }
            joined.extend_from_slice(token.text);
        }
        joined
    }
}

impl<'l> Iterator for Tokens<'l> {
    type Item = Token<'l>;

    #[inline]
    fn next(&mut self) -> Option<Token<'l>> {
        let line = self.line;
        let mut start = self.at;
        while is_blank(*line.get(start)?) {
            start += 1;
        }
        let word = eight_bytes(line, start);
        let length = below_0x21(word) as usize;
        let mut end = start + length;
        let packed;
        if length < 8 && line.get(end).is_none_or(|&byte| is_blank(byte)) {
            packed = word & ((1 << (8 * length)) - 1);
        } else {
            while line.get(end).is_some_and(|&byte| !is_blank(byte)) {
                end += 1;
            }
            packed = if end - start <= 8 { pack(&line[start..end]) } else { 0 };
        }
        self.at = end;
        Some(Token { text: &line[start..end], start, packed })
    }
}

#[inline]
const fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t')
}

/// The eight bytes from `at`, the first one lowest; zeros past the end.
#[inline]
fn eight_bytes(line: &[u8], at: usize) -> u64 {
    if let Some((bytes, _)) = line[at..].split_first_chunk() {
        u64::from_le_bytes(*bytes)
    } else if let Some((_, bytes)) = line.split_last_chunk() {
        // The last eight bytes of the line, less those before `at`.
        u64::from_le_bytes(*bytes) >> (8 * (8 - (line.len() - at)))
    } else {
        pack(&line[at..])
    }
}

/// The place of the first byte below 0x21, which blanks and tabs are; 8 if
/// there is none.
#[inline]
const fn below_0x21(word: u64) -> u32 {
    const LOWEST: u64 = u64::MAX / 0xff;
    let below = word.wrapping_sub(LOWEST * 0x21) & !word & (LOWEST * 0x80);
    below.trailing_zeros() / 8
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn tokens_are_what_stands_between_blanks(line in prop::collection::vec(
            prop_oneof![3 => Just(b' '), 1 => Just(b'\t'), 1 => Just(0), 1 => Just(b'\r'), 12 => 0x21..=u8::MAX, 1 => any::<u8>()],
            0..40,
        )) {
            let body = line.strip_suffix(b"\r").unwrap_or(&line);
            let words = body.split(|&byte| is_blank(byte)).filter(|word| !word.is_empty());
            let tokens: Vec<_> = Tokens::new(&line).collect();
            prop_assert!(tokens.iter().map(|token| token.text).eq(words));
            for token in tokens {
                prop_assert_eq!(&line[token.span()], token.text);
                let packed = if token.text.len() > 8 { 0 } else { pack(token.text) };
                prop_assert_eq!(token.packed(), packed);
            }
        }
    }
}
