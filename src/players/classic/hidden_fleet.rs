//! A fleet to be sunk.

use super::bitboard::Bitboard;
use super::field_index::FieldIndex;
use super::placement_table::{Placement, PlacementTable};

/// A ship and the fields that it covers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HiddenShip<const W: usize> {
    /// Where it lies.
    pub placement: Placement,
    /// What it covers.
    pub cells: Bitboard<W>,
}

/// The ships of a fleet, longest first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HiddenFleet<const W: usize> {
    ships: Vec<HiddenShip<W>>,
}

impl<const W: usize> HiddenFleet<W> {
    /// No ships yet.
    pub fn new() -> Self {
        Self { ships: Vec::new() }
    }

    /// The ships.
    pub fn ships(&self) -> &[HiddenShip<W>] {
        &self.ships
    }

    /// All fields with ships.
    pub fn cells(&self) -> Bitboard<W> {
        let none = Bitboard::EMPTY;
        self.ships.iter().fold(none, |all, ship| all | ship.cells)
    }

    /// The ship on a field.
    #[inline]
    pub fn ship_at(&self, field: FieldIndex) -> Option<&HiddenShip<W>> {
        self.ships.iter().find(|ship| ship.cells.has(field))
    }

    pub(in crate::players) fn clear(&mut self) {
        self.ships.clear();
    }

    pub(in crate::players) fn add(&mut self, table: &PlacementTable<W>, placement: Placement) {
        let cells = table.mask(placement).cells;
        self.ships.push(HiddenShip { placement, cells });
    }
}
