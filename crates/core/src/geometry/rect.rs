//! Rectangles of fields, and the size of a board.

use std::fmt;

use super::Pos;
use crate::player::ByPlayer;

/// A rectangle of fields, edges included.
///
/// It is empty if `bottom < top` or `right < left`; scripts may specify such rectangles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rect {
    /// The first row.
    pub top: i32,
    /// The first column.
    pub left: i32,
    /// The last row.
    pub bottom: i32,
    /// The last column.
    pub right: i32,
}

impl Rect {
    /// The rectangle from the upper left field to the lower right one.
    pub const fn new(top: i32, left: i32, bottom: i32, right: i32) -> Self {
        Self {
            top,
            left,
            bottom,
            right,
        }
    }

    /// The smallest rectangle with both fields in it.
    pub fn spanning(one: Pos, other: Pos) -> Self {
        Self {
            top: one.y.min(other.y),
            left: one.x.min(other.x),
            bottom: one.y.max(other.y),
            right: one.x.max(other.x),
        }
    }

    /// The 3x3 fields around a field.
    pub const fn around(centre: Pos) -> Self {
        Self::new(centre.y, centre.x, centre.y, centre.x).grown(1)
    }

    /// Whether the field lies inside.
    pub const fn contains(&self, pos: Pos) -> bool {
        self.top <= pos.y && pos.y <= self.bottom && self.left <= pos.x && pos.x <= self.right
    }

    /// The fields that are in both; `None` if there are none.
    pub fn intersection(&self, other: &Self) -> Option<Self> {
        let (top, left) = (self.top.max(other.top), self.left.max(other.left));
        let bottom = self.bottom.min(other.bottom);
        let right = self.right.min(other.right);
        (top <= bottom && left <= right).then_some(Self::new(top, left, bottom, right))
    }

    /// The smallest rectangle that contains both.
    #[must_use]
    pub fn joined(&self, other: &Self) -> Self {
        Self {
            top: self.top.min(other.top),
            left: self.left.min(other.left),
            bottom: self.bottom.max(other.bottom),
            right: self.right.max(other.right),
        }
    }

    /// Whether the two have a field in common.
    pub const fn intersects(&self, other: &Self) -> bool {
        self.top <= other.bottom
            && other.top <= self.bottom
            && self.left <= other.right
            && other.left <= self.right
    }

    /// The Chebyshev distance from the rectangle to a field; from an empty rectangle,
    /// the distance to the farther edge.
    ///
    /// ```
    /// use admiralty_core::geometry::{Pos, Rect};
    /// assert_eq!(Rect::new(0, 0, 4, 4).distance(Pos::new(3, 7)), 3);
    /// ```
    pub fn distance(&self, pos: Pos) -> u32 {
        let beyond = |at: i32, first: i32, last: i32| match (at < first, at > last) {
            (true, true) => first.abs_diff(at).max(at.abs_diff(last)),
            (true, false) => first.abs_diff(at),
            (false, true) => at.abs_diff(last),
            (false, false) => 0,
        };
        let rows = beyond(pos.y, self.top, self.bottom);
        rows.max(beyond(pos.x, self.left, self.right))
    }

    /// The number of rows of a rectangle that is not empty.
    pub const fn height(&self) -> usize {
        self.bottom.abs_diff(self.top) as usize + 1
    }

    /// The number of columns of a rectangle that is not empty.
    pub const fn width(&self) -> usize {
        self.right.abs_diff(self.left) as usize + 1
    }

    /// The number of fields of a rectangle that is not empty.
    pub const fn field_count(&self) -> usize {
        self.height() * self.width()
    }

    /// The fields, row by row.
    pub fn fields(&self) -> impl Iterator<Item = Pos> + use<> {
        let Self { left, right, .. } = *self;
        (self.top..=self.bottom).flat_map(move |y| (left..=right).map(move |x| Pos::new(y, x)))
    }

    /// The index of a field among [`Rect::fields`], if it lies inside.
    ///
    /// ```
    /// use admiralty_core::geometry::{Pos, Rect};
    /// let rect = Rect::new(2, 3, 9, 5);
    /// assert_eq!(rect.index(Pos::new(3, 4)), Some(4));
    /// assert_eq!(rect.field(4), Pos::new(3, 4));
    /// assert_eq!(rect.index(Pos::new(0, 4)), None);
    /// ```
    pub fn index(&self, pos: Pos) -> Option<usize> {
        let row = pos.y.abs_diff(self.top) as usize;
        let column = pos.x.abs_diff(self.left) as usize;
        self.contains(pos).then(|| row * self.width() + column)
    }

    /// The field at an index among [`Rect::fields`].
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_possible_wrap,
        reason = "below the height and the width"
    )]
    pub const fn field(&self, index: usize) -> Pos {
        let (row, column) = (index / self.width(), index % self.width());
        Pos::new(self.top + row as i32, self.left + column as i32)
    }

    /// The rectangle with `margin` more fields on each side.
    #[must_use]
    pub const fn grown(&self, margin: i32) -> Self {
        Self {
            top: self.top.saturating_sub(margin),
            left: self.left.saturating_sub(margin),
            bottom: self.bottom.saturating_add(margin),
            right: self.right.saturating_add(margin),
        }
    }
}

