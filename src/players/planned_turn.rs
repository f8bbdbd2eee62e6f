//! A whole turn of a player where ships move, from what it sees to what it remembers.

use bstr::BString;

use super::{AfterTurn, Orders, Players, STRATEGIES, Strategy, TurnInput};
use crate::game::Refused;
use crate::script::Command;
use crate::view::Observation;

/// The commands that a player has decided on, and how it finds out what to remember.
pub struct PlannedTurn {
    /// The commands of its group.
    pub commands: Vec<Command>,
    /// What it remembers in any case.
    kept: Vec<BString>,
    after_turn: AfterTurn,
}

impl PlannedTurn {
    /// Lets the player who looks plan a turn.
    ///
    /// # Errors
    ///
    /// [`Refusal::NoRoom`](crate::game::Refusal::NoRoom): a ship that is still to
    /// be placed has no place.
    pub fn new(view: &Observation<'_>, players: &Players) -> Refused<Self> {
        let mut input = TurnInput::new(view, players.effort);
        let given = players.strategies[view.player()];
        let chosen = given.or_else(|| input.memory.strategy(super::strategy));
        let strategy = chosen.unwrap_or(STRATEGIES[0]);
        let kept = input.kept_facts(chosen.map(Strategy::name));

        let placements = strategy.place(view, input.effort, &mut input.rng)?;
        let mut orders = Orders::new(view, &placements);
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

    /// The lines that the player remembers; `look` shows what it sees after its turn.
    pub fn remember<'g>(self, look: impl FnOnce() -> Observation<'g>) -> Vec<BString> {
        let mut lines = self.kept;
        lines.extend(match self.after_turn {
            AfterTurn::Facts(facts) => facts,
            AfterTurn::Observe(facts) => facts(&look()),
        });
        lines
    }
}
