//! The value of the last move of a game. The move is not made: the number of discs that it
//! turns comes from tables, line by line.

use crate::othello::bits::rays;

/// The value of a position with one empty square, given the discs of the player to move.
#[inline(always)]
pub fn last_move(own: u64, square: usize) -> i32 {
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

/// The number of discs that a move to the only empty square turns.
#[inline(always)]
fn turned_by_last(own: u64, square: usize) -> i32 {
    const FIRST_COLUMN: u64 = 0x0101_0101_0101_0101;
    // Moves a column into the highest row.
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

/// The number of discs turned along a line, by the place of the move and the player's discs
/// in the line; all others are the opponent's. The squares that a short diagonal lacks
/// count as the opponent's, so nothing is turned there.
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

/// For each square, the two diagonals through it, without the square itself.
static DIAGONALS: [[u64; 2]; 64] = diagonals();

const fn diagonals() -> [[u64; 2]; 64] {
    let rays = rays();
    let mut diagonals = [[0; 2]; 64];
    let mut square = 0;
    while square < 64 {
        let [above, below] = rays[square];
        diagonals[square] = [above[3] | below[3], above[1] | below[1]];
        square += 1;
    }
    diagonals
}
