//! How much each field is worth a shot.

use crate::geometry::{Pos, Rect};
use crate::players::Rng;

/// How much each field of a rectangle is worth a shot; 0 if nothing.
#[derive(Clone, Debug)]
pub(super) struct HeatMap {
    rect: Rect,
    columns: usize,
    values: Vec<u32>,
}

impl HeatMap {
    /// What a field is worth that is hit for certain.
    pub const CERTAIN: u32 = 1 << 20;

    /// Nothing anywhere in a rectangle, which is not empty.
    pub fn new(rect: Rect) -> Self {
        let columns = rect.right.abs_diff(rect.left) as usize + 1;
        let rows = rect.bottom.abs_diff(rect.top) as usize + 1;
        Self {
            rect,
            columns,
            values: vec![0; rows * columns],
        }
    }

    /// What a field is worth.
    pub fn at(&self, pos: Pos) -> u32 {
        if self.rect.contains(pos) {
            self.values[self.index(pos)]
        } else {
            0
        }
    }

    /// Makes a field worth nothing.
    pub fn clear(&mut self, pos: Pos) {
        if self.rect.contains(pos) {
            let index = self.index(pos);
            self.values[index] = 0;
        }
    }

    /// Makes a field worth at least so much, if it is in the rectangle.
    pub fn raise(&mut self, pos: Pos, value: u32) {
        if self.rect.contains(pos) {
            let index = self.index(pos);
            self.values[index] = self.values[index].max(value);
        }
    }

    /// Sums over rectangles.
    pub fn summed(&self) -> SummedAreaTable {
        let columns = self.columns + 1;
        let mut sums = vec![0_u32; columns];
        sums.reserve(columns * (self.values.len() / self.columns));
        for row in self.values.chunks_exact(self.columns) {
            let mut sum = 0_u32;
            sums.push(0);
            for &value in row {
                sum = sum.wrapping_add(value);
                sums.push(sum.wrapping_add(sums[sums.len() - columns]));
            }
        }
        SummedAreaTable {
            rect: self.rect,
            columns,
            sums,
        }
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
        Some(self.field(index))
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
            .map(|(index, _)| self.field(index))
            .collect()
    }

    const fn index(&self, pos: Pos) -> usize {
        let (row, column) = (
            pos.y.abs_diff(self.rect.top),
            pos.x.abs_diff(self.rect.left),
        );
        row as usize * self.columns + column as usize
    }

    fn field(&self, index: usize) -> Pos {
        let offset = |count: usize| i32::try_from(count).expect("within the rectangle");
        Pos::new(
            self.rect.top + offset(index / self.columns),
            self.rect.left + offset(index % self.columns),
        )
    }
}

/// Sums of what fields are worth over rectangles.
pub(super) struct SummedAreaTable {
    rect: Rect,
    columns: usize,
    /// What all fields above and to the left are worth, modulo 2^32.
    sums: Vec<u32>,
}

impl SummedAreaTable {
    /// What the fields of a small rectangle are worth together.
    pub fn of(&self, rect: Rect) -> u32 {
        let Some(rect) = rect.intersection(&self.rect) else {
            return 0;
        };
        let row = |y: i32| y.abs_diff(self.rect.top) as usize * self.columns;
        let (left, right) = (
            rect.left.abs_diff(self.rect.left) as usize,
            rect.right.abs_diff(self.rect.left) as usize + 1,
        );
        let (top, bottom) = (row(rect.top), row(rect.bottom + 1));
        let sum = self.sums[bottom + right].wrapping_add(self.sums[top + left]);
        sum.wrapping_sub(self.sums[bottom + left])
            .wrapping_sub(self.sums[top + right])
    }
}
