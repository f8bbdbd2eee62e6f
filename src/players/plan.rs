//! A whole turn of a player, from what it sees to what it remembers.

use bstr::BString;

use super::beginning::Beginning;
use super::{Briefing, Lineup, Orders, STRATEGIES, Sequel, Strategy};
use crate::game::Refused;
use crate::script::Command;
use crate::view::Observation;

/// What a player has decided to do, and how it comes to what it remembers.
pub struct Plan {
    /// The commands of its group.
    pub commands: Vec<Command>,
    /// What it remembers in any case: what is not its own, and who it is.
    kept: Vec<BString>,
    sequel: Sequel,
}

impl Plan {
    /// Lets the player who looks make a turn.
    ///
    /// # Errors
    ///
    /// [`Refusal::NoRoom`](crate::game::Refusal::NoRoom): a ship that is still to
    /// be placed has no place.
    pub fn new(view: &Observation<'_>, lineup: &Lineup) -> Refused<Self> {
        let Beginning {
            memory,
            mut chance,
            turn,
        } = Beginning::new(view);
        let given = lineup.strategies[view.player()];
        let chosen = given.or_else(|| memory.strategy(super::strategy));
        let strategy = chosen.unwrap_or(STRATEGIES[0]);
        let kept = memory.kept(chosen.map(Strategy::name), turn);

        let placements = strategy.place(view, lineup.effort, &mut chance)?;
        let mut orders = Orders::new(view, &placements);
        let sequel = if orders.is_placed() {
            let mut briefing = Briefing {
                memory,
                chance,
                effort: lineup.effort,
                turn,
            };
            strategy.play(&mut briefing, &mut orders)
        } else {
            Sequel::Facts(Vec::new())
        };
        Ok(Self {
            commands: orders.into_commands(),
            kept,
            sequel,
        })
    }

    /// The lines that the player remembers; `look` shows what it sees when its
    /// turn is over.
    pub fn remember<'g>(self, look: impl FnOnce() -> Observation<'g>) -> Vec<BString> {
        let mut lines = self.kept;
        lines.extend(match self.sequel {
            Sequel::Facts(facts) => facts,
            Sequel::Look(facts) => facts(&look()),
        });
        lines
    }
}
