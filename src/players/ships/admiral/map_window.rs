//! The part of the board that the admiral keeps numbers of.

use crate::geometry::{Pos, Rect, Size};
use crate::view::{Observation, SegmentKind};

/// The largest side of the part, in fields.
const SIDE_MAX: i32 = 128;

/// The part of the board that the admiral keeps numbers of: all of it or, of a very
/// large one, the fields around the middle of the enemy's starting rectangle. If
/// healthy enemies are seen elsewhere only, it lies around one of those.
pub(super) fn map_window(view: &Observation<'_>) -> Rect {
    let start = view.start(view.player().opponent());
    let middle = Pos::new(
        i32::midpoint(start.top, start.bottom),
        i32::midpoint(start.left, start.right),
    );
    let usual = around(middle, view.size());
    let seen = view.enemy().iter();
    let mut seen = seen.filter(|segment| segment.kind != SegmentKind::Destroyed);
    match seen.clone().next() {
        Some(first) if !seen.any(|segment| usual.contains(segment.pos)) => {
            around(first.pos, view.size())
        }
        _ => usual,
    }
}

/// The part of a board around a field.
fn around(middle: Pos, size: Size) -> Rect {
    let along = |middle: i32, length: i32| {
        let middle = middle.clamp(0, length - 1);
        let first = (middle - SIDE_MAX / 2).min(length - SIDE_MAX).max(0);
        (first, (first + SIDE_MAX).min(length) - 1)
    };
    let (top, bottom) = along(middle.y, size.rows);
    let (left, right) = along(middle.x, size.columns);
    Rect::new(top, left, bottom, right)
}
