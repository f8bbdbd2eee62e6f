//! The part of a large board that a player keeps values of.

use admiralty_core::geometry::{BitGrid, Rect};
use admiralty_core::view::Observation;

/// How far windows extend beyond their tile on each side: by more than a ship.
const MARGIN: i32 = 8;
/// The most rows of a window that is searched.
const ROWS_MAX: i32 = 256;
const STEP_ROWS: i32 = ROWS_MAX - 2 * MARGIN;
const STEP_COLUMNS: i32 = BitGrid::COLUMNS_MAX - 2 * MARGIN;

/// The part of the board that a player keeps values of: all of it, if it is small enough.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Window {
    pub rect: Rect,
    /// The part of it where the enemy is searched for.
    pub area: Rect,
}

impl Window {
    /// The n-th window to search, from 0: those of the enemy's starting rectangle come first,
    /// then those of the whole board. Unless the enemy is known to move (`is_drifting`), the
    /// search area is limited to the starting rectangle for the former.
    pub fn nth(view: &Observation<'_>, n: u64, is_drifting: bool) -> Self {
        let (board, start) = (view.size().rect(), enemy_start(view));
        if board.bottom < ROWS_MAX && board.right < BitGrid::COLUMNS_MAX {
            let area = if is_drifting { board } else { start };
            return Self { rect: board, area };
        }
        let (whole, place) = searched_part(view, n, [STEP_ROWS, STEP_COLUMNS]);
        let rect = tile(whole, place).grown(MARGIN).intersection(&board);
        let rect = rect.expect("a tile lies on the board");
        let still = rect.intersection(&whole).filter(|_| !is_drifting);
        Self {
            rect,
            area: still.unwrap_or(rect),
        }
    }
}

/// The part of the board that the enemy starts in; all of it, if that is empty.
fn enemy_start(view: &Observation<'_>) -> Rect {
    let (board, start) = (view.size().rect(), view.start(view.player().opponent()));
    start.intersection(&board).unwrap_or(board)
}

/// The rectangle that the n-th step of a search lies in, from 0, and the row and the column of its
/// tile there. Tiles of a size in fields cover the enemy's start first, then the whole board.
pub(super) fn searched_part(
    view: &Observation<'_>,
    n: u64,
    [rows, columns]: [i32; 2],
) -> (Rect, [u64; 2]) {
    let (board, start) = (view.size().rect(), enemy_start(view));
    let tiles = |first: i32, last: i32, side: i32| {
        u64::from(last.abs_diff(first) / side.unsigned_abs()) + 1
    };
    let across = |rect: Rect| tiles(rect.left, rect.right, columns);
    let count = |rect: Rect| tiles(rect.top, rect.bottom, rows) * across(rect);
    let n = n % (count(start) + count(board));
    let (whole, n) = match n.checked_sub(count(start)) {
        None => (start, n),
        Some(n) => (board, n),
    };
    (whole, [n / across(whole), n % across(whole)])
}

/// The first row or column of the n-th part of that many rows or columns, from the edge.
pub(super) fn offset(n: u64, side: i32) -> i32 {
    i32::try_from(n).expect("within the board") * side
}

/// One of the tiles that cover a rectangle.
fn tile(rect: Rect, [row, column]: [u64; 2]) -> Rect {
    let top = rect.top + offset(row, STEP_ROWS);
    let left = rect.left + offset(column, STEP_COLUMNS);
    let tile = Rect::new(
        top,
        left,
        top.saturating_add(STEP_ROWS - 1),
        left.saturating_add(STEP_COLUMNS - 1),
    );
    tile.intersection(&rect).expect("a part of the rectangle")
}
