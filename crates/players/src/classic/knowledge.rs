//! What a policy on bitboards knows.

use super::placement_table::LENGTH_CLASSES_MAX;
use super::{Bitboard, FieldIndex, PlacedShip, PlacementTable};
use admiralty_core::view::{Knowledge, KnownField};

/// The result of a shot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BitboardOutcome<const W: usize> {
    /// No ship was hit.
    Miss,
    /// A ship was hit and is still afloat.
    Hit,
    /// The last field of a ship was hit; all its fields are known.
    Sunk(Bitboard<W>),
}

impl<const W: usize> BitboardOutcome<W> {
    /// The result of a shot at a fleet, given the fields that were shot at before.
    pub fn of(fleet: &[PlacedShip<W>], shot: Bitboard<W>, field: FieldIndex) -> Self {
        match fleet.iter().find(|ship| ship.cells.has(field)) {
            None => Self::Miss,
            Some(ship) if ship.cells.is_within(&(shot | Bitboard::of(field))) => {
                Self::Sunk(ship.cells)
            }
            Some(_) => Self::Hit,
        }
    }
}

/// The results of all shots, and their direct consequences.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BitboardKnowledge<const W: usize> {
    /// The fields that were shot at.
    pub shot: Bitboard<W>,
    /// The hits of ships that are not sunk.
    pub open: Bitboard<W>,
    /// The fields that no ship afloat can cover: misses, sunk ships and, if ships may not
    /// touch, the fields around sunk ships and diagonal to hits.
    pub closed: Bitboard<W>,
    /// The sunk ships, in the order in which they were sunk.
    pub sunk: Vec<Bitboard<W>>,
    /// How many ships of each class are afloat, 0 beyond the last class.
    pub(super) afloat: [u8; LENGTH_CLASSES_MAX],
}

impl<const W: usize> BitboardKnowledge<W> {
    /// The state in which nothing is known.
    pub fn new(table: &PlacementTable<W>) -> Self {
        let mut afloat = [0; LENGTH_CLASSES_MAX];
        for (class, afloat) in table.length_classes().zip(&mut afloat) {
            *afloat = table.length_class(class).count;
        }
        Self {
            shot: Bitboard::EMPTY,
            open: Bitboard::EMPTY,
            closed: Bitboard::EMPTY,
            sunk: Vec::new(),
            afloat,
        }
    }

    /// Records the result of a shot. The length of a sunk ship must be one of the fleet's.
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

    /// The fields where a ship afloat might be hit.
    pub fn sensible(&self, table: &PlacementTable<W>) -> Bitboard<W> {
        table.all().without(&(self.shot | self.closed))
    }

    /// Whether no ship is afloat.
    pub fn is_over(&self) -> bool {
        self.afloat == [0; LENGTH_CLASSES_MAX]
    }
}

/// Converts what a player knows to bitboards.
pub fn knowledge_on<const W: usize>(
    table: &PlacementTable<W>,
    knowledge: &Knowledge,
) -> BitboardKnowledge<W> {
    let mut seen = BitboardKnowledge::new(table);
    let mut sunk: Vec<((u8, u32), Bitboard<W>)> = Vec::new();
    for (pos, known) in knowledge.fields() {
        let Some(field) = table.field(pos) else {
            continue;
        };
        match known {
            KnownField::Unknown => {}
            KnownField::Miss => seen.learn(table, field, BitboardOutcome::Miss),
            KnownField::Hit(_) => seen.learn(table, field, BitboardOutcome::Hit),
            KnownField::Sunk { class, index } => {
                seen.shot.insert(field);
                let ship = (class.index, index);
                match sunk.iter_mut().find(|(other, _)| *other == ship) {
                    Some((_, cells)) => cells.insert(field),
                    None => sunk.push((ship, Bitboard::of(field))),
                }
            }
        }
    }
    for (_, cells) in sunk {
        if let Some(field) = cells.first() {
            seen.learn(table, field, BitboardOutcome::Sunk(cells));
        }
    }
    seen
}
