//! The strongest player: it keeps a belief over the enemy's fleet, sends planes where
//! they are most informative, and shoots where the expected damage is highest.

mod belief;
mod fleet_placement;
mod map_window;
mod memory;
mod move_planner;
mod ship_estimate;
mod shot_update;
#[cfg(test)]
mod tests;
mod turn_planner;
mod unlimited_range;
mod unseen_fleet;
mod value_map;

use map_window::map_window;
use memory::AdmiralMemory;
use turn_planner::plan_turn;
use unseen_fleet::UnseenFleet;
use value_map::ValueMap;

use crate::game::Refused;
use crate::players::{AfterTurn, Effort, Orders, Rng, ShipPlacement, Strategy, TurnInput};
use crate::view::Observation;

/// The strongest player, and variants of it with a fixed tactic.
#[derive(Debug)]
pub struct AdmiralPlayer {
    name: &'static str,
    tactic: Tactic,
}

/// How the ships of a player are used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Tactic {
    /// As the belief suggests.
    Balanced,
    /// All ships stay away from the enemy.
    Hide,
    /// All ships approach the enemy.
    Charge,
    /// Ships with unlimited range send planes with all but one of their shots.
    Scout,
}

impl AdmiralPlayer {
    /// The strongest player.
    pub const BALANCED: Self = Self::new("admiral", Tactic::Balanced);
    /// A variant that always hides.
    pub const HIDER: Self = Self::new("hider", Tactic::Hide);
    /// A variant that always approaches.
    pub const CHARGER: Self = Self::new("charger", Tactic::Charge);
    /// A variant that always sends planes.
    pub const SCOUT: Self = Self::new("scout", Tactic::Scout);

    const fn new(name: &'static str, tactic: Tactic) -> Self {
        Self { name, tactic }
    }
}

/// After this many turns in which nothing was destroyed, it patrols the whole board.
const PATIENCE: u32 = 8;
/// After this many turns in which nothing was destroyed, it forgets where the enemy is.
const QUIET_MAX: u32 = 40;

impl Strategy for AdmiralPlayer {
    fn name(&self) -> &'static str {
        self.name
    }

    fn is_level(&self) -> bool {
        self.tactic == Tactic::Balanced
    }

    fn place(
        &self,
        view: &Observation<'_>,
        effort: Effort,
        rng: &mut Rng,
    ) -> Refused<Vec<ShipPlacement>> {
        fleet_placement::best_fleet(view, effort, rng)
    }

    fn play(&self, input: &mut TurnInput<'_>, orders: &mut Orders<'_, '_>) -> AfterTurn {
        let view = orders.view();
        let window = map_window(view);
        let mut remembered = AdmiralMemory::read(&input.memory, view, window);
        if remembered.quiet >= QUIET_MAX && !remembered.belief.has_target() {
            // Something in the belief must be wrong.
            remembered.belief.forget_places();
            remembered.quiet = 0;
        }
        remembered.belief.pass_turn(view, input.effort);
        remembered.belief.observe(view, orders.clear_fields(), true);
        let mut unseen_fleet = UnseenFleet::new(view, &remembered.belief, input.turn);
        if !unseen_fleet.is_possible() {
            remembered.belief.forget_places();
            remembered
                .belief
                .observe(view, orders.clear_fields(), false);
            unseen_fleet = UnseenFleet::new(view, &remembered.belief, input.turn);
        }
        // With one shot a turn, it takes longer to destroy anything.
        let patience = if view.is_extended() {
            PATIENCE
        } else {
            4 * PATIENCE
        };
        let patrol = (remembered.quiet > patience).then_some(&mut input.rng);
        let mut map = ValueMap::new(view, &remembered.belief, &unseen_fleet, patrol);
        let shots = plan_turn(
            self.tactic,
            input,
            orders,
            &remembered,
            &unseen_fleet,
            &mut map,
        );

        let enemy = view.player().opponent();
        let before = view.parts(enemy);
        let own = view.parts(view.player());
        AfterTurn::Observe(Box::new(move |after| {
            let hits = before.saturating_sub(after.parts(enemy));
            let belief = &mut remembered.belief;
            shot_update::update_after_shots(belief, &unseen_fleet, &shots, hits, after);
            belief.observe(after, &after.clear_fields(), false);
            if !after.is_complete(enemy) {
                // Ships may still be placed where nothing is now.
                belief.forget_places();
            }
            let parts = [own, after.parts(enemy)];
            let is_quiet = remembered.parts == Some(parts);
            remembered.quiet = if is_quiet {
                remembered.quiet.saturating_add(1)
            } else {
                0
            };
            remembered.parts = Some(parts);
            remembered.write()
        }))
    }
}
