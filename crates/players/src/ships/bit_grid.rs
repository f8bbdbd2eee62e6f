//! Sets of fields of a rectangle of up to 64 columns.

use std::iter;

use admiralty_core::geometry::{Pos, Rect};

/// A set of fields of a rectangle: one word per row, with the first column in the lowest bit,
/// and an empty word above and below, so that every row has two neighbours.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BitGrid {
    rect: Rect,
    words: Vec<u64>,
}

impl BitGrid {
    /// The most columns that a rectangle can have.
    pub const COLUMNS_MAX: i32 = u64::BITS.cast_signed();

    /// The empty set of fields of a rectangle, which is not empty and has at most
    /// [`BitGrid::COLUMNS_MAX`] columns.
    pub fn new(rect: Rect) -> Self {
        debug_assert!(rect.right.abs_diff(rect.left) < Self::COLUMNS_MAX.unsigned_abs());
        Self {
            rect,
            words: vec![0; rect.bottom.abs_diff(rect.top) as usize + 3],
        }
    }

    /// The rectangle.
    pub const fn rect(&self) -> Rect {
        self.rect
    }

    /// The words, with the empty ones above and below.
    pub fn words(&self) -> &[u64] {
        &self.words
    }

    /// The words of the rows, without the empty ones, and the first field of each.
    pub fn rows_mut(&mut self) -> impl Iterator<Item = (Pos, &mut u64)> {
        let Rect { top, left, .. } = self.rect;
        let rows = self.words.len() - 1;
        let words = self.words[1..rows].iter_mut();
        // In this order, `zip` does not advance `top..` past the last row, where it could
        // overflow.
        words
            .zip(top..)
            .map(move |(word, y)| (Pos::new(y, left), word))
    }

    /// The word at an index.
    pub fn word_mut(&mut self, index: usize) -> &mut u64 {
        &mut self.words[index]
    }

    /// The index of the word of a row of the rectangle.
    pub const fn index(&self, y: i32) -> usize {
        y.abs_diff(self.rect.top) as usize + 1
    }

    /// The field of a bit in the word at an index.
    ///
    /// # Panics
    ///
    /// If there is no word of that index.
    pub fn field(&self, index: usize, bit: u32) -> Pos {
        let row = i32::try_from(index).expect("a row of the rectangle") - 1;
        Pos::new(self.rect.top + row, self.rect.left + bit.cast_signed())
    }

    /// Whether a field is in the set; false outside the rectangle.
    pub fn contains(&self, pos: Pos) -> bool {
        self.rect.contains(pos) && self.contains_all(Rect::spanning(pos, pos))
    }

    /// Whether all fields of `rect` that lie in the rectangle are in the set.
    pub fn contains_all(&self, rect: Rect) -> bool {
        rect.intersection(&self.rect).is_none_or(|rect| {
            let mask = self.mask(rect.left, rect.right);
            let rows = self.index(rect.top)..=self.index(rect.bottom);
            self.words[rows].iter().all(|word| word & mask == mask)
        })
    }

    /// Adds a field, if it lies in the rectangle.
    pub fn insert(&mut self, pos: Pos) {
        self.insert_all(Rect::spanning(pos, pos));
    }

    /// Adds the fields of the rectangle that lie in `rect`.
    pub fn insert_all(&mut self, rect: Rect) {
        self.change_all(rect, |word, mask| *word |= mask);
    }

    /// Removes a field.
    pub fn remove(&mut self, pos: Pos) {
        self.remove_all(Rect::spanning(pos, pos));
    }

    /// Removes the fields that lie in `rect`.
    pub fn remove_all(&mut self, rect: Rect) {
        self.change_all(rect, |word, mask| *word &= !mask);
    }

    /// Adds the fields of another set of the same rectangle.
    pub fn insert_set(&mut self, other: &Self) {
        for (word, other) in self.words.iter_mut().zip(&other.words) {
            *word |= other;
        }
    }

    /// Removes the fields of another set of the same rectangle.
    pub fn remove_set(&mut self, other: &Self) {
        for (word, other) in self.words.iter_mut().zip(&other.words) {
            *word &= !other;
        }
    }

    /// The fields of the rectangle that are not in the set.
    #[must_use]
    pub fn complement(&self) -> Self {
        let full = self.full_row();
        self.by_rows(|[_, row, _]| !row & full)
    }

    /// The fields diagonally next to those of the set. The words may have bits beyond
    /// the last column, which the caller masks out.
    #[must_use]
    pub fn diagonal_neighbours(&self) -> Self {
        self.by_rows(|[above, _, below]| (above | below) << 1 | (above | below) >> 1)
    }

    /// The set whose rows are computed from the rows above, at and below them in this one.
    fn by_rows(&self, row: impl Fn([u64; 3]) -> u64) -> Self {
        let mut set = Self::new(self.rect);
        let rows = self.words.windows(3);
        for (word, around) in set.words[1..].iter_mut().zip(rows) {
            *word = row([around[0], around[1], around[2]]);
        }
        set
    }

    /// The number of fields in the set.
    pub fn len(&self) -> usize {
        let ones = self.words.iter().map(|word| word.count_ones() as usize);
        ones.sum()
    }

    /// Whether no field is in the set.
    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|&word| word == 0)
    }

    /// The fields, row by row.
    pub fn fields(&self) -> impl Iterator<Item = Pos> {
        let words = self.words.iter().enumerate();
        words.flat_map(move |(index, &word)| {
            // Each word without the lowest bit of the one before.
            let words = iter::successors(Some(word), |left| Some(left & left.wrapping_sub(1)));
            let bits = words.take_while(|&left| left != 0).map(u64::trailing_zeros);
            bits.map(move |bit| self.field(index, bit))
        })
    }

    /// The bits of the columns from `first` to `last`.
    pub const fn mask(&self, first: i32, last: i32) -> u64 {
        (u64::MAX >> (63 - last.abs_diff(first))) << first.abs_diff(self.rect.left)
    }

    /// The bits of a whole row.
    pub const fn full_row(&self) -> u64 {
        self.mask(self.rect.left, self.rect.right)
    }

    fn change_all(&mut self, rect: Rect, change: impl Fn(&mut u64, u64)) {
        let Some(rect) = rect.intersection(&self.rect) else {
            return;
        };
        let mask = self.mask(rect.left, rect.right);
        let rows = self.index(rect.top)..=self.index(rect.bottom);
        for word in &mut self.words[rows] {
            change(word, mask);
        }
    }
}
