//! The player that shoots anywhere.

use std::sync::Arc;

use super::Player;
use super::pursuit::pick;
use crate::players::classic::knowledge::Knowledge;
use crate::players::classic::waters::{Field, Waters};
use crate::rng::Chance;

/// Any field, each as likely.
pub struct Random<const W: usize> {
    waters: Arc<Waters<W>>,
    chance: Chance,
}

impl<const W: usize> Random<W> {
    /// A player for these waters.
    pub fn new(waters: Arc<Waters<W>>) -> Self {
        Self {
            waters,
            chance: Chance::seeded(0),
        }
    }
}

impl<const W: usize> Player<W> for Random<W> {
    fn begin(&mut self, seed: u64) {
        self.chance = Chance::seeded(seed);
    }

    fn next_shot(&mut self, knowledge: &Knowledge<W>) -> Field {
        pick(
            self.waters.all().without(&knowledge.shot()),
            &mut self.chance,
        )
    }
}
