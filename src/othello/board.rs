//! The board and the colours of its discs.

use super::Square;
use super::sides::Sides;

text_enum! {
    /// A colour of discs, and the player who has it.
    pub enum Color: name, named {
        /// Black, who moves first.
        Black = "black",
        /// White.
        White = "white",
    }
}

impl Color {
    /// Both colours, black first.
    pub const BOTH: [Self; 2] = Self::ALL;

    /// The other colour.
    #[must_use]
    pub fn opponent(self) -> Self {
        match self {
            Self::Black => Self::White,
            Self::White => Self::Black,
        }
    }
}

/// Any placement of discs, whether or not a game can reach it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    /// Bit sets of the black and the white discs.
    discs: [u64; 2],
}

impl Board {
    /// The board at the start of a game.
    pub fn start() -> Self {
        Self::of_bits(Sides::START.own, Sides::START.other)
    }

    /// A board without discs.
    pub fn empty() -> Self {
        Self::of_bits(0, 0)
    }

    /// The disc on a square; `None` if the square is empty.
    pub fn get(&self, square: Square) -> Option<Color> {
        let mut colors = Color::BOTH.into_iter();
        colors.find(|&color| self.bits(color) & square.bit() != 0)
    }

    /// Puts a disc on a square, or removes it.
    pub fn set(&mut self, square: Square, disc: Option<Color>) {
        self.discs = self.discs.map(|discs| discs & !square.bit());
        if let Some(color) = disc {
            self.discs[color as usize] |= square.bit();
        }
    }

    /// The number of discs of a colour.
    pub fn count(&self, color: Color) -> u32 {
        self.bits(color).count_ones()
    }

    /// The number of empty squares.
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
