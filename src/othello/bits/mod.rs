//! Bitboards: legal moves, and the discs that a move turns.
//!
//! Bit 0 is a1, bit 7 is h1, bit 63 is h8. Each function treats the four lines through a
//! square at once, as an array of four words that compilers can vectorise. Moves are
//! found by parallel prefix fill
//! (<https://www.chessprogramming.org/Kogge-Stone_Algorithm>).

#[cfg(target_arch = "x86_64")]
pub mod avx2;

/// The distance in bits between neighbours along a row, a rising diagonal, a column and a
/// falling diagonal, with row 1 at the top.
pub const STEPS: [u32; 4] = [1, 7, 8, 9];

/// The squares where a disc can be turned along each line. Leaving out columns a and h
/// keeps shifts from wrapping into the next row.
const INNER: [u64; 4] = [MIDDLE, MIDDLE, u64::MAX, MIDDLE];
const MIDDLE: u64 = 0x7e7e_7e7e_7e7e_7e7e;

type Lines = [u64; 4];

/// The squares that the player with the `own` discs can play on.
#[inline(always)]
pub fn moves(own: u64, other: u64) -> u64 {
    let inner = lines(|i| other & INNER[i]);
    let mut up = lines(|i| inner[i] & (own << STEPS[i]));
    let mut down = lines(|i| inner[i] & (own >> STEPS[i]));
    up = lines(|i| up[i] | inner[i] & (up[i] << STEPS[i]));
    down = lines(|i| down[i] | inner[i] & (down[i] >> STEPS[i]));
    // Pairs of adjacent discs, to advance by two.
    let above = lines(|i| inner[i] & (inner[i] << STEPS[i]));
    let below = lines(|i| inner[i] & (inner[i] >> STEPS[i]));
    for _ in 0..2 {
        up = lines(|i| up[i] | above[i] & (up[i] << (2 * STEPS[i])));
        down = lines(|i| down[i] | below[i] & (down[i] >> (2 * STEPS[i])));
    }
    let found = lines(|i| up[i] << STEPS[i] | down[i] >> STEPS[i]);
    (found[0] | found[1] | found[2] | found[3]) & !(own | other)
}

/// The discs that a move to an empty square turns.
#[inline(always)]
pub fn flips(own: u64, other: u64, square: usize) -> u64 {
    let [above, below] = RAYS[square];
    let up = lines(|i| {
        let stops = above[i] & !other;
        // The lowest stop, if it is one of the player's discs.
        let end = stops & stops.wrapping_neg() & own;
        above[i] & end.wrapping_sub(u64::from(end != 0))
    });
    let down = lines(|i| {
        let stops = below[i] & !other;
        let mut lower = stops >> STEPS[i];
        lower |= lower >> STEPS[i];
        lower |= lower >> (2 * STEPS[i]);
        lower |= lower >> (4 * STEPS[i]);
        // The highest stop, if it is one of the player's discs.
        let end = stops & !lower & own;
        below[i] & (end.wrapping_neg() << 1)
    });
    up[0] | up[1] | up[2] | up[3] | down[0] | down[1] | down[2] | down[3]
}

#[inline(always)]
fn lines(of: impl Fn(usize) -> u64) -> Lines {
    [of(0), of(1), of(2), of(3)]
}

/// For each square, the squares of each line with higher bits, and those with lower bits.
static RAYS: [[Lines; 2]; 64] = rays();

const fn rays() -> [[Lines; 2]; 64] {
    // Steps in rows and columns towards higher bits, plus one so that none is negative.
    const WAYS: [[usize; 2]; 4] = [[1, 2], [2, 0], [2, 1], [2, 2]];
    let mut rays = [[[0; 4]; 2]; 64];
    let mut square = 0;
    while square < 64 {
        let mut line = 0;
        while line < 4 {
            let mut y = square / 8 + WAYS[line][0];
            let mut x = square % 8 + WAYS[line][1];
            while 1 <= y && y <= 8 && 1 <= x && x <= 8 {
                let other = 8 * (y - 1) + x - 1;
                rays[square][0][line] |= 1 << other;
                rays[other][1][line] |= 1 << square;
                y = y + WAYS[line][0] - 1;
                x = x + WAYS[line][1] - 1;
            }
            line += 1;
        }
        square += 1;
    }
    rays
}

#[cfg(test)]
pub mod tests {
    use std::iter;

    use multiversion::multiversion;
    use multiversion::target::match_target;
    use proptest::prelude::*;

    use super::*;

    /// The moves and the discs that each turns, by the code for the processor at hand.
    #[multiversion(targets("x86_64+avx2"))]
    fn moves_with_flips(own: u64, other: u64) -> (u64, [u64; 64]) {
        match_target! {
            "x86_64+avx2" => {
                let (moves, runs) = avx2::moves(own, other);
                (moves, std::array::from_fn(|square| if moves >> square & 1 != 0 { runs.turned(square) } else { 0 }))
            },
            _ => {
                let moves = moves(own, other);
                (moves, std::array::from_fn(|square| if moves >> square & 1 != 0 { flips(own, other, square) } else { 0 }))
            },
        }
    }

    /// The squares from a square to the border, without the square itself.
    pub fn ray(square: usize, [dy, dx]: [isize; 2]) -> impl Iterator<Item = usize> {
        let on_board = |at: &usize| *at < 8;
        let next = move |square: &usize| {
            let y = (square / 8).checked_add_signed(dy).filter(on_board)?;
            let x = (square % 8).checked_add_signed(dx).filter(on_board)?;
            Some(8 * y + x)
        };
        iter::successors(Some(square), next).skip(1)
    }

    /// The discs that a move turns, by the rules, square by square.
    fn turned(own: u64, other: u64, square: usize) -> u64 {
        let mut turned = 0;
        for way in (-1..=1).flat_map(|dy| [-1, 0, 1].map(|dx| [dy, dx])) {
            let run = ray(square, way).take(7 * usize::from(way != [0, 0]));
            let run: Vec<_> = run.take_while(|at| own >> at & 1 == 0).collect();
            let end = ray(square, way).nth(run.len());
            if end.is_some() && run.iter().all(|at| other >> at & 1 == 1) {
                turned |= run.iter().map(|at| 1 << at).sum::<u64>();
            }
        }
        turned
    }

    proptest! {
        #[test]
        fn bits_follow_the_rules(one: u64, two: u64, three: u64) {
            for (own, other) in [(one & two, three & !two), (one & !two, two), (one & !(two | three), two & three)] {
                let mut legal = 0;
                let found = moves_with_flips(own, other);
                for square in (0..64).filter(|square| (own | other) >> square & 1 == 0) {
                    let expected = turned(own, other, square);
                    prop_assert_eq!(flips(own, other, square), expected, "square {}", square);
                    prop_assert_eq!(found.1[square], expected, "square {}", square);
                    legal |= u64::from(expected != 0) << square;
                }
                prop_assert_eq!(moves(own, other), legal);
                prop_assert_eq!(found.0, legal);
            }
        }
    }
}
