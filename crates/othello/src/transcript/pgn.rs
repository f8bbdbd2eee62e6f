//! Numbered moves, with or without tags, as in the chess format PGN.

use bstr::ByteVec;

use super::cursor::Cursor;
use super::game::value;
use super::words::push_moves;
use super::{
    PlayedGame, ReadError, ReadErrorKind, ReportedResult, TextPlace, VALUE_BYTES_MAX,
    VARIATIONS_MAX, WrittenGame,
};
use crate::{Color, Position, Scoring};

/// The maximum length of lines of moves, in characters.
const LINE_CHARS_MAX: usize = 80;

/// Reads the next game. It ends at a result, at the tags of the next game, or at the end
/// of the text.
pub fn read(cursor: &mut Cursor<'_>) -> Option<Result<WrittenGame, ReadError>> {
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

fn read_game(cursor: &mut Cursor<'_>) -> Result<WrittenGame, ReadError> {
    let begin = cursor.place();
    let mut game = WrittenGame::new(begin.line);
    let mut depth = 0;
    // The place of the outermost variation.
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
                push_numbered(&mut game, token, place)?;
            }
        }
    }
    Ok(game)
}

/// Adds the moves of a token, which may begin with their number and end with marks.
fn push_numbered(game: &mut WrittenGame, token: &[u8], place: TextPlace) -> Result<(), ReadError> {
    let count = |text: &[u8], is: fn(&u8) -> bool| text.iter().take_while(|byte| is(byte)).count();
    let digits = count(token, u8::is_ascii_digit);
    let dots = count(&token[digits..], |&byte| byte == b'.');
    let mut skipped = digits + dots;
    // A number without a dot is part of the word.
    if dots == 0 && digits < token.len() {
        skipped = 0;
    }
    let moves = &token[skipped..];
    let marks = moves.iter().rev().take_while(|byte| b"!?".contains(byte));
    let moves = &moves[..moves.len() - marks.count()];
    push_moves(&mut game.words, moves, place.after(skipped))
}

/// Stores a result, unless the game has one with counts of discs, which says more.
fn report(game: &mut WrittenGame, result: Option<ReportedResult>) {
    if !matches!(game.reported, Some(ReportedResult::Counts { .. })) {
        game.reported = result.or(game.reported);
    }
}

fn ends_token(byte: u8) -> bool {
    byte.is_ascii_whitespace() || b"{}()[];$".contains(&byte)
}

/// Skips white space and a comment; returns whether there was one. After a comment in
/// braces, `nested` is the place of the first opening brace within it.
fn skip_comment(
    cursor: &mut Cursor<'_>,
    nested: &mut Option<TextPlace>,
) -> Result<bool, ReadError> {
    cursor.skip_white_space();
    match cursor.peek() {
        Some(b'{') => {
            let place = cursor.place();
            *nested = None;
            while !cursor.accept(b'}') {
                // A tag begins the next game, so that an open comment does not swallow all games.
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

/// Skips to the tags of the next game; after an error in a tag, also past the rest of
/// this game's tags.
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

/// Whether a line begins here with a tag.
fn is_at_tag(cursor: &Cursor<'_>) -> bool {
    cursor.is_at_line_start()
        && matches!(cursor.rest(), [b'[', letter, ..] if letter.is_ascii_alphabetic())
}

/// Reads `[Name "value"]`. A quote ends the value only if a bracket follows, because many
/// programs do not escape quotes.
fn read_tag(cursor: &mut Cursor<'_>, game: &mut WrittenGame) -> Result<(), ReadError> {
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
        b"event" => game.tags.event = value(&text),
        b"date" => game.tags.date = value(&text),
        b"black" => game.tags.black = value(&text),
        b"white" => game.tags.white = value(&text),
        _ => {}
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
    let result = result(game);
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
        text.push_str(word);
    }
    text.push(b'\n');
    text
}

/// The discs of a finished game; otherwise the reported result, if PGN can express it.
fn result(game: &PlayedGame) -> String {
    if game.is_finished() {
        let score = game.score(Scoring::Discs);
        return format!("{}-{}", score.black, score.white);
    }
    match game.reported {
        None | Some(ReportedResult::Difference(_) | ReportedResult::Impossible(_)) => {
            "*".to_owned()
        }
        Some(result) => result.to_string(),
    }
}

fn push_tag(text: &mut Vec<u8>, name: &str, value: &[u8]) {
    text.push_str(format!("[{name} \""));
    for &byte in value {
        if b"\"\\".contains(&byte) {
            text.push(b'\\');
        }
        text.push(byte);
    }
    text.push_str("\"]\n");
}

/// The moves, with numbers before those of black.
fn numbered(game: &PlayedGame) -> impl Iterator<Item = String> {
    let begins_white = game.start().to_move() == Color::White;
    let plies = (usize::from(begins_white)..).zip(game.moves());
    plies.map(move |(ply, played)| match (ply % 2, ply) {
        (0, _) => format!("{}. {played}", ply / 2 + 1),
        (_, 1) if begins_white => format!("1... {played}"),
        _ => played.to_string(),
    })
}
