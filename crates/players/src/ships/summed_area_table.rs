//! Summed-area tables.

use admiralty_core::geometry::Rect;

/// A summed-area table (Crow, "Summed-area tables for texture mapping", SIGGRAPH 1984): the
/// sum of the values in any rectangle takes four lookups.
#[derive(Clone, Debug)]
pub(super) struct SummedAreaTable {
    rect: Rect,
    /// The sums over all fields above and to the left, preceded by a row and a column of
    /// zeros.
    sums: Vec<f64>,
}

impl SummedAreaTable {
    /// The table of the values of a rectangle, row by row.
    pub fn new(rect: Rect, values: &[f64]) -> Self {
        let columns = rect.width() + 1;
        let mut sums = Vec::with_capacity(columns * (rect.height() + 1));
        sums.resize(columns, 0.0);
        for values in values.chunks(rect.width()) {
            let mut row = 0.0;
            sums.push(row);
            for value in values {
                row += value;
                sums.push(sums[sums.len() - columns] + row);
            }
        }
        Self { rect, sums }
    }

    /// The sum of the values in a rectangle.
    pub fn sum(&self, rect: Rect) -> f64 {
        let Some(rect) = rect.intersection(&self.rect) else {
            return 0.0;
        };
        let row = |y: i32| y.abs_diff(self.rect.top) as usize * (self.rect.width() + 1);
        let column = |x: i32| x.abs_diff(self.rect.left) as usize;
        self.between(
            [row(rect.top), row(rect.bottom) + self.rect.width() + 1],
            [column(rect.left), column(rect.right) + 1],
        )
    }

    /// For each field, row by row, the sum over the square that extends `radius` fields to
    /// each side.
    pub fn squares(&self, radius: usize) -> Vec<f64> {
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

    /// The sum over a range of rows, given as offsets, and a range of columns; the ends are
    /// exclusive.
    fn between(&self, [top, bottom]: [usize; 2], [left, right]: [usize; 2]) -> f64 {
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
        fn sums_agree_with_adding_field_by_field(
            (rows, columns) in (1..12, 1..12),
            (top, left, height, width) in (-3..14, -3..14, 0..14, 0..14),
            radius in 0..14_u16,
            values in prop::collection::vec(0..9_u8, 144),
        ) {
            let rect = Rect::new(2, 3, rows + 1, columns + 2);
            let values: Vec<_> = values[..rect.field_count()].iter().map(|&n| f64::from(n)).collect();
            let table = SummedAreaTable::new(rect, &values);
            let is_sum = |sum: f64, part: Rect| {
                let inside = rect.fields().zip(&values).filter(|(pos, _)| part.contains(*pos));
                (sum - inside.map(|(_, value)| value).sum::<f64>()).abs() < 1e-9
            };
            let part = Rect::new(top, left, top + height, left + width);
            prop_assert!(is_sum(table.sum(part), part));
            for (pos, sum) in rect.fields().zip(table.squares(radius.into())) {
                prop_assert!(is_sum(sum, Rect::spanning(pos, pos).grown(radius.into())));
            }
        }
    }
}
