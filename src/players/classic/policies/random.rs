//! The player that shoots anywhere.

use std::sync::Arc;

use super::Policy;
use super::pursuit::pick;
use crate::players::classic::bitboard_knowledge::BitboardKnowledge;
use crate::players::classic::placement_table::{FieldIndex, PlacementTable};
use crate::rng::Rng;

/// Any field, each as likely.
pub struct RandomPolicy<const W: usize> {
    table: Arc<PlacementTable<W>>,
    rng: Rng,
}

impl<const W: usize> RandomPolicy<W> {
    /// A player for this table.
    pub fn new(table: Arc<PlacementTable<W>>) -> Self {
        Self {
            table,
            rng: Rng::seeded(0),
        }
    }
}

impl<const W: usize> Policy<W> for RandomPolicy<W> {
    fn begin(&mut self, seed: u64) {
        self.rng = Rng::seeded(seed);
    }

    fn next_shot(&mut self, knowledge: &BitboardKnowledge<W>) -> FieldIndex {
        pick(self.table.all().without(&knowledge.shot()), &mut self.rng)
    }
}
