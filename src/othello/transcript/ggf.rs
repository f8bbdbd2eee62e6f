//! The Generic Game Format (GGF) of the Generic Game Server.

use bstr::ByteVec;

use super::cursor::Cursor;
use super::game::{push_escaped, value};
use super::{
    Game, PlayedGame, ReadError, ReadErrorKind, ReportedResult, VALUE_BYTES_MAX, WORDS_MAX, Word,
};
use crate::othello::{Color, Position};

const BEGIN: &[u8] = b"(;";
/// The beginning of a game whose first property is the name of the game.
const NAMED_BEGIN: &[u8] = b"(;GM[";
/// The properties that are [tags](super::Tags).
const TAGS: [&str; 4] = ["PC", "DT", "PB", "PW"];

/// Whether a text begins with a game, after digits and white space.
pub fn is_game(text: &[u8]) -> bool {
    let begin = text
        .iter()
        .position(|byte| !byte.is_ascii_whitespace() && !byte.is_ascii_digit());
    begin.is_some_and(|begin| text[begin..].starts_with(BEGIN))
}

/// Reads the next game; text between games is skipped.
pub fn read(cursor: &mut Cursor<'_>) -> Option<Result<Game, ReadError>> {
    while !cursor.rest().starts_with(BEGIN) {
        cursor.peek()?;
        cursor.take(1);
        cursor.take_while(|byte| byte != b'(');
    }
    let begin = cursor.place().line;
    cursor.take(BEGIN.len());
    let mut game = Game::new(begin);
    let result = loop {
        match read_property(cursor, &mut game) {
            Ok(true) => {}
            Ok(false) => break Ok(game),
            Err(error) => break Err(error),
        }
    };
    Some(result)
}

/// Reads a property with its values; returns false at the end of the game.
fn read_property(cursor: &mut Cursor<'_>, game: &mut Game) -> Result<bool, ReadError> {
    cursor.take_while(|byte| byte.is_ascii_whitespace() || byte == b';');
    if cursor.accept(b')') {
        return Ok(false);
    }
    let place = cursor.place();
    let error = |kind: ReadErrorKind| Err(kind.at(place));
    let name = cursor.take_while(|byte| byte.is_ascii_alphabetic());
    cursor.skip_white_space();
    match cursor.peek() {
        _ if cursor.rest().starts_with(BEGIN) => return error(ReadErrorKind::OpenGame),
        None => return error(ReadErrorKind::OpenGame),
        Some(b'[') if !name.is_empty() => {}
        Some(_) => return error(ReadErrorKind::Property),
    }
    let name = name.to_ascii_uppercase();
    while cursor.accept(b'[') {
        let place = cursor.place();
        let Some(text) = take_value(cursor) else {
            return error(ReadErrorKind::OpenGame);
        };
        let color = match &name[..] {
            b"B" => Color::Black,
            b"W" => Color::White,
            _ => {
                set(game, &name, text).map_err(|kind| kind.at(place))?;
                continue;
            }
        };
        if game.words.len() < WORDS_MAX {
            let played = text.split(|&byte| byte == b'/').next().unwrap_or_default();
            game.words.push(Word {
                color: Some(color),
                ..Word::of_one_move(played.trim_ascii(), place.after_blanks(played))
            });
        }
    }
    Ok(true)
}

/// Takes a value and its closing bracket; `None` if the bracket is missing.
fn take_value<'t>(cursor: &mut Cursor<'t>) -> Option<&'t [u8]> {
    let rest = cursor.rest();
    let mut length = 0;
    loop {
        length += cursor.take_while(|byte| !b"\\](".contains(&byte)).len();
        match cursor.peek()? {
            b']' => break,
            b'\\' => length += cursor.take(2).len(),
            // The next game begins, so the closing bracket is missing.
            _ if is_named_game(cursor.rest()) => return None,
            _ => length += cursor.take(1).len(),
        }
    }
    cursor.take(1);
    Some(&rest[..length])
}

