//! What the admiral would believe, from the seat of any player.

use bstr::BString;

use super::memory::AdmiralMemory;
use super::shot_update::FiredShot;
use super::unseen_fleet::UnseenFleet;
use super::value_map::ValueMap;
use crate::geometry::{Pos, Rect};
use crate::players::{Effort, Memory};
use crate::view::Observation;

/// What the admiral would believe about the enemy, from the seat of a player whose turns it
/// watches.
#[derive(Debug, Default)]
pub struct EnemyMap {
    /// What it remembers between turns, as in a game.
    facts: Vec<BString>,
    turns: u64,
    turn: Option<WatchedTurn>,
}

/// The turn that is being watched.
#[derive(Debug)]
struct WatchedTurn {
    memory: AdmiralMemory,
    unseen_fleet: UnseenFleet,
    chances: HitChances,
    enemy_parts: u64,
}

/// For each field, the probability that a shot would destroy something.
#[derive(Clone, Debug)]
pub struct HitChances {
    /// The fields: the board, or a part of a large one.
    pub rect: Rect,
    /// Row by row, from 0 to 1.
    pub values: Vec<f64>,
}

impl EnemyMap {
    /// Begins a turn of the observing player; returns what the admiral expects.
    pub fn begin_turn(&mut self, view: &Observation<'_>) -> &HitChances {
        let mut memory = AdmiralMemory::read(&Memory::new(&self.facts), view);
        let clear = view.clear_fields();
        memory.begin_turn(view, &clear, Effort::default());
        let unseen_fleet = memory.unseen_fleet(view, &clear, self.turns);
        let map = ValueMap::new(view, &memory.belief, &unseen_fleet, None).hit_chance;
        let values = map.values.iter().map(|chance| chance.min(1.0)).collect();
        let turn = self.turn.insert(WatchedTurn {
            memory,
            unseen_fleet,
            chances: HitChances {
                rect: map.rect,
                values,
            },
            enemy_parts: view.parts(view.player().opponent()),
        });
        &turn.chances
    }

    /// Ends the turn with these shots; `after` is what the player observes then.
    pub fn end_turn(&mut self, shots: &[Pos], after: &Observation<'_>) {
        let Some(mut turn) = self.turn.take() else {
            return;
        };
        let chances = &turn.chances;
        let shots = shots.iter().map(|&pos| FiredShot {
            pos,
            hit_chance: chances
                .rect
                .index(pos)
                .map_or(0.0, |index| chances.values[index]),
        });
        let shots: Vec<_> = shots.collect();
        turn.memory
            .end_turn(&turn.unseen_fleet, &shots, turn.enemy_parts, after);
        self.facts = turn.memory.write();
        self.turns += 1;
    }
}
