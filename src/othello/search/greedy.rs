//! The player that turns as many discs as it can.

use super::super::{Move, Position, Square};

/// The values of the squares of a quarter of the board for [`greedy`], from the corner to
/// the centre; the other quarters mirror it. Corners can never be turned. The squares beside
/// a corner help the opponent to take it, most of all the diagonal one. Discs on the border
/// are hard to turn.
pub const SQUARE_VALUES: [[i32; 4]; 4] = [
    [100, -20, 10, 5],
    [-20, -50, -2, -2],
    [10, -2, 5, 1],
    [5, -2, 1, 0],
];

/// The move that turns the most discs. Ties go to the square with the highest of the
/// [`SQUARE_VALUES`], then to the first, row by row. [`Move::Pass`] if the player has to
/// pass; `None` if the game is over.
///
/// ```
/// use admiralty::othello::{Move, Position, search};
///
/// let position = Position::start();
/// assert_eq!(search::greedy(&position), Some("d3".parse()?));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn greedy(position: &Position) -> Option<Move> {
    if position.is_over() {
        return None;
    }
    let mut best: Option<(Square, (usize, i32))> = None;
    for square in position.legal_squares() {
        let worth = (position.turned_by(square).len(), square_value(square));
        if best.is_none_or(|(_, most)| worth > most) {
            best = Some((square, worth));
        }
    }
    Some(best.map_or(Move::Pass, |(square, _)| Move::Disc(square)))
}

fn square_value(square: Square) -> i32 {
    let [row, column] = [square.row(), square.column()].map(|at| usize::from(at.min(7 - at)));
    SQUARE_VALUES[row][column]
}
