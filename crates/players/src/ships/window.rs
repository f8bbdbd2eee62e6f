//! The part of a large board that a player keeps values of: the windows of `hunt`, and the sweep
//! of `admiral`.

use super::bit_grid::BitGrid;
use admiralty_core::geometry::{Pos, Rect};
use admiralty_core::view::{Observation, SegmentKind};

/// How far a window extends on each side beyond the part of the board being searched: by more than
/// a ship.
const MARGIN: i32 = 8;
/// The most rows of a window that is searched.
const ROWS_MAX: i32 = 256;
const STEP_ROWS: i32 = ROWS_MAX - 2 * MARGIN;
const STEP_COLUMNS: i32 = BitGrid::COLUMNS_MAX - 2 * MARGIN;

/// The part of the board that a player keeps values of: all of it, if it is small enough.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct BoardWindow {
    pub rect: Rect,
    /// The part of it where the enemy is searched for.
    pub area: Rect,
}

impl BoardWindow {
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
        let grown = tile(whole, place).grown(MARGIN);
        let rect = grown
            .intersection(&board)
            .expect("a tile lies on the board");
        let still = rect.intersection(&whole).filter(|_| !is_drifting);
        Self {
            rect,
            area: still.unwrap_or(rect),
        }
    }
}

/// The largest side of a board that is searched as a whole.
const BOARD_SIDE_MAX: i32 = 128;
/// The rows of a band: about as many as the radars of a fleet in line abreast cover.
const BAND_ROWS: i32 = 48;
const STRIP_COLUMNS: i32 = 16;
/// The columns of a step's window: the strip and those ahead, where ships may go on.
const WINDOW_COLUMNS: i32 = 48;
/// The side of a window around an enemy.
const BATTLE_SIDE: i32 = 64;

/// A step of the sweep: the board is covered by bands of rows, one band in one direction and
/// the next one back, and each band by strips of columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct SweepStep {
    /// The fields that the player keeps values of.
    pub window: Rect,
    /// The part of it that has to be explored before the next step.
    pub strip: Rect,
}

impl SweepStep {
    /// The n-th step, from 0: those of the enemy's starting rectangle come first, then those
    /// of the whole board.
    pub fn nth(view: &Observation<'_>, n: u64) -> Self {
        let board = view.size().rect();
        let (whole, [band, along]) = searched_part(view, n, [BAND_ROWS, STRIP_COLUMNS]);
        let top = whole.top + offset(band, BAND_ROWS);
        let bottom = top.saturating_add(BAND_ROWS - 1).min(whole.bottom);
        let is_back = band % 2 == 1;
        let columns = |ahead: i32| {
            let near = offset(along, STRIP_COLUMNS);
            let (left, right) = if is_back {
                let right = whole.right - near;
                (right.saturating_sub(ahead - 1), right)
            } else {
                let left = whole.left + near;
                (left, left.saturating_add(ahead - 1))
            };
            Rect::new(top, left.max(whole.left), bottom, right.min(whole.right))
        };
        let window = columns(WINDOW_COLUMNS).grown(MARGIN).intersection(&board);
        Self {
            window: window.expect("the band lies on the board"),
            strip: columns(STRIP_COLUMNS),
        }
    }
}

/// The part of the board that the player keeps values of at the n-th step: all of it, if it is
/// small enough, or a window around a target, if there are targets only outside that of the
/// step.
pub(super) fn sweep_window(
    view: &Observation<'_>,
    n: u64,
    targets: impl Iterator<Item = Pos>,
) -> Rect {
    let board = view.size().rect();
    if board.bottom < BOARD_SIDE_MAX && board.right < BOARD_SIDE_MAX {
        return board;
    }
    let usual = SweepStep::nth(view, n).window;
    let healthy = view
        .enemy()
        .iter()
        .filter(|part| part.kind != SegmentKind::Destroyed);
    let mut targets = healthy.map(|part| part.pos).chain(targets).peekable();
    match targets.peek().copied() {
        Some(first) if !targets.any(|target| usual.contains(target)) => {
            let around = Rect::spanning(first, first).grown(BATTLE_SIDE / 2);
            around.intersection(&board).expect("it is on the board")
        }
        _ => usual,
    }
}

/// The part of the board that the enemy starts in; all of it, if that is empty.
fn enemy_start(view: &Observation<'_>) -> Rect {
    let (board, start) = (view.size().rect(), view.start(view.player().opponent()));
    start.intersection(&board).unwrap_or(board)
}

/// The rectangle that the n-th step of a search lies in, from 0, and the row and the column of its
/// tile there. Tiles of a size in fields cover the enemy's start first, then the whole board.
fn searched_part(view: &Observation<'_>, n: u64, [rows, columns]: [i32; 2]) -> (Rect, [u64; 2]) {
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
fn offset(n: u64, side: i32) -> i32 {
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
