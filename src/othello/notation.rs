//! Positions as text: 64 squares, row by row, and the player to move.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use super::{Board, Color, Position, Square};

/// The error for text that is not a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum PositionError {
    /// The text does not begin with 64 squares.
    #[error(
        "a position begins with 64 squares (X, * or B is black, O, 0 or W is white, - or . is free); \
         here are {0}"
    )]
    Squares(usize),
    /// The squares are not followed by exactly one character, the player to move.
    #[error("after the 64 squares of a position comes the player to move, X or O")]
    Side,
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let board = self.board();
        for square in Square::all() {
            f.write_str(board.get(square).map_or("-", letter))?;
        }
        write!(f, " {}", letter(self.to_move()))
    }
}

impl FromStr for Position {
    type Err = PositionError;

    fn from_str(text: &str) -> Result<Self, PositionError> {
        Self::of_text(text.as_bytes())
    }
}

impl Position {
    /// Reads a position, ignoring white space.
    pub(super) fn of_text(text: &[u8]) -> Result<Self, PositionError> {
        let mut bytes = text.iter().filter(|byte| !byte.is_ascii_whitespace());
        let mut board = Board::empty();
        for (count, square) in Square::all().enumerate() {
            let byte = bytes.next().filter(|byte| is_square(**byte));
            board.set(square, color(*byte.ok_or(PositionError::Squares(count))?));
        }
        let (Some(&side), None) = (bytes.next(), bytes.next()) else {
            return Err(PositionError::Side);
        };
        let to_move = color(side).ok_or(PositionError::Side)?;
        Ok(Self::new(board, to_move))
    }
}

/// Whether a character stands for a disc or an empty square.
pub(super) fn is_square(byte: u8) -> bool {
    b"-.".contains(&byte) || color(byte).is_some()
}

fn color(byte: u8) -> Option<Color> {
    match byte.to_ascii_uppercase() {
        b'X' | b'*' | b'B' => Some(Color::Black),
        b'O' | b'0' | b'W' => Some(Color::White),
        _ => None,
    }
}

fn letter(color: Color) -> &'static str {
    match color {
        Color::Black => "X",
        Color::White => "O",
    }
}
