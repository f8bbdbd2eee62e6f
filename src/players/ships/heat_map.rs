//! The value of a shot at each field.

use std::num::Wrapping;

use super::summed_area_table::SummedAreaTable;
use crate::geometry::{Pos, Rect};
use crate::players::Rng;

/// The value of a shot at each field of a rectangle; 0 is no shot.
#[derive(Clone, Debug)]
pub(super) struct HeatMap {
    rect: Rect,
    values: Vec<u32>,
}

impl HeatMap {
    /// The value of a certain hit.
    pub const CERTAIN: u32 = 1 << 20;

    /// Zeros for a rectangle that is not empty.
    pub fn new(rect: Rect) -> Self {
        Self {
            rect,
            values: vec![0; rect.field_count()],
        }
    }

    /// The value of a field; 0 outside the rectangle.
    pub fn at(&self, pos: Pos) -> u32 {
        self.rect.index(pos).map_or(0, |index| self.values[index])
    }

    /// Sets the value of a field to 0.
    pub fn clear(&mut self, pos: Pos) {
        if let Some(index) = self.rect.index(pos) {
            self.values[index] = 0;
        }
    }

    /// Raises the value of a field to at least `value`, if it is in the rectangle.
    pub fn raise(&mut self, pos: Pos, value: u32) {
        if let Some(index) = self.rect.index(pos) {
            self.values[index] = self.values[index].max(value);
        }
    }

    /// The sums of the values over rectangles, modulo 2^32.
    pub fn summed(&self) -> SummedAreaTable<Wrapping<u32>> {
        SummedAreaTable::new(self.rect, self.values.iter().copied().map(Wrapping))
    }

    /// Whether all values are 0.
    pub fn is_zero(&self) -> bool {
        self.values.iter().all(|&value| value == 0)
    }

    /// One of the fields with the highest value, equally likely; none if all are 0.
    pub fn best(&self, rng: &mut Rng) -> Option<Pos> {
        let most = self.values.iter().copied().max().filter(|&most| most > 0)?;
        let ties = self.values.iter().filter(|&&value| value == most).count();
        let nth = if ties > 1 { rng.index(ties) } else { 0 };
        let mut places = (0..).zip(&self.values);
        let (index, _) = places
            .by_ref()
            .filter(|(_, value)| **value == most)
            .nth(nth)?;
        Some(self.rect.field(index))
    }

    /// The fields with a value, highest first.
    pub fn ranking(&self) -> Vec<Pos> {
        let mut order: Vec<_> = (0..)
            .zip(&self.values)
            .filter(|(_, value)| **value > 0)
            .collect();
        order.sort_unstable_by_key(|&(index, value)| (std::cmp::Reverse(*value), index));
        order
            .into_iter()
            .map(|(index, _)| self.rect.field(index))
            .collect()
    }
}
