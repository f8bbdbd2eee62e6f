//! Moves with or without white space between them.

use super::{Move, WORD_BYTES_MAX, Word};

/// Reads moves that stand apart (`c4 e3 --`) or together (`C4E3PA`), in any case.
/// A pass is `--`, or `pa`, `ps`, `pass`.
pub fn read_plain(text: &[u8]) -> Vec<Word> {
    let mut words = Vec::new();
    for (line, content) in (1..).zip(text.split(|&byte| byte == b'\n')) {
        let mut column = 0;
        for chunk in content.split_inclusive(u8::is_ascii_whitespace) {
            let token = chunk.trim_ascii_end();
            read_token(token, line, column, &mut words);
            column += chunk.len();
        }
    }
    words
}

/// The longest token that is taken for one word when it is not all moves.
const ONE_WORD_BYTES_MAX: usize = 4;

/// Cuts a token into moves; if that cannot be done, it is one word that is none.
fn read_token(token: &[u8], line: u64, column: usize, words: &mut Vec<Word>) {
    let before = words.len();
    let mut rest = token;
    while !rest.is_empty() {
        let at = (column + token.len() - rest.len() + 1) as u64;
        let word = |text: &[u8], played| Word {
            text: text.into(),
            played,
            line,
            column: at,
        };
        let Some((played, length)) = first_move(rest) else {
            if words.len() > before && token.len() > ONE_WORD_BYTES_MAX {
                // In a row of moves, from there on.
                words.push(word(&rest[..rest.len().min(2)], None));
            } else {
                words.truncate(before);
                let text = &token[..token.len().min(WORD_BYTES_MAX)];
                words.push(Word {
                    column: column as u64 + 1,
                    ..word(text, None)
                });
            }
            return;
        };
        words.push(word(&rest[..length], Some(played)));
        rest = &rest[length..];
    }
}

/// The move that a text begins with, and its length.
fn first_move(text: &[u8]) -> Option<(Move, usize)> {
    for pass in ["pass", "pa", "ps", "--"] {
        let begin = text.get(..pass.len());
        if begin.is_some_and(|begin| begin.eq_ignore_ascii_case(pass.as_bytes())) {
            return Some((Move::Pass, pass.len()));
        }
    }
    let square = std::str::from_utf8(text.get(..2)?).ok()?.parse().ok()?;
    Some((Move::Disc(square), 2))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Vec<(String, bool, u64, u64)> {
        let words = read_plain(text.as_bytes());
        let shown = words.into_iter().map(|word| {
            let is_move = word.played.is_some();
            (word.text.to_string(), is_move, word.line, word.column)
        });
        shown.collect()
    }

    #[test]
    fn moves_stand_apart_or_together() {
        let apart = read(" d3\tC3\r\n\n--  pa");
        let expected = [("d3", 1, 2), ("C3", 1, 5), ("--", 3, 1), ("pa", 3, 5)];
        assert_eq!(
            apart,
            expected.map(|(text, line, column)| (text.to_owned(), true, line, column))
        );
        let together = read("d3C3PApsPASS--e6");
        let texts: Vec<_> = together.iter().map(|word| word.0.as_str()).collect();
        assert_eq!(texts, ["d3", "C3", "PA", "ps", "PASS", "--", "e6"]);
        assert_eq!(together[6].3, 15);
    }

    #[test]
    fn what_is_no_move_is_kept() {
        assert_eq!(
            read("hello d3"),
            [
                ("hello".to_owned(), false, 1, 1),
                ("d3".to_owned(), true, 1, 7)
            ]
        );
        assert_eq!(
            read("d3i9c4"),
            [
                ("d3".to_owned(), true, 1, 1),
                ("i9".to_owned(), false, 1, 3)
            ]
        );
        assert_eq!(read("c5x"), [("c5x".to_owned(), false, 1, 1)]);
        assert_eq!(read(&"x".repeat(1000))[0].0.len(), WORD_BYTES_MAX);
    }
}
