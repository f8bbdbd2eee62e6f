//! Counting positions: how many sequences of moves there are.
//!
//! Two conventions are in use for passes. The counts of the first published
//! tables take a pass for a ply of its own; others leave it out. From depth 9 on,
//! the first depth with a pass, they differ.

use multiversion::multiversion;

use super::{Move, Position, bits};

/// The deepest that is counted: no game has more moves and passes.
pub const DEPTH_MAX: u32 = 120;

/// Whether a pass costs a ply.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Passes {
    /// A pass costs a ply.
    #[default]
    Count,
    /// A pass costs none.
    AreFree,
}

/// How many sequences of so many plies there are from a position. A game that is
/// over counts one.
///
/// ```
/// use admiralty::othello::Position;
/// use admiralty::othello::perft::{Passes, perft};
///
/// assert_eq!(perft(&Position::start(), 5, Passes::Count), 1396);
/// ```
pub fn perft(position: &Position, depth: u32, passes: Passes) -> u64 {
    let (own, other) = position.bits();
    match depth {
        0 => 1,
        _ => count(
            own,
            other,
            depth.min(DEPTH_MAX) as usize,
            passes == Passes::Count,
        ),
    }
}

/// The moves of a position, each with how many sequences begin with it; a pass, if
/// that is the only one. None if the depth is 0 or the game is over.
pub fn divide(position: &Position, depth: u32, passes: Passes) -> Vec<(Move, u64)> {
    let moves: Vec<Move> = match position.legal_squares() {
        _ if depth == 0 || position.is_over() => Vec::new(),
        squares if squares.is_empty() => vec![Move::Pass],
        squares => squares.iter().map(Move::Disc).collect(),
    };
    let counted = moves.into_iter().map(|played| {
        let after = position.play(played).ok()?;
        let costs = u32::from(played != Move::Pass || passes == Passes::Count);
        Some((played, perft(&after, depth - costs, passes)))
    });
    counted.flatten().collect()
}

/// One level of the walk.
#[derive(Clone, Copy, Default)]
struct Level {
    own: u64,
    other: u64,
    /// The moves that are still to be tried.
    moves: u64,
}

/// How many levels the walk keeps at hand; deeper ones begin a new walk.
const LEVELS: usize = 24;

/// Counts from a depth of at least 1.
#[multiversion(targets("x86_64+avx2+bmi1+bmi2+lzcnt+popcnt"))]
fn count(own: u64, other: u64, depth: usize, passes_count: bool) -> u64 {
    let moves = bits::moves(own, other);
    match depth {
        _ if moves == 0 => after_pass(own, other, depth, passes_count),
        1 => moves.count_ones().into(),
        2 => last_plies(own, other, moves, passes_count),
        _ => walk(Level { own, other, moves }, depth, passes_count),
    }
}

/// Goes through all levels but the last two.
#[expect(clippy::inline_always, reason = "as in `bits`")]
#[inline(always)]
fn walk(start: Level, depth: usize, passes_count: bool) -> u64 {
    let mut levels = [Level::default(); LEVELS];
    levels[0] = start;
    let last = LEVELS.min(depth - 2) - 1;
    let mut at = 0;
    let mut sum = 0;
    loop {
        let level = &mut levels[at];
        if level.moves == 0 {
            if at == 0 {
                return sum;
            }
            at -= 1;
            continue;
        }
        let square = level.moves.trailing_zeros() as usize;
        level.moves &= level.moves - 1;
        let turned = bits::flips(level.own, level.other, square);
        let own = level.other ^ turned;
        let other = level.own | turned | 1 << square;
        let moves = bits::moves(own, other);
        let left = depth - 1 - at;
        if moves == 0 {
            sum += after_pass(own, other, left, passes_count);
        } else if at < last {
            at += 1;
            levels[at] = Level { own, other, moves };
        } else if left == 2 {
            sum += last_plies(own, other, moves, passes_count);
        } else {
            sum += count(own, other, left, passes_count);
        }
    }
}

/// Plays the last ply but one, and counts the moves of the last one without
/// playing them.
#[expect(clippy::inline_always, reason = "as in `bits`")]
#[inline(always)]
fn last_plies(own: u64, other: u64, moves: u64, passes_count: bool) -> u64 {
    let mut left = moves;
    let mut sum = 0;
    while left != 0 {
        let square = left.trailing_zeros() as usize;
        left &= left - 1;
        let turned = bits::flips(own, other, square);
        let (next, last) = (other ^ turned, own | turned | 1 << square);
        let replies = bits::moves(next, last);
        if replies == 0 && !passes_count {
            sum += after_pass(next, last, 1, passes_count);
        } else {
            // A pass and the end of the game count one.
            sum += u64::from(replies.count_ones().max(1));
        }
    }
    sum
}

/// Counts where the player cannot move.
#[cold]
#[inline(never)]
fn after_pass(own: u64, other: u64, depth: usize, passes_count: bool) -> u64 {
    let left = depth - usize::from(passes_count);
    if left == 0 || bits::moves(other, own) == 0 {
        return 1;
    }
    count(other, own, left, passes_count)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// From the table of the Othello data, depths 1 to 9.
    const COUNTS: [u64; 9] = [4, 12, 56, 244, 1396, 8200, 55092, 390_216, 3_005_288];

    #[test]
    fn the_counts_are_those_of_the_table() {
        let start = Position::start();
        for (depth, count) in (1..).zip(COUNTS) {
            assert_eq!(perft(&start, depth, Passes::Count), count, "depth {depth}");
            if depth < 9 {
                assert_eq!(perft(&start, depth, Passes::AreFree), count);
            }
        }
        assert_eq!(perft(&start, 9, Passes::AreFree), 3_005_320);
        assert_eq!(perft(&start, 0, Passes::Count), 1);
    }

    #[test]
    fn the_parts_are_the_whole() {
        for passes in [Passes::Count, Passes::AreFree] {
            let parts = divide(&Position::start(), 7, passes);
            let sum: u64 = parts.iter().map(|(_, count)| count).sum();
            assert_eq!(sum, 55092);
            assert!(parts.iter().all(|(played, _)| *played != Move::Pass));
        }
    }
}
