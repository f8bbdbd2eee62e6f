//! Heat maps: how likely a hit is, or what a shot is worth, on each field.

use super::summed_area_table::SummedAreaTable;
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
