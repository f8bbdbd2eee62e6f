//! What a policy may know.

use super::bitboard::Bitboard;
use super::field_index::FieldIndex;
use super::hidden_fleet::HiddenFleet;
use super::placement_table::{LENGTH_CLASSES_MAX, PlacementTable};

/// The result of a shot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BitboardOutcome<const W: usize> {
    /// There is no ship.
    Miss,
    /// A ship was hit that is still afloat.
    Hit,
    /// The last field of a ship was hit; all its fields are known.
    Sunk(Bitboard<W>),
}

impl<const W: usize> BitboardOutcome<W> {
    /// The result of a shot at a fleet, if those fields were shot at before.
    #[inline]
    pub fn of(fleet: &HiddenFleet<W>, shot: Bitboard<W>, field: FieldIndex) -> Self {
        match fleet.ship_at(field) {
            None => Self::Miss,
            Some(ship) if ship.cells.is_within(&(shot | Bitboard::of(field))) => {
                Self::Sunk(ship.cells)
            }
            Some(_) => Self::Hit,
        }
    }
}

/// The results of all shots, and what follows from them directly.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BitboardKnowledge<const W: usize> {
    shot: Bitboard<W>,
    open: Bitboard<W>,
    closed: Bitboard<W>,
    /// By class.
    afloat: [u8; LENGTH_CLASSES_MAX],
    sunk: Vec<Bitboard<W>>,
}

impl<const W: usize> BitboardKnowledge<W> {
    /// Nothing is known.
    pub fn new(table: &PlacementTable<W>) -> Self {
        let mut afloat = [0; LENGTH_CLASSES_MAX];
        for (class, afloat) in table.length_classes().zip(&mut afloat) {
            *afloat = table.length_class(class).count;
        }
        Self {
            shot: Bitboard::EMPTY,
            open: Bitboard::EMPTY,
            closed: Bitboard::EMPTY,
            afloat,
            sunk: Vec::new(),
        }
    }

    /// Learns the result of a shot. A sunk ship must have a length of the fleet.
    #[inline]
    pub fn learn(
        &mut self,
        table: &PlacementTable<W>,
        field: FieldIndex,
        outcome: BitboardOutcome<W>,
    ) {
        self.shot.insert(field);
        match outcome {
            BitboardOutcome::Miss => self.closed.insert(field),
            BitboardOutcome::Hit => {
                self.open.insert(field);
                self.closed |= table.excluded_by_hit(field);
            }
            BitboardOutcome::Sunk(cells) => {
                self.open = self.open.without(&cells);
                self.closed |= table.reach(cells);
                self.sunk.push(cells);
                if let Some(class) = table.class_of_length(cells.count()) {
                    let afloat = &mut self.afloat[usize::from(class)];
                    *afloat = afloat.saturating_sub(1);
                }
            }
        }
    }

    /// The fields that were shot at.
    #[inline]
    pub fn shot(&self) -> Bitboard<W> {
        self.shot
    }

    /// The hits of ships that are not sunk.
    #[inline]
    pub fn open(&self) -> Bitboard<W> {
        self.open
    }

    /// The fields that no ship that is afloat can have: misses, sunk ships, and, if
    /// ships may not touch, what is around these and diagonal to hits.
    #[inline]
    pub fn closed(&self) -> Bitboard<W> {
        self.closed
    }

    /// The fields where a ship that is afloat may be hit.
    #[inline]
    pub fn sensible(&self, table: &PlacementTable<W>) -> Bitboard<W> {
        table.all().without(&(self.shot | self.closed))
    }

    /// How many ships of a class are afloat.
    #[inline]
    pub fn afloat(&self, class: u8) -> u8 {
        self.afloat[usize::from(class)]
    }

    /// How many ships of each class are afloat, 0 beyond the last class.
    #[inline]
    pub(super) fn afloat_by_class(&self) -> [u8; LENGTH_CLASSES_MAX] {
        self.afloat
    }

    /// The sunk ships, in the order in which they were sunk.
    pub fn sunk(&self) -> &[Bitboard<W>] {
        &self.sunk
    }

    /// Whether no ship is afloat.
    #[inline]
    pub fn is_over(&self) -> bool {
        self.afloat == [0; LENGTH_CLASSES_MAX]
    }
}
