//! Moves with or without white space between them.

use super::cursor::{Cursor, words};
use super::word::push_moves;
use super::{Game, PlayedGame, WORDS_MAX, WriteError};

/// How many moves are written in a line.
const MOVES_A_LINE: usize = 10;

/// Reads moves that stand apart (`c4 e3 --`) or together (`C4E3PA`), in any case,
/// to the end. A pass is `--`, or `pa`, `ps`, `pass`. Lines that begin with `%` are
/// passed over.
pub fn read(cursor: &mut Cursor<'_>) -> Game {
    let mut game = Game::new(1);
    cursor.skip_comment_lines();
    while !cursor.rest().is_empty() && game.words.len() < WORDS_MAX {
        let (line, begin) = cursor.place();
        for (column, token) in words(cursor.take_line()) {
            push_moves(&mut game.words, token, (line, begin + column as u64));
        }
        cursor.skip_comment_lines();
    }
    cursor.take(usize::MAX);
    game
}

pub fn write(game: &PlayedGame) -> Result<Vec<u8>, WriteError> {
    WriteError::unless_at_start(game)?;
    let rows = game.moves().chunks(MOVES_A_LINE).map(|row| {
        let words: Vec<_> = row.iter().map(ToString::to_string).collect();
        words.join(" ") + "\n"
    });
    Ok(rows.collect::<String>().into_bytes())
}

#[cfg(test)]
mod tests {
    use super::super::WORD_BYTES_MAX;
    use super::*;

    fn read_text(text: &str) -> Vec<(String, bool, u64, u64)> {
        let game = read(&mut Cursor::new(text.as_bytes()));
        let shown = game.words.into_iter().map(|word| {
            let is_move = word.played.is_some();
            (word.text.to_string(), is_move, word.line, word.column)
        });
        shown.collect()
    }

    #[test]
    fn any_white_space_is_between_moves() {
        let text = "d3\u{a0}c3\u{2003}c4\u{200b}e3";
        let words = read_text(text);
        let columns: Vec<_> = words.iter().map(|word| (word.1, word.3)).collect();
        assert_eq!(columns, [(true, 1), (true, 5), (true, 10), (true, 15)]);
    }

    #[test]
    fn moves_stand_apart_or_together() {
        let apart = read_text(" d3\tC3\r\n\n--  pa");
        let expected = [("d3", 1, 2), ("C3", 1, 5), ("--", 3, 1), ("pa", 3, 5)];
        assert_eq!(
            apart,
            expected.map(|(text, line, column)| (text.to_owned(), true, line, column))
        );
        let together = read_text("d3C3PApsPASS--e6");
        let texts: Vec<_> = together.iter().map(|word| word.0.as_str()).collect();
        assert_eq!(texts, ["d3", "C3", "PA", "ps", "PASS", "--", "e6"]);
        assert_eq!(together[6].3, 15);
    }

    #[test]
    fn what_is_no_move_is_kept() {
        assert_eq!(
            read_text("hello d3"),
            [
                ("hello".to_owned(), false, 1, 1),
                ("d3".to_owned(), true, 1, 7)
            ]
        );
        assert_eq!(
            read_text("d3i9c4"),
            [
                ("d3".to_owned(), true, 1, 1),
                ("i9".to_owned(), false, 1, 3)
            ]
        );
        let text = read_text("d3d3€4d3");
        assert_eq!(text[2], ("€4".to_owned(), false, 1, 5));
        assert_eq!(read_text("c5x"), [("c5x".to_owned(), false, 1, 1)]);
        assert_eq!(read_text(&"x".repeat(1000))[0].0.len(), WORD_BYTES_MAX);
    }

    #[test]
    fn no_more_is_kept_than_can_be_legal() {
        assert_eq!(read_text(&"d3".repeat(1000)).len(), WORDS_MAX);
        assert_eq!(read_text(&"x ".repeat(1000)).len(), WORDS_MAX);
    }
}
