//! A whole turn of a player where shots are announced.

use bstr::BString;

use super::{SHOT_POLICIES, ShotPolicy, Targeting, shot_policy};
use crate::game::Refused;
use crate::geometry::Pos;
use crate::players::{Fact, Placing, Players, ShipPlacement, TurnInput};
use crate::view::{Knowledge, Observation};

/// A turn of a player: the ships it places, then its shots one by one, each chosen
/// when the result of the one before is known.
pub struct ShotTurn {
    /// The ships that it places first.
    pub placements: Vec<ShipPlacement>,
    /// What it remembers in any case.
    kept: Vec<BString>,
    targeting: Box<dyn Targeting>,
}

impl ShotTurn {
    /// Lets the player who looks begin a turn.
    ///
    /// # Errors
    ///
    /// [`Refusal::NoRoom`](crate::game::Refusal::NoRoom): a ship that is still to
    /// be placed has no place.
    pub fn new(view: &Observation<'_>, players: &Players) -> Refused<Self> {
        let mut input = TurnInput::new(view, players.effort);
        let given = players.shot_policies[view.player()];
        let chosen = given.or_else(|| input.memory.strategy(shot_policy));
        let policy = chosen.unwrap_or(SHOT_POLICIES[0]);
        let placing = input.memory.placing();
        let mut kept = input.kept_facts(chosen.map(ShotPolicy::name));
        kept.extend(placing.map(|placing| Fact::Placing.with_word(placing.name())));
        let placing = placing.unwrap_or(Placing::Seq);
        Ok(Self {
            placements: policy.place(view, placing, input.effort, &mut input.rng)?,
            kept,
            targeting: policy.targeting(input),
        })
    }

    /// The next field of the enemy's board to shoot at, or nothing if the player ends
    /// its turn. There must be a field that was not shot at.
    pub fn next_shot(&mut self, knowledge: &Knowledge) -> Option<Pos> {
        self.targeting.next_shot(knowledge)
    }

    /// The lines that the player remembers.
    pub fn remember(mut self) -> Vec<BString> {
        self.kept.extend(self.targeting.remember());
        self.kept
    }
}
