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
    pub const EMPTY: Self = Self {
        text: &[],
        start: 0,
        packed: 0,
    };

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
    /// In a short line, bit `i` says that byte `i` is a blank or past the end.
    /// A line that is not short has no bit set.
    blanks: u32,
    /// What a short line is the beginning of.
    window: &'l [u8; WINDOW_BYTES],
}

/// Lines of up to this many bytes are cut with a bit mask.
const SHORT_BYTES_MAX: usize = 16;
/// In a window of this size, eight bytes can be loaded from any byte of a
/// short line.
const WINDOW_BYTES: usize = SHORT_BYTES_MAX + 8;

impl<'l> Tokens<'l> {
    /// The tokens of a line.
    #[inline]
    pub fn new(line: &'l [u8]) -> Self {
        Self::in_window(line, line.len())
    }

    /// The tokens of the line that is the first `length` bytes of a window.
    /// What follows the line is not looked at, but lets the bytes be loaded at
    /// once.
    #[inline]
    pub(crate) fn in_window(window: &'l [u8], length: usize) -> Self {
        let line = &window[..length];
        let line = if let [body @ .., b'\r'] = line {
            body
        } else {
            line
        };
        match window.first_chunk() {
            Some(window) if line.len() <= SHORT_BYTES_MAX => {
                let past_the_end = u32::MAX << line.len();
                let blanks = blanks(load(window, 0)) | blanks(load(window, 8)) << 8;
                Self {
                    line,
                    at: 0,
                    blanks: blanks | past_the_end,
                    window,
                }
            }
            _ => Self {
                line,
                at: 0,
                blanks: 0,
                window: &[0; WINDOW_BYTES],
            },
        }
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

    /// The next token of a line that is not short.
    #[cold]
    fn next_of_long(&mut self) -> Option<Token<'l>> {
        let rest = &self.line[self.at..];
        let start = self.at + rest.iter().position(|&byte| !is_blank(byte))?;
        let rest = &self.line[start..];
        let text = &rest[..rest
            .iter()
            .position(|&byte| is_blank(byte))
            .unwrap_or(rest.len())];
        self.at = start + text.len();
        let packed = if text.len() <= 8 { pack(text) } else { 0 };
        Some(Token {
            text,
            start,
            packed,
        })
    }
}

impl<'l> Iterator for Tokens<'l> {
    type Item = Token<'l>;

    #[inline]
    fn next(&mut self) -> Option<Token<'l>> {
        if self.blanks == 0 {
            return self.next_of_long();
        }
        let rest = u32::MAX << self.at;
        let start = (!self.blanks & rest).trailing_zeros() as usize;
        if start >= self.line.len() {
            return None;
        }
        let end = (self.blanks & (u32::MAX << start)).trailing_zeros() as usize;
        let length = end - start;
        let packed = match length {
            0..8 => load(self.window, start) & ((1 << (8 * length)) - 1),
            8 => load(self.window, start),
            _ => 0,
        };
        self.at = end;
        Some(Token {
            text: &self.line[start..end],
            start,
            packed,
        })
    }
}

#[inline]
const fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t')
}

/// The eight bytes from `at`, the first one lowest.
#[inline]
fn load(window: &[u8; WINDOW_BYTES], at: usize) -> u64 {
    window[at..]
        .first_chunk()
        .map_or(0, |bytes| u64::from_le_bytes(*bytes))
}

/// One bit for each byte of a word: whether it is a blank or a tab.
#[inline]
const fn blanks(word: u64) -> u32 {
    const LOWEST: u64 = u64::MAX / 0xff;
    // The highest bit of each byte: whether the byte is zero.
    const fn zeros(word: u64) -> u64 {
        let low_bits = !(LOWEST * 0x80);
        !(((word & low_bits) + low_bits) | word | low_bits)
    }
    let flags = zeros(word ^ (LOWEST * b' ' as u64)) | zeros(word ^ (LOWEST * b'\t' as u64));
    // Moves the eight bits next to each other.
    ((flags >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56) as u32
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn tokens_are_what_stands_between_blanks(line in prop::collection::vec(
            prop_oneof![3 => Just(b' '), 1 => Just(b'\t'), 1 => Just(0), 1 => Just(b'\r'), 24 => 0x21..=u8::MAX],
            0..24,
        )) {
            let body = line.strip_suffix(b"\r").unwrap_or(&line);
            let words = body.split(|&byte| is_blank(byte)).filter(|word| !word.is_empty());
            let tokens: Vec<_> = Tokens::new(&line).collect();
            prop_assert!(tokens.iter().map(|token| token.text).eq(words));
            // The same with something behind the line.
            let window = [&line[..], b"\nREEF 3 4\n       "].concat();
            prop_assert!(Tokens::in_window(&window, line.len()).eq(tokens.iter().copied()));
            for token in tokens {
                prop_assert_eq!(&line[token.span()], token.text);
                let packed = if token.text.len() > 8 { 0 } else { pack(token.text) };
                prop_assert_eq!(token.packed(), packed);
            }
        }
    }
}
