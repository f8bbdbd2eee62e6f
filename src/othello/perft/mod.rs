//! Perft: the number of move sequences of a given length.
//!
//! Two conventions are in use. The first published tables count a pass as a ply; others
//! do not. The results differ from depth 9 on, the first depth with a pass.

#[cfg(target_arch = "x86_64")]
mod avx2;

use multiversion::multiversion;
use multiversion::target::match_target;

use super::sides::{Sides, squares};
use super::{Move, Position};

/// The greatest depth: no game has more moves and passes.
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

/// The number of sequences of `depth` plies from a position. A game that ends earlier
/// counts as one.
///
/// ```
/// use admiralty::othello::Position;
/// use admiralty::othello::perft::{Passes, perft};
///
/// assert_eq!(perft(&Position::start(), 5, Passes::Count), 1396);
/// ```
pub fn perft(position: &Position, depth: u32, passes: Passes) -> u64 {
    match depth {
        0 => 1,
        _ => count(
            position.sides(),
            depth.min(DEPTH_MAX),
            passes == Passes::Count,
        ),
    }
}

/// The legal moves of a position, each with the number of sequences that begin with it.
/// Empty if the depth is 0 or the game is over.
pub fn divide(position: &Position, depth: u32, passes: Passes) -> Vec<(Move, u64)> {
    if depth == 0 {
        return Vec::new();
    }
    let counted = position.legal_moves().into_iter().map(|played| {
        let after = position.play(played).ok()?;
        let costs = u32::from(played != Move::Pass || passes == Passes::Count);
        Some((played, perft(&after, depth - costs, passes)))
    });
    counted.flatten().collect()
}

/// Counts sequences of at least 1 ply.
#[multiversion(targets("x86_64+avx2+bmi1+bmi2+lzcnt+popcnt"))]
fn count(sides: Sides, depth: u32, passes_count: bool) -> u64 {
    match_target! {
        "x86_64+avx2+bmi1+bmi2+lzcnt+popcnt" => avx2::count(sides, depth, passes_count),
        _ => count_anywhere(sides, depth, passes_count),
    }
}

/// The portable version of [`count`].
fn count_anywhere(sides: Sides, depth: u32, passes_count: bool) -> u64 {
    let moves = sides.moves();
    if moves == 0 {
        let left = depth - u32::from(passes_count);
        let passed = sides.passed();
        return if left == 0 || passed.moves() == 0 {
            1
        } else {
            count_anywhere(passed, left, passes_count)
        };
    }
    if depth == 1 {
        return moves.count_ones().into();
    }
    let after = squares(moves).map(|square| sides.played(square));
    after
        .map(|after| count_anywhere(after, depth - 1, passes_count))
        .sum()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Counts by the definition.
    fn counted(position: Position, depth: u32, passes: Passes) -> u64 {
        let moves = position.legal_moves();
        if depth == 0 || moves.is_empty() {
            return 1;
        }
        let counts = moves.into_iter().map(|played| {
            let costs = u32::from(played != Move::Pass || passes == Passes::Count);
            let after = position.play(played).expect("a legal move");
            counted(after, depth - costs, passes)
        });
        counts.sum()
    }

    proptest! {
        /// Counts near the end of games, where passes occur, with the portable version too.
        #[test]
        fn counts_follow_the_convention(choices in prop::collection::vec(any::<prop::sample::Index>(), 40..60), depth in 1_u32..5) {
            let mut position = Position::start();
            for choice in choices {
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                position = position.play(*choice.get(&moves)).expect("a legal move");
            }
            for passes in [Passes::Count, Passes::AreFree] {
                let expected = counted(position, depth, passes);
                prop_assert_eq!(perft(&position, depth, passes), expected);
                let passes_count = passes == Passes::Count;
                prop_assert_eq!(count_anywhere(position.sides(), depth, passes_count), expected);
            }
        }
    }
}
