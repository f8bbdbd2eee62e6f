//! Moves as text.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use super::Square;

/// A move: a disc on a square, or none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// A disc is put on a square.
    Disc(Square),
    /// The player passes.
    Pass,
}

/// A text that is no move.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0:?} is not a move: a square, or -- for a pass")]
pub struct MoveError(pub String);

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
        if text == "--" {
            return Ok(Self::Pass);
        }
        let square = text.parse().map_err(|_| MoveError(text.to_owned()));
        square.map(Self::Disc)
    }
}
