//! The player that follows hits.

use std::sync::Arc;

use super::Player;
use super::pursuit::{pick, pursuit};
use crate::players::classic::knowledge::Knowledge;
use crate::players::classic::waters::{Field, Waters};
use crate::rng::Chance;

/// Any field where a ship may be, until one is hit; then one of the ends of its
/// line.
pub struct Hunt<const W: usize> {
    waters: Arc<Waters<W>>,
    chance: Chance,
}

impl<const W: usize> Hunt<W> {
    /// A player for these waters.
    pub fn new(waters: Arc<Waters<W>>) -> Self {
        Self {
            waters,
            chance: Chance::seeded(0),
        }
    }
}

impl<const W: usize> Player<W> for Hunt<W> {
    fn begin(&mut self, seed: u64) {
        self.chance = Chance::seeded(seed);
    }

    fn next_shot(&mut self, knowledge: &Knowledge<W>) -> Field {
        let all = self.waters.all().without(&knowledge.shot());
        let choices = [
            pursuit(&self.waters, knowledge),
            knowledge.sensible(&self.waters),
            all,
        ];
        let fields = choices.into_iter().find(|fields| !fields.is_empty());
        pick(fields.unwrap_or(all), &mut self.chance)
    }
}
