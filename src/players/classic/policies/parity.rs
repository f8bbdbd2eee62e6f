//! The player that searches on a lattice.

use std::sync::Arc;

use super::Policy;
use super::pursuit::{pick, pursuit};
use crate::players::classic::bitboard::Bitboard;
use crate::players::classic::bitboard_knowledge::BitboardKnowledge;
use crate::players::classic::config::LENGTH_MAX;
use crate::players::classic::placement_table::{FieldIndex, PlacementMask, PlacementTable};
use crate::rng::Rng;

/// Follows hits as `hunt`, and searches on every so manyth diagonal.
///
/// A single field slips through any lattice. While longer ships are afloat, the
/// lattice is theirs: for the single ones all fields are as good.
pub struct ParityPolicy<const W: usize> {
    table: Arc<PlacementTable<W>>,
    rng: Rng,
    /// By distance and offset: the diagonals where the sum of row and column has
    /// that remainder.
    lattices: Vec<Vec<Bitboard<W>>>,
}

impl<const W: usize> ParityPolicy<W> {
    /// A player for this table.
    pub fn new(table: Arc<PlacementTable<W>>) -> Self {
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
            lattices: lattices.collect(),
            table,
            rng: Rng::seeded(0),
        }
    }

    /// The lattice with the fewest fields left that the smallest ship of more than
    /// one field cannot slip through.
    fn search(&self, knowledge: &BitboardKnowledge<W>) -> Bitboard<W> {
        let table = &*self.table;
        let classes = table.length_classes().rev();
        let mut afloat = classes.filter(|&class| knowledge.afloat(class) > 0);
        let smallest = afloat
            .clone()
            .find(|&class| table.length_class(class).length > 1);
        let Some(class) = smallest.or_else(|| afloat.next()) else {
            return Bitboard::EMPTY;
        };
        let sensible = knowledge.sensible(table);
        let masks = table
            .placements(class, sensible)
            .map(|placement| table.mask(placement));
        let room = masks.fold(Bitboard::EMPTY, |all, mask: &PlacementMask<W>| {
            all | mask.cells
        });
        let lattices = &self.lattices[usize::from(table.length_class(class).length)];
        let left = lattices.iter().map(|lattice| *lattice & room);
        left.filter(|fields| !fields.is_empty())
            .min_by_key(Bitboard::count)
            .unwrap_or_default()
    }
}

impl<const W: usize> Policy<W> for ParityPolicy<W> {
    fn begin(&mut self, seed: u64) {
        self.rng = Rng::seeded(seed);
    }

    fn next_shot(&mut self, knowledge: &BitboardKnowledge<W>) -> FieldIndex {
        let pursued = pursuit(&self.table, knowledge);
        let all = self.table.all().without(&knowledge.shot());
        let sensible = || knowledge.sensible(&self.table);
        let fields = Some(pursued)
            .filter(|fields| !fields.is_empty())
            .or_else(|| Some(self.search(knowledge)).filter(|fields| !fields.is_empty()))
            .or_else(|| Some(sensible()).filter(|fields| !fields.is_empty()));
        pick(fields.unwrap_or(all), &mut self.rng)
    }
}
