//! What the admiral would believe, from the seat of any player.

use bstr::BString;

use super::memory::AdmiralMemory;
use super::shot_update::FiredShot;
use super::unseen_fleet::UnseenFleet;
use super::value_map::ValueMap;
use crate::ships::heat_map::HeatMap;
use crate::{Effort, Memory};
use admiralty_core::geometry::Pos;
use admiralty_core::view::Observation;

/// Where a player could assume the enemy's ships to be, followed from turn to turn.
#[derive(Debug, Default)]
pub struct EnemyMap {
    /// What it remembers between turns, as in a game.
    facts: Vec<BString>,
    turns: u64,
    turn: Option<WatchedTurn>,
}

#[derive(Debug)]
struct WatchedTurn {
    memory: AdmiralMemory,
    unseen_fleet: UnseenFleet,
    /// For each field, the probability that a shot would destroy something.
    chances: HeatMap,
    enemy_parts: u64,
}

impl EnemyMap {
    /// Begins a turn of the observing player; returns, for each field of the board or of a part
    /// of a large one, the probability that a shot would destroy something.
    pub fn begin_turn(&mut self, view: &Observation<'_>) -> &HeatMap {
        let mut memory = AdmiralMemory::read(&Memory::new(&self.facts), view);
        let clear = view.clear_fields();
        memory.begin_turn(view, &clear, Effort::default());
        let unseen_fleet = memory.unseen_fleet(view, &clear, self.turns);
        let mut chances = ValueMap::new(view, &memory.belief, &unseen_fleet, None).hit_chance;
        for chance in &mut chances.values {
            *chance = chance.min(1.0);
        }
        let turn = self.turn.insert(WatchedTurn {
            memory,
            unseen_fleet,
            chances,
            enemy_parts: view.parts(view.player().opponent()),
        });
        &turn.chances
    }

    /// Ends the turn with these shots; `after` is what the player observes then.
    pub fn end_turn(&mut self, shots: &[Pos], after: &Observation<'_>) {
        let Some(mut turn) = self.turn.take() else {
            return;
        };
        let shots = shots.iter().map(|&pos| FiredShot {
            pos,
            hit_chance: turn.chances.at(pos),
        });
        let shots: Vec<_> = shots.collect();
        turn.memory
            .end_turn(&turn.unseen_fleet, &shots, turn.enemy_parts, after);
        self.facts = turn.memory.write();
        self.turns += 1;
    }
}
