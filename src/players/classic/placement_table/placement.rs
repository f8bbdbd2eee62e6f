//! Fields, and ships that lie there.

use crate::geometry::Axis;
use crate::players::classic::bits::Bits;

/// A field by its index: row by row, with one index between rows that is no field,
/// so that no ship runs from one row into the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Field(u16);

impl Field {
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

/// The ships of one length: which class they belong to makes no difference to
/// where they lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LengthClass {
    /// In fields.
    pub length: u8,
    /// In a fleet.
    pub count: u8,
}

/// A place for a ship: its kind, its axis, and its leftmost or topmost field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placement {
    /// An index into [`PlacementTable::kinds`](super::PlacementTable::kinds).
    pub kind: u8,
    /// Along which it lies; level for a single field.
    pub axis: Axis,
    /// The field with the lowest index.
    pub start: Field,
}

/// Where ships of one kind can lie, by their first fields.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Starts<const W: usize> {
    /// Those along rows.
    pub level: Bits<W>,
    /// Those along columns; none if ships of that kind are single fields.
    pub upright: Bits<W>,
}

impl<const W: usize> Starts<W> {
    /// How many there are.
    #[inline]
    pub fn count(&self) -> u32 {
        self.level.count() + self.upright.count()
    }

    /// The one of that rank, which is there.
    #[inline]
    pub fn nth(&self, rank: u32) -> (Axis, Field) {
        let level = self.level.count();
        if rank < level {
            (Axis::Horizontal, self.level.nth(rank))
        } else {
            (Axis::Vertical, self.upright.nth(rank - level))
        }
    }

    /// Those along rows, and those along columns.
    #[inline]
    pub fn by_axis(&self) -> [(Axis, Bits<W>); 2] {
        [
            (Axis::Horizontal, self.level),
            (Axis::Vertical, self.upright),
        ]
    }

    /// Those that are among others, too.
    #[inline]
    #[must_use]
    pub fn and(&self, other: &Self) -> Self {
        Self {
            level: self.level & other.level,
            upright: self.upright & other.upright,
        }
    }

    /// Those that are not among others.
    #[inline]
    #[must_use]
    pub fn without(&self, other: &Self) -> Self {
        Self {
            level: self.level.without(&other.level),
            upright: self.upright.without(&other.upright),
        }
    }

    /// Those that come after one of them in the order in which they are counted.
    #[inline]
    #[must_use]
    pub fn after(&self, axis: Axis, start: Field) -> Self {
        match axis {
            Axis::Horizontal => Self {
                level: self.level & Bits::above(start),
                upright: self.upright,
            },
            Axis::Vertical => Self {
                level: Bits::EMPTY,
                upright: self.upright & Bits::above(start),
            },
        }
    }

    /// All of them.
    pub fn iter(&self) -> impl Iterator<Item = (Axis, Field)> + use<W> {
        let level = self.level.iter().map(|start| (Axis::Horizontal, start));
        level.chain(self.upright.iter().map(|start| (Axis::Vertical, start)))
    }
}

/// What a ship in a berth covers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlacementMask<const W: usize> {
    /// Its fields.
    pub cells: Bits<W>,
    /// Where no other ship can have a field: its fields, and those around it if
    /// ships may not touch.
    pub reach: Bits<W>,
}