impl fmt::Display for Rect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} {} {} {}",
            self.top, self.left, self.bottom, self.right
        )
    }
}

/// The size of a board, in fields. Both numbers are at least 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    /// The number of rows.
    pub rows: i32,
    /// The number of columns.
    pub columns: i32,
}

impl Size {
    /// The size with these numbers of rows and columns.
    pub const fn new(rows: i32, columns: i32) -> Self {
        Self { rows, columns }
    }

    /// Where each player places ships on a board: A above the middle, B below. At least one row
    /// between them is free, so no ship of one player is in the way of the other.
    ///
    /// ```
    /// use admiralty_core::geometry::{Rect, Size};
    /// let starts = Size::new(40, 8).starting_rects();
    /// assert_eq!((starts.a, starts.b), (Rect::new(0, 0, 18, 7), Rect::new(21, 0, 39, 7)));
    /// ```
    pub fn starting_rects(self) -> ByPlayer<Rect> {
        let Self { rows, columns } = self;
        let height = (rows - 1) / 2;
        ByPlayer {
            a: Rect::new(0, 0, height - 1, columns - 1),
            b: Rect::new(rows - height, 0, rows - 1, columns - 1),
        }
    }

    /// Whether the field lies on a board of this size.
    #[expect(
        clippy::cast_sign_loss,
        reason = "negative coordinates wrap past every size"
    )]
    pub const fn contains(&self, pos: Pos) -> bool {
        (pos.y as u32) < self.rows as u32 && (pos.x as u32) < self.columns as u32
    }

    /// Whether all of a rectangle that is not empty lies on a board of this size.
    pub const fn contains_rect(&self, rect: Rect) -> bool {
        rect.top >= 0 && rect.left >= 0 && rect.bottom < self.rows && rect.right < self.columns
    }

    /// The whole board as a rectangle.
    pub const fn rect(&self) -> Rect {
        Rect::new(0, 0, self.rows - 1, self.columns - 1)
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.rows, self.columns)
    }
}

/// Columns of a row, first to last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Span {
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
    /// The fields of the area that lie on a board, row by row.
    pub fn fields(&self, board: Size) -> impl Iterator<Item = Pos> + use<> {
        let rows = self.rows(board);
        rows.flat_map(|(y, span)| (span.first..=span.last).map(move |x| Pos::new(y, x)))
    }

    /// The rows of the area that lie on a board, with their columns on it.
    #[inline]
    pub(crate) fn rows(&self, board: Size) -> impl Iterator<Item = (i32, Span)> + use<> {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_between_the_starting_rectangles_is_free() {
        for rows in 1..=50 {
            let size = Size::new(rows, 7);
            let ByPlayer { a, b } = size.starting_rects();
            assert!(a.bottom + 1 < b.top, "{rows}");
            assert_eq!((a.top, b.bottom), (0, rows - 1));
            assert_eq!(a.height(), b.height(), "{rows}");
            let is_board_left = rows < 3 || size.contains_rect(a) && size.contains_rect(b);
            assert!(is_board_left, "{rows}");
        }
    }

    #[test]
    fn a_rectangle_is_its_fields() {
        let around = Rect::new(-3, -3, 6, 6);
        let board = Size::new(4, 3);
        assert_eq!(board.to_string(), "4 3");
        for (top, left) in [(-2, -2), (0, 0), (0, 1), (2, -1), (-2, 0), (0, -3)] {
            for (height, width) in [(1, 1), (1, 4), (2, 3), (4, 3), (5, 2)] {
                let rect = Rect::new(top, left, top + height - 1, left + width - 1);
                let fields: Vec<_> = rect.fields().collect();
                assert_eq!(fields.len(), rect.field_count());
                for (index, &field) in fields.iter().enumerate() {
                    assert_eq!((rect.index(field), rect.field(index)), (Some(index), field));
                }
                let is_on_board = fields.iter().all(|&field| board.contains(field));
                assert_eq!(board.contains_rect(rect), is_on_board, "{rect}");
                for pos in around.fields() {
                    assert_eq!(rect.contains(pos), fields.contains(&pos));
                    let apart = |field: &Pos| field.y.abs_diff(pos.y).max(field.x.abs_diff(pos.x));
                    assert_eq!(
                        Some(rect.distance(pos)),
                        fields.iter().map(apart).min(),
                        "{rect}"
                    );
                }
                let common = board.rect().intersection(&rect);
                let on_board = fields.into_iter().filter(|&field| board.contains(field));
                assert_eq!(
                    common.is_some(),
                    on_board.clone().next().is_some(),
                    "{rect}"
                );
                assert!(on_board.eq(common.iter().flat_map(Rect::fields)), "{rect}");
            }
        }
    }
}
