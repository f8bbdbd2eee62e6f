//! What every turn begins with, whoever plays it.

use bstr::{BString, ByteSlice};

use super::{Fact, Memory, Rng};
use crate::players::Placing;
use crate::view::Observation;

/// What every turn begins with, whoever plays it.
pub(super) struct TurnContext<'m> {
    /// What the player remembers.
    pub memory: Memory<'m>,
    /// The chance of this turn.
    pub rng: Rng,
    /// How many turns it has played before, as far as it remembers.
    pub turn: u64,
}

impl<'m> TurnContext<'m> {
    /// The beginning of a turn of the player who looks.
    pub fn new(view: &Observation<'m>) -> Self {
        let memory = Memory::new(view.information());
        let turn = memory.number(Fact::Turn).unwrap_or(0);
        Self {
            memory,
            rng: Rng::of_turn(view.seed().unwrap_or(0), view.player(), turn),
            turn,
        }
    }
}

impl Memory<'_> {
    /// The last strategy that is named, of those that are found.
    pub(super) fn strategy<T>(&self, find: impl Fn(&[u8]) -> Option<T>) -> Option<T> {
        self.facts(Fact::Strategy).filter_map(find).last()
    }

    /// The last way to place fleets at random that is named.
    pub(super) fn placing(&self) -> Option<Placing> {
        let named = |name: &[u8]| name.to_str().ok()?.parse().ok();
        self.facts(Fact::Placing).filter_map(named).last()
    }

    /// What a player remembers in any case: what is not its own, who it is, if
    /// that was chosen, and how many turns it has played with this one.
    pub(super) fn kept(&self, chosen: Option<&str>, turn: u64) -> Vec<BString> {
        let mut kept = Vec::with_capacity(4);
        kept.extend(self.foreign().cloned());
        kept.extend(chosen.map(|name| Fact::Strategy.with_word(name)));
        kept.push(Fact::Turn.with(&[turn.saturating_add(1)]));
        kept
    }
}
