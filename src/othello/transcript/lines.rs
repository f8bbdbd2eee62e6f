//! A game a line.

use super::cursor::{Cursor, words};
use super::word::push_moves;
use super::{Game, PlayedGame, ReportedResult};

/// Reads the next game: moves apart or together, and after them the result, if
/// the line ends in one.
pub fn read(cursor: &mut Cursor<'_>) -> Option<Game> {
    cursor.skip_comment_lines();
    cursor.peek()?;
    let begin = cursor.place();
    let mut game = Game::new(begin.line);
    let mut tokens = words(cursor.take_line()).peekable();
    while let Some((column, token)) = tokens.next() {
        let is_result = !game.words.is_empty() && tokens.peek().is_none() && is_result(token);
        if is_result {
            game.reported = ReportedResult::read(token);
        } else {
            push_moves(&mut game.words, token, begin.after(column));
        }
    }
    Some(game)
}

/// Whether a word is a result, or a number without a sign, which is ignored.
pub fn is_result(token: &[u8]) -> bool {
    token.iter().all(u8::is_ascii_digit) || ReportedResult::read(token).is_some()
}

/// Writes the moves together, without the passes, as such lists are.
pub fn write(game: &PlayedGame) -> String {
    let squares = game.discs().map(|square| square.to_string());
    squares.collect::<String>() + "\n"
}
