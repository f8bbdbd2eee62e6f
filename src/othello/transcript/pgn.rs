//! Numbered moves, with tags or without.

use super::cursor::Cursor;
use super::game::value;
use super::word::push_moves;
use super::{Game, PlayedGame, ReadError, ReadErrorKind, Told, VALUE_BYTES_MAX};
use crate::othello::{Color, Position};

/// How deep variations may lie in variations.
pub const VARIATIONS_MAX: u32 = 64;

/// How long the lines of moves are that are written, in characters.
const LINE_CHARS_MAX: usize = 80;

/// Reads the next game. It ends with a result, with the tags of the next one, or
/// with the text.
pub fn read(cursor: &mut Cursor<'_>) -> Option<Result<Game, ReadError>> {
    let begun = skip_to_game(cursor)?;
    let result = begun.and_then(|()| read_game(cursor));
    if result.is_err() {
        skip_to_tags(cursor);
    }
    Some(result)
}

/// Goes on to what is no comment.
fn skip_to_game(cursor: &mut Cursor<'_>) -> Option<Result<(), ReadError>> {
    loop {
        match skip_comment(cursor) {
            Ok(true) => {}
            Ok(false) => break,
            Err(error) => return Some(Err(error)),
        }
    }
    cursor.peek().map(|_| Ok(()))
}

fn read_game(cursor: &mut Cursor<'_>) -> Result<Game, ReadError> {
    let (begin, _) = cursor.place();
    let mut game = Game::new(begin);
    let mut depth = 0;
    let mut has_moves = false;
    let mut last_tag = None;
    loop {
        if skip_comment(cursor)? {
            continue;
        }
        let (line, column) = cursor.place();
        let error = |kind| Err(ReadError { line, kind });
        match cursor.peek() {
            None | Some(b'[') if depth > 0 => return error(ReadErrorKind::OpenVariation),
            None => break,
            Some(b'[') if has_moves || last_tag.is_some_and(|last| last + 1 < line) => break,
            Some(b'[') => {
                read_tag(cursor, &mut game)?;
                last_tag = Some(line);
            }
            Some(b'(') if depth == VARIATIONS_MAX => return error(ReadErrorKind::TooDeep),
            Some(b'(') => {
                cursor.take(1);
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
            Some(b'}' | b')' | b']') => return error(ReadErrorKind::NothingOpen),
            Some(_) => {
                let token = cursor.take_while(|byte| !ends_token(byte));
                has_moves = true;
                if depth == 0 && read_token(&mut game, token, (line, column)) == Token::Result {
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

/// The counts of a result say more than who has won.
fn tell(game: &mut Game, told: Option<Told>) {
    if !matches!(game.told, Some(Told::Counts { .. })) {
        game.told = told.or(game.told);
    }
}

fn ends_token(byte: u8) -> bool {
    byte.is_ascii_whitespace() || b"{}()[];$".contains(&byte)
}

/// Goes past white space and a comment; says whether there was one.
fn skip_comment(cursor: &mut Cursor<'_>) -> Result<bool, ReadError> {
    cursor.skip_white_space();
    match cursor.peek() {
        Some(b'%') if cursor.is_at_line_start() => {
            cursor.take_line();
        }
        Some(b';') => {
            cursor.take_line();
        }
        Some(b'{') => {
            let (line, _) = cursor.place();
            while !cursor.accept(b'}') {
                // Tags are the next game's: else all games would be a comment.
                if cursor.rest().is_empty() || is_at_tag(cursor) {
                    let kind = ReadErrorKind::OpenComment;
                    return Err(ReadError { line, kind });
                }
                cursor.take(1);
                cursor.take_while(|byte| byte != b'}' && byte != b'\n' && byte != b'[');
            }
        }
        _ => return Ok(false),
    }
    Ok(true)
}

fn is_at_tag(cursor: &Cursor<'_>) -> bool {
    cursor.is_at_line_start()
        && matches!(cursor.rest(), [b'[', letter, ..] if letter.is_ascii_alphabetic())
}

/// Goes on to the next lines of tags, past those that stand here.
fn skip_to_tags(cursor: &mut Cursor<'_>) {
    if !cursor.is_at_line_start() {
        cursor.take_line();
        while is_at_tag(cursor) {
            cursor.take_line();
        }
    }
    while !cursor.rest().is_empty() && !is_at_tag(cursor) {
        cursor.take_line();
    }
}

/// Reads `[Name "value"]`.
fn read_tag(cursor: &mut Cursor<'_>, game: &mut Game) -> Result<(), ReadError> {
    let (line, _) = cursor.place();
    let error = |kind| ReadError { line, kind };
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
            Some(b'"') => break,
            Some(b'\\') => text.extend_from_slice(&cursor.take(2)[1..]),
            _ => return Err(error(ReadErrorKind::Tag)),
        }
    }
    cursor.take(1);
    cursor.take_while(is_blank);
    if !cursor.accept(b']') {
        return Err(error(ReadErrorKind::Tag));
    }
    let tags = &mut game.tags;
    match &name.to_ascii_lowercase()[..] {
        b"black" => tags.black = value(&text),
        b"white" => tags.white = value(&text),
        b"event" => tags.event = value(&text),
        b"date" => tags.date = value(&text),
        b"result" => tell(game, Told::read(text.trim_ascii())),
        b"fen" => game.start = Position::of_text(&text).map_err(|why| error(why.into()))?,
        _ => {}
    }
    Ok(())
}

fn is_blank(byte: u8) -> bool {
    byte == b' ' || byte == b'\t'
}

/// Writes a game with its tags.
pub fn write(game: &PlayedGame) -> Vec<u8> {
    let mut text = Vec::new();
    let tags = &game.tags;
    for (name, tag) in [
        ("Event", &tags.event),
        ("Date", &tags.date),
        ("Black", &tags.black),
        ("White", &tags.white),
    ] {
        if let Some(tag) = tag.as_ref().and_then(|tag| value(tag)) {
            push_tag(&mut text, name, &tag);
        }
    }
    if game.start() != Position::start() {
        push_tag(&mut text, "FEN", game.start().to_string().as_bytes());
    }
    let score = game.counts().or(game.told);
    let result = match score {
        Some(Told::Difference(_)) | None => "*".to_owned(),
        Some(told) => told.to_string(),
    };
    push_tag(&mut text, "Result", result.as_bytes());
    text.push(b'\n');
    let mut width = 0;
    for word in numbered(game).chain([result]) {
        if width + word.len() >= LINE_CHARS_MAX {
            text.push(b'\n');
            width = 0;
        } else if width > 0 {
            text.push(b' ');
            width += 1;
        }
        width += word.len();
        text.extend_from_slice(word.as_bytes());
    }
    text.push(b'\n');
    text
}

fn push_tag(text: &mut Vec<u8>, name: &str, value: &[u8]) {
    text.extend_from_slice(format!("[{name} \"").as_bytes());
    for &byte in value {
        if b"\"\\".contains(&byte) {
            text.push(b'\\');
        }
        text.push(byte);
    }
    text.extend_from_slice(b"\"]\n");
}

/// The moves, each of black with its number.
fn numbered(game: &PlayedGame) -> impl Iterator<Item = String> {
    let begins_white = game.start().to_move() == Color::White;
    let plies = (usize::from(begins_white)..).zip(game.moves());
    plies.map(move |(ply, played)| match (ply % 2, ply) {
        (0, _) => format!("{}. {played}", ply / 2 + 1),
        (_, 1) if begins_white => format!("1... {played}"),
        _ => played.to_string(),
    })
}
