//! Areas that are seen or blocked: circles and rectangles.

use super::{Pos, Rect, Size};

/// Columns of a row, first to last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span {
    /// The first column.
    pub first: i32,
    /// The last column.
    pub last: i32,
}

/// An area of fields without holes; it may extend past the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Area {
    /// The fields within a Euclidean distance of the centre.
    Circle {
        /// The centre.
        centre: Pos,
        /// The distance.
        radius: u8,
    },
    /// A rectangle that is not empty.
    Rect(Rect),
}

impl Area {
    /// The rows of the area that lie on a board, with their columns on it.
    #[inline]
    pub fn rows(&self, board: Size) -> impl Iterator<Item = (i32, Span)> + use<> {
        let (area, last_column) = (*self, board.columns - 1);
        let bounds = match area {
            Self::Circle { centre, radius } => Rect::spanning(centre, centre).grown(radius.into()),
            Self::Rect(rect) => rect,
        };
        (bounds.top.max(0)..=bounds.bottom.min(board.rows - 1)).filter_map(move |y| {
            let (first, last) = match area {
                Self::Circle { centre, radius } => {
                    let square = u32::from(radius).pow(2) - centre.y.abs_diff(y).pow(2);
                    let half = square.isqrt().cast_signed();
                    (centre.x.saturating_sub(half), centre.x.saturating_add(half))
                }
                Self::Rect(rect) => (rect.left, rect.right),
            };
            let (first, last) = (first.max(0), last.min(last_column));
            (first <= last).then_some((y, Span { first, last }))
        })
    }
}
