//! The sweep of a board that is too large to be searched as a whole.

use crate::ships::window::{offset, searched_part};
use admiralty_core::geometry::{Pos, Rect};
use admiralty_core::view::{Observation, SegmentKind};

/// The largest side of a board that is searched as a whole.
const BOARD_SIDE_MAX: i32 = 128;
/// The rows of a band: about as many as the radars of a fleet in line abreast cover.
const BAND_ROWS: i32 = 48;
const STRIP_COLUMNS: i32 = 16;
/// The columns of a window: the strip and those ahead, where ships may go on.
const WINDOW_COLUMNS: i32 = 48;
/// How far windows extend beyond that on each side: by more than a ship.
const MARGIN: i32 = 8;
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
pub(super) fn window(view: &Observation<'_>, n: u64, targets: impl Iterator<Item = Pos>) -> Rect {
    let board = view.size().rect();
    if board.bottom < BOARD_SIDE_MAX && board.right < BOARD_SIDE_MAX {
        return board;
    }
    let usual = SweepStep::nth(view, n).window;
    let seen = view.enemy().iter();
    let seen = seen.filter(|part| part.kind != SegmentKind::Destroyed);
    let mut targets = seen.map(|part| part.pos).chain(targets).peekable();
    match targets.peek().copied() {
        Some(first) if !targets.any(|target| usual.contains(target)) => {
            let around = Rect::spanning(first, first).grown(BATTLE_SIDE / 2);
            around.intersection(&board).expect("it is on the board")
        }
        _ => usual,
    }
}
