//! The player that shoots anywhere.

use std::sync::Arc;

use super::Policy;
use super::pursuit::pick;
use crate::players::classic::knowledge::Knowledge;
use crate::players::classic::placement_table::{Field, PlacementTable};
use crate::rng::Rng;

/// Any field, each as likely.
pub struct Random<const W: usize> {
    waters: Arc<PlacementTable<W>>,
    rng: Rng,
}

impl<const W: usize> Random<W> {
    /// A player for these waters.
    pub fn new(waters: Arc<PlacementTable<W>>) -> Self {
        Self {
            waters,
            rng: Rng::seeded(0),
        }
    }
}

impl<const W: usize> Policy<W> for Random<W> {
    fn begin(&mut self, seed: u64) {
        self.rng = Rng::seeded(seed);
    }

    fn next_shot(&mut self, knowledge: &Knowledge<W>) -> Field {
        pick(self.waters.all().without(&knowledge.shot()), &mut self.rng)
    }
}
