//! Squares and moves, and how they are read and written.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// A square of the board, written as a letter for the column, from the left, and a
/// digit for the row, from the top.
///
/// ```
/// use admiralty_othello::Square;
///
/// let square: Square = "C4".parse()?;
/// assert_eq!((square.row(), square.column()), (3, 2));
/// assert_eq!(square.to_string(), "c4");
/// # Ok::<(), admiralty_othello::NoSquare>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

/// The error for text that does not name a square.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0:?} is not a square: a letter from a to h and a digit from 1 to 8")]
pub struct NoSquare(pub String);

impl Square {
    /// The square at a row and a column, both from 0 to 7; `None` if it is off the board.
    pub fn new(row: u8, column: u8) -> Option<Self> {
        (row < 8 && column < 8).then(|| Self(8 * row + column))
    }

    /// The row, from 0 to 7.
    pub fn row(self) -> u8 {
        self.0 / 8
    }

    /// The column, from 0 to 7.
    pub fn column(self) -> u8 {
        self.0 % 8
    }

    /// All squares, row by row.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..64).map(Self)
    }

    /// The squares of a bit set, row by row.
    pub(super) fn of_bits(bits: u64) -> Vec<Self> {
        Self::all()
            .filter(|square| bits & square.bit() != 0)
            .collect()
    }

    /// The set of this square alone: bit 0 is a1, bit 7 is h1, bit 63 is h8.
    pub(super) fn bit(self) -> u64 {
        1 << self.0
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = [b'a' + self.column(), b'1' + self.row()].map(char::from);
        write!(f, "{}{}", name[0], name[1])
    }
}

impl FromStr for Square {
    type Err = NoSquare;

    fn from_str(text: &str) -> Result<Self, NoSquare> {
        let square = match *text.as_bytes() {
            [column, row] => {
                let column = column.to_ascii_lowercase().wrapping_sub(b'a');
                Self::new(row.wrapping_sub(b'1'), column)
            }
            _ => None,
        };
        square.ok_or_else(|| NoSquare(text.to_owned()))
    }
}

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
        match Self::prefix_of(text.as_bytes()) {
            Some((found, length)) if length == text.len() => Ok(found),
            _ => Err(MoveError(text.to_owned())),
        }
    }
}
