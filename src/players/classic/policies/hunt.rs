//! The player that follows hits.

use std::sync::Arc;

use super::Policy;
use super::pursuit::{pick, pursuit};
use crate::players::classic::bitboard_knowledge::BitboardKnowledge;
use crate::players::classic::placement_table::{FieldIndex, PlacementTable};
use crate::rng::Rng;

/// Any field where a ship may be, until one is hit; then one of the ends of its
/// line.
pub struct HuntPolicy<const W: usize> {
    table: Arc<PlacementTable<W>>,
    rng: Rng,
}

impl<const W: usize> HuntPolicy<W> {
    /// A player for this table.
    pub fn new(table: Arc<PlacementTable<W>>) -> Self {
        Self {
            table,
            rng: Rng::seeded(0),
        }
    }
}

impl<const W: usize> Policy<W> for HuntPolicy<W> {
    fn begin(&mut self, seed: u64) {
        self.rng = Rng::seeded(seed);
    }

    fn next_shot(&mut self, knowledge: &BitboardKnowledge<W>) -> FieldIndex {
        let all = self.table.all().without(&knowledge.shot());
        let choices = [
            pursuit(&self.table, knowledge),
            knowledge.sensible(&self.table),
            all,
        ];
        let fields = choices.into_iter().find(|fields| !fields.is_empty());
        pick(fields.unwrap_or(all), &mut self.rng)
    }
}
