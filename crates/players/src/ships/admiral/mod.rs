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
//! A board that is too large is searched one window after the other ([`sweep`]).

mod belief;
mod enemy_map;
mod fleet_placement;
mod memory;
mod move_and_shoot;
mod position_value;
mod ship_estimate;
mod shot_update;
mod sweep;
#[cfg(test)]
mod tests;
mod turn;
mod unseen_fleet;
mod value_map;

use belief::{Belief, targets};
pub use enemy_map::EnemyMap;
use memory::AdmiralMemory;
use shot_update::FiredShot;
use turn::AdmiralTurn;
use unseen_fleet::UnseenFleet;

use crate::{AfterTurn, Effort, Orders, Rng, ShipPlacement, Strategy, TurnInput};
use admiralty_core::game::Refused;
use admiralty_core::geometry::FieldSet;
use admiralty_core::view::Observation;

/// The strongest player.
#[derive(Debug)]
pub struct AdmiralPlayer;

/// After this many turns in which it destroyed nothing, it patrols the whole board. Not in the
/// basic game, in which most turns destroy nothing.
const PATIENCE: u32 = 8;
/// The least number of turns in which it destroyed nothing after which it forgets where the
/// enemy is.
const QUIET_MAX: u32 = 24;

/// After how many turns in which it destroyed nothing it forgets where the enemy is: only after
/// it could have searched the whole board. Otherwise the fields searched first would be
/// searched again and again, and the others never.
fn quiet_max(belief: &Belief, view: &Observation<'_>) -> u32 {
    // Without planes, a turn of the basic game searches only one field.
    let searched = if view.is_extended() { 16 } else { 1 };
    let turns = belief.window.field_count() / searched;
    u32::try_from(turns).unwrap_or(u32::MAX).max(QUIET_MAX)
}

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

impl AdmiralMemory {
    /// Takes up what was remembered: the enemy has had a turn.
    fn begin_turn(&mut self, view: &Observation<'_>, clear: &FieldSet, effort: Effort) {
        let belief = &mut self.belief;
        if self.quiet >= quiet_max(belief, view) && !belief.is_part(view) && !belief.has_target() {
            // Something in the belief must be wrong.
            belief.forget_places();
            self.quiet = 0;
        }
        belief.pass_turn(view, effort);
        belief.observe(view, clear, true);
    }

    /// The unseen fleet that goes with the belief, which is corrected if it cannot be right.
    fn unseen_fleet(&mut self, view: &Observation<'_>, clear: &FieldSet, turn: u64) -> UnseenFleet {
        let belief = &mut self.belief;
        let mut unseen_fleet = UnseenFleet::new(view, belief, turn);
        let is_wrong = if belief.is_part(view) {
            unseen_fleet.classes.is_empty() && targets(&belief.estimates).next().is_none()
        } else {
            !unseen_fleet.is_possible()
        };
        if is_wrong {
            belief.forget_places();
            belief.observe(view, clear, false);
            unseen_fleet = UnseenFleet::new(view, belief, turn);
        }
        if unseen_fleet.missing > 0.5 {
            belief.doubt(view, unseen_fleet.missing);
        }
        unseen_fleet
    }

    /// Updates the belief by the results of a turn; `before` is the number of the enemy's healthy
    /// parts at its beginning.
    fn end_turn(
        &mut self,
        unseen_fleet: &UnseenFleet,
        shots: &[FiredShot],
        before: u64,
        after: &Observation<'_>,
    ) {
        let enemy = after.player().opponent();
        let hits = before.saturating_sub(after.parts(enemy));
        let belief = &mut self.belief;
        shot_update::update_after_shots(belief, unseen_fleet, shots, hits, after);
        belief.observe(after, &after.clear_fields(), false);
        if !after.is_complete(enemy) {
            // Ships may still be placed where there is nothing now.
            belief.forget_places();
        }
        self.quiet = if hits == 0 {
            self.quiet.saturating_add(1)
        } else {
            0
        };
        self.search_on(after);
    }
}
