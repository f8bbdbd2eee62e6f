//! The words of a transcript.

use std::fmt;

use bstr::{BString, ByteSlice};

use crate::othello::{Color, Move};

/// How much of a word that is no move is kept, in bytes.
pub const WORD_BYTES_MAX: usize = 64;

/// How many words of a game are kept; the last of them is refused. No game has that
/// many moves: a pass is never followed by another before the end.
pub const WORDS_MAX: usize = 128;

/// A word of a transcript: a move, or what should be one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word {
    /// The word as it stands there, at most [`WORD_BYTES_MAX`] bytes of it.
    pub text: BString,
    /// The move; none, if it is not one.
    pub played: Option<Move>,
    /// Whose move it is, in the formats that record it.
    pub color: Option<Color>,
    /// Where it begins.
    pub place: Place,
}

/// A place in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The line, from 1; 0 in a database, which has no lines.
    pub line: u64,
    /// The column, from 1, in bytes; in a database, the number of the byte among those
    /// of the moves.
    pub column: u64,
}

impl Place {
    /// The place so many bytes further in the line.
    pub(super) fn after(self, bytes: usize) -> Self {
        let column = self.column + bytes as u64;
        Self { column, ..self }
    }

    /// The place of the first byte of the text here that is not blank.
    pub(super) fn after_blanks(self, text: &[u8]) -> Self {
        self.after(text.len() - text.trim_ascii_start().len())
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}

impl Word {
    /// A word of which nothing is known but its place.
    pub(super) fn new(text: &[u8], place: Place) -> Self {
        Self {
            text: text[..text.len().min(WORD_BYTES_MAX)].into(),
            played: None,
            color: None,
            place,
        }
    }

    /// A word that is one move, or none.
    pub(super) fn of_one_move(text: &[u8], place: Place) -> Self {
        Self {
            played: Move::of_text(text),
            ..Self::new(text, place)
        }
    }
}

/// The longest token that is taken for one word when it is not all moves.
const ONE_WORD_BYTES_MAX: usize = 4;

/// Cuts a token into moves, which stand together in it; if that cannot be done, it
/// is one word that is none.
pub(super) fn push_moves(words: &mut Vec<Word>, token: &[u8], place: Place) {
    let before = words.len();
    let mut rest = token;
    while !rest.is_empty() && words.len() < WORDS_MAX {
        let at = place.after(token.len() - rest.len());
        let Some((played, length)) = Move::prefix_of(rest) else {
            if words.len() > before && token.len() > ONE_WORD_BYTES_MAX {
                // In a row of moves, the two characters from there on.
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
