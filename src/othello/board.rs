//! The discs of both colours, and where they lie.

use std::fmt;

use super::Square;
use super::sides::Sides;

/// A colour of discs, and who plays them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Color {
    /// Black, who moves first.
    Black,
    /// White.
    White,
}

impl Color {
    /// Both, black first.
    pub const BOTH: [Self; 2] = [Self::Black, Self::White];

    /// The other one.
    #[must_use]
    pub fn opponent(self) -> Self {
        match self {
            Self::Black => Self::White,
            Self::White => Self::Black,
        }
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Black => "black",
            Self::White => "white",
        })
    }
}

/// Where the discs lie, whatever they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    black: u64,
    white: u64,
}

impl Board {
    /// The board that a game begins with.
    pub fn start() -> Self {
        Self::of_bits(Sides::START.own, Sides::START.other)
    }

    /// A board without discs.
    pub fn empty() -> Self {
        Self { black: 0, white: 0 }
    }

    /// What lies on a square.
    pub fn get(&self, square: Square) -> Option<Color> {
        let has = |discs: u64| discs & square.bit() != 0;
        match (has(self.black), has(self.white)) {
            (true, _) => Some(Color::Black),
            (_, true) => Some(Color::White),
            _ => None,
        }
    }

    /// Puts a disc on a square, or takes it away.
    pub fn set(&mut self, square: Square, disc: Option<Color>) {
        self.black &= !square.bit();
        self.white &= !square.bit();
        match disc {
            Some(Color::Black) => self.black |= square.bit(),
            Some(Color::White) => self.white |= square.bit(),
            None => {}
        }
    }

    /// How many discs of a colour there are.
    pub fn count(&self, color: Color) -> u32 {
        self.bits(color).count_ones()
    }

    /// How many squares are free.
    pub fn empties(&self) -> u32 {
        (self.black | self.white).count_zeros()
    }

    pub(super) fn bits(&self, color: Color) -> u64 {
        match color {
            Color::Black => self.black,
            Color::White => self.white,
        }
    }

    pub(super) fn of_bits(black: u64, white: u64) -> Self {
        Self { black, white }
    }
}
