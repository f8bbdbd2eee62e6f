//! The tags before the moves of a game.

use super::report;
use crate::othello::Position;
use crate::othello::transcript::cursor::Cursor;
use crate::othello::transcript::game::value;
use crate::othello::transcript::{Game, ReadError, ReadErrorKind, ReportedResult, VALUE_BYTES_MAX};

/// The names of [`Tags`](crate::othello::transcript::Tags).
pub const TAGS: [&str; 4] = ["Event", "Date", "Black", "White"];

/// Whether a line begins here with a tag.
pub fn is_at_tag(cursor: &Cursor<'_>) -> bool {
    cursor.is_at_line_start()
        && matches!(cursor.rest(), [b'[', letter, ..] if letter.is_ascii_alphabetic())
}

/// Reads `[Name "value"]`. A quote ends the value only if a bracket follows, because many
/// programs do not escape quotes.
pub fn read_tag(cursor: &mut Cursor<'_>, game: &mut Game) -> Result<(), ReadError> {
    let place = cursor.place();
    let error = |kind: ReadErrorKind| kind.at(place);
    cursor.take(1);
    cursor.take_while(is_blank);
    let name = cursor.take_while(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    cursor.take_while(is_blank);
    let is_quoted = cursor.accept(b'"');
    if name.is_empty() || !is_quoted {
        return Err(error(ReadErrorKind::Tag));
    }
    let mut text = Vec::new();
    loop {
        let piece = cursor.take_while(|byte| !b"\"\\\n".contains(&byte));
        text.extend_from_slice(piece);
        if text.len() > VALUE_BYTES_MAX {
            return Err(error(ReadErrorKind::LongValue));
        }
        match cursor.peek() {
            Some(b'"') if is_closing_quote(cursor.rest()) => break,
            Some(b'"') => text.extend_from_slice(cursor.take(1)),
            Some(b'\\') => text.extend_from_slice(&cursor.take(2)[1..]),
            _ => return Err(error(ReadErrorKind::Tag)),
        }
    }
    cursor.take(1);
    cursor.take_while(is_blank);
    cursor.take(1);
    match &name.to_ascii_lowercase()[..] {
        b"result" => report(game, ReportedResult::read(text.trim_ascii())),
        b"fen" => game.start = Position::of_text(&text).map_err(|why| error(why.into()))?,
        name => {
            if let Some(tag) = game.tags.named(TAGS, name) {
                *tag = value(&text);
            }
        }
    }
    Ok(())
}

/// Whether a text begins with a quote, optional blanks and the bracket that ends a tag.
fn is_closing_quote(text: &[u8]) -> bool {
    let mut rest = text.iter().skip(1).skip_while(|&&byte| is_blank(byte));
    rest.next() == Some(&b']')
}

fn is_blank(byte: u8) -> bool {
    byte == b' ' || byte == b'\t'
}
