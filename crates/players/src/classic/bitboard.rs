//! Sets of fields of a small board as bitboards.

#![expect(
    clippy::inline_always,
    reason = "inlined into multiversioned callers, to be compiled for newer processors"
)]

use std::ops::{BitAnd, BitOr, BitOrAssign};

/// A field by its index: row by row, with one unused index between rows, so that no ship
/// extends from one row into the next.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FieldIndex(u16);

impl FieldIndex {
    /// The field with an index below 65,536.
    #[expect(clippy::cast_possible_truncation, reason = "an index of a few hundred")]
    pub(super) fn new(index: usize) -> Self {
        Self(index as u16)
    }

    /// Its index.
    pub fn index(self) -> usize {
        self.0.into()
    }

    /// The word and the bit of the field in a bitboard.
    fn place(self) -> (usize, usize) {
        (self.index() / 64, self.index() % 64)
    }
}

/// A set of fields: `W` words of 64 bits, with one bit per field in the order of the fields'
/// indices.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Bitboard<const W: usize>([u64; W]);

impl<const W: usize> Bitboard<W> {
    /// The empty set.
    pub const EMPTY: Self = Self([0; W]);

    /// The set of one field.
    pub fn of(field: FieldIndex) -> Self {
        let mut bits = Self::EMPTY;
        bits.insert(field);
        bits
    }

    /// Adds a field.
    pub fn insert(&mut self, field: FieldIndex) {
        let (word, bit) = field.place();
        self.0[word] |= 1 << bit;
    }

    /// Removes a field.
    pub fn remove(&mut self, field: FieldIndex) {
        let (word, bit) = field.place();
        self.0[word] &= !(1 << bit);
    }

    /// Whether a field is in the set.
    pub fn has(&self, field: FieldIndex) -> bool {
        let (word, bit) = field.place();
        self.0[word] >> bit & 1 != 0
    }

    /// The lengths of the runs of fields that end just below a field and start just above it,
    /// each at most 64.
    pub fn runs_beside(&self, field: FieldIndex) -> (usize, usize) {
        let (word, bit) = field.place();
        let lower = if word > 0 { self.0[word - 1] } else { 0 };
        let higher = if word + 1 < W { self.0[word + 1] } else { 0 };
        let below = self.0[word] << (63 - bit) << 1 | lower >> bit;
        let above = self.0[word] >> bit >> 1 | higher << (63 - bit);
        (
            below.leading_ones() as usize,
            above.trailing_ones() as usize,
        )
    }

    /// The fields with an index higher than that of `field`.
    #[must_use]
    pub fn above(mut self, field: FieldIndex) -> Self {
        let (word, bit) = field.place();
        self.0[..word].fill(0);
        self.0[word] &= u64::MAX << bit << 1;
        self
    }

    /// The number of fields in the set.
    pub fn count(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// Whether the set is empty.
    pub fn is_empty(&self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) == 0
    }

    /// Whether the two sets have a field in common.
    pub fn meets(&self, other: &Self) -> bool {
        !(*self & *other).is_empty()
    }

    /// Whether all fields of the set are in the other.
    pub fn is_within(&self, other: &Self) -> bool {
        self.without(other).is_empty()
    }

    /// The fields that are not in the other set.
    #[must_use]
    pub fn without(self, other: &Self) -> Self {
        self.zip(*other, |word, other| word & !other)
    }

    fn zip(mut self, other: Self, combine: impl Fn(u64, u64) -> u64) -> Self {
        for (word, other) in self.0.iter_mut().zip(other.0) {
            *word = combine(*word, other);
        }
        self
    }

    /// All fields, shifted to indices lower by `step`, from 1 to 63.
    #[must_use]
    pub fn lowered(&self, step: usize) -> Self {
        debug_assert!((1..64).contains(&step));
        let mut moved = Self::EMPTY;
        for i in 0..W {
            let above = if i + 1 < W { self.0[i + 1] } else { 0 };
            moved.0[i] = self.0[i] >> step | above << (64 - step);
        }
        moved
    }

    /// All fields, shifted to indices higher by `step`, from 1 to 63.
    #[must_use]
    pub fn raised(&self, step: usize) -> Self {
        debug_assert!((1..64).contains(&step));
        let mut moved = Self::EMPTY;
        for i in 0..W {
            let below = if i > 0 { self.0[i - 1] } else { 0 };
            moved.0[i] = self.0[i] << step | below >> (64 - step);
        }
        moved
    }

