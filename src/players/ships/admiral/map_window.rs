//! The part of the board that is thought about, and numbers on its fields.

use crate::geometry::{Pos, Rect, Size};
use crate::view::{Observation, SegmentKind};

/// The part of the board that is thought about: all of it, or, of a very large
/// one, what lies around the middle of the enemy's starting rectangle, or around
/// an enemy that is seen elsewhere.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct MapWindow {
    pub rect: Rect,
    width: usize,
    height: usize,
}

/// The largest part, in fields to each side.
const SIDE_MAX: i32 = 128;

impl MapWindow {
    /// The part for what is seen: the usual one, unless healthy enemies are seen
    /// elsewhere only.
    pub fn of(view: &Observation<'_>) -> Self {
        let start = view.start(view.player().opponent());
        let usual = Self::around(
            Pos::new(
                i32::midpoint(start.top, start.bottom),
                i32::midpoint(start.left, start.right),
            ),
            view.size(),
        );
        let seen = view.enemy().iter();
        let mut seen = seen.filter(|segment| segment.kind != SegmentKind::Destroyed);
        let Some(first) = seen.clone().next() else {
            return usual;
        };
        if seen.any(|segment| usual.rect.contains(segment.pos)) {
            return usual;
        }
        Self::around(first.pos, view.size())
    }

    fn around(middle: Pos, size: Size) -> Self {
        let along = |middle: i32, length: i32| {
            let middle = middle.clamp(0, length - 1);
            let begin = (middle - SIDE_MAX / 2).min(length - SIDE_MAX).max(0);
            (begin, (begin + SIDE_MAX).min(length) - 1)
        };
        let (top, bottom) = along(middle.y, size.rows);
        let (left, right) = along(middle.x, size.columns);
        let extent = |first: i32, last: i32| (last - first + 1).unsigned_abs() as usize;
        Self {
            rect: Rect::new(top, left, bottom, right),
            width: extent(left, right),
            height: extent(top, bottom),
        }
    }

    /// How many fields there are.
    pub const fn len(&self) -> usize {
        self.width * self.height
    }

    /// The number of a field, if it is one of them.
    pub fn index(&self, pos: Pos) -> Option<usize> {
        self.rect.contains(pos).then(|| {
            let row = (pos.y - self.rect.top).unsigned_abs() as usize;
            let column = (pos.x - self.rect.left).unsigned_abs() as usize;
            row * self.width + column
        })
    }

    /// How many fields there are in a row.
    pub const fn width(&self) -> usize {
        self.width
    }

    /// The field of a number.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_possible_wrap,
        reason = "below the greatest side"
    )]
    pub const fn pos(&self, index: usize) -> Pos {
        Pos::new(
            self.rect.top + (index / self.width) as i32,
            self.rect.left + (index % self.width) as i32,
        )
    }

    /// All fields, in the order of their numbers.
    pub fn fields(&self) -> impl Iterator<Item = Pos> + use<> {
        let rect = self.rect;
        (rect.top..=rect.bottom)
            .flat_map(move |y| (rect.left..=rect.right).map(move |x| Pos::new(y, x)))
    }

    /// For each field the sum over the square that reaches `radius` to each side.
    pub fn blurred(&self, values: &[f64], radius: usize) -> Vec<f64> {
        self.in_squares(&self.sums(values), radius)
    }

    /// The sums over all fields above and to the left, for [`MapWindow::in_squares`].
    pub fn sums(&self, values: &[f64]) -> Vec<f64> {
        let mut sums = vec![0.0; (self.width + 1) * (self.height + 1)];
        for (y, values) in values.chunks_exact(self.width).enumerate() {
            let (above, below) = sums[y * (self.width + 1)..].split_at_mut(self.width + 1);
            let mut row = 0.0;
            for (x, value) in values.iter().enumerate() {
                row += value;
                below[x + 1] = above[x + 1] + row;
            }
        }
        sums
    }

    /// For each field the sum over the square that reaches `radius` to each side,
    /// from the sums.
    pub fn in_squares(&self, sums: &[f64], radius: usize) -> Vec<f64> {
        let (width, height) = (self.width, self.height);
        let mut blurred = Vec::with_capacity(self.len());
        for y in 0..height {
            let (top, bottom) = (y.saturating_sub(radius), (y + radius + 1).min(height));
            for x in 0..width {
                let (left, right) = (x.saturating_sub(radius), (x + radius + 1).min(width));
                let at = |y: usize, x: usize| sums[y * (width + 1) + x];
                blurred.push(at(bottom, right) - at(top, right) - at(bottom, left) + at(top, left));
            }
        }
        blurred
    }
}
