//! Sets of rules that a command breaks.

use std::collections::BTreeMap;

use super::ScriptDraft;
use crate::script::Command;

/// Something that can be wrong with a command that is well written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Breach {
    /// The form of the command belongs to another mode.
    Mode,
    /// A fleet is not complete.
    Fleets,
    /// The ship is not on the board.
    Absent,
    /// The ship is on the board already.
    Present,
    /// The fleet has no such ship, or would lose one.
    Count,
    /// The cannon or the engine is destroyed.
    Worn,
    /// All moves or shots of the turn are used up.
    Spent,
    /// The target is out of range.
    Range,
    /// A field, or the head of a ship, lies off the board or outside the
    /// starting rectangle.
    Field,
    /// The head lies inside, but not the whole ship.
    Tail,
    /// A field lies on a reef, or a reef on a ship.
    Reef,
    /// The ship would lie on another one.
    Overlap,
    /// It would touch another one.
    Side,
    /// It would touch others with corners only.
    Corner,
    /// All the ships that it would touch are sunk.
    Wreck,
    /// The field was shot at before.
    Again,
    /// The ship does not lie in its owner's waters.
    ClassicSetup,
}

/// A set of breaches.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Breaches(u32);

impl Breaches {
    /// Whether nothing is wrong.
    pub const fn is_none(self) -> bool {
        self.0 == 0
    }

    /// Whether more than one rule is broken.
    pub const fn are_several(self) -> bool {
        // A wreck is close as well.
        (self.0 & !(1 << Breach::Wreck as u32)).count_ones() > 1
    }

    /// Whether something is wrong.
    pub const fn has(self, breach: Breach) -> bool {
        self.0 >> breach as u32 & 1 == 1
    }

    /// Notes whether something is wrong.
    pub fn note(&mut self, breach: Breach, is_broken: bool) {
        self.0 |= u32::from(is_broken) << breach as u32;
    }
}

/// Commands that break rules, by which rules they break.
pub(super) type ByBreaches = BTreeMap<Breaches, Vec<Command>>;

/// Sorts commands by what they break; leaves out those that break nothing.
pub(super) fn sort(draft: &ScriptDraft, commands: Vec<Command>) -> ByBreaches {
    let mut sorted = ByBreaches::new();
    for command in commands {
        let breaches = Breaches::of(draft, &command);
        if !breaches.is_none() {
            sorted.entry(breaches).or_default().push(command);
        }
    }
    sorted
}
