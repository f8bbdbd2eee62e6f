//! The kind of a line of output.

use bstr::ByteSlice;

use admiralty_core::script::{Keyword, Tag, Tokens, is_board_text};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OutputLine<'l> {
    End,
    /// `INVALID OPERATION "command": REASON`
    Failure {
        command: &'l [u8],
        reason: &'l [u8],
    },
    /// A failure in another form.
    Misworded,
    /// `A won`
    Victory,
    /// `PARTS REMAINING:: ...`
    Parts,
    /// A row of a board, or the numbers above it.
    Row,
    /// The result of an announced shot: the word.
    Call(&'l [u8]),
    /// A line of a saved state: its first word.
    Saved(&'l [u8]),
    Other,
}

impl<'l> OutputLine<'l> {
    /// Classifies a line, given without its line feed.
    pub fn of(line: Option<&'l [u8]>) -> Self {
        const FAILURE: &[u8] = b"INVALID OPERATION \"";
        let Some(line) = line else {
            return Self::End;
        };
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        if is_board_text(line) {
            return Self::Row;
        }
        let parts = line.strip_prefix(FAILURE).and_then(|rest| {
            let at = rest.rfind("\": ")?;
            Some((&rest[..at], rest[at + 3..].trim()))
        });
        if let Some((command, reason)) = parts {
            return Self::Failure { command, reason };
        }
        let mut tokens = Tokens::new(line).map(|token| token.text);
        let first = tokens.next().unwrap_or_default();
        match first {
            b"INVALID" => Self::Misworded,
            b"PARTS" => Self::Parts,
            b"MISS" | b"HIT" | b"SUNK" => Self::Call(first),
            b"A" | b"B" if tokens.next() == Some(b"won") => Self::Victory,
            _ if Keyword::from_token(first).is_some() || Tag::from_token(first).is_some() => {
                Self::Saved(first)
            }
            _ => Self::Other,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_recognised() {
        let failure = |command, reason| OutputLine::Failure { command, reason };
        for (line, expected) in [
            ("", OutputLine::Row),
            (" 0123\r", OutputLine::Row),
            ("??+ x", OutputLine::Row),
            ("A won", OutputLine::Victory),
            ("A", OutputLine::Other),
            ("PARTS REMAINING:: A : 3 B : 0", OutputLine::Parts),
            ("[state]", OutputLine::Saved(b"[state]")),
            ("SHIP A 0 0 N 0 DES 11", OutputLine::Saved(b"SHIP")),
            ("HIT 3 4", OutputLine::Call(b"HIT")),
            ("INVALID OPERATION \"SAVE \": NO", failure(b"SAVE ", b"NO")),
            ("INVALID OPERATION MOVE: NO", OutputLine::Misworded),
            ("Segmentation fault", OutputLine::Other),
        ] {
            assert_eq!(OutputLine::of(Some(line.as_bytes())), expected, "{line}");
        }
        assert_eq!(OutputLine::of(None), OutputLine::End);
    }
}
