//! The strongest player: it keeps a belief over the enemy's fleet, sends planes where they
//! are most informative, and shoots where the expected damage is highest.
//!
//! In a turn ([`turn`]), the remembered [`belief`] ([`memory`]) is updated by what is
//! visible; together with the [`unseen_fleet`], it gives the value of each field
//! ([`value_map`]). Planes are sent one by one, and each is followed by a look that updates
//! the belief again. Then each ship moves and fires on its way ([`move_and_shoot`],
//! [`position_value`]), and ships of unlimited range fire. After the turn, the belief is
//! updated by the results.
//!
//! A board that is too large is searched one window after the other
//! ([`SweepStep`](super::window::SweepStep)).

mod belief;
mod fleet_placement;
mod memory;
mod move_and_shoot;
mod position_value;
mod ship_estimate;
#[cfg(test)]
mod tests;
mod turn;
mod unseen_fleet;
mod value_map;

use bstr::BString;

use crate::ships::heat_map::HeatMap;
use crate::{AfterTurn, Effort, Memory, Orders, Rng, ShipPlacement, Strategy, TurnInput};
use admiralty_core::game::Refused;
use admiralty_core::geometry::Pos;
use admiralty_core::view::Observation;
use belief::FiredShot;
use memory::{AdmiralMemory, PATIENCE};
use turn::AdmiralTurn;
use unseen_fleet::UnseenFleet;
use value_map::ValueMap;

/// The strongest player.
#[derive(Debug)]
pub struct AdmiralPlayer;

impl Strategy for AdmiralPlayer {
    fn name(&self) -> &'static str {
        "admiral"
    }

    fn place(
        &self,
        view: &Observation<'_>,
        effort: Effort,
        rng: &mut Rng,
    ) -> Refused<Vec<ShipPlacement>> {
        fleet_placement::mixed_fleet(view, effort, rng)
    }

    fn play(&self, input: &mut TurnInput<'_>, orders: &mut Orders<'_, '_>) -> AfterTurn {
        let view = orders.view();
        let mut memory = AdmiralMemory::read(&input.memory, view);
        memory.begin_turn(view, orders.clear_fields(), input.effort);
        let is_part = memory.belief.is_part(view);
        let is_patrol = view.is_extended() && !is_part && memory.quiet > PATIENCE;
        let turn = AdmiralTurn::new(input, orders, &mut memory, is_patrol);
        let (shots, unseen_fleet) = turn.play();

        let before = view.parts(view.player().opponent());
        AfterTurn::Observe(Box::new(move |after| {
            memory.end_turn(&unseen_fleet, &shots, before, after);
            memory.write()
        }))
    }
}

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
        let fired = |&pos: &Pos| FiredShot {
            pos,
            hit_chance: turn.chances.at(pos),
        };
        let shots: Vec<_> = shots.iter().map(fired).collect();
        turn.memory
            .end_turn(&turn.unseen_fleet, &shots, turn.enemy_parts, after);
        self.facts = turn.memory.write();
        self.turns += 1;
    }
}
