//! The last four squares of a game.
//!
//! Nothing is remembered or ordered here, but for parity: a square in a quarter
//! with an odd number of free squares is tried first. The last disc is not even
//! put on the board; how much it turns is looked up line by line.

#![expect(
    clippy::inline_always,
    reason = "it has to be compiled anew for each kind of processor that it is used on"
)]

use super::sides::{AROUND, Sides, quarter};
use super::window::Window;

/// The free squares, and the quarters of the board where their number is odd.
#[derive(Clone, Copy, Debug)]
pub struct Free {
    pub squares: u64,
    pub odd: u64,
}

/// Lower than any value.
pub const NONE: i32 = -128;

/// How a position with some number of free squares is searched. These are types
/// and not functions, because what is called through a function pointer or closure
/// is not compiled for the kind of processor of its caller.
pub trait Search {
    /// The value of a position.
    fn value(sides: Sides, free: Free, window: Window, nodes: &mut u64) -> i32;
}

/// Searches positions with one free square.
pub struct One;
/// Searches positions with two free squares.
pub struct Two;
/// Searches positions with three free squares.
pub struct Three;
/// Searches positions with four free squares.
pub struct Four;

impl Search for One {
    #[inline(always)]
    fn value(sides: Sides, free: Free, _: Window, nodes: &mut u64) -> i32 {
        last_one(sides.own, free.squares.trailing_zeros() as usize, nodes)
    }
}

impl Search for Two {
    #[inline(always)]
    fn value(sides: Sides, free: Free, window: Window, nodes: &mut u64) -> i32 {
        either::<One>(sides, free, window, nodes)
    }
}

impl Search for Three {
    #[inline(always)]
    fn value(sides: Sides, free: Free, window: Window, nodes: &mut u64) -> i32 {
        either::<Two>(sides, free, window, nodes)
    }
}

impl Search for Four {
    #[inline(always)]
    fn value(sides: Sides, free: Free, window: Window, nodes: &mut u64) -> i32 {
        either::<Three>(sides, free, window, nodes)
    }
}

/// The value if the player moves or, if that is impossible, the opponent does.
#[inline(always)]
fn either<Next: Search>(sides: Sides, free: Free, window: Window, nodes: &mut u64) -> i32 {
    *nodes += 1;
    let (mut to_move, mut window) = (sides, window);
    for sign in [1, -1] {
        let value = try_all::<Next>(to_move, free, window, nodes);
        if value != NONE {
            return sign * value;
        }
        (to_move, window) = (to_move.passed(), window.turned());
    }
    sides.final_score()
}

/// The best value of all moves, or as soon as one is good enough; `NONE` without
/// a move.
#[inline(always)]
pub fn try_all<Next: Search>(sides: Sides, free: Free, window: Window, nodes: &mut u64) -> i32 {
    let mut first = free.squares & free.odd;
    let mut second = free.squares & !free.odd;
    if first == 0 {
        (first, second) = (second, 0);
    }
    let mut best = NONE;
    let mut alpha = window.alpha;
    while first != 0 {
        let square = first.trailing_zeros() as usize;
        first &= first - 1;
        if first == 0 {
            (first, second) = (second, 0);
        }
        if AROUND[square] & sides.other == 0 {
            continue;
        }
        let turned = sides.turned(square);
        if turned == 0 {
            continue;
        }
        let left = Free {
            squares: free.squares & !(1 << square),
            odd: free.odd ^ quarter(square),
        };
        let beta = window.beta;
        let after = sides.after(square, turned);
        let value = -Next::value(after, left, Window { alpha, beta }.turned(), nodes);
        if value >= beta {
            return value;
        }
        best = best.max(value);
        alpha = alpha.max(value);
    }
    best
}

/// The value with one free square.
#[inline(always)]
fn last_one(own: u64, square: usize, nodes: &mut u64) -> i32 {
    *nodes += 1;
    let discs = own.count_ones().cast_signed();
    let turned = turned_by_last(own, square);
    if turned != 0 {
        return 2 * (discs + turned + 1) - 64;
    }
    match turned_by_last(!own, square) {
        0 if discs >= 32 => 2 * (discs + 1) - 64,
        turned => 2 * (discs - turned) - 64,
    }
}

/// How many discs the move to the only free square turns.
#[inline(always)]
fn turned_by_last(own: u64, square: usize) -> i32 {
    const FIRST_COLUMN: u64 = 0x0101_0101_0101_0101;
    // Brings a column into the highest row.
    const COLUMN_TO_ROW: u64 = 0x0102_0408_1020_4080;
    let (row, column) = (square / 8, square % 8);
    let [falling, rising] = DIAGONALS[square];
    let lines = [
        (column, own >> (8 * row) & 0xff),
        (
            row,
            (own >> column & FIRST_COLUMN).wrapping_mul(COLUMN_TO_ROW) >> 56,
        ),
        (column, (own & falling).wrapping_mul(FIRST_COLUMN) >> 56),
        (column, (own & rising).wrapping_mul(FIRST_COLUMN) >> 56),
    ];
    let counts = lines.map(|(at, line)| TURNED[at][(line & 0xff) as usize]);
    (counts[0] + counts[1] + counts[2] + counts[3]).into()
}

/// For each place in a line and the own discs of the line, all others being the
/// opponent's, how many are turned. Where a diagonal is short, the missing squares
/// count as the opponent's, which turns nothing.
static TURNED: [[u8; 256]; 8] = turned();

const fn turned() -> [[u8; 256]; 8] {
    let mut table = [[0; 256]; 8];
    let mut at = 0;
    while at < 8 {
        let mut own = 0;
        while own < 256 {
            let mut above = at + 1;
            while above < 8 && own >> above & 1 == 0 {
                above += 1;
            }
            let mut below = at;
            while below > 0 && own >> (below - 1) & 1 == 0 {
                below -= 1;
            }
            let up = if above < 8 { above - at - 1 } else { 0 };
            let down = if below > 0 { at - below } else { 0 };
            #[expect(clippy::cast_possible_truncation, reason = "at most 6")]
            {
                table[at][own] = (up + down) as u8;
            }
            own += 1;
        }
        at += 1;
    }
    table
}

/// For each square, the diagonals through it, without the square itself.
static DIAGONALS: [[u64; 2]; 64] = diagonals();

const fn diagonals() -> [[u64; 2]; 64] {
    let mut diagonals = [[0; 2]; 64];
    let mut square = 0;
    while square < 64 {
        let mut other = 0;
        while other < 64 {
            let (row, column) = (square / 8, square % 8);
            let (other_row, other_column) = (other / 8, other % 8);
            if square != other {
                if row + other_column == other_row + column {
                    diagonals[square][0] |= 1 << other;
                }
                if row + column == other_row + other_column {
                    diagonals[square][1] |= 1 << other;
                }
            }
            other += 1;
        }
        square += 1;
    }
    diagonals
}
