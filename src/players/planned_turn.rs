//! A whole turn of a player, from what it sees to what it remembers.

use bstr::BString;

use super::turn_context::TurnContext;
use super::{AfterTurn, Orders, Players, STRATEGIES, Strategy, TurnInput};
use crate::game::Refused;
use crate::script::Command;
use crate::view::Observation;

/// What a player has decided to do, and how it comes to what it remembers.
pub struct PlannedTurn {
    /// The commands of its group.
    pub commands: Vec<Command>,
    /// What it remembers in any case: what is not its own, and who it is.
    kept: Vec<BString>,
    after_turn: AfterTurn,
}

impl PlannedTurn {
    /// Lets the player who looks make a turn.
    ///
    /// # Errors
    ///
    /// [`Refusal::NoRoom`](crate::game::Refusal::NoRoom): a ship that is still to
    /// be placed has no place.
    pub fn new(view: &Observation<'_>, players: &Players) -> Refused<Self> {
        let TurnContext {
            memory,
            mut rng,
            turn,
        } = TurnContext::new(view);
        let given = players.strategies[view.player()];
        let chosen = given.or_else(|| memory.strategy(super::strategy));
        let strategy = chosen.unwrap_or(STRATEGIES[0]);
        let kept = memory.kept(chosen.map(Strategy::name), turn);

        let placements = strategy.place(view, players.effort, &mut rng)?;
        let mut orders = Orders::new(view, &placements);
        let after_turn = if orders.is_placed() {
            let mut input = TurnInput {
                memory,
                rng,
                effort: players.effort,
                turn,
            };
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

    /// The lines that the player remembers; `look` shows what it sees when its
    /// turn is over.
    pub fn remember<'g>(self, look: impl FnOnce() -> Observation<'g>) -> Vec<BString> {
        let mut lines = self.kept;
        lines.extend(match self.after_turn {
            AfterTurn::Facts(facts) => facts,
            AfterTurn::Observe(facts) => facts(&look()),
        });
        lines
    }
}
