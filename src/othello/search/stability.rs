//! Stable discs, which can never be turned.
//!
//! A disc is safe along a line if the line is full, if the board ends beside it, or if a
//! neighbour on the line is a stable disc of the same colour. A disc that is safe along all
//! four lines is stable. This does not find all stable discs, but those it finds are stable.

use crate::othello::bits::STEPS;

/// The stable discs among `own`.
#[inline(always)]
pub fn stable(own: u64, taken: u64) -> u64 {
    let full = full_lines(taken);
    let mut stable = 0;
    loop {
        let safe = |line: usize| {
            let step = STEPS[line];
            full[line] | stable << step | stable >> step
        };
        // Bits that wrap around at the ends of rows land on the border, where those lines
        // are safe anyway.
        let found = own & safe(0) & safe(1) & safe(2) & safe(3);
        if found == stable {
            return stable;
        }
        stable = found;
    }
}

/// The squares at which each line ends at the border.
const BORDERS: [u64; 4] = [SIDES, SIDES | ENDS, ENDS, SIDES | ENDS];
const SIDES: u64 = 0x8181_8181_8181_8181;
const ENDS: u64 = 0xff00_0000_0000_00ff;

/// For each line, the squares whose line is full, and those on the border.
#[inline(always)]
fn full_lines(taken: u64) -> [u64; 4] {
    let rows = {
        let mut all = taken;
        all &= all >> 4 & 0x0f0f_0f0f_0f0f_0f0f;
        all &= all >> 2;
        all &= all >> 1;
        (all & 0x0101_0101_0101_0101) * 0xff
    };
    let columns = {
        let mut all = taken & taken.rotate_right(8);
        all &= all.rotate_right(16);
        all & all.rotate_right(32)
    };
    [
        rows | BORDERS[0],
        diagonal(taken, 7) | BORDERS[1],
        columns | BORDERS[2],
        diagonal(taken, 9) | BORDERS[3],
    ]
}

/// The squares whose diagonal is full, found by spreading empty squares along it.
#[inline(always)]
fn diagonal(taken: u64, step: u32) -> u64 {
    // The squares that a step up and a step down can reach.
    let (up, down) = if step == 9 {
        (!COLUMN_A, !COLUMN_H)
    } else {
        (!COLUMN_H, !COLUMN_A)
    };
    let free = !taken;
    let mut above = free;
    let mut below = free;
    let (mut ways_up, mut ways_down) = (up, down);
    for steps in [1, 2, 4] {
        let by = step * steps;
        above |= ways_up & (above << by);
        below |= ways_down & (below >> by);
        ways_up &= ways_up << by;
        ways_down &= ways_down >> by;
    }
    !(above | below)
}

const COLUMN_A: u64 = 0x0101_0101_0101_0101;
const COLUMN_H: u64 = COLUMN_A << 7;

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::othello::bits::tests::ray;

    /// The four lines, as steps in rows and columns.
    const WAYS: [[isize; 2]; 4] = [[0, 1], [1, -1], [1, 0], [1, 1]];

    /// The definition in the module's documentation, square by square.
    fn slowly(own: u64, taken: u64) -> u64 {
        let mut stable: u64 = 0;
        loop {
            let mut found = 0;
            for square in (0..64).filter(|square| own >> square & 1 == 1) {
                let safe = WAYS.iter().all(|&[dy, dx]| {
                    let sides = [[dy, dx], [-dy, -dx]];
                    let mut line = sides.iter().flat_map(|&side| ray(square, side));
                    let is_safe = |at: usize| stable >> at & 1 == 1;
                    line.all(|at| taken >> at & 1 == 1)
                        || sides
                            .iter()
                            .any(|&side| ray(square, side).next().is_none_or(is_safe))
                });
                found |= u64::from(safe) << square;
            }
            if found == stable {
                return stable;
            }
            stable = found;
        }
    }

    proptest! {
        #[test]
        fn stable_discs_are_those_of_the_definition(one: u64, two: u64, three: u64) {
            for (taken, own) in [(one | two, three), (one | two | three, two), (!(one & two & three), one | two)] {
                prop_assert_eq!(stable(own & taken, taken), slowly(own & taken, taken));
            }
        }
    }
}
