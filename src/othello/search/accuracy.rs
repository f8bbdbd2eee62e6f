//! How wrong guesses are about what moves lose.
//!
//! Measured with `cargo bench --bench othello -- errors`, on 40 moves of real games for
//! each row, against exact values where at most 20 squares are free, and else against
//! looking 12 plies ahead. That has errors of its own; where both are known, it sees
//! four fifths of the errors, so that the others are taken for 1.3 times as large. Of 100
//! losses 95 are less wrong, and so are 95 of 100 that are found for moves which many
//! tournament games begin with.

use super::value::Value;

/// The first row begins at this number of free squares, and a row has that many.
const ROW_BEGIN: u32 = 11;
const ROW_SQUARES: u32 = 4;

/// How many plies were looked ahead for each column. More are as good as the last.
const PLIES: [u32; 5] = [1, 2, 4, 6, 8];

/// In hundredths of discs.
#[rustfmt::skip]
static LOSS_ERRORS: [[i32; PLIES.len()]; 12] = [
    [1450, 1450, 1200, 1150, 1100],
    [1480, 1400, 1380, 1380, 1110],
    [1490, 1450, 1450, 1290, 1140],
    [1980, 1530, 980, 980, 720],
    [2310, 2310, 1580, 1580, 830],
    [1680, 1680, 1380, 1380, 610],
    [1030, 1030, 1030, 1030, 780],
    [1010, 1010, 1010, 590, 460],
    [790, 520, 510, 440, 440],
    [550, 420, 410, 410, 410],
    [730, 640, 520, 400, 390],
    [660, 430, 430, 430, 430],
];

/// How much the loss of a move may be wrong, by the free squares before it and the plies
/// that are looked ahead.
pub fn loss_error(empties: u32, plies: u32) -> Value {
    let row = empties.saturating_sub(ROW_BEGIN) / ROW_SQUARES;
    let row = (row as usize).min(LOSS_ERRORS.len() - 1);
    let column = PLIES.iter().rposition(|&searched| searched <= plies);
    Value::Estimate(LOSS_ERRORS[row][column.unwrap_or_default()])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_row_and_the_column_are_found() {
        let cases = [(0, 0, 1450), (14, 1, 1450), (15, 2, 1400), (22, 7, 1290)];
        for (empties, plies, error) in [(23, 8, 720), (58, 60, 430), (60, 3, 430)]
            .iter()
            .chain(&cases)
        {
            let found = loss_error(*empties, *plies);
            assert_eq!(found, Value::Estimate(*error), "{empties} {plies}");
        }
        // Further is not worse.
        assert!(
            LOSS_ERRORS
                .iter()
                .all(|row| row.is_sorted_by(|one, two| one >= two))
        );
    }
}