fn is_named_game(text: &[u8]) -> bool {
    let begin = text.get(..NAMED_BEGIN.len());
    begin.is_some_and(|begin| begin.eq_ignore_ascii_case(NAMED_BEGIN))
}

/// Stores a property of the game.
fn set(game: &mut Game, name: &[u8], text: &[u8]) -> Result<(), ReadErrorKind> {
    match name {
        b"GM" if !text.trim_ascii().eq_ignore_ascii_case(b"othello") => {
            return Err(ReadErrorKind::OtherGame);
        }
        b"RE" => {
            game.reported = result(text.trim_ascii());
        }
        b"TY" => check_size(text)?,
        b"BO" => {
            let text = text.trim_ascii_start();
            check_size(text)?;
            let digits = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
            game.start = Position::of_text(&text[digits..])?;
        }
        _ => match game.tags.named(TAGS, name) {
            Some(_) if text.len() > VALUE_BYTES_MAX => return Err(ReadErrorKind::LongValue),
            Some(tag) => *tag = value(&unescaped(text)),
            None => {}
        },
    }
    Ok(())
}

/// Checks the size of the board, which is the first number of a text.
fn check_size(text: &[u8]) -> Result<(), ReadErrorKind> {
    let mut numbers = text.split(|byte| !byte.is_ascii_digit());
    match numbers.find(|digits| !digits.is_empty()) {
        None | Some(b"8") => Ok(()),
        Some(size) => {
            let size = std::str::from_utf8(size).ok();
            // A number that does not fit is wrong, too.
            let size = size.and_then(|size| size.parse().ok());
            Err(ReadErrorKind::Size(size.unwrap_or(u32::MAX)))
        }
    }
}

/// Reads a result that was counted, such as `+12.000`, but not `+64.00:t`, a win on time.
fn result(text: &[u8]) -> Option<ReportedResult> {
    let mut parts = text.splitn(2, |&byte| byte == b'.');
    let whole = parts.next()?;
    let fraction = parts.next().unwrap_or_default();
    match whole {
        _ if fraction.iter().any(|&byte| byte != b'0') => None,
        [b'+' | b'-', ..] => ReportedResult::read(whole),
        _ => ReportedResult::read(&[b"+", whole].concat()),
    }
}

fn unescaped(text: &[u8]) -> Vec<u8> {
    let mut is_escaped = false;
    let mut plain = Vec::with_capacity(text.len());
    for &byte in text {
        is_escaped = byte == b'\\' && !is_escaped;
        if !is_escaped {
            plain.push(byte);
        }
    }
    plain
}

/// Writes a game on one line.
pub fn write(game: &PlayedGame) -> Vec<u8> {
    let mut text = b"(;GM[Othello]".to_vec();
    for (name, tag) in TAGS.into_iter().zip(game.tags.all()) {
        let known = tag.as_ref().and_then(|tag| value(tag));
        let known = known.unwrap_or_else(|| "?".into());
        text.push_str(format!("{name}["));
        push_escaped(&mut text, &known, b"]\\(");
        text.push(b']');
    }
    let difference = match game.counts().or(game.reported) {
        Some(ReportedResult::Counts { black, white }) => Some(i32::from(black) - i32::from(white)),
        Some(ReportedResult::Difference(difference)) => Some(difference),
        Some(ReportedResult::Winner(_) | ReportedResult::Impossible(_)) | None => None,
    };
    let result = difference.map_or("?".to_owned(), |difference| format!("{difference:+}.000"));
    let start = game.start().to_string().replace('X', "*");
    text.push_str(format!("RE[{result}]TY[8]BO[8 {start}]"));
    let mut to_move = game.start().to_move();
    for played in game.moves() {
        let name = match to_move {
            Color::Black => 'B',
            Color::White => 'W',
        };
        text.push_str(format!("{name}[{}]", played.with_pa()));
        to_move = to_move.opponent();
    }
    text.push_str(";)\n");
    text
}
