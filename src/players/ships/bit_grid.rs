//! Sets of fields of a small part of a board.

use crate::geometry::{Pos, Rect};

/// The largest window that a set covers.
pub(super) const COLUMNS_MAX: i32 = u64::BITS.cast_signed();
/// The largest window that a set covers.
pub(super) const ROWS_MAX: i32 = 256;

/// A set of fields of a window: a word for each row, and an empty one above and
/// below, so that every row has two neighbours. The lowest bit is the first
/// column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct BitGrid {
    window: Rect,
    words: Vec<u64>,
}

impl BitGrid {
    /// No fields of a window, which is not empty, of at most [`ROWS_MAX`] rows
    /// and [`COLUMNS_MAX`] columns.
    pub fn new(window: Rect) -> Self {
        let rows = window.bottom.abs_diff(window.top) + 1;
        debug_assert!(rows <= ROWS_MAX.unsigned_abs());
        debug_assert!(window.right.abs_diff(window.left) < COLUMNS_MAX.unsigned_abs());
        Self {
            window,
            words: vec![0; rows as usize + 2],
        }
    }

    /// The window.
    pub const fn window(&self) -> Rect {
        self.window
    }

    /// The words, with the empty ones.
    pub fn words(&self) -> &[u64] {
        &self.words
    }

    /// The words of the rows, without the empty ones, and the first field of each.
    pub fn rows_mut(&mut self) -> impl Iterator<Item = (Pos, &mut u64)> {
        let Rect { top, left, .. } = self.window;
        let rows = self.words.len() - 1;
        let words = self.words[1..rows].iter_mut();
        // The last row may have the greatest number, and none after it.
        words
            .zip(top..)
            .map(move |(word, y)| (Pos::new(y, left), word))
    }

    /// The word of a row.
    pub fn word_mut(&mut self, index: usize) -> &mut u64 {
        &mut self.words[index]
    }

    /// The index of the word of a row, which the window has.
    pub const fn index(&self, y: i32) -> usize {
        y.abs_diff(self.window.top) as usize + 1
    }

    /// The bit of a column, which the window has.
    pub const fn bit(&self, x: i32) -> u64 {
        1 << x.abs_diff(self.window.left)
    }

    /// The field of a bit in a word.
    pub fn field(&self, index: usize, bit: u32) -> Pos {
        let row = i32::try_from(index).expect("a row of the window") - 1;
        Pos::new(self.window.top + row, self.window.left + bit.cast_signed())
    }

    /// Whether a field is in the set; none outside the window is.
    pub fn contains(&self, pos: Pos) -> bool {
        self.window.contains(pos) && self.words[self.index(pos.y)] & self.bit(pos.x) != 0
    }

    /// Adds a field, if the window has it.
    pub fn insert(&mut self, pos: Pos) {
        if self.window.contains(pos) {
            let (index, bit) = (self.index(pos.y), self.bit(pos.x));
            self.words[index] |= bit;
        }
    }

    /// Adds the fields of a rectangle that the window has.
    pub fn insert_all(&mut self, rect: Rect) {
        self.change_all(rect, |word, mask| *word |= mask);
    }

    /// Takes out the fields of a rectangle.
    pub fn remove_all(&mut self, rect: Rect) {
        self.change_all(rect, |word, mask| *word &= !mask);
    }

    /// The fields, row by row.
    pub fn fields(&self) -> impl Iterator<Item = Pos> {
        let words = self.words.iter().enumerate();
        words.flat_map(move |(index, &word)| ones(word).map(move |bit| self.field(index, bit)))
    }

    /// The bits of a row that a window has.
    pub fn full_row(&self) -> u64 {
        u64::MAX >> (63 - self.window.right.abs_diff(self.window.left))
    }

    fn change_all(&mut self, rect: Rect, change: impl Fn(&mut u64, u64)) {
        let Some(rect) = rect.intersection(&self.window) else {
            return;
        };
        let width = rect.right.abs_diff(rect.left);
        let mask = (u64::MAX >> (63 - width)) << rect.left.abs_diff(self.window.left);
        let rows = self.index(rect.top)..=self.index(rect.bottom);
        for word in &mut self.words[rows] {
            change(word, mask);
        }
    }
}

/// The numbers of the bits that are set, lowest first.
pub(super) fn ones(mut word: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let bit = (word != 0).then(|| word.trailing_zeros())?;
        word &= word - 1;
        Some(bit)
    })
}
