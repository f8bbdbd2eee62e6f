//! The words of a line, and the moves in them.

use bstr::ByteSlice;

use super::{ReadError, ReadErrorKind, TextPlace, TranscriptWord, WORDS_MAX};
use crate::Move;

/// The words of a line, each with its offset. All Unicode white space separates words, because text
/// copied from web pages contains it.
pub fn words(line: &[u8]) -> impl Iterator<Item = (usize, &[u8])> {
    let is_between = |c: char| c.is_whitespace() || c == ZERO_WIDTH_SPACE;
    let words = line.fields_with(is_between);
    words.map(|word| (word.as_ptr().addr() - line.as_ptr().addr(), word))
}

/// This is not white space by Unicode's definition.
const ZERO_WIDTH_SPACE: char = '\u{200b}';

/// The longest token that counts as one word if it is not made of moves only, in bytes. Letters only
/// are always one word.
const ONE_WORD_BYTES_MAX: usize = 4;

/// The characters other than letters and digits with which a word may begin: one that is meant as a
/// pass or a result.
const WORD_MARKS: [char; 5] = ['-', '\u{2013}', '\u{2014}', '+', '*'];

/// Splits a token into moves that are written without blanks. If that fails, the moves
/// before the bad word are kept only if the token is too long to be one word.
///
/// # Errors
///
/// [`ReadErrorKind::NotInMoves`], if moves are separated by anything but blanks.
pub fn push_moves(
    words: &mut Vec<TranscriptWord>,
    token: &[u8],
    place: TextPlace,
) -> Result<(), ReadError> {
    let before = words.len();
    let mut rest = token;
    while !rest.is_empty() && words.len() < WORDS_MAX {
        let at = place.after(token.len() - rest.len());
        let Some((played, length)) = Move::prefix_of(rest) else {
            let follows_move = words.len() > before;
            if let (Some(mark), _) = bstr::decode_utf8(rest)
                && !mark.is_alphanumeric()
                && (follows_move || !WORD_MARKS.contains(&mark))
            {
                return Err(ReadErrorKind::NotInMoves(mark).at(at));
            }
            let is_one_word =
                token.len() <= ONE_WORD_BYTES_MAX || token.iter().all(u8::is_ascii_alphabetic);
            if follows_move && is_one_word {
                words.truncate(before);
                words.push(TranscriptWord::new(token, place));
            } else {
                words.push(TranscriptWord::new(&rest[..bad_word(rest)], at));
            }
            return Ok(());
        };
        words.push(TranscriptWord {
            played: Some(played),
            ..TranscriptWord::new(&rest[..length], at)
        });
        rest = &rest[length..];
    }
    Ok(())
}

/// The length of the first word of a text that does not begin with a move: two characters if these
/// are a letter and a digit, in any order, otherwise all of the text.
fn bad_word(text: &[u8]) -> usize {
    let mut chars = text.char_indices();
    match (chars.next(), chars.next()) {
        (Some((_, _, first)), Some((_, end, second)))
            if first.is_alphabetic() && second.is_numeric()
                || first.is_numeric() && second.is_alphabetic() =>
        {
            end
        }
        _ => text.len(),
    }
}
