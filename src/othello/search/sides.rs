//! The discs of both players, as the search sees them.

#![expect(
    clippy::inline_always,
    reason = "it has to be compiled anew for each kind of processor that it is used on"
)]

use super::super::{Position, bits};

/// The corners of the board.
pub const CORNERS: u64 = 0x8100_0000_0000_0081;

/// The squares of the four quarters of the board.
const QUARTERS: [u64; 4] = [
    0x0000_0000_0f0f_0f0f,
    0x0000_0000_f0f0_f0f0,
    0x0f0f_0f0f_0000_0000,
    0xf0f0_f0f0_0000_0000,
];

/// The discs of the player to move, and those of the opponent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sides {
    pub own: u64,
    pub other: u64,
}

impl Sides {
    /// The discs of a position.
    pub fn of(position: &Position) -> Self {
        let (own, other) = position.bits();
        Self { own, other }
    }

    /// The squares that the player can move to.
    #[inline(always)]
    pub fn moves(self) -> u64 {
        bits::moves(self.own, self.other)
    }

    /// The discs that a move to a free square turns.
    #[inline(always)]
    pub fn turned(self, square: usize) -> u64 {
        bits::flips(self.own, self.other, square)
    }

    /// After a move that turns these discs, as the opponent sees it.
    #[inline(always)]
    pub fn after(self, square: usize, turned: u64) -> Self {
        Self {
            own: self.other ^ turned,
            other: self.own | turned | 1 << square,
        }
    }

    /// After a pass.
    #[inline(always)]
    pub fn passed(self) -> Self {
        Self {
            own: self.other,
            other: self.own,
        }
    }

    /// The squares without discs.
    #[inline(always)]
    pub fn free(self) -> u64 {
        !(self.own | self.other)
    }

    /// How many squares have no disc.
    #[inline(always)]
    pub fn empties(self) -> u32 {
        self.free().count_ones()
    }

    /// By how many discs the player wins a game that is over: the free squares
    /// are the winner's.
    #[inline(always)]
    pub fn final_score(self) -> i32 {
        let own = self.own.count_ones().cast_signed();
        let other = self.other.count_ones().cast_signed();
        let free = 64 - own - other;
        own - other + free * (own - other).signum()
    }
}

/// Goes through the squares of a set, from a1 on.
#[inline(always)]
pub fn squares(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let square = set.trailing_zeros() as usize;
            set &= set - 1;
            square
        })
    })
}

/// The quarter of the board that a square lies in.
#[inline(always)]
pub fn quarter(square: usize) -> u64 {
    QUARTERS[square / 32 * 2 + square / 4 % 2]
}

/// The quarters in which an odd number of squares is free. To move there first
/// tends to leave the last move of the quarter to oneself
/// (<https://www.chessprogramming.org/Othello>).
#[inline(always)]
pub fn odd_quarters(free: u64) -> u64 {
    let mut odd = 0;
    for quarter in QUARTERS {
        if (free & quarter).count_ones() % 2 == 1 {
            odd |= quarter;
        }
    }
    odd
}

/// For each square, the squares around it.
pub static AROUND: [u64; 64] = around();

const fn around() -> [u64; 64] {
    let mut around = [0; 64];
    let mut square = 0;
    while square < 64 {
        around[square] = spread(1 << square) & !(1 << square);
        square += 1;
    }
    around
}

/// A set of squares and all squares around them.
#[inline(always)]
pub const fn spread(set: u64) -> u64 {
    const NOT_A: u64 = 0xfefe_fefe_fefe_fefe;
    const NOT_H: u64 = 0x7f7f_7f7f_7f7f_7f7f;
    let rows = set | (set & NOT_H) << 1 | (set & NOT_A) >> 1;
    rows | rows << 8 | rows >> 8
}
