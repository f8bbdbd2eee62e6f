//! The player that searches on a lattice.

use std::sync::Arc;

use super::Policy;
use super::pursuit::{pick, pursuit};
use crate::players::classic::bits::Bits;
use crate::players::classic::config::LENGTH_MAX;
use crate::players::classic::knowledge::Knowledge;
use crate::players::classic::placement_table::{Field, PlacementMask, PlacementTable};
use crate::rng::Rng;

/// Follows hits as `hunt`, and searches on every so manyth diagonal.
///
/// A single field slips through any lattice. While longer ships are afloat, the
/// lattice is theirs: for the single ones all fields are as good.
pub struct Parity<const W: usize> {
    waters: Arc<PlacementTable<W>>,
    rng: Rng,
    /// By distance and offset: the diagonals where the sum of row and column has
    /// that remainder.
    lattices: Vec<Vec<Bits<W>>>,
}

impl<const W: usize> Parity<W> {
    /// A player for these waters.
    pub fn new(waters: Arc<PlacementTable<W>>) -> Self {
        let lattice = |distance: i32, offset: i32| {
            let on_lattice = |field: &Field| {
                let pos = waters.pos(*field);
                (pos.y + pos.x) % distance == offset
            };
            waters.all().iter().filter(on_lattice).collect()
        };
        let lattices = (0..=i32::from(LENGTH_MAX)).map(|distance| {
            let offsets = 0..distance;
            offsets.map(|offset| lattice(distance, offset)).collect()
        });
        Self {
            lattices: lattices.collect(),
            waters,
            rng: Rng::seeded(0),
        }
    }

    /// The lattice with the fewest fields left that the smallest ship of more than
    /// one field cannot slip through.
    fn search(&self, knowledge: &Knowledge<W>) -> Bits<W> {
        let waters = &*self.waters;
        let kinds = waters.kinds().rev();
        let mut afloat = kinds.filter(|&kind| knowledge.afloat(kind) > 0);
        let smallest = afloat.clone().find(|&kind| waters.kind(kind).length > 1);
        let Some(kind) = smallest.or_else(|| afloat.next()) else {
            return Bits::EMPTY;
        };
        let sensible = knowledge.sensible(waters);
        let masks = waters
            .placements(kind, sensible)
            .map(|placement| waters.mask(placement));
        let room = masks.fold(Bits::EMPTY, |all, mask: &PlacementMask<W>| all | mask.cells);
        let lattices = &self.lattices[usize::from(waters.kind(kind).length)];
        let left = lattices.iter().map(|lattice| *lattice & room);
        left.filter(|fields| !fields.is_empty())
            .min_by_key(Bits::count)
            .unwrap_or_default()
    }
}

impl<const W: usize> Policy<W> for Parity<W> {
    fn begin(&mut self, seed: u64) {
        self.rng = Rng::seeded(seed);
    }

    fn next_shot(&mut self, knowledge: &Knowledge<W>) -> Field {
        let pursued = pursuit(&self.waters, knowledge);
        let all = self.waters.all().without(&knowledge.shot());
        let sensible = || knowledge.sensible(&self.waters);
        let fields = Some(pursued)
            .filter(|fields| !fields.is_empty())
            .or_else(|| Some(self.search(knowledge)).filter(|fields| !fields.is_empty()))
            .or_else(|| Some(sensible()).filter(|fields| !fields.is_empty()));
        pick(fields.unwrap_or(all), &mut self.rng)
    }
}
