//! The strongest player: it keeps a belief over the enemy's fleet, sends planes where
//! they are most informative, and shoots where the expected damage is highest.
//!
//! A turn: the [`belief`] that is remembered ([`memory`]) is updated by what is seen; it
//! and the [`unseen_fleet`] give the value of each field ([`value_map`]). Then each ship
//! moves, and fires on its way ([`move_and_shoot`], [`position_value`]), and ships of
//! unlimited range fire and send planes ([`unlimited_shots`]). After the turn, the belief is
//! updated by the results ([`shot_update`]).

mod belief;
mod fleet_placement;
mod memory;
mod move_and_shoot;
mod position_value;
mod ship_estimate;
mod shot_update;
#[cfg(test)]
mod tests;
mod unlimited_shots;
mod unseen_fleet;
mod value_map;

use memory::AdmiralMemory;
use position_value::PositionValues;
use unseen_fleet::UnseenFleet;
use value_map::ValueMap;

use super::window::Window;
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
/// How many own ships get orders; the others of a huge fleet stay where they are.
const SHIPS_MAX: usize = 64;

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
        let window = Window::around_enemy(view).rect;
        let mut memory = AdmiralMemory::read(&input.memory, view, window);
        let belief = &mut memory.belief;
        if memory.quiet >= QUIET_MAX && !belief.has_target() {
            // Something in the belief must be wrong.
            belief.forget_places();
            memory.quiet = 0;
        }
        belief.pass_turn(view, input.effort);
        belief.observe(view, orders.clear_fields(), true);
        let mut unseen_fleet = UnseenFleet::new(view, belief, input.turn);
        if !unseen_fleet.is_possible() {
            belief.forget_places();
            belief.observe(view, orders.clear_fields(), false);
            unseen_fleet = UnseenFleet::new(view, belief, input.turn);
        }
        // With one shot a turn, it takes longer to destroy anything.
        let patience = if view.is_extended() {
            PATIENCE
        } else {
            4 * PATIENCE
        };
        let patrol = (memory.quiet > patience).then_some(&mut input.rng);
        let mut map = ValueMap::new(view, &memory.belief, &unseen_fleet, patrol);
        self.give_orders(&mut map, &memory, &unseen_fleet, input, orders);

        let enemy = view.player().opponent();
        let before = view.parts(enemy);
        let own = view.parts(view.player());
        AfterTurn::Observe(Box::new(move |after| {
            let hits = before.saturating_sub(after.parts(enemy));
            let belief = &mut memory.belief;
            shot_update::update_after_shots(belief, &unseen_fleet, &map.shots, hits, after);
            belief.observe(after, &after.clear_fields(), false);
            if !after.is_complete(enemy) {
                // Ships may still be placed where nothing is now.
                belief.forget_places();
            }
            let parts = Some([own, after.parts(enemy)]);
            memory.quiet = if memory.parts == parts {
                memory.quiet.saturating_add(1)
            } else {
                0
            };
            memory.parts = parts;
            memory.write()
        }))
    }
}

impl AdmiralPlayer {
    /// Gives the orders of a turn, and records the shots in the map.
    fn give_orders(
        &self,
        map: &mut ValueMap,
        memory: &AdmiralMemory,
        unseen_fleet: &UnseenFleet,
        input: &mut TurnInput<'_>,
        orders: &mut Orders<'_, '_>,
    ) {
        unlimited_shots::fire_at_best(map, orders);
        let positions = PositionValues::new(self.tactic, map, memory, unseen_fleet, orders);
        let ships = 0..orders.own_ships().len().min(SHIPS_MAX);
        for ship in ships.clone() {
            move_and_shoot::move_and_shoot(ship, map, &positions, orders, &mut input.rng);
        }
        for ship in ships {
            let own_ship = &orders.own_ships()[ship];
            if own_ship.class().has_unlimited_range() {
                let planes_min = match self.tactic {
                    Tactic::Scout => own_ship.shots.saturating_sub(1),
                    _ => 0,
                };
                unlimited_shots::fire_and_scout(ship, planes_min, map, orders);
            }
        }
    }
}
