//! Fields by their bit in a bitboard.

/// A field by its index: row by row, with one index between rows that is no field,
/// so that no ship runs from one row into the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FieldIndex(u16);

impl FieldIndex {
    /// The field of that index.
    ///
    /// # Panics
    ///
    /// If the index is beyond 65,535.
    #[inline]
    pub(in crate::players::classic) fn new(index: u32) -> Self {
        Self(u16::try_from(index).expect("an index of a few hundred"))
    }

    /// The field of an index below 65,536.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "an index of a few hundred")]
    pub(in crate::players::classic) fn of_index(index: usize) -> Self {
        Self(index as u16)
    }

    /// Its index in two bytes.
    #[inline]
    pub(in crate::players::classic) fn number(self) -> u16 {
        self.0
    }

    /// Its index.
    #[inline]
    pub fn index(self) -> usize {
        self.0.into()
    }
}
