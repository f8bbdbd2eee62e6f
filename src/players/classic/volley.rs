//! A whole turn of a player where shots are called out and answered.

use bstr::BString;

use super::{Aim, GUNNERS, Gunner, gunner};
use crate::game::Refused;
use crate::geometry::Pos;
use crate::players::beginning::Beginning;
use crate::players::classic::Placing;
use crate::players::{Briefing, Fact, Lineup, Placement};
use crate::view::{Knowledge, Observation};

/// A turn of a player: the ships it places, and then its shots, each of which it
/// names when it is told what came of those before.
pub struct Volley {
    /// The ships that it places first.
    pub placements: Vec<Placement>,
    /// What it remembers in any case.
    kept: Vec<BString>,
    aim: Box<dyn Aim>,
}

impl Volley {
    /// Lets the player who looks begin a turn.
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
        let chosen = lineup.gunners[view.player()].or_else(|| memory.strategy(gunner));
        let player = chosen.unwrap_or(GUNNERS[0]);
        let placing = memory.placing();
        let mut kept = memory.kept(chosen.map(Gunner::name), turn);
        kept.extend(placing.map(|placing| Fact::Placing.with_word(placing.name())));
        let placing = placing.unwrap_or(Placing::Seq);
        let placements = player.place(view, placing, lineup.effort, &mut chance)?;
        let aim = player.aim(Briefing {
            memory,
            chance,
            effort: lineup.effort,
            turn,
        });
        Ok(Self {
            placements,
            kept,
            aim,
        })
    }

    /// The next field of the enemy's waters to shoot at. There must be one that
    /// was not shot at. Nothing if the player does not shoot any more in this turn.
    pub fn next_shot(&mut self, knowledge: &Knowledge) -> Option<Pos> {
        self.aim.next_shot(knowledge)
    }

    /// The lines that the player remembers.
    pub fn remember(mut self) -> Vec<BString> {
        self.kept.extend(self.aim.remember());
        self.kept
    }
}
