//! A whole turn of a player where shots are called out and answered.

use bstr::BString;

use super::{SHOT_POLICIES, ShotPolicy, Targeting, shot_policy};
use crate::game::Refused;
use crate::geometry::Pos;
use crate::players::Placing;
use crate::players::turn_context::TurnContext;
use crate::players::{Fact, Players, ShipPlacement, TurnInput};
use crate::view::{Knowledge, Observation};

/// A turn of a player: the ships it places, and then its shots, each of which it
/// names when it is told what came of those before.
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
        let TurnContext {
            memory,
            mut rng,
            turn,
        } = TurnContext::new(view);
        let chosen = players.shot_policies[view.player()].or_else(|| memory.strategy(shot_policy));
        let player = chosen.unwrap_or(SHOT_POLICIES[0]);
        let placing = memory.placing();
        let mut kept = memory.kept(chosen.map(ShotPolicy::name), turn);
        kept.extend(placing.map(|placing| Fact::Placing.with_word(placing.name())));
        let placing = placing.unwrap_or(Placing::Seq);
        let placements = player.place(view, placing, players.effort, &mut rng)?;
        let targeting = player.targeting(TurnInput {
            memory,
            rng,
            effort: players.effort,
            turn,
        });
        Ok(Self {
            placements,
            kept,
            targeting,
        })
    }

    /// The next field of the enemy's board to shoot at. There must be one that
    /// was not shot at. Nothing if the player does not shoot any more in this turn.
    pub fn next_shot(&mut self, knowledge: &Knowledge) -> Option<Pos> {
        self.targeting.next_shot(knowledge)
    }

    /// The lines that the player remembers.
    pub fn remember(mut self) -> Vec<BString> {
        self.kept.extend(self.targeting.remember());
        self.kept
    }
}
