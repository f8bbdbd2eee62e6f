//! What a player is.

use std::fmt;

use bstr::BString;

use super::{Effort, Memory, Orders, Rng, ShipPlacement, place_missing};
use crate::game::Refused;
use crate::players::Placing;
use crate::view::Observation;

/// A way to play.
///
/// What it does may depend on what it is given and on nothing else: no clock, no
/// other source of chance, nothing kept between turns but what it remembers.
pub trait Strategy: Sync {
    /// The name it is chosen by.
    fn name(&self) -> &'static str;

    /// Places the ships that are to be placed: at random, unless a player knows
    /// better.
    ///
    /// # Errors
    ///
    /// As those of [`place_missing`].
    fn place(
        &self,
        view: &Observation<'_>,
        _effort: Effort,
        rng: &mut Rng,
    ) -> Refused<Vec<ShipPlacement>> {
        place_missing(view, Placing::Seq, rng)
    }

    /// Gives the orders of a turn in which all own ships are on the board; says
    /// what to do when it is over.
    fn play(&self, input: &mut TurnInput<'_>, orders: &mut Orders<'_, '_>) -> AfterTurn;
}

impl fmt::Debug for dyn Strategy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// What a player is given besides what it sees.
#[derive(Debug)]
pub struct TurnInput<'b> {
    /// What it remembered.
    pub memory: Memory<'b>,
    /// Rng, the same for the same input.
    pub rng: Rng,
    /// How much work it may do.
    pub effort: Effort,
    /// How many turns it has played before, as far as it remembers.
    pub turn: u64,
}

/// How a player comes to what it remembers, fact by fact.
pub enum AfterTurn {
    /// It knows already.
    Facts(Vec<BString>),
    /// It looks around after its turn, before the enemy moves.
    Observe(Box<Observe>),
}

/// Makes facts of what is seen when the turn is over.
pub type Observe = dyn FnOnce(&Observation<'_>) -> Vec<BString>;
