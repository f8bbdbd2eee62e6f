//! What a player has to provide where ships move.

use std::fmt;

use bstr::BString;

use super::{Effort, Orders, Placing, Rng, ShipPlacement, TurnInput, place_missing};
use crate::game::Refused;
use crate::view::Observation;

/// A player where ships move.
///
/// What it does may depend on its arguments and on nothing else: no clock, no other
/// random numbers, no state between turns but what it remembers.
pub trait Strategy: Sync {
    /// The name it is chosen by.
    fn name(&self) -> &'static str;

    /// Whether it is a level of play, and not a variant of one to compare it with.
    fn is_level(&self) -> bool {
        true
    }

    /// Places the ships that are missing, at random by default.
    ///
    /// # Errors
    ///
    /// As [`place_missing`].
    fn place(
        &self,
        view: &Observation<'_>,
        _effort: Effort,
        rng: &mut Rng,
    ) -> Refused<Vec<ShipPlacement>> {
        place_missing(view, Placing::Seq, rng)
    }

    /// Gives the orders of a turn in which all own ships are on the board, and
    /// returns what to do after it.
    fn play(&self, input: &mut TurnInput<'_>, orders: &mut Orders<'_, '_>) -> AfterTurn;
}

impl fmt::Debug for dyn Strategy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// How a player finds out what to remember, fact by fact.
pub enum AfterTurn {
    /// It already knows.
    Facts(Vec<BString>),
    /// It looks at the board after its turn, before the enemy moves.
    Observe(Box<Observe>),
}

/// Makes facts of what is seen after the turn.
pub type Observe = dyn FnOnce(&Observation<'_>) -> Vec<BString>;
