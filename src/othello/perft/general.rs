//! Counting on any processor.

use super::super::bits;

/// Counts from a depth of at least 1.
pub fn count(own: u64, other: u64, depth: u32, passes_count: bool) -> u64 {
    let mut moves = bits::moves(own, other);
    if moves == 0 {
        let left = depth - u32::from(passes_count);
        return if left == 0 || bits::moves(other, own) == 0 {
            1
        } else {
            count(other, own, left, passes_count)
        };
    }
    if depth == 1 {
        return moves.count_ones().into();
    }
    let mut sum = 0;
    while moves != 0 {
        let square = moves.trailing_zeros() as usize;
        moves &= moves - 1;
        let turned = bits::flips(own, other, square);
        let after = own | turned | 1 << square;
        sum += count(other ^ turned, after, depth - 1, passes_count);
    }
    sum
}
