//! What is wrong on a board.

use std::fmt;

use crate::judge::compare::{Difference, Snippet, SnippetLine};

/// What is different on a field of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BoardFault {
    /// A ship, or none.
    Ship,
    /// A healthy segment, or a destroyed one.
    Damage,
    /// A reef, or none.
    Reef,
    /// A shot that has missed, or none.
    Miss,
    /// It is to be unknown, and is shown.
    Seen,
    /// It is to be shown, and is unknown.
    Unseen,
    /// Another section of a ship.
    Section,
    /// The numbers of rows and columns.
    Numbers,
    /// How many columns the row has.
    Width,
    /// How many rows the board has.
    Height,
}

impl BoardFault {
    /// The fault that a difference within the rows of a board shows.
    pub fn of(difference: &Difference) -> Self {
        let [expected, found] = [&difference.expected, &difference.found].map(glyph);
        let (Some(expected), Some(found)) = (expected, found) else {
            return Self::Width;
        };
        let both = [expected, found];
        let is_any = |glyphs: &[u8]| both.iter().any(|glyph| glyphs.contains(glyph));
        if is_any(b"0123456789") {
            Self::Numbers
        } else if expected == b'?' {
            Self::Seen
        } else if found == b'?' {
            Self::Unseen
        } else if is_any(b"#") {
            Self::Reef
        } else if is_any(b"o") {
            Self::Miss
        } else if is_any(b" ") {
            Self::Ship
        } else if is_any(b"xX") {
            Self::Damage
        } else {
            Self::Section
        }
    }
}

impl fmt::Display for BoardFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Ship => "a ship is missing or where none is",
            Self::Damage => "a segment is healthy instead of destroyed, or the reverse",
            Self::Reef => "a reef is missing or where none is",
            Self::Miss => "a missed shot is missing or where none is",
            Self::Seen => "a field is shown that is unknown",
            Self::Unseen => "a field is unknown that is to be shown",
            Self::Section => "wrong section of a ship",
            Self::Numbers => "wrong numbers of rows or columns",
            Self::Width => "rows of another width",
            Self::Height => "too few or too many rows",
        })
    }
}

/// The byte of a line at which it differs.
fn glyph(snippet: &Snippet) -> Option<u8> {
    let SnippetLine { skipped, text, .. } = snippet.text.as_ref()?;
    let at = snippet.byte.checked_sub(1 + skipped)?;
    text.get(usize::try_from(at).ok()?).copied()
}
