//! Fingerprints of what is left of a text when what does not count is taken out.
//!
//! Two texts can be compared byte by byte in one sense only, because the others
//! would have to be at other places of the answer at the same time. So in the
//! other senses each text is hashed by itself: as a polynomial modulo a prime, at
//! a point chosen at random. Two different texts of n bytes have the same value
//! at no more than n of 2^61 points, whoever wrote them.

use std::hash::{BuildHasher, Hasher, RandomState};

use super::bytes::{is_blank, is_space};

/// A Mersenne prime, by which it is easy to divide.
const PRIME: u64 = (1 << 61) - 1;

/// From so many words on fingerprints are noted at powers of two, so that texts
/// that are not the same need not be hashed to the end.
const FIRST_MILESTONE: u64 = 8;

/// The fingerprints of one text, from some place on.
#[derive(Clone, Debug)]
pub(super) struct Digests {
    trailing: Trailing,
    tokens: TokenHash,
}

/// Where the polynomials are evaluated; the same for both texts.
#[derive(Clone, Copy, Debug)]
pub(super) struct Point(u64);

impl Point {
    pub fn random() -> Self {
        let chosen = RandomState::new().build_hasher().finish();
        Self(chosen % (PRIME - 1024) + 1024)
    }
}

impl Digests {
    /// Begins after what is the same in both texts; says whether that ends
    /// within a token.
    pub fn new(point: Point, is_in_word: bool) -> Self {
        let hash = Hash::new(point);
        Self {
            trailing: Trailing {
                kept: hash,
                lines: hash,
                all: hash,
                is_kept: true,
            },
            tokens: TokenHash {
                hash,
                words: 0,
                is_in_word,
                has_gap: false,
                had_word: is_in_word,
                milestones: Vec::new(),
            },
        }
    }

    pub fn push(&mut self, bytes: &[u8]) {
        self.trailing.push(bytes);
        self.tokens.push(bytes);
    }

    /// Whether both texts are the same for `trailing`.
    pub fn same_lines(&self, other: &Self) -> bool {
        self.trailing.finish() == other.trailing.finish()
    }

    /// Whether both texts are the same for `tokens`.
    pub fn same_tokens(&self, other: &Self) -> bool {
        self.tokens.hash.finish() == other.tokens.hash.finish()
    }

    /// Whether the tokens are known to differ before the texts have ended.
    pub fn are_apart(&self, other: &Self) -> bool {
        let (one, other) = (&self.tokens.milestones, &other.tokens.milestones);
        let noted = one.len().min(other.len());
        noted > 0 && one[noted - 1] != other[noted - 1]
    }
}

/// A polynomial whose coefficients are the words of a text.
#[derive(Clone, Copy, Debug)]
struct Hash {
    value: u64,
    point: Point,
    /// The bytes of the word that is not complete. A one comes before them, so
    /// that no word is zero, and all the bytes count.
    word: u64,
}

/// A word with all its bytes is smaller than the prime.
const WORD_BYTES: usize = 7;

impl Hash {
    const EMPTY: u64 = 1;
    const FULL: u64 = 1 << (8 * WORD_BYTES);

    fn new(point: Point) -> Self {
        Self {
            value: 0,
            point,
            word: Self::EMPTY,
        }
    }

    /// Says whether a word is complete now.
    fn push(&mut self, byte: u8) -> bool {
        self.word = self.word << 8 | u64::from(byte);
        let is_full = self.word >= Self::FULL;
        if is_full {
            self.value = self.with(self.word);
            self.word = Self::EMPTY;
        }
        is_full
    }

    fn finish(&self) -> u64 {
        self.with(self.word)
    }

    /// The value after another word.
    fn with(&self, word: u64) -> u64 {
        let product = u128::from(self.value) * u128::from(self.point.0) + u128::from(word);
        #[expect(
            clippy::cast_possible_truncation,
            reason = "the low bits, then the high ones"
        )]
        let sum = (product as u64 & PRIME) + (product >> 61) as u64;
        if sum >= PRIME { sum - PRIME } else { sum }
    }
}

/// Lines without blanks at their ends, without empty ones at the end.
#[derive(Clone, Debug)]
struct Trailing {
    /// Up to the last byte that is no blank and no line feed.
    kept: Hash,
    /// That, and the line feeds that follow.
    lines: Hash,
    /// That, and the blanks that follow.
    all: Hash,
    /// Whether nothing follows; then only `all` is up to date.
    is_kept: bool,
}

impl Trailing {
    fn push(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            let is_end = byte == b'\n' || is_blank(byte);
            if is_end && self.is_kept {
                (self.kept, self.lines) = (self.all, self.all);
            }
            self.is_kept = !is_end;
            if byte == b'\n' {
                self.lines.push(byte);
                self.all = self.lines;
            } else {
                self.all.push(byte);
            }
        }
    }

    fn finish(&self) -> u64 {
        let kept = if self.is_kept { &self.all } else { &self.kept };
        kept.finish()
    }
}

/// Tokens with one blank between them.
#[derive(Clone, Debug)]
struct TokenHash {
    hash: Hash,
    /// How many words of them are complete.
    words: u64,
    is_in_word: bool,
    /// Whether white space came since the last token.
    has_gap: bool,
    /// Whether there is a token that the white space comes after.
    had_word: bool,
    milestones: Vec<u64>,
}

impl TokenHash {
    fn push(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            if is_space(byte) {
                self.is_in_word = false;
                self.has_gap = true;
                continue;
            }
            if !self.is_in_word && self.has_gap && self.had_word {
                self.symbol(b' ');
            }
            self.symbol(byte);
            (self.is_in_word, self.has_gap, self.had_word) = (true, false, true);
        }
    }

    fn symbol(&mut self, byte: u8) {
        if self.hash.push(byte) {
            self.words += 1;
            if self.words >= FIRST_MILESTONE && self.words.is_power_of_two() {
                self.milestones.push(self.hash.value);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn same(one: &str, other: &str, is_in_word: bool) -> (bool, bool) {
        let point = Point::random();
        let digests = [one, other].map(|text| {
            let mut digests = Digests::new(point, is_in_word);
            digests.push(text.as_bytes());
            digests
        });
        (
            digests[0].same_lines(&digests[1]),
            digests[0].same_tokens(&digests[1]),
        )
    }

    #[test]
    fn what_does_not_count_is_left_out() {
        assert_eq!(same("a \nb", "a\nb\r\n\t\n", false), (true, true));
        assert_eq!(same("a\n\nb", "a\nb", false), (false, true));
        assert_eq!(same("a \n \n b", "a\n\n b", false), (true, true));
        assert_eq!(same("a b", "ab", false), (false, false));
        assert_eq!(same("", " \n", true), (true, true));
        assert_eq!(same("a", " a", true), (false, false));
        assert_eq!(same("a", " a", false), (false, true));
        assert_eq!(same("", "\0", false), (false, false));
        assert_eq!(same("\0", "\0\0", false), (false, false));
    }

    #[test]
    fn tokens_that_differ_early_are_known_to_before_the_end() {
        let point = Point::random();
        let (mut one, mut other) = (Digests::new(point, false), Digests::new(point, false));
        one.push(&[b'a'; 100]);
        other.push(b"b");
        assert!(!one.are_apart(&other));
        other.push(&[b'a'; 63]);
        assert!(one.are_apart(&other));
        assert!(!one.are_apart(&one.clone()));
    }
}
