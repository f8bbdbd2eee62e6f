//! The words of a transcript.

use std::fmt;

use bstr::{BString, ByteSlice};

use crate::Move;

/// The maximum number of bytes kept of a word that is not a move.
pub const WORD_BYTES_MAX: usize = 64;

/// The maximum number of words kept of a game; the last of them is rejected. No game has
/// this many moves, because a pass is never followed by another before the end.
pub const WORDS_MAX: usize = 128;

/// A word of a transcript: a move, or what should be one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word {
    /// The word as written, cut to [`WORD_BYTES_MAX`] bytes.
    pub text: BString,
    /// The move; `None` if the word is not one.
    pub played: Option<Move>,
    /// Where it begins.
    pub place: Place,
}

/// A place in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The line, from 1; 0 in a database, which has no lines.
    pub line: u64,
    /// The column, from 1, in bytes; in a database, the position among the bytes of the
    /// moves.
    pub column: u64,
}

impl Place {
    /// The place some bytes further on in the same line.
    pub(super) fn after(self, bytes: usize) -> Self {
        let column = self.column + bytes as u64;
        Self { column, ..self }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}

impl Word {
    /// A word that is not known to be a move.
    pub(super) fn new(text: &[u8], place: Place) -> Self {
        Self {
            text: text[..text.len().min(WORD_BYTES_MAX)].into(),
            played: None,
            place,
        }
    }
}

/// The longest token that counts as one word if it is not made of moves only, in bytes.
const ONE_WORD_BYTES_MAX: usize = 4;

/// Splits a token into moves that are written without blanks. If that fails, the moves
/// before the bad word are kept only if the token is too long to be one word.
pub(super) fn push_moves(words: &mut Vec<Word>, token: &[u8], place: Place) {
    let before = words.len();
    let mut rest = token;
    while !rest.is_empty() && words.len() < WORDS_MAX {
        let at = place.after(token.len() - rest.len());
        let Some((played, length)) = Move::prefix_of(rest) else {
            if words.len() > before && token.len() > ONE_WORD_BYTES_MAX {
                // Among moves, the next two characters are the bad word.
                let end = rest.char_indices().nth(1).map(|(_, end, _)| end);
                words.push(Word::new(&rest[..end.unwrap_or(rest.len())], at));
            } else {
                words.truncate(before);
                words.push(Word::new(token, place));
            }
            return;
        };
        words.push(Word {
            played: Some(played),
            ..Word::new(&rest[..length], at)
        });
        rest = &rest[length..];
    }
}
