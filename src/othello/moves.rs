//! Moves, and how they are read and written.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use super::Square;

/// A move: a disc on a square, or a pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// A disc is put on a square.
    Disc(Square),
    /// The player passes.
    Pass,
}

/// The error for text that is not a move.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0:?} is not a move: a square, or -- for a pass")]
pub struct MoveError(pub String);

impl Move {
    /// The move at the beginning of a text, in upper or lower case, and its length in
    /// bytes. A pass is `--`, `pa`, `ps` or `pass`.
    pub(super) fn prefix_of(text: &[u8]) -> Option<(Self, usize)> {
        for pass in ["pass", "pa", "ps", "--"] {
            let begin = text.get(..pass.len());
            if begin.is_some_and(|begin| begin.eq_ignore_ascii_case(pass.as_bytes())) {
                return Some((Self::Pass, pass.len()));
            }
        }
        let square = std::str::from_utf8(text.get(..2)?).ok()?.parse().ok()?;
        Some((Self::Disc(square), 2))
    }

    /// The text of the move in formats that write a pass as `PA`.
    pub(super) fn with_pa(self) -> String {
        match self {
            Self::Pass => "PA".to_owned(),
            Self::Disc(square) => square.to_string(),
        }
    }

    /// The move that is the whole text.
    pub(super) fn of_text(text: &[u8]) -> Option<Self> {
        let (found, length) = Self::prefix_of(text)?;
        (length == text.len()).then_some(found)
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Disc(square) => square.fmt(f),
            Self::Pass => f.write_str("--"),
        }
    }
}

impl FromStr for Move {
    type Err = MoveError;

    fn from_str(text: &str) -> Result<Self, MoveError> {
        Self::of_text(text.as_bytes()).ok_or_else(|| MoveError(text.to_owned()))
    }
}
