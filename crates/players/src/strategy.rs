//! Players for games in which ships move, and their turns.

use std::fmt;
use std::str::FromStr;

use admiralty_core::game::{Game, Refusal};
use admiralty_core::script::Command;
use admiralty_core::view::Observation;
use bstr::BString;
use serde::Serialize;

use crate::{Fact, Memory, Orders, Placing, Rng, STRATEGIES, ShipPlacement};

/// A player for games in which ships move.
///
/// Its decisions may depend only on its arguments: no clock, no other random numbers, and no
/// state between turns except what it remembers.
pub trait Strategy: Sync {
    /// The name that selects it.
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
    ) -> Result<Vec<ShipPlacement>, Box<Refusal>> {
        super::place_missing(view, Placing::Seq, rng)
    }

    /// Gives the orders of a turn in which all own ships are on the board, and returns what to do
    /// after it.
    fn play(&self, input: &mut PlayerInput<'_>, orders: &mut Orders<'_, '_>) -> MemoryUpdate;
}

impl fmt::Debug for dyn Strategy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// How a player determines what to remember, fact by fact.
pub enum MemoryUpdate {
    /// It is already shot at.
    Facts(Vec<BString>),
    /// It depends on what the player sees after its turn, before the enemy moves.
    Observe(Box<Observe>),
}

/// Derives facts from what the player sees after the turn.
pub type Observe = dyn FnOnce(&Observation<'_>) -> Vec<BString>;

/// A whole turn: the commands that a player has decided on, and how it determines what to
/// remember.
pub struct Plan {
    pub commands: Vec<Command>,
    /// What it remembers in any case.
    kept: Vec<BString>,
    after_turn: MemoryUpdate,
}

impl Plan {
    /// Plans a turn for the next player of a game, with its chosen strategy or the default one,
    /// unless a missing ship has no place.
    pub fn new(
        game: &Game,
        chosen: Option<&'static dyn Strategy>,
        effort: Effort,
    ) -> Result<Self, Box<Refusal>> {
        let view = &Observation::new(game, game.next_player());
        let mut input = PlayerInput::new(view, effort);
        let strategy = chosen.unwrap_or(STRATEGIES[0]);
        let kept = input.kept_facts(chosen.map(Strategy::name));

        let placements = strategy.place(view, input.effort, &mut input.rng)?;
        let mut orders = Orders::new(game, view, &placements);
        let after_turn = if orders.is_placed() {
            strategy.play(&mut input, &mut orders)
        } else {
            MemoryUpdate::Facts(Vec::new())
        };
        orders.shoot_at_sighted();
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
            MemoryUpdate::Facts(facts) => facts,
            MemoryUpdate::Observe(facts) => facts(&look()),
        });
        lines
    }
}

/// The input of a player for a turn, besides the board.
#[derive(Debug)]
pub struct PlayerInput<'m> {
    /// What it remembers.
    pub memory: Memory<'m>,
    /// A random number generator that is the same for the same state.
    pub rng: Rng,
    /// How much work it may do.
    pub effort: Effort,
    /// How many turns it has played before, according to its memory.
    pub turn: u64,
}

impl<'m> PlayerInput<'m> {
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

    /// What the player remembers in any case: lines that are not its own, its name if the script
    /// chose it by name, and the number of turns including this one.
    pub(super) fn kept_facts(&self, chosen: Option<&str>) -> Vec<BString> {
        let mut kept = Vec::with_capacity(4);
        kept.extend(self.memory.foreign().cloned());
        kept.extend(chosen.map(|name| Fact::Strategy.with_word(name)));
        kept.push(Fact::Turn.with(&[self.turn.saturating_add(1)]));
        kept
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
