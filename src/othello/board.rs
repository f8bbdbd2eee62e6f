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
    /// Those of black and of white.
    discs: [u64; 2],
}

impl Board {
    /// The board that a game begins with.
    pub fn start() -> Self {
        Self::of_bits(Sides::START.own, Sides::START.other)
    }

    /// A board without discs.
    pub fn empty() -> Self {
        Self::of_bits(0, 0)
    }

    /// What lies on a square.
    pub fn get(&self, square: Square) -> Option<Color> {
        let mut colors = Color::BOTH.into_iter();
        colors.find(|&color| self.bits(color) & square.bit() != 0)
    }

    /// Puts a disc on a square, or takes it away.
    pub fn set(&mut self, square: Square, disc: Option<Color>) {
        self.discs = self.discs.map(|discs| discs & !square.bit());
        if let Some(color) = disc {
            self.discs[color as usize] |= square.bit();
        }
    }

    /// How many discs of a colour there are.
    pub fn count(&self, color: Color) -> u32 {
        self.bits(color).count_ones()
    }

    /// How many squares are free.
    pub fn empties(&self) -> u32 {
        (self.discs[0] | self.discs[1]).count_zeros()
    }

    pub(super) fn bits(&self, color: Color) -> u64 {
        self.discs[color as usize]
    }

    pub(super) fn of_bits(black: u64, white: u64) -> Self {
        let discs = [black, white];
        Self { discs }
    }
}
