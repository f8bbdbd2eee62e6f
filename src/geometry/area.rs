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
        /// The distance, at most [`Area::RADIUS_MAX`].
        radius: u8,
    },
    /// A rectangle that is not empty.
    Rect(Rect),
}

impl Area {
    /// The largest radius of a circle.
    pub const RADIUS_MAX: u8 = 7;

    /// The rows of the area that lie on a board, with their columns on it.
    #[inline]
    pub fn rows(&self, board: Size) -> impl Iterator<Item = (i32, Span)> + use<> {
        let (area, last_column) = (*self, board.columns - 1);
        let (first, last) = match area {
            Self::Circle { centre, radius } => (
                centre.y.saturating_sub(radius.into()),
                centre.y.saturating_add(radius.into()),
            ),
            Self::Rect(rect) => (rect.top, rect.bottom),
        };
        (first.max(0)..=last.min(board.rows - 1)).filter_map(move |y| {
            let span = area.span(y);
            let (first, last) = (span.first.max(0), span.last.min(last_column));
            (first <= last).then_some((y, Span { first, last }))
        })
    }

    /// The columns of one of its rows.
    #[inline]
    fn span(&self, y: i32) -> Span {
        match self {
            Self::Circle { centre, radius } => {
                let half = HALVES[*radius as usize][centre.y.abs_diff(y) as usize].into();
                Span {
                    first: centre.x.saturating_sub(half),
                    last: centre.x.saturating_add(half),
                }
            }
            Self::Rect(rect) => Span {
                first: rect.left,
                last: rect.right,
            },
        }
    }
}

const RADII: usize = Area::RADIUS_MAX as usize + 1;

/// How far a circle reaches to each side of its centre's column, by its radius and
/// the distance from its centre's row.
static HALVES: [[u8; RADII]; RADII] = {
    let mut halves = [[0; RADII]; RADII];
    let mut radius = 0;
    while radius < RADII {
        let mut rows = 0;
        while rows <= radius {
            let mut half = 0;
            while (half + 1) * (half + 1) + rows * rows <= radius * radius {
                half += 1;
            }
            #[expect(clippy::cast_possible_truncation, reason = "at most the radius")]
            {
                halves[radius][rows] = half as u8;
            }
            rows += 1;
        }
        radius += 1;
    }
    halves
};
