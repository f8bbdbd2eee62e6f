//! Places of ships on a board.

use super::{Bitboard, FieldIndex};
use admiralty_core::geometry::Axis;
use admiralty_core::rng::Rng;

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
    /// The places along each axis; none along columns if ships of the class are single fields.
    pub by_axis: [Bitboard<W>; 2],
}

impl<const W: usize> Starts<W> {
    pub fn count(&self) -> u32 {
        self.by_axis[0].count() + self.by_axis[1].count()
    }

    /// A uniformly chosen place, for ships of a class.
    pub fn pick(&self, class: u8, rng: &mut Rng) -> Option<Placement> {
        let [level, upright] = &self.by_axis;
        let horizontal = level.count();
        let count = horizontal + upright.count();
        if count == 0 {
            return None;
        }
        let rank = u32::try_from(rng.below(count.into())).unwrap_or(0);
        let (axis, start) = if rank < horizontal {
            (Axis::Horizontal, level.nth(rank))
        } else {
            (Axis::Vertical, upright.nth(rank - horizontal))
        };
        Some(Placement { class, axis, start })
    }

    #[must_use]
    pub fn and(&self, other: &Self) -> Self {
        let by_axis = std::array::from_fn(|axis| self.by_axis[axis] & other.by_axis[axis]);
        Self { by_axis }
    }

    #[must_use]
    pub fn without(&self, other: &Self) -> Self {
        let by_axis = std::array::from_fn(|axis| self.by_axis[axis].without(&other.by_axis[axis]));
        Self { by_axis }
    }

    /// The places after one of them in the order of [`placements`](Self::placements).
    #[must_use]
    pub fn after(mut self, Placement { axis, start, .. }: Placement) -> Self {
        self.by_axis[..axis as usize].fill(Bitboard::EMPTY);
        self.by_axis[axis as usize] = self.by_axis[axis as usize].above(start);
        self
    }

    /// All places, for ships of a class.
    pub fn placements(&self, class: u8) -> impl Iterator<Item = Placement> + use<W> {
        let [level, upright] = Axis::ALL.map(|axis| {
            let starts = self.by_axis[axis as usize].iter();
            starts.map(move |start| Placement { class, axis, start })
        });
        level.chain(upright)
    }
}
