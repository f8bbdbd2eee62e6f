//! The part of the board that a knowledge map covers.

use crate::geometry::{BitGrid, Rect};
use crate::view::Observation;

/// How far neighbouring windows overlap on each side: by more than a ship.
const MARGIN: i32 = 8;
/// The most rows of a window.
const ROWS_MAX: i32 = 256;
const STEP_ROWS: i32 = ROWS_MAX - 2 * MARGIN;
const STEP_COLUMNS: i32 = BitGrid::COLUMNS_MAX - 2 * MARGIN;

/// The part of the board that a knowledge map covers: all of it, if it is small
/// enough.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct SearchWindow {
    /// The part.
    pub rect: Rect,
    /// Where in it the enemy is searched for.
    pub area: Rect,
}

impl SearchWindow {
    /// The n-th window to search, from 0: those of the enemy's starting rectangle come
    /// first, then those of the whole board. As long as the enemy has not moved
    /// (`is_drifting`), the search area is limited to the former.
    pub fn nth(view: &Observation<'_>, n: u64, is_drifting: bool) -> Self {
        let board = view.size().rect();
        let start = view.start(view.player().opponent());
        let is_empty = start.top > start.bottom || start.left > start.right;
        let start = start.intersection(&board).filter(|_| !is_empty);
        let start = start.unwrap_or(board);
        if board.bottom < ROWS_MAX && board.right < BitGrid::COLUMNS_MAX {
            let area = if is_drifting { board } else { start };
            return Self { rect: board, area };
        }
        let (first, all) = (tiles(start), tiles(board));
        let n = n % (first.0 * first.1 + all.0 * all.1);
        let (whole, n) = match n.checked_sub(first.0 * first.1) {
            None => (start, n),
            Some(n) => (board, n),
        };
        let rect = tile(whole, n).grown(MARGIN).intersection(&board);
        let rect = rect.expect("a tile lies on the board");
        let still = rect.intersection(&whole).filter(|_| !is_drifting);
        Self {
            rect,
            area: still.unwrap_or(rect),
        }
    }
}

/// The rows and columns of tiles that cover a rectangle.
fn tiles(rect: Rect) -> (u64, u64) {
    let count = |first: i32, last: i32, step: i32| {
        u64::from(last.abs_diff(first) / step.unsigned_abs()) + 1
    };
    (
        count(rect.top, rect.bottom, STEP_ROWS),
        count(rect.left, rect.right, STEP_COLUMNS),
    )
}

/// One of the tiles that cover a rectangle.
fn tile(rect: Rect, n: u64) -> Rect {
    let across = tiles(rect).1;
    let offset = |n: u64, step: i32| i32::try_from(n).expect("within the board") * step;
    let top = rect.top + offset(n / across, STEP_ROWS);
    let left = rect.left + offset(n % across, STEP_COLUMNS);
    Rect::new(
        top,
        left,
        rect.bottom.min(top.saturating_add(STEP_ROWS - 1)),
        rect.right.min(left.saturating_add(STEP_COLUMNS - 1)),
    )
}
