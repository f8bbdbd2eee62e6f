//! Perft for AVX2.
//!
//! The last three plies are processed in stages, each over all positions of the stage
//! before, so that the processor can work on independent positions at the same time.

use super::super::bits::avx2::{Runs, moves};
use super::super::sides::Sides;

/// A position with its moves.
#[derive(Clone, Copy)]
struct Node {
    sides: Sides,
    moves: u64,
    runs: Runs,
}

/// An upper bound: no position has more moves than there are squares.
const MOVES_MAX: usize = 64;

/// Counts sequences of at least 1 ply.
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
pub fn count(sides: Sides, depth: u32, passes_count: bool) -> u64 {
    let node = Node::new(sides);
    node.count(depth, passes_count, &mut [node; MOVES_MAX])
}

impl Node {
    #[inline]
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    fn new(sides: Sides) -> Self {
        let (moves, runs) = moves(sides.own, sides.other);
        Self { sides, moves, runs }
    }

    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    fn count(&self, depth: u32, passes_count: bool, stage: &mut [Self; MOVES_MAX]) -> u64 {
        match depth {
            _ if self.moves == 0 => self.count_after_pass(depth, passes_count),
            1 => self.moves.count_ones().into(),
            2 => self.last_two(passes_count),
            3 => self.last_three(passes_count, stage),
            _ => {
                let mut sum = 0;
                let mut left = self.moves;
                while left != 0 {
                    let after = Self::new(self.after(&mut left));
                    sum += after.count(depth - 1, passes_count, stage);
                }
                sum
            }
        }
    }

    /// Removes a move from a set and makes it.
    #[inline]
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    fn after(&self, left: &mut u64) -> Sides {
        let square = left.trailing_zeros() as usize;
        *left &= *left - 1;
        self.sides.after(square, self.runs.turned(square))
    }

    #[inline]
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    fn last_three(&self, passes_count: bool, stage: &mut [Self; MOVES_MAX]) -> u64 {
        let mut left = self.moves;
        let mut filled = 0;
        while left != 0 {
            stage[filled] = Self::new(self.after(&mut left));
            filled += 1;
        }
        let mut sum = 0;
        for node in &stage[..filled] {
            sum += match node.moves {
                0 => node.count_after_pass(2, passes_count),
                _ => node.last_two(passes_count),
            };
        }
        sum
    }

    /// Makes the moves of the second last ply, and counts those of the last.
    #[inline]
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    fn last_two(&self, passes_count: bool) -> u64 {
        let mut left = self.moves;
        let mut sum = 0;
        while left != 0 {
            let after = self.after(&mut left);
            let (replies, _) = moves(after.own, after.other);
            sum += if replies == 0 && !passes_count {
                Self::new(after).count_after_pass(1, passes_count)
            } else {
                // A pass and the end of the game each count as one.
                u64::from(replies.count_ones().max(1))
            };
        }
        sum
    }

    /// Counts from a position where the player to move has no move.
    #[cold]
    #[inline(never)]
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    fn count_after_pass(&self, depth: u32, passes_count: bool) -> u64 {
        let (left, passed) = (depth - u32::from(passes_count), self.sides.passed());
        if left == 0 || moves(passed.own, passed.other).0 == 0 {
            return 1;
        }
        count(passed, left, passes_count)
    }
}
