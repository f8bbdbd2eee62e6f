//! The input of a player for a turn, besides the board.

use std::str::FromStr;

use bstr::BString;
use serde::Serialize;

use super::{Fact, Memory, Placing, Rng};
use admiralty_core::view::Observation;

/// The input of a player for a turn, besides the board.
#[derive(Debug)]
pub struct TurnInput<'m> {
    /// What it remembers.
    pub memory: Memory<'m>,
    /// A random number generator that is the same for the same state.
    pub rng: Rng,
    /// How much work it may do.
    pub effort: Effort,
    /// How many turns it has played before, according to its memory.
    pub turn: u64,
}

impl<'m> TurnInput<'m> {
    /// The input for the observing player.
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

    /// What the player remembers in any case: lines that are not its own, its name if it was
    /// chosen by name, and the number of turns including this one.
    pub(super) fn kept_facts(&self, chosen: Option<&str>) -> Vec<BString> {
        let mut kept = Vec::with_capacity(4);
        kept.extend(self.memory.foreign().cloned());
        kept.extend(chosen.map(|name| Fact::Strategy.with_word(name)));
        kept.push(Fact::Turn.with(&[self.turn.saturating_add(1)]));
        kept
    }
}

impl Memory<'_> {
    /// The last strategy named, among those that `find` knows.
    pub fn strategy<T>(&self, find: impl Fn(&[u8]) -> Option<T>) -> Option<T> {
        self.facts(Fact::Strategy).filter_map(find).last()
    }

    /// The last way of placing fleets named.
    pub(super) fn placing(&self) -> Option<Placing> {
        self.facts(Fact::Placing).filter_map(Placing::named).last()
    }
}

/// How much work a turn may take, in steps; the default is [`Effort::DEFAULT`]. Work is
/// bounded by counts, not by time, so that the same effort gives the same turn on every
/// machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Effort(u32);

impl Effort {
    /// The default number of steps.
    pub const DEFAULT: u32 = 10;
    /// The most steps.
    pub const MAX: u32 = 1000;

    /// An effort from 1 to [`Effort::MAX`].
    pub const fn new(steps: u32) -> Option<Self> {
        if steps == 0 || steps > Self::MAX {
            return None;
        }
        Some(Self(steps))
    }

    /// The number of steps.
    pub const fn steps(self) -> u32 {
        self.0
    }
}

impl FromStr for Effort {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let steps = text.parse().ok().and_then(Self::new);
        steps.ok_or_else(|| format!("expected a whole number from 1 to {}", Self::MAX))
    }
}

impl Default for Effort {
    fn default() -> Self {
        Self(Self::DEFAULT)
    }
}
