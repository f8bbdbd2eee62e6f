//! Policies that draw from a set of fields.

use std::sync::Arc;

use super::Policy;
use super::pursuit::pursuit;
use crate::players::classic::bitboard::Bitboard;
use crate::players::classic::bitboard_knowledge::BitboardKnowledge;
use crate::players::classic::field_index::FieldIndex;
use crate::players::classic::placement_table::PlacementTable;
use crate::rng::Rng;

/// Draws from a set of candidates, each field equally likely.
pub struct CandidatePolicy<const W: usize, C> {
    table: Arc<PlacementTable<W>>,
    candidates: C,
    rng: Rng,
}

impl<const W: usize, C> CandidatePolicy<W, C>
where
    C: Fn(&PlacementTable<W>, &BitboardKnowledge<W>) -> Bitboard<W>,
{
    /// A policy for this table. There must be candidates as long as there is a field
    /// that was not shot at.
    pub fn new(table: Arc<PlacementTable<W>>, candidates: C) -> Self {
        Self {
            table,
            candidates,
            rng: Rng::seeded(0),
        }
    }
}

impl<const W: usize, C> Policy<W> for CandidatePolicy<W, C>
where
    C: Fn(&PlacementTable<W>, &BitboardKnowledge<W>) -> Bitboard<W>,
{
    fn begin(&mut self, seed: u64) {
        self.rng = Rng::seeded(seed);
    }

    fn next_shot(&mut self, knowledge: &BitboardKnowledge<W>) -> FieldIndex {
        let fields = (self.candidates)(&self.table, knowledge);
        let rank = self.rng.below(fields.count().into());
        fields.nth(u32::try_from(rank).unwrap_or(0))
    }
}

/// All fields that were not shot at.
pub fn unshot<const W: usize>(
    table: &PlacementTable<W>,
    knowledge: &BitboardKnowledge<W>,
) -> Bitboard<W> {
    table.all().without(&knowledge.shot())
}

/// The ends of a line of hits; without one, the fields where a ship may be.
pub fn hunt<const W: usize>(
    table: &PlacementTable<W>,
    knowledge: &BitboardKnowledge<W>,
) -> Bitboard<W> {
    pursuit(table, knowledge)
        .or_else(|| knowledge.sensible(table))
        .or_else(|| unshot(table, knowledge))
}
