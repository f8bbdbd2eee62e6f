//! Moves with or without white space between them: one game, or one game per line.

use super::cursor::Cursor;
use super::words::{push_moves, words};
use super::{PlayedGame, ReadError, ReportedResult, TextPlace, WORDS_MAX, WrittenGame};

/// The number of moves written per line.
const MOVES_A_LINE: usize = 10;

/// Reads moves to the end of the text, separated (`c4 e3 --`) or not (`C4E3PA`), in upper
/// or lower case. A pass is `--`, `pa`, `ps` or `pass`. Lines that begin with `%` are
/// comments.
pub fn read(cursor: &mut Cursor<'_>) -> Result<WrittenGame, ReadError> {
    let mut game = WrittenGame::new(1);
    cursor.skip_comment_lines();
    while !cursor.rest().is_empty() && game.words.len() < WORDS_MAX {
        let begin = cursor.place();
        for (column, token) in words(cursor.take_line()) {
            push_moves(&mut game.words, token, begin.after(column))?;
        }
        cursor.skip_comment_lines();
    }
    Ok(game)
}

pub fn write(game: &PlayedGame) -> String {
    let rows = game.moves().chunks(MOVES_A_LINE).map(|row| {
        let words: Vec<_> = row.iter().map(ToString::to_string).collect();
        words.join(" ") + "\n"
    });
    rows.collect()
}

/// Reads the next game: moves, separated or not, and a result if the line ends with one.
pub fn read_line(cursor: &mut Cursor<'_>) -> Option<Result<WrittenGame, ReadError>> {
    cursor.skip_comment_lines();
    cursor.peek()?;
    let begin = cursor.place();
    Some(game_of_line(cursor.take_line(), begin))
}

fn game_of_line(line: &[u8], begin: TextPlace) -> Result<WrittenGame, ReadError> {
    let mut game = WrittenGame::new(begin.line);
    let mut tokens = words(line).peekable();
    while let Some((column, token)) = tokens.next() {
        let is_result = !game.words.is_empty() && tokens.peek().is_none() && is_result(token);
        if is_result {
            game.reported = ReportedResult::read(token);
        } else {
            push_moves(&mut game.words, token, begin.after(column))?;
        }
    }
    Ok(game)
}

/// Whether a word is a result or an unsigned number, which is ignored.
pub fn is_result(token: &[u8]) -> bool {
    token.iter().all(u8::is_ascii_digit) || ReportedResult::read(token).is_some()
}

/// Writes the moves without separators and without passes, as is usual in such lists.
pub fn write_line(game: &PlayedGame) -> String {
    let squares = game.discs().map(|square| square.to_string());
    squares.collect::<String>() + "\n"
}

#[cfg(test)]
mod tests {
    use super::super::WORD_BYTES_MAX;
    use super::*;

    /// The words with their places, with an exclamation mark before those that are not moves.
    fn words_of(text: &str) -> Vec<String> {
        let game = read(&mut Cursor::new(text.as_bytes())).expect("it can be read");
        let words = game.words.into_iter().map(|word| {
            let mark = if word.played.is_none() { "!" } else { "" };
            format!(
                "{mark}{} {}:{}",
                word.text, word.place.line, word.place.column
            )
        });
        words.collect()
    }

    #[test]
    fn moves_stand_apart_or_together() {
        for (text, words) in [
            (
                "d3\u{a0}c3\u{2003}c4\u{200b}e3",
                "d3 1:1, c3 1:5, c4 1:10, e3 1:15",
            ),
            (" d3\tC3\r\n\n--  pa", "d3 1:2, C3 1:5, -- 3:1, pa 3:5"),
            (
                "d3C3PApsPASS--e6",
                "d3 1:1, C3 1:3, PA 1:5, ps 1:7, PASS 1:9, -- 1:13, e6 1:15",
            ),
            // Words that are not moves are kept.
            ("hello d3", "!hello 1:1, d3 1:7"),
            ("d3i9c4", "d3 1:1, !i9 1:3"),
            ("d3d3é4d3", "d3 1:1, d3 1:3, !é4 1:5"),
            ("d3c34cc5", "d3 1:1, c3 1:3, !4c 1:5"),
            ("d3c3hello", "d3 1:1, c3 1:3, !hello 1:5"),
            ("3d3c4c5e", "!3d 1:1"),
            ("passo d3", "!passo 1:1, d3 1:7"),
            ("c5x", "!c5x 1:1"),
        ] {
            assert_eq!(words_of(text).join(", "), words, "{text}");
        }
        let long = format!("!{} 1:1", "x".repeat(WORD_BYTES_MAX));
        assert_eq!(words_of(&"x".repeat(1000)), [long]);
    }

    #[test]
    fn no_more_is_kept_than_can_be_legal() {
        for text in ["d3", "x "] {
            assert_eq!(words_of(&text.repeat(1000)).len(), WORDS_MAX);
        }
    }
}
