//! The discs of both players, from the point of view of the player to move.

use super::bits;

/// The discs of the player to move, and those of the opponent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Sides {
    pub own: u64,
    pub other: u64,
}

impl Sides {
    /// The discs at the start of a game.
    pub const START: Self = Self {
        own: 1 << 28 | 1 << 35,
        other: 1 << 27 | 1 << 36,
    };

    /// The squares that the player to move can play on.
    #[inline(always)]
    pub fn moves(self) -> u64 {
        bits::moves(self.own, self.other)
    }

    /// The discs that a move to an empty square turns.
    #[inline(always)]
    pub fn turned(self, square: usize) -> u64 {
        bits::flips(self.own, self.other, square)
    }

    /// The discs after a move that turns `turned`, with the opponent to move.
    #[inline(always)]
    pub fn after(self, square: usize, turned: u64) -> Self {
        Self {
            own: self.other ^ turned,
            other: self.own | turned | 1 << square,
        }
    }

    /// The discs after a legal move, with the opponent to move.
    #[inline(always)]
    pub fn played(self, square: usize) -> Self {
        self.after(square, self.turned(square))
    }

    /// The same discs with the opponent to move.
    #[inline(always)]
    pub fn passed(self) -> Self {
        Self {
            own: self.other,
            other: self.own,
        }
    }

    /// Whether neither player can move.
    #[inline(always)]
    pub fn is_over(self) -> bool {
        self.moves() == 0 && self.passed().moves() == 0
    }

    /// The empty squares.
    #[inline(always)]
    pub fn free(self) -> u64 {
        !(self.own | self.other)
    }

    /// The number of empty squares.
    #[inline(always)]
    pub fn empties(self) -> u32 {
        self.free().count_ones()
    }

    /// The disc difference of a finished game for the player to move, with the empty
    /// squares given to the winner.
    #[inline(always)]
    pub fn final_score(self) -> i32 {
        let own = self.own.count_ones().cast_signed();
        let other = self.other.count_ones().cast_signed();
        let free = 64 - own - other;
        own - other + free * (own - other).signum()
    }
}

/// Iterates over the squares of a set, starting at a1.
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
