//! Sets of fields as bitboards.

use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Not};

use super::FieldIndex;

/// A set of fields: `W` words of 64 bits, bit by bit in the order of the fields'
/// indices.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Bitboard<const W: usize>([u64; W]);

impl<const W: usize> Bitboard<W> {
    /// No field.
    pub const EMPTY: Self = Self([0; W]);

    /// One field.
    #[inline]
    pub fn of(field: FieldIndex) -> Self {
        let mut bits = Self::EMPTY;
        bits.insert(field);
        bits
    }

    /// All indices that are higher than that of a field.
    #[inline]
    pub fn above(field: FieldIndex) -> Self {
        let (word, bit) = (field.index() / 64, field.index() % 64);
        let mut bits = Self([u64::MAX; W]);
        bits.0[..word].fill(0);
        bits.0[word] = u64::MAX << bit << 1;
        bits
    }

    /// Puts a field in.
    #[inline]
    pub fn insert(&mut self, field: FieldIndex) {
        self.0[field.index() / 64] |= 1 << (field.index() % 64);
    }

    /// Takes a field out.
    #[inline]
    pub fn remove(&mut self, field: FieldIndex) {
        self.0[field.index() / 64] &= !(1 << (field.index() % 64));
    }

    /// The lengths of the runs of fields that end just below a field and begin just above
    /// it, each at most 64.
    #[inline]
    pub fn runs_beside(&self, field: FieldIndex) -> (usize, usize) {
        let (word, bit) = (field.index() / 64, field.index() % 64);
        let lower = if word > 0 { self.0[word - 1] } else { 0 };
        let higher = if word + 1 < W { self.0[word + 1] } else { 0 };
        let below = self.0[word] << (63 - bit) << 1 | lower >> bit;
        let above = self.0[word] >> bit >> 1 | higher << (63 - bit);
        (
            below.leading_ones() as usize,
            above.trailing_ones() as usize,
        )
    }

    /// Whether a field is in it.
    #[inline]
    pub fn has(&self, field: FieldIndex) -> bool {
        self.0[field.index() / 64] >> (field.index() % 64) & 1 != 0
    }

    /// How many fields are in it.
    #[inline]
    pub fn count(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// Whether no field is in it.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) == 0
    }

    /// Whether some field is in both.
    #[inline]
    pub fn meets(&self, other: &Self) -> bool {
        !(*self & *other).is_empty()
    }

    /// Whether all its fields are in the other.
    #[inline]
    pub fn is_within(&self, other: &Self) -> bool {
        self.without(other).is_empty()
    }

    /// What is in it and not in the other.
    #[inline]
    #[must_use]
    pub fn without(&self, other: &Self) -> Self {
        *self & !*other
    }

    /// All fields moved to indices that are lower by `step`, from 1 to 63.
    #[inline]
    #[must_use]
    pub fn lowered(&self, step: u32) -> Self {
        debug_assert!((1..64).contains(&step));
        let mut moved = Self::EMPTY;
        for i in 0..W {
            let above = if i + 1 < W { self.0[i + 1] } else { 0 };
            moved.0[i] = self.0[i] >> step | above << (64 - step);
        }
        moved
    }

    /// All fields moved to indices that are higher by `step`, from 1 to 63.
    #[inline]
    #[must_use]
    pub fn raised(&self, step: u32) -> Self {
        debug_assert!((1..64).contains(&step));
        let mut moved = Self::EMPTY;
        for i in 0..W {
            let below = if i > 0 { self.0[i - 1] } else { 0 };
            moved.0[i] = self.0[i] << step | below >> (64 - step);
        }
        moved
    }

    /// The field of that rank, counted from 0, lowest index first.
    ///
    /// # Panics
    ///
    /// If the rank is not below the number of fields.
    #[inline]
    pub fn nth(&self, mut rank: u32) -> FieldIndex {
        for (word, base) in self.0.into_iter().zip((0..).step_by(64)) {
            let count = word.count_ones();
            if rank < count {
                return FieldIndex::new(base + select(word, rank));
            }
            rank -= count;
        }
        panic!("a rank below the number of fields");
    }

    /// The set itself, or another one if it is empty.
    #[inline]
    #[must_use]
    pub fn or_else(self, other: impl FnOnce() -> Self) -> Self {
        if self.is_empty() { other() } else { self }
    }

    /// The field with the lowest index.
    #[inline]
    pub fn first(&self) -> Option<FieldIndex> {
        self.iter().next()
    }

    /// The fields, lowest index first.
    #[inline]
    pub fn iter(&self) -> BitboardFields<W> {
        BitboardFields {
            left: self.0,
            word: 0,
        }
    }
}

/// The fields of a set, lowest index first.
#[derive(Clone, Debug)]
pub struct BitboardFields<const W: usize> {
    left: [u64; W],
    word: usize,
}

impl<const W: usize> Iterator for BitboardFields<W> {
    type Item = FieldIndex;

    #[inline]
    fn next(&mut self) -> Option<FieldIndex> {
        while self.word < W {
            let left = self.left[self.word];
            if left != 0 {
                self.left[self.word] = left & (left - 1);
                let index = 64 * self.word + left.trailing_zeros() as usize;
                return Some(FieldIndex::of_index(index));
            }
            self.word += 1;
        }
        None
    }
}

impl<const W: usize> IntoIterator for &Bitboard<W> {
    type Item = FieldIndex;
    type IntoIter = BitboardFields<W>;

    fn into_iter(self) -> BitboardFields<W> {
        self.iter()
    }
}

/// The index of the bit of a rank below the number of bits, by binary search over the
/// counts of halves.
#[inline]
fn select(mut word: u64, mut rank: u32) -> u32 {
    let mut place = 0;
    for half in [32, 16, 8, 4, 2, 1] {
        let low = (word & ((1 << half) - 1)).count_ones();
        if rank >= low {
            rank -= low;
            word >>= half;
            place += half;
        }
    }
    place
}

impl<const W: usize> Default for Bitboard<W> {
    fn default() -> Self {
        Self::EMPTY
    }
}

impl<const W: usize> BitAnd for Bitboard<W> {
    type Output = Self;

    #[inline]
    fn bitand(mut self, other: Self) -> Self {
        self &= other;
        self
    }
}

impl<const W: usize> BitOr for Bitboard<W> {
    type Output = Self;

    #[inline]
    fn bitor(mut self, other: Self) -> Self {
        self |= other;
        self
    }
}

impl<const W: usize> BitAndAssign for Bitboard<W> {
    #[inline]
    fn bitand_assign(&mut self, other: Self) {
        for (word, other) in self.0.iter_mut().zip(other.0) {
            *word &= other;
        }
    }
}

impl<const W: usize> BitOrAssign for Bitboard<W> {
    #[inline]
    fn bitor_assign(&mut self, other: Self) {
        for (word, other) in self.0.iter_mut().zip(other.0) {
            *word |= other;
        }
    }
}

impl<const W: usize> Not for Bitboard<W> {
    type Output = Self;

    #[inline]
    fn not(mut self) -> Self {
        for word in &mut self.0 {
            *word = !*word;
        }
        self
    }
}

impl<const W: usize> FromIterator<FieldIndex> for Bitboard<W> {
    fn from_iter<I: IntoIterator<Item = FieldIndex>>(fields: I) -> Self {
        let mut bits = Self::EMPTY;
        for field in fields {
            bits.insert(field);
        }
        bits
    }
}

#[cfg(test)]
mod tests;
