//! Areas of the board that the search uses.

/// The corners of the board.
pub const CORNERS: u64 = 0x8100_0000_0000_0081;
/// Their diagonal neighbours.
pub const X_SQUARES: u64 = 0x0042_0000_0000_4200;

/// The squares of the four quarters of the board.
const QUARTERS: [u64; 4] = [
    0x0000_0000_0f0f_0f0f,
    0x0000_0000_f0f0_f0f0,
    0x0f0f_0f0f_0000_0000,
    0xf0f0_f0f0_0000_0000,
];

/// The quarter of the board that a square lies in.
#[inline(always)]
pub fn quarter(square: usize) -> u64 {
    QUARTERS[square / 32 * 2 + square / 4 % 2]
}

/// The quarters with an odd number of empty squares. The player who moves there first tends
/// to have the last move of the quarter, too
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

/// For each square, its neighbours.
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

/// A set of squares and all their neighbours.
#[inline(always)]
pub const fn spread(set: u64) -> u64 {
    const NOT_A: u64 = 0xfefe_fefe_fefe_fefe;
    const NOT_H: u64 = 0x7f7f_7f7f_7f7f_7f7f;
    let rows = set | (set & NOT_H) << 1 | (set & NOT_A) >> 1;
    rows | rows << 8 | rows >> 8
}
