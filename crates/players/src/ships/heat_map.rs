//! Heat maps: how likely a hit is, or what a shot is worth, on each field; and their sums over
//! rectangles.

use crate::Rng;
use admiralty_core::game::Footprint;
use admiralty_core::geometry::{Pos, Rect};

/// A number for each field of a rectangle: how likely a hit is, or what a shot is worth.
#[derive(Clone, Debug)]
pub struct HeatMap {
    /// The rectangle, which is not empty.
    pub rect: Rect,
    /// Row by row; none is negative.
    pub values: Vec<f64>,
}

impl HeatMap {
    /// The smallest difference between [quantised](Self::quantised) probabilities.
    pub const STEP: f64 = 1.0 / (1 << 20) as f64;

    /// Zeros for a rectangle, which must not be empty.
    pub fn new(rect: Rect) -> Self {
        Self {
            rect,
            values: vec![0.0; rect.field_count()],
        }
    }

    /// A probability rounded down to a multiple of [`HeatMap::STEP`]. Sums of these are
    /// exact, so equally good fields compare equal.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "from 0 to 2^20"
    )]
    pub fn quantised(probability: f64) -> f64 {
        f64::from((probability.min(1.0) / Self::STEP) as u32) * Self::STEP
    }

    /// The value of a field; 0 outside the rectangle.
    pub fn at(&self, pos: Pos) -> f64 {
        self.rect.index(pos).map_or(0.0, |index| self.values[index])
    }

    /// Sets the value of a field to 0.
    pub fn clear(&mut self, pos: Pos) {
        if let Some(index) = self.rect.index(pos) {
            self.values[index] = 0.0;
        }
    }

    /// Adds to the value of a field, if it is in the rectangle.
    pub fn add(&mut self, pos: Pos, value: f64) {
        if let Some(index) = self.rect.index(pos) {
            self.values[index] += value;
        }
    }

    /// Adds to the values of the fields of a ship, which must be in the rectangle.
    pub fn add_ship(&mut self, footprint: &Footprint, value: f64) {
        let index = |pos: Pos| {
            let row = pos.y.abs_diff(self.rect.top) as usize;
            row * self.rect.width() + pos.x.abs_diff(self.rect.left) as usize
        };
        let mut at = index(footprint.head);
        let step = index(footprint.field(1)).wrapping_sub(at);
        for _ in 0..footprint.length {
            self.values[at] += value;
            at = at.wrapping_add(step);
        }
    }

    /// Raises the value of a field to at least `value`, if it is in the rectangle.
    pub fn raise(&mut self, pos: Pos, value: f64) {
        if let Some(index) = self.rect.index(pos) {
            self.values[index] = self.values[index].max(value);
        }
    }

    /// The table of its sums over rectangles.
    pub(super) fn summed(&self) -> SummedAreaTable {
        SummedAreaTable::new(self.rect, &self.values)
    }

    /// The highest value with its first field, if it is positive.
    pub fn best(&self) -> Option<(Pos, f64)> {
        let mut best = (0, 0.0);
        for (index, &value) in self.values.iter().enumerate() {
            if value > best.1 {
                best = (index, value);
            }
        }
        (best.1 > 0.0).then(|| (self.rect.field(best.0), best.1))
    }

    /// A uniformly chosen field among those with the highest value; `None` if all are 0.
    pub fn draw_best(&self, rng: &mut Rng) -> Option<Pos> {
        let (first, most) = self.best()?;
        let values = self.values.iter().enumerate();
        let mut ties = values.filter(|&(_, &value)| value >= most);
        match ties.clone().count() {
            1 => Some(first),
            count => ties
                .nth(rng.index(count))
                .map(|(index, _)| self.rect.field(index)),
        }
    }

    /// The fields with a positive value, highest first.
    pub fn ranking(&self) -> Vec<Pos> {
        let values = self.values.iter().enumerate();
        let mut order: Vec<_> = values.filter(|&(_, &value)| value > 0.0).collect();
        order.sort_unstable_by(|(i, a), (j, b)| b.total_cmp(a).then(i.cmp(j)));
        let fields = order.into_iter().map(|(index, _)| self.rect.field(index));
        fields.collect()
    }
}

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
            let offsets = rows.map(|y| y * (width + 1));
            for x in 0..width {
                let columns = [x.saturating_sub(radius), (x + radius + 1).min(width)];
                squares.push(self.between(offsets, columns));
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
