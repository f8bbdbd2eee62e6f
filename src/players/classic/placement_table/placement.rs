//! Places of ships.

use crate::geometry::Axis;
use crate::players::classic::bitboard::Bitboard;
use crate::players::classic::field_index::FieldIndex;

/// A place for a ship: its class, its axis, and its leftmost or topmost field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placement {
    /// An index into [`PlacementTable::length_classes`](super::PlacementTable::length_classes).
    pub class: u8,
    /// The axis along which it lies; horizontal for a single field.
    pub axis: Axis,
    /// The field with the lowest index.
    pub start: FieldIndex,
}

/// Where ships of one class can lie, by their first fields.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Starts<const W: usize> {
    /// Those along rows.
    pub horizontal: Bitboard<W>,
    /// Those along columns; none if ships of that class are single fields.
    pub vertical: Bitboard<W>,
}

impl<const W: usize> Starts<W> {
    /// How many there are.
    #[inline]
    pub fn count(&self) -> u32 {
        self.horizontal.count() + self.vertical.count()
    }

    /// The place of that rank, below their number, of ships of a class.
    #[inline]
    pub fn nth(&self, class: u8, rank: u32) -> Placement {
        let horizontal = self.horizontal.count();
        let (axis, start) = if rank < horizontal {
            (Axis::Horizontal, self.horizontal.nth(rank))
        } else {
            (Axis::Vertical, self.vertical.nth(rank - horizontal))
        };
        Placement { class, axis, start }
    }

    /// Those along rows, and those along columns.
    #[inline]
    pub fn by_axis(&self) -> [(Axis, Bitboard<W>); 2] {
        [
            (Axis::Horizontal, self.horizontal),
            (Axis::Vertical, self.vertical),
        ]
    }

    /// Those that are among others, too.
    #[inline]
    #[must_use]
    pub fn and(&self, other: &Self) -> Self {
        Self {
            horizontal: self.horizontal & other.horizontal,
            vertical: self.vertical & other.vertical,
        }
    }

    /// Those that are not among others.
    #[inline]
    #[must_use]
    pub fn without(&self, other: &Self) -> Self {
        Self {
            horizontal: self.horizontal.without(&other.horizontal),
            vertical: self.vertical.without(&other.vertical),
        }
    }

    /// Those that come after one of them in the order of [`nth`](Self::nth).
    #[inline]
    #[must_use]
    pub fn after(&self, Placement { axis, start, .. }: Placement) -> Self {
        match axis {
            Axis::Horizontal => Self {
                horizontal: self.horizontal & Bitboard::above(start),
                vertical: self.vertical,
            },
            Axis::Vertical => Self {
                horizontal: Bitboard::EMPTY,
                vertical: self.vertical & Bitboard::above(start),
            },
        }
    }

    /// All of them, of ships of a class.
    pub fn placements(&self, class: u8) -> impl Iterator<Item = Placement> + use<W> {
        let on = move |axis, starts: Bitboard<W>| {
            let starts = starts.iter();
            starts.map(move |start| Placement { class, axis, start })
        };
        on(Axis::Horizontal, self.horizontal).chain(on(Axis::Vertical, self.vertical))
    }
}

/// What a ship covers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlacementMask<const W: usize> {
    /// Its fields.
    pub cells: Bitboard<W>,
    /// Where no other ship can have a field: its fields, and those around it if
    /// ships may not touch.
    pub reach: Bitboard<W>,
}
