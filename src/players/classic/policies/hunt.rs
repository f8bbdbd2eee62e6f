//! The player that follows hits.

use std::sync::Arc;

use super::Policy;
use super::pursuit::{pick, pursuit};
use crate::players::classic::knowledge::Knowledge;
use crate::players::classic::placement_table::{Field, PlacementTable};
use crate::rng::Rng;

/// Any field where a ship may be, until one is hit; then one of the ends of its
/// line.
pub struct Hunt<const W: usize> {
    waters: Arc<PlacementTable<W>>,
    rng: Rng,
}

impl<const W: usize> Hunt<W> {
    /// A player for these waters.
    pub fn new(waters: Arc<PlacementTable<W>>) -> Self {
        Self {
            waters,
            rng: Rng::seeded(0),
        }
    }
}

impl<const W: usize> Policy<W> for Hunt<W> {
    fn begin(&mut self, seed: u64) {
        self.rng = Rng::seeded(seed);
    }

    fn next_shot(&mut self, knowledge: &Knowledge<W>) -> Field {
        let all = self.waters.all().without(&knowledge.shot());
        let choices = [
            pursuit(&self.waters, knowledge),
            knowledge.sensible(&self.waters),
            all,
        ];
        let fields = choices.into_iter().find(|fields| !fields.is_empty());
        pick(fields.unwrap_or(all), &mut self.rng)
    }
}
