//! The strongest player: it keeps a belief over the enemy's fleet, sends planes where they
//! are most informative, and shoots where the expected damage is highest.
//!
//! In a turn ([`turn`]), the remembered [`belief`] ([`memory`]) is updated by what is
//! visible; together with the [`unseen_fleet`], it gives the value of each field
//! ([`value_map`]). Planes are sent one by one, and each is followed by a look that updates
//! the belief again. Then each ship moves and fires on its way ([`move_and_shoot`],
//! [`position_value`]), and ships of unlimited range fire. After the turn, the belief is
//! updated by the results ([`shot_update`]).
//!
//! A board that is too large is searched one window after the other.

mod belief;
mod fleet_placement;
mod memory;
mod move_and_shoot;
mod position_value;
mod ship_estimate;
mod shot_update;
#[cfg(test)]
mod tests;
mod turn;
mod unseen_fleet;
mod value_map;

use memory::AdmiralMemory;
use turn::AdmiralTurn;

use crate::game::Refused;
use crate::players::{AfterTurn, Effort, Orders, Rng, ShipPlacement, Strategy, TurnInput};
use crate::view::Observation;

/// The strongest player.
#[derive(Debug)]
pub struct AdmiralPlayer;

/// After this many turns in which it destroyed nothing, it patrols the whole board.
const PATIENCE: u32 = 8;
/// After this many turns in which it destroyed nothing, it forgets where the enemy is.
const QUIET_MAX: u32 = 24;

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
        let belief = &mut memory.belief;
        let is_part = belief.is_part(view);
        if memory.quiet >= QUIET_MAX && !is_part && !belief.has_target() {
            // Something in the belief must be wrong.
            belief.forget_places();
            memory.quiet = 0;
        }
        belief.pass_turn(view, input.effort);
        belief.observe(view, orders.clear_fields(), true);
        // With one shot per turn, it takes longer to destroy anything.
        let patience = if view.is_extended() {
            PATIENCE
        } else {
            4 * PATIENCE
        };
        let is_patrol = !is_part && memory.quiet > patience;
        let turn = AdmiralTurn::new(input, orders, &mut memory, is_patrol);
        let (shots, unseen_fleet) = turn.play();

        let enemy = view.player().opponent();
        let before = view.parts(enemy);
        AfterTurn::Observe(Box::new(move |after| {
            let hits = before.saturating_sub(after.parts(enemy));
            let belief = &mut memory.belief;
            shot_update::update_after_shots(belief, &unseen_fleet, &shots, hits, after);
            belief.observe(after, &after.clear_fields(), false);
            if !after.is_complete(enemy) {
                // Ships may still be placed where there is nothing now.
                belief.forget_places();
            }
            memory.quiet = if hits == 0 {
                memory.quiet.saturating_add(1)
            } else {
                0
            };
            memory.search_on(after);
            memory.write()
        }))
    }
}
