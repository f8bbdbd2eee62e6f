//! Where a text is, and the end of what came so far.

use memchr::{memchr_iter, memrchr};

use super::bytes::is_space;
use super::capture::Capture;

/// How much of a text is kept behind the place where it is, in bytes: what the
/// lines before a difference are cut from.
pub const HISTORY_BYTES: usize = 1 << 16;

/// Counts lines and keeps the last bytes.
#[derive(Clone, Debug)]
pub(super) struct TextTail {
    /// How many bytes came.
    offset: u64,
    /// The number of the line, from 1.
    line: u64,
    /// The last bytes: all, or at least [`HISTORY_BYTES`], and not more than
    /// twice as many.
    tail: Vec<u8>,
    /// What is gone of the line at the beginning of `tail`.
    gone: Discarded,
}

/// A place in a text.
#[derive(Clone, Copy, Debug)]
pub(super) struct TextPosition {
    pub offset: u64,
    pub line: u64,
}

/// The beginning of a line.
#[derive(Clone, Debug, Default)]
pub(super) struct Discarded {
    pub bytes: u64,
    pub characters: Characters,
}

impl TextTail {
    pub fn new() -> Self {
        Self {
            offset: 0,
            line: 1,
            tail: Vec::new(),
            gone: Discarded::default(),
        }
    }

    pub fn offset(&self) -> u64 {
        self.offset
    }

    pub fn mark(&self) -> TextPosition {
        TextPosition {
            offset: self.offset,
            line: self.line,
        }
    }

    pub fn is_at_line_start(&self) -> bool {
        self.tail.last().is_none_or(|&byte| byte == b'\n')
    }

    /// The beginning of the token that the text is in, if it is not longer than
    /// that.
    pub fn word(&self, bytes_max: usize) -> Option<&[u8]> {
        let from = self.tail.len().saturating_sub(bytes_max + 1);
        match self.tail[from..].iter().rposition(|&byte| is_space(byte)) {
            Some(space) => Some(&self.tail[from + space + 1..]),
            None if self.tail.len() <= bytes_max => Some(&self.tail),
            None => None,
        }
    }

    pub fn advance(&mut self, bytes: &[u8]) {
        self.offset += bytes.len() as u64;
        self.line += memchr_iter(b'\n', bytes).count() as u64;
        if bytes.len() >= HISTORY_BYTES {
            let (before, last) = bytes.split_at(bytes.len() - HISTORY_BYTES);
            self.gone.advance(&self.tail);
            self.gone.advance(before);
            self.tail.clear();
            self.tail.extend_from_slice(last);
            return;
        }
        if self.tail.len() + bytes.len() > 2 * HISTORY_BYTES {
            self.trim();
        }
        self.tail.extend_from_slice(bytes);
    }

    /// Leaves no more than [`HISTORY_BYTES`].
    fn trim(&mut self) {
        let count = self.tail.len().saturating_sub(HISTORY_BYTES);
        self.gone.advance(&self.tail[..count]);
        self.tail.drain(..count);
    }

    /// Begins to keep the lines around a place, which is not more than
    /// [`HISTORY_BYTES`] ago.
    pub fn capture(&mut self, mark: TextPosition) -> Capture {
        // What is found must not depend on how the text came.
        self.trim();
        let ago = usize::try_from(self.offset - mark.offset).unwrap_or(usize::MAX);
        let (before, after) = self.tail.split_at(self.tail.len().saturating_sub(ago));
        let mut capture = Capture::new(mark.line, &self.gone, before);
        capture.push(after);
        capture
    }

    #[cfg(test)]
    pub fn retained_bytes(&self) -> usize {
        self.tail.capacity()
    }
}

impl Discarded {
    fn advance(&mut self, bytes: &[u8]) {
        let rest = match memrchr(b'\n', bytes) {
            Some(at) => {
                *self = Self::default();
                &bytes[at + 1..]
            }
            None => bytes,
        };
        self.bytes += rest.len() as u64;
        self.characters.push(rest);
    }
}

/// Counts characters; a byte that is not part of one counts as one.
#[derive(Clone, Debug, Default)]
pub(super) struct Characters {
    count: u64,
    /// The beginning of a character whose end has not come.
    begun: Vec<u8>,
}

impl Characters {
    /// The longest beginning of a character, in bytes.
    const BEGUN_MAX: usize = 3;

    pub fn push(&mut self, mut bytes: &[u8]) {
        while !self.begun.is_empty() {
            let Some((&byte, rest)) = bytes.split_first() else {
                return;
            };
            bytes = rest;
            self.begun.push(byte);
            let begun = std::mem::take(&mut self.begun);
            self.push_anew(&begun);
        }
        self.push_anew(bytes);
    }

    /// How many characters there are before the one that is begun, if one is.
    pub fn count(&self) -> u64 {
        self.count
    }

    fn push_anew(&mut self, bytes: &[u8]) {
        let mut chunks = bytes.utf8_chunks().peekable();
        while let Some(chunk) = chunks.next() {
            self.count += chunk.valid().chars().count() as u64;
            let invalid = chunk.invalid();
            let may_go_on = chunks.peek().is_none()
                && invalid.len() <= Self::BEGUN_MAX
                && std::str::from_utf8(invalid).is_err_and(|e| e.error_len().is_none());
            if may_go_on {
                self.begun.extend_from_slice(invalid);
            } else {
                self.count += invalid.len() as u64;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn characters_are_counted_however_they_come(
            text in prop::collection::vec(prop_oneof![
                Just(&b"a"[..]), Just("é".as_bytes()), Just("水".as_bytes()), Just("🚢".as_bytes()),
                Just(&b"\xf0\x9f"[..]), Just(&b"\x80"[..]), Just(&b"\xff"[..]), Just(&b"\xc3"[..]),
            ], 0..20),
            cuts in prop::collection::vec(1..5usize, 0..40),
        ) {
            let text = text.concat();
            let mut whole = Characters::default();
            whole.push(&text);
            let mut pieces = Characters::default();
            let mut rest = &text[..];
            for cut in cuts {
                let (piece, after) = rest.split_at(cut.min(rest.len()));
                pieces.push(piece);
                rest = after;
            }
            pieces.push(rest);
            prop_assert_eq!(pieces.count(), whole.count());
            let naive: u64 = text
                .utf8_chunks()
                .map(|chunk| (chunk.valid().chars().count() + chunk.invalid().len()) as u64)
                .sum();
            prop_assert_eq!(whole.count() + whole.begun.len() as u64, naive);
        }
    }

    #[test]
    fn a_token_is_looked_up_as_far_as_it_may_be_long() {
        let mut track = TextTail::new();
        track.advance(b"1234");
        assert_eq!(track.word(4), Some(&b"1234"[..]));
        assert_eq!(track.word(3), None);
        track.advance(b" 1234");
        assert_eq!(track.word(4), Some(&b"1234"[..]));
        assert_eq!(track.word(3), None);
        track.advance(b"\n");
        assert_eq!(track.word(0), Some(&b""[..]));
    }
}
