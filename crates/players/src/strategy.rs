//! Players for games in which ships move, and their turns.

use std::fmt;

use bstr::BString;

use super::{Effort, Orders, Placing, Rng, STRATEGIES, ShipPlacement, TurnInput};
use admiralty_core::game::{Game, Refused};
use admiralty_core::script::Command;
use admiralty_core::view::Observation;

/// A player for games in which ships move.
///
/// Its decisions may depend only on its arguments: no clock, no other random numbers, and no
/// state between turns except what it remembers.
pub trait Strategy: Sync {
    /// The name by which it is chosen.
    fn name(&self) -> &'static str;

    /// Places the missing ships, at random by default.
    ///
    /// # Errors
    ///
    /// See [`place_missing`](super::place_missing).
    fn place(
        &self,
        view: &Observation<'_>,
        _effort: Effort,
        rng: &mut Rng,
    ) -> Refused<Vec<ShipPlacement>> {
        super::place_missing(view, Placing::Seq, rng)
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

/// How a player determines what to remember, fact by fact.
pub enum AfterTurn {
    /// It is known already.
    Facts(Vec<BString>),
    /// It depends on what the player sees after its turn, before the enemy moves.
    Observe(Box<Observe>),
}

/// Derives facts from what is seen after the turn.
pub type Observe = dyn FnOnce(&Observation<'_>) -> Vec<BString>;

/// A whole turn: the commands that a player has decided on, and how it determines what to
/// remember.
pub struct PlannedTurn {
    pub commands: Vec<Command>,
    /// What it remembers in any case.
    kept: Vec<BString>,
    after_turn: AfterTurn,
}

impl PlannedTurn {
    /// Plans a turn for the next player of a game by the strategy that was chosen or the
    /// default one, unless there is no place for a missing ship.
    pub fn new(
        game: &Game,
        chosen: Option<&'static dyn Strategy>,
        effort: Effort,
    ) -> Refused<Self> {
        let view = &Observation::new(game, game.next_player());
        let mut input = TurnInput::new(view, effort);
        let strategy = chosen.unwrap_or(STRATEGIES[0]);
        let kept = input.kept_facts(chosen.map(Strategy::name));

        let placements = strategy.place(view, input.effort, &mut input.rng)?;
        let mut orders = Orders::new(game, view, &placements);
        let after_turn = if orders.is_placed() {
            strategy.play(&mut input, &mut orders)
        } else {
            AfterTurn::Facts(Vec::new())
        };
        Ok(Self {
            commands: orders.into_commands(),
            kept,
            after_turn,
        })
    }

    /// The lines that the player remembers; `look` returns what it sees after its turn.
    pub fn remember<'g>(self, look: impl FnOnce() -> Observation<'g>) -> Vec<BString> {
        let mut lines = self.kept;
        lines.extend(match self.after_turn {
            AfterTurn::Facts(facts) => facts,
            AfterTurn::Observe(facts) => facts(&look()),
        });
        lines
    }
}
