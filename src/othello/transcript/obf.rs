//! Positions, each with moves and their values (OBF).

use bstr::ByteSlice;

use super::cursor::Cursor;
use super::{Game, Listed, Place, PlayedGame, ReadError, ReadErrorKind, WORDS_MAX, Word};
use crate::othello::{Position, notation};

/// Whether a line begins with the 64 squares of a position. No list of moves looks like
/// that, so a line without a player to move is a malformed position.
pub fn is_position(line: &[u8]) -> bool {
    let squares = line.trim_ascii_start().get(..64);
    squares.is_some_and(|squares| squares.iter().all(|&byte| notation::is_square(byte)))
}

/// Reads the next position: squares, the player to move, then moves, each after `;` and
/// with an optional score after `:`. A comment follows `%`.
pub fn read(cursor: &mut Cursor<'_>) -> Option<Result<Game, ReadError>> {
    loop {
        cursor.skip_white_space();
        cursor.peek()?;
        let begin = cursor.place();
        let text = cursor.take_line();
        let text = text.split(|&byte| byte == b'%').next().unwrap_or_default();
        if !text.is_empty() {
            return Some(read_line(text, begin));
        }
    }
}

fn read_line(text: &[u8], begin: Place) -> Result<Game, ReadError> {
    let mut parts = text.split(|&byte| byte == b';');
    let first = parts.next().unwrap_or_default();
    let start = Position::of_text(first).map_err(|why| ReadErrorKind::from(why).at(begin))?;
    let mut game = Game {
        start,
        ..Game::new(begin.line)
    };
    let mut at = begin.after(first.len() + 1);
    for part in parts {
        let place = at.after_blanks(part);
        at = at.after(part.len() + 1);
        if part.trim_ascii().is_empty() {
            continue;
        }
        if game.listed.len() == WORDS_MAX {
            return Err(ReadErrorKind::TooManyListed.at(place));
        }
        let (text, score) = match part.split_once_str(":") {
            None => (part, None),
            Some((text, score)) => {
                let score = std::str::from_utf8(score.trim_ascii()).ok();
                let score = score.and_then(|score| score.parse().ok());
                (text, Some(score.ok_or(ReadErrorKind::Score.at(place))?))
            }
        };
        let word = Word::of_one_move(text.trim_ascii(), place);
        game.listed.push(Listed { word, score });
    }
    Ok(game)
}

/// Writes the position after the moves; if there are none, with the listed moves.
pub fn write(game: &PlayedGame) -> String {
    let listed: &[_] = match game.moves() {
        [] => &game.listed,
        _ => &[],
    };
    let moves = listed.iter().map(|(listed, score)| {
        let name = listed.with_pa().to_uppercase();
        match score {
            Some(score) => format!(" {name}:{score:+};"),
            None => format!(" {name};"),
        }
    });
    let moves: String = moves.collect();
    format!("{};{moves}\n", game.position())
}