    /// The fields one step before and after those of the set.
    #[must_use]
    pub fn beside(&self, step: usize) -> Self {
        self.raised(step) | self.lowered(step)
    }

    /// The field with a rank, counted from 0, lowest index first.
    ///
    /// # Panics
    ///
    /// If the rank is not below the number of fields.
    #[inline(always)]
    pub fn nth(&self, mut rank: u32) -> FieldIndex {
        for (mut word, mut index) in self.0.into_iter().zip((0..).step_by(64)) {
            let count = word.count_ones();
            if rank >= count {
                rank -= count;
                continue;
            }
            // Binary search by bit counts of halves.
            for half in [32, 16, 8, 4, 2, 1] {
                let low = (word & ((1 << half) - 1)).count_ones();
                if rank >= low {
                    rank -= low;
                    word >>= half;
                    index += half;
                }
            }
            return FieldIndex::new(index);
        }
        panic!("a rank below the number of fields");
    }

    /// The set itself, or another one if it is empty.
    #[must_use]
    pub fn or_else(self, other: impl FnOnce() -> Self) -> Self {
        if self.is_empty() { other() } else { self }
    }

    /// The field with the lowest index.
    pub fn first(&self) -> Option<FieldIndex> {
        self.iter().next()
    }

    /// The fields, lowest index first.
    pub fn iter(&self) -> impl Iterator<Item = FieldIndex> + use<W> {
        let (mut left, mut word) = (self.0, 0);
        std::iter::from_fn(move || {
            while word < W {
                let bits = left[word];
                if bits != 0 {
                    left[word] = bits & (bits - 1);
                    return Some(FieldIndex::new(64 * word + bits.trailing_zeros() as usize));
                }
                word += 1;
            }
            None
        })
    }
}

impl<const W: usize> Default for Bitboard<W> {
    fn default() -> Self {
        Self::EMPTY
    }
}

impl<const W: usize> BitAnd for Bitboard<W> {
    type Output = Self;

    fn bitand(self, other: Self) -> Self {
        self.zip(other, |word, other| word & other)
    }
}

impl<const W: usize> BitOr for Bitboard<W> {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        self.zip(other, |word, other| word | other)
    }
}

impl<const W: usize> BitOrAssign for Bitboard<W> {
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

impl<const W: usize> FromIterator<FieldIndex> for Bitboard<W> {
    fn from_iter<I: IntoIterator<Item = FieldIndex>>(fields: I) -> Self {
        let mut bits = Self::EMPTY;
        fields.into_iter().for_each(|field| bits.insert(field));
        bits
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bitboards_are_sets_of_fields() {
        let places = [0, 5, 63, 64, 70, 127];
        let bits: Bitboard<2> = places.into_iter().map(FieldIndex::new).collect();
        assert_eq!(bits.count(), 6);
        assert!(bits.iter().eq(places.into_iter().map(FieldIndex::new)));
        let mut rest = bits;
        rest.remove(FieldIndex::new(64));
        let others = places.into_iter().filter(|&place| place != 64);
        assert!(rest.iter().eq(others.map(FieldIndex::new)));
        let above = |place| bits.above(FieldIndex::new(place)).count();
        assert_eq!([0, 62, 63, 64, 127].map(above), [5, 4, 3, 2, 0]);
        for (rank, place) in (0..).zip(places) {
            assert_eq!(bits.nth(rank), FieldIndex::new(place));
        }
        for step in [1, 11, 63] {
            let kept = |place: &usize| *place < 128;
            let raised = places.map(|place| place + step).into_iter().filter(kept);
            assert!(bits.raised(step).iter().eq(raised.map(FieldIndex::new)));
            let places = places.into_iter();
            let lowered = places.filter_map(|place| place.checked_sub(step));
            assert!(bits.lowered(step).iter().eq(lowered.map(FieldIndex::new)));
        }
    }

    #[test]
    fn runs_end_at_the_first_gap() {
        let places = [0, 5, 63, 64, 70, 127].map(FieldIndex::new);
        let bits: Bitboard<2> = places.into_iter().collect();
        let beside = |index| bits.runs_beside(FieldIndex::new(index));
        assert_eq!([0, 4, 6].map(beside), [(0, 0), (0, 1), (1, 0)]);
        assert_eq!([62, 63, 64].map(beside), [(0, 2), (0, 1), (1, 0)]);
        assert_eq!([65, 127].map(beside), [(2, 0), (0, 0)]);
        let full = Bitboard::<2>([u64::MAX; 2]).runs_beside(FieldIndex::new(64));
        assert_eq!(full, (64, 63));
    }
}
