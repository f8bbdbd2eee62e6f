//! Sums over many places of ships.

use crate::geometry::{Axis, Pos, Rect};

/// Sums over places: what begins at a field and what ends there, to be summed up
/// along the axis.
pub(super) struct DifferenceArray {
    rect: Rect,
    columns: usize,
    level: Vec<i32>,
    upright: Vec<i32>,
}

impl DifferenceArray {
    /// Nothing, in a rectangle, which is not empty.
    pub fn new(rect: Rect) -> Self {
        let columns = rect.right.abs_diff(rect.left) as usize + 2;
        let rows = rect.bottom.abs_diff(rect.top) as usize + 2;
        Self {
            rect,
            columns,
            level: vec![0; rows * columns],
            upright: vec![0; rows * columns],
        }
    }

    /// Adds a place.
    pub fn add(&mut self, first: Pos, axis: Axis, length: u8, weight: i32) {
        let index = first.y.abs_diff(self.rect.top) as usize * self.columns
            + first.x.abs_diff(self.rect.left) as usize;
        let length = usize::from(length);
        let (sums, length) = match axis {
            Axis::Horizontal => (&mut self.level, length),
            Axis::Vertical => (&mut self.upright, length * self.columns),
        };
        sums[index] += weight;
        sums[index + length] -= weight;
    }

    /// Tells the sums that are not 0.
    pub fn finish(mut self, mut tell: impl FnMut(Pos, u32)) {
        let columns = self.columns;
        for (y, row) in (self.rect.top..=self.rect.bottom).zip(0..) {
            let mut level = 0;
            for (x, column) in (self.rect.left..=self.rect.right).zip(0..) {
                let index = row * columns + column;
                level += self.level[index];
                if row > 0 {
                    self.upright[index] += self.upright[index - columns];
                }
                let sum = level + self.upright[index];
                if sum > 0 {
                    tell(Pos::new(y, x), sum.unsigned_abs());
                }
            }
        }
    }
}
