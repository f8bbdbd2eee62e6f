//! What a player is given for a turn besides the board.

use bstr::{BString, ByteSlice};

use super::{Effort, Fact, Memory, Placing, Rng};
use crate::view::Observation;

/// What a player is given for a turn besides the board.
#[derive(Debug)]
pub struct TurnInput<'m> {
    /// What it remembers.
    pub memory: Memory<'m>,
    /// Random numbers, the same for the same state.
    pub rng: Rng,
    /// How much work it may do.
    pub effort: Effort,
    /// How many turns it has played before, as far as it remembers.
    pub turn: u64,
}

impl<'m> TurnInput<'m> {
    /// The input for the player who looks.
    pub(super) fn new(view: &Observation<'m>, effort: Effort) -> Self {
        let memory = Memory::new(view.information());
        let turn = memory.number(Fact::Turn).unwrap_or(0);
        Self {
            memory,
            rng: Rng::of_turn(view.seed().unwrap_or(0), view.player(), turn),
            effort,
            turn,
        }
    }

    /// What the player remembers in any case: lines that are not its own, its name
    /// if that was chosen, and the number of turns including this one.
    pub(super) fn kept_facts(&self, chosen: Option<&str>) -> Vec<BString> {
        let mut kept = Vec::with_capacity(4);
        kept.extend(self.memory.foreign().cloned());
        kept.extend(chosen.map(|name| Fact::Strategy.with_word(name)));
        kept.push(Fact::Turn.with(&[self.turn.saturating_add(1)]));
        kept
    }
}

impl Memory<'_> {
    /// The last strategy that is named, of those that `find` knows.
    pub(crate) fn strategy<T>(&self, find: impl Fn(&[u8]) -> Option<T>) -> Option<T> {
        self.facts(Fact::Strategy).filter_map(find).last()
    }

    /// The last way to place fleets at random that is named.
    pub(super) fn placing(&self) -> Option<Placing> {
        let named = |name: &[u8]| name.to_str().ok()?.parse().ok();
        self.facts(Fact::Placing).filter_map(named).last()
    }
}
