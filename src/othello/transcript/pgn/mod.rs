//! Numbered moves, with tags or without.

mod tags;
mod write;

use super::cursor::Cursor;
use super::word::push_moves;
use super::{Game, Place, ReadError, ReadErrorKind, ReportedResult};
use tags::{is_at_tag, read_tag};
pub use write::write;

/// How deep variations may lie in variations.
pub const VARIATIONS_MAX: u32 = 64;

/// Reads the next game. It ends with a result, with the tags of the next one, or
/// with the text.
pub fn read(cursor: &mut Cursor<'_>) -> Option<Result<Game, ReadError>> {
    let begun = loop {
        match skip_comment(cursor, &mut None) {
            Ok(true) => {}
            Ok(false) => break Ok(()),
            Err(error) => break Err(error),
        }
    };
    if begun.is_ok() {
        cursor.peek()?;
    }
    let result = begun.and_then(|()| read_game(cursor));
    if let Err(error) = &result {
        skip_to_tags(cursor, &error.kind);
    }
    Some(result)
}

fn read_game(cursor: &mut Cursor<'_>) -> Result<Game, ReadError> {
    let begin = cursor.place();
    let mut game = Game::new(begin.line);
    let mut depth = 0;
    // Where the outermost variation begins.
    let mut opened = begin;
    let mut has_moves = false;
    let mut last_tag = None;
    let mut nested = None;
    loop {
        if skip_comment(cursor, &mut nested)? {
            continue;
        }
        let place = cursor.place();
        let line = place.line;
        match cursor.peek() {
            None | Some(b'[') if depth > 0 => return Err(ReadErrorKind::OpenVariation.at(opened)),
            None => break,
            Some(b'[') if has_moves || last_tag.is_some_and(|last| last + 1 < line) => break,
            Some(b'[') => {
                read_tag(cursor, &mut game)?;
                last_tag = Some(line);
            }
            Some(b'(') if depth == VARIATIONS_MAX => {
                return Err(ReadErrorKind::TooDeep.at(place));
            }
            Some(b'(') => {
                cursor.take(1);
                if depth == 0 {
                    opened = place;
                }
                depth += 1;
            }
            Some(b')') if depth > 0 => {
                cursor.take(1);
                depth -= 1;
            }
            Some(b'$') => {
                cursor.take(1);
                cursor.take_while(|byte| byte.is_ascii_digit());
            }
            Some(closing @ (b'}' | b')' | b']')) => {
                return Err(match nested {
                    Some(nested) if closing == b'}' => ReadErrorKind::NestedComment.at(nested),
                    _ => ReadErrorKind::NothingOpen.at(place),
                });
            }
            Some(_) => {
                let token = cursor.take_while(|byte| !ends_token(byte));
                has_moves = true;
                if depth > 0 {
                    continue;
                }
                let result = ReportedResult::read(token)
                    .filter(|result| !matches!(result, ReportedResult::Difference(_)));
                if result.is_some() || token == b"*" {
                    report(&mut game, result);
                    break;
                }
                push_numbered(&mut game, token, place);
            }
        }
    }
    Ok(game)
}

/// Adds the moves of a token, which may begin with their number and end with marks.
fn push_numbered(game: &mut Game, token: &[u8], place: Place) {
    let count = |text: &[u8], is: fn(&u8) -> bool| text.iter().take_while(|byte| is(byte)).count();
    let digits = count(token, u8::is_ascii_digit);
    let dots = count(&token[digits..], |&byte| byte == b'.');
    let mut skipped = digits + dots;
    // What stands behind a number without a dot belongs to it.
    if dots == 0 && digits < token.len() {
        skipped = 0;
    }
    let moves = &token[skipped..];
    let marks = moves.iter().rev().take_while(|byte| b"!?".contains(byte));
    let moves = &moves[..moves.len() - marks.count()];
    push_moves(&mut game.words, moves, place.after(skipped));
}

/// Keeps a result. Its counts say more than who has won.
fn report(game: &mut Game, result: Option<ReportedResult>) {
    if !matches!(game.reported, Some(ReportedResult::Counts { .. })) {
        game.reported = result.or(game.reported);
    }
}

fn ends_token(byte: u8) -> bool {
    byte.is_ascii_whitespace() || b"{}()[];$".contains(&byte)
}

/// Goes past white space and a comment, if there is one. If it is in braces, `nested` is where
/// another one opens within it.
fn skip_comment(cursor: &mut Cursor<'_>, nested: &mut Option<Place>) -> Result<bool, ReadError> {
    cursor.skip_white_space();
    match cursor.peek() {
        Some(b'{') => {
            let place = cursor.place();
            *nested = None;
            while !cursor.accept(b'}') {
                // Tags are the next game's: else all games would be a comment.
                if cursor.rest().is_empty() || is_at_tag(cursor) {
                    return Err(ReadErrorKind::OpenComment.at(place));
                }
                cursor.take(1);
                cursor.take_while(|byte| !b"{}\n[".contains(&byte));
                if nested.is_none() && cursor.peek() == Some(b'{') {
                    *nested = Some(cursor.place());
                }
            }
        }
        Some(b'%') if !cursor.is_at_line_start() => return Ok(false),
        Some(b'%' | b';') => {
            cursor.take_line();
        }
        _ => return Ok(false),
    }
    Ok(true)
}

/// Goes on to the next lines of tags; past those that stand here, if one of them is
/// broken.
fn skip_to_tags(cursor: &mut Cursor<'_>, error: &ReadErrorKind) {
    use ReadErrorKind::{LongValue, Position, Tag};
    if !cursor.is_at_line_start() {
        cursor.take_line();
        while matches!(error, Tag | LongValue | Position(_)) && is_at_tag(cursor) {
            cursor.take_line();
        }
    }
    while !cursor.rest().is_empty() && !is_at_tag(cursor) {
        cursor.take_line();
    }
}
