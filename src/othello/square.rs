//! Squares.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// A square of the board, written as a letter for the column, from the left, and a
/// digit for the row, from the top.
///
/// ```
/// use admiralty::othello::Square;
///
/// let square: Square = "C4".parse()?;
/// assert_eq!((square.row(), square.column()), (3, 2));
/// assert_eq!(square.to_string(), "c4");
/// # Ok::<(), admiralty::othello::NoSquare>(())
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

    pub(super) fn index(self) -> usize {
        self.0.into()
    }

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
