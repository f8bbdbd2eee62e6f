//! How much each field is worth a shot.

use std::num::Wrapping;

use super::summed_area_table::SummedAreaTable;
use crate::geometry::{Pos, Rect};
use crate::players::Rng;

/// How much each field of a rectangle is worth a shot; 0 if nothing.
#[derive(Clone, Debug)]
pub(super) struct HeatMap {
    rect: Rect,
    values: Vec<u32>,
}

impl HeatMap {
    /// What a field is worth that is hit for certain.
    pub const CERTAIN: u32 = 1 << 20;

    /// Nothing anywhere in a rectangle, which is not empty.
    pub fn new(rect: Rect) -> Self {
        Self {
            rect,
            values: vec![0; rect.field_count()],
        }
    }

    /// What a field is worth.
    pub fn at(&self, pos: Pos) -> u32 {
        self.rect.index(pos).map_or(0, |index| self.values[index])
    }

    /// Makes a field worth nothing.
    pub fn clear(&mut self, pos: Pos) {
        if let Some(index) = self.rect.index(pos) {
            self.values[index] = 0;
        }
    }

    /// Makes a field worth at least so much, if it is in the rectangle.
    pub fn raise(&mut self, pos: Pos, value: u32) {
        if let Some(index) = self.rect.index(pos) {
            self.values[index] = self.values[index].max(value);
        }
    }

    /// The sums of the values over rectangles, modulo 2^32.
    pub fn summed(&self) -> SummedAreaTable<Wrapping<u32>> {
        SummedAreaTable::new(self.rect, self.values.iter().copied().map(Wrapping))
    }

    /// Whether no field is worth a shot.
    pub fn is_zero(&self) -> bool {
        self.values.iter().all(|&value| value == 0)
    }

    /// One of the fields that are worth most, each as likely; none if nothing is
    /// worth a shot.
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

    /// The fields that are worth a shot, best first.
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
