//! Places of ships on a board.

use super::{Bitboard, FieldIndex};
use crate::geometry::Axis;
use crate::rng::Rng;

/// A place for a ship: its class, its axis, and its leftmost or topmost field.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Placement {
    /// An index into [`PlacementTable::length_classes`](super::PlacementTable::length_classes).
    pub class: u8,
    /// The axis along which it lies; horizontal for a single field.
    pub axis: Axis,
    /// The field with the lowest index.
    pub start: FieldIndex,
}

/// A ship in its place, and the fields it covers and blocks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PlacedShip<const W: usize> {
    /// Its place.
    pub placement: Placement,
    /// Its fields.
    pub cells: Bitboard<W>,
    /// The fields that no other ship can cover: its own and, if ships may not touch, those
    /// around them.
    pub reach: Bitboard<W>,
}

/// The places of ships of one class, by their first fields.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Starts<const W: usize> {
    /// The places along rows.
    pub horizontal: Bitboard<W>,
    /// The places along columns; empty if ships of the class are single fields.
    pub vertical: Bitboard<W>,
}

impl<const W: usize> Starts<W> {
    /// The number of places.
    #[inline]
    pub fn count(&self) -> u32 {
        self.horizontal.count() + self.vertical.count()
    }

    /// A uniformly chosen place, for ships of a class.
    #[inline]
    pub fn pick(&self, class: u8, rng: &mut Rng) -> Option<Placement> {
        let horizontal = self.horizontal.count();
        let count = horizontal + self.vertical.count();
        if count == 0 {
            return None;
        }
        let rank = u32::try_from(rng.below(count.into())).unwrap_or(0);
        let (axis, start) = if rank < horizontal {
            (Axis::Horizontal, self.horizontal.nth(rank))
        } else {
            (Axis::Vertical, self.vertical.nth(rank - horizontal))
        };
        Some(Placement { class, axis, start })
    }

    /// The places that are also in `other`.
    #[inline]
    #[must_use]
    pub fn and(&self, other: &Self) -> Self {
        Self {
            horizontal: self.horizontal & other.horizontal,
            vertical: self.vertical & other.vertical,
        }
    }

    /// The places that are not in `other`.
    #[inline]
    #[must_use]
    pub fn without(&self, other: &Self) -> Self {
        Self {
            horizontal: self.horizontal.without(&other.horizontal),
            vertical: self.vertical.without(&other.vertical),
        }
    }

    /// The places after one of them in the order of [`placements`](Self::placements).
    #[inline]
    #[must_use]
    pub fn after(&self, Placement { axis, start, .. }: Placement) -> Self {
        match axis {
            Axis::Horizontal => Self {
                horizontal: self.horizontal.above(start),
                vertical: self.vertical,
            },
            Axis::Vertical => Self {
                horizontal: Bitboard::EMPTY,
                vertical: self.vertical.above(start),
            },
        }
    }

    /// All places, for ships of a class.
    #[inline]
    pub fn placements(&self, class: u8) -> impl Iterator<Item = Placement> + use<W> {
        let on = move |axis, starts: Bitboard<W>| {
            let starts = starts.iter();
            starts.map(move |start| Placement { class, axis, start })
        };
        on(Axis::Horizontal, self.horizontal).chain(on(Axis::Vertical, self.vertical))
    }
}
