//! Difference arrays.

use crate::geometry::{Axis, Pos, Rect};

/// Weights of many placements, to be summed by field: a difference array for each
/// axis, in which a placement changes only its first field and the one after its
/// last.
pub(super) struct DifferenceArray {
    rect: Rect,
    columns: usize,
    horizontal: Vec<i32>,
    vertical: Vec<i32>,
}

impl DifferenceArray {
    /// No placements, in a rectangle that is not empty.
    pub fn new(rect: Rect) -> Self {
        let columns = rect.width() + 1;
        let rows = rect.height() + 1;
        Self {
            rect,
            columns,
            horizontal: vec![0; rows * columns],
            vertical: vec![0; rows * columns],
        }
    }

    /// Adds a placement.
    pub fn add(&mut self, first: Pos, axis: Axis, length: u8, weight: i32) {
        let index = first.y.abs_diff(self.rect.top) as usize * self.columns
            + first.x.abs_diff(self.rect.left) as usize;
        let length = usize::from(length);
        let (sums, length) = match axis {
            Axis::Horizontal => (&mut self.horizontal, length),
            Axis::Vertical => (&mut self.vertical, length * self.columns),
        };
        sums[index] += weight;
        sums[index + length] -= weight;
    }

    /// Calls `visit` for each field whose sum is not 0.
    pub fn finish(mut self, mut visit: impl FnMut(Pos, u32)) {
        let columns = self.columns;
        for (y, row) in (self.rect.top..=self.rect.bottom).zip(0..) {
            let mut horizontal = 0;
            for (x, column) in (self.rect.left..=self.rect.right).zip(0..) {
                let index = row * columns + column;
                horizontal += self.horizontal[index];
                if row > 0 {
                    self.vertical[index] += self.vertical[index - columns];
                }
                let sum = horizontal + self.vertical[index];
                if sum > 0 {
                    visit(Pos::new(y, x), sum.unsigned_abs());
                }
            }
        }
    }
}
