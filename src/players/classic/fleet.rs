//! A fleet that lies somewhere.

use super::bits::Bits;
use super::placement_table::{Field, Placement, PlacementTable};

/// A ship and the fields that it covers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ship<const W: usize> {
    /// Where it lies.
    pub placement: Placement,
    /// What it covers.
    pub cells: Bits<W>,
}

/// The ships of a fleet, longest first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Fleet<const W: usize> {
    ships: Vec<Ship<W>>,
}

impl<const W: usize> Fleet<W> {
    /// No ships yet.
    pub fn new() -> Self {
        Self { ships: Vec::new() }
    }

    /// The ships.
    pub fn ships(&self) -> &[Ship<W>] {
        &self.ships
    }

    /// All fields with ships.
    pub fn cells(&self) -> Bits<W> {
        let none = Bits::EMPTY;
        self.ships.iter().fold(none, |all, ship| all | ship.cells)
    }

    /// The ship on a field.
    #[inline]
    pub fn ship_at(&self, field: Field) -> Option<&Ship<W>> {
        self.ships.iter().find(|ship| ship.cells.has(field))
    }

    pub(super) fn clear(&mut self) {
        self.ships.clear();
    }

    pub(super) fn add(&mut self, waters: &PlacementTable<W>, placement: Placement) {
        let cells = waters.mask(placement).cells;
        self.ships.push(Ship { placement, cells });
    }
}
