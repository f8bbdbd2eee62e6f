//! Searching on a lattice.

use super::candidates::unshot;
use super::pursuit::pursuit;
use crate::players::classic::bitboard::Bitboard;
use crate::players::classic::bitboard_knowledge::BitboardKnowledge;
use crate::players::classic::config::LENGTH_MAX;
use crate::players::classic::field_index::FieldIndex;
use crate::players::classic::placement_table::PlacementTable;

/// Sets of parallel diagonals: every ship as long as they are apart lies on one of them.
///
/// A single field slips through any lattice. While longer ships are afloat, the
/// lattice is for these: for the single fields, every choice is equally good.
pub struct Lattices<const W: usize> {
    /// By distance and offset: the diagonals where the sum of row and column has
    /// that remainder.
    by_distance: Vec<Vec<Bitboard<W>>>,
}

impl<const W: usize> Lattices<W> {
    /// The lattices of this table.
    pub fn new(table: &PlacementTable<W>) -> Self {
        let lattice = |distance: i32, offset: i32| {
            let on_lattice = |field: &FieldIndex| {
                let pos = table.pos(*field);
                (pos.y + pos.x) % distance == offset
            };
            table.all().iter().filter(on_lattice).collect()
        };
        let lattices = (0..=i32::from(LENGTH_MAX)).map(|distance| {
            let offsets = 0..distance;
            offsets.map(|offset| lattice(distance, offset)).collect()
        });
        Self {
            by_distance: lattices.collect(),
        }
    }

    /// As `hunt`, but on a lattice while no ship is hit.
    pub fn candidates(
        &self,
        table: &PlacementTable<W>,
        knowledge: &BitboardKnowledge<W>,
    ) -> Bitboard<W> {
        pursuit(table, knowledge)
            .or_else(|| self.search(table, knowledge))
            .or_else(|| knowledge.sensible(table))
            .or_else(|| unshot(table, knowledge))
    }

    /// The fields left of the smallest lattice that the shortest ship of more than one
    /// field cannot slip through.
    fn search(&self, table: &PlacementTable<W>, knowledge: &BitboardKnowledge<W>) -> Bitboard<W> {
        let classes = table.length_classes().rev();
        let mut afloat = classes.filter(|&class| knowledge.afloat(class) > 0);
        let length = |class: u8| table.length_class(class).length;
        let shortest = afloat.clone().find(|&class| length(class) > 1);
        let Some(class) = shortest.or_else(|| afloat.next()) else {
            return Bitboard::EMPTY;
        };
        let placements = table.placements(class, knowledge.sensible(table));
        let cells = placements.map(|placement| table.mask(placement).cells);
        let room = cells.fold(Bitboard::EMPTY, |all, cells| all | cells);
        let lattices = self.by_distance[usize::from(length(class))].iter();
        let left = lattices.map(|lattice| *lattice & room);
        left.filter(|fields| !fields.is_empty())
            .min_by_key(Bitboard::count)
            .unwrap_or_default()
    }
}
