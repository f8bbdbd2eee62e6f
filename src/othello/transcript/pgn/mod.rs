//! Numbered moves, with tags or without.

mod tags;
mod write;

use super::cursor::Cursor;
use super::word::push_moves;
use super::{Game, ReadError, ReadErrorKind, Told};
use tags::{is_at_tag, read_tag};
pub use write::write;

/// How deep variations may lie in variations.
pub const VARIATIONS_MAX: u32 = 64;

/// Reads the next game. It ends with a result, with the tags of the next one, or
/// with the text.
pub fn read(cursor: &mut Cursor<'_>) -> Option<Result<Game, ReadError>> {
    let begun = skip_to_game(cursor)?;
    let result = begun.and_then(|()| read_game(cursor));
    if let Err(error) = &result {
        skip_to_tags(cursor, &error.kind);
    }
    Some(result)
}

/// Goes on to what is no comment.
fn skip_to_game(cursor: &mut Cursor<'_>) -> Option<Result<(), ReadError>> {
    loop {
        match skip_comment(cursor) {
            Ok(Skipped::Nothing) => break,
            Ok(_) => {}
            Err(error) => return Some(Err(error)),
        }
    }
    cursor.peek().map(|_| Ok(()))
}

fn read_game(cursor: &mut Cursor<'_>) -> Result<Game, ReadError> {
    let begin = cursor.place();
    let mut game = Game::new(begin.0);
    let mut depth = 0;
    // Where the outermost variation begins.
    let mut opened = begin;
    let mut has_moves = false;
    let mut last_tag = None;
    // Where a comment began within the last one.
    let mut nested = None;
    loop {
        match skip_comment(cursor)? {
            Skipped::Nothing => {}
            Skipped::Line => continue,
            Skipped::Braces(within) => {
                nested = within;
                continue;
            }
        }
        let place = cursor.place();
        let (line, _) = place;
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
                if depth == 0 && read_token(&mut game, token, place) == Token::Result {
                    break;
                }
            }
        }
    }
    Ok(game)
}

#[derive(PartialEq, Eq)]
enum Token {
    Result,
    Other,
}

fn read_token(game: &mut Game, token: &[u8], (line, column): (u64, u64)) -> Token {
    let told = Told::read(token).filter(|told| !matches!(told, Told::Difference(_)));
    if told.is_some() || token == b"*" {
        tell(game, told);
        return Token::Result;
    }
    let digits = token.iter().take_while(|byte| byte.is_ascii_digit());
    let digits = digits.count();
    let rest = &token[digits..];
    let dots = rest.iter().take_while(|&&byte| byte == b'.').count();
    let rest = &rest[dots..];
    // What stands behind a number without a dot belongs to it.
    let (moves, skipped) = if dots > 0 || rest.is_empty() {
        (rest, digits + dots)
    } else {
        (token, 0)
    };
    let marks = moves.iter().rev().take_while(|byte| b"!?".contains(byte));
    let moves = &moves[..moves.len() - marks.count()];
    push_moves(&mut game.words, moves, (line, column + skipped as u64));
    Token::Other
}

/// Keeps a result. Its counts say more than who has won.
fn tell(game: &mut Game, told: Option<Told>) {
    if !matches!(game.told, Some(Told::Counts { .. })) {
        game.told = told.or(game.told);
    }
}

fn ends_token(byte: u8) -> bool {
    byte.is_ascii_whitespace() || b"{}()[];$".contains(&byte)
}

/// What stood before the next token.
enum Skipped {
    Nothing,
    /// A comment to the end of the line.
    Line,
    /// A comment in braces, and where the first brace within it opens, if there is one.
    Braces(Option<(u64, u64)>),
}

/// Goes past white space and a comment.
fn skip_comment(cursor: &mut Cursor<'_>) -> Result<Skipped, ReadError> {
    cursor.skip_white_space();
    match cursor.peek() {
        Some(b'%') if cursor.is_at_line_start() => {
            cursor.take_line();
        }
        Some(b';') => {
            cursor.take_line();
        }
        Some(b'{') => {
            let place = cursor.place();
            let mut nested = None;
            while !cursor.accept(b'}') {
                // Tags are the next game's: else all games would be a comment.
                if cursor.rest().is_empty() || is_at_tag(cursor) {
                    return Err(ReadErrorKind::OpenComment.at(place));
                }
                cursor.take(1);
                cursor.take_while(|byte| !b"{}\n[".contains(&byte));
                if nested.is_none() && cursor.peek() == Some(b'{') {
                    nested = Some(cursor.place());
                }
            }
            return Ok(Skipped::Braces(nested));
        }
        _ => return Ok(Skipped::Nothing),
    }
    Ok(Skipped::Line)
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
