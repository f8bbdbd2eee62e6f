//! Summed-area tables.

use std::ops::{Add, Sub};

use crate::geometry::Rect;

/// A summed-area table (Crow, "Summed-area tables for texture mapping", SIGGRAPH
/// 1984): the sum of the values of any rectangle takes four look-ups.
pub(super) struct SummedAreaTable<T> {
    rect: Rect,
    /// The sums over all fields above and to the left, with a row and a column of
    /// zeros before them.
    sums: Vec<T>,
}

impl<T: Copy + Default + Add<Output = T> + Sub<Output = T>> SummedAreaTable<T> {
    /// The table of the values of a rectangle, row by row.
    pub fn new(rect: Rect, values: impl IntoIterator<Item = T>) -> Self {
        let mut values = values.into_iter();
        let columns = rect.width() + 1;
        let mut sums = Vec::with_capacity(columns * (rect.height() + 1));
        sums.resize(columns, T::default());
        for _ in 0..rect.height() {
            let mut row = T::default();
            sums.push(row);
            for value in values.by_ref().take(rect.width()) {
                row = row + value;
                sums.push(sums[sums.len() - columns] + row);
            }
        }
        Self { rect, sums }
    }

    /// The sum of the values in a rectangle.
    pub fn sum(&self, rect: Rect) -> T {
        let Some(rect) = rect.intersection(&self.rect) else {
            return T::default();
        };
        let row = |y: i32| y.abs_diff(self.rect.top) as usize * (self.rect.width() + 1);
        let column = |x: i32| x.abs_diff(self.rect.left) as usize;
        self.between(
            [row(rect.top), row(rect.bottom) + self.rect.width() + 1],
            [column(rect.left), column(rect.right) + 1],
        )
    }

    /// For each field, row by row, the sum over the square that reaches `radius`
    /// fields to each side.
    pub fn squares(&self, radius: usize) -> Vec<T> {
        let (height, width) = (self.rect.height(), self.rect.width());
        let mut squares = Vec::with_capacity(height * width);
        for y in 0..height {
            let rows = [y.saturating_sub(radius), (y + radius + 1).min(height)];
            let rows = rows.map(|y| y * (width + 1));
            for x in 0..width {
                let columns = [x.saturating_sub(radius), (x + radius + 1).min(width)];
                squares.push(self.between(rows, columns));
            }
        }
        squares
    }

    /// The sum between two rows, given as offsets, and two columns, each the first
    /// one and the one after the last.
    fn between(&self, [top, bottom]: [usize; 2], [left, right]: [usize; 2]) -> T {
        let sums = &self.sums;
        sums[bottom + right] - sums[top + right] - sums[bottom + left] + sums[top + left]
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn sums_are_those_of_adding_field_by_field(
            (rows, columns) in (1..12, 1..12),
            (top, left, height, width) in (-3..14, -3..14, 0..14, 0..14),
            radius in 0..14_u16,
            values in prop::collection::vec(0..9_i64, 144),
        ) {
            let rect = Rect::new(2, 3, rows + 1, columns + 2);
            let values = &values[..rect.field_count()];
            let table = SummedAreaTable::new(rect, values.iter().copied());
            let added = |part: Rect| -> i64 {
                let inside = rect.fields().zip(values).filter(|(pos, _)| part.contains(*pos));
                inside.map(|(_, value)| value).sum()
            };
            let part = Rect::new(top, left, top + height, left + width);
            prop_assert_eq!(table.sum(part), added(part));
            for (pos, sum) in rect.fields().zip(table.squares(radius.into())) {
                prop_assert_eq!(sum, added(Rect::spanning(pos, pos).grown(radius.into())));
            }
        }
    }
}
