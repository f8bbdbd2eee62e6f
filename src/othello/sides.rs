//! The discs of both players, as the player to move sees them.

use super::bits;

/// The discs of the player to move, and those of the opponent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Sides {
    pub own: u64,
    pub other: u64,
}

impl Sides {
    /// The discs that a game begins with.
    pub const START: Self = Self {
        own: 1 << 28 | 1 << 35,
        other: 1 << 27 | 1 << 36,
    };

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

    /// Whether nobody can move any more.
    #[inline(always)]
    pub fn is_over(self) -> bool {
        self.moves() == 0 && self.passed().moves() == 0
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
