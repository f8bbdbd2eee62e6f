//! The strongest player: it keeps a belief over the enemy's fleet, scouts where
//! that tells most, and shoots where most is expected to be destroyed.

mod belief;
mod chart;
mod command;
mod facts;
mod harbour;
mod long_range;
mod manoeuvre;
mod pool;
mod report;
mod sea;
#[cfg(test)]
mod tests;
mod track;

use chart::Chart;
use command::command;
use facts::Remembered;
use pool::Pool;
use sea::Sea;

use crate::game::Refused;
use crate::players::{AfterTurn, Effort, Orders, Rng, ShipPlacement, Strategy, TurnInput};
use crate::view::Observation;

/// The strongest player, and what becomes of it when it always does one thing.
#[derive(Debug)]
pub struct Admiral {
    name: &'static str,
    bearing: Bearing,
}

/// What a player does whatever it knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Bearing {
    /// What seems best.
    Measured,
    /// Keeps all ships away from the enemy.
    Hides,
    /// Brings all ships near to the enemy.
    Charges,
    /// Sends planes with all but one of the shots that reach everywhere.
    Scouts,
}

impl Admiral {
    /// The strongest player.
    pub const MEASURED: Self = Self::new("admiral", Bearing::Measured);
    /// The same, but it always hides.
    pub const HIDER: Self = Self::new("hider", Bearing::Hides);
    /// The same, but it always charges.
    pub const CHARGER: Self = Self::new("charger", Bearing::Charges);
    /// The same, but it always scouts.
    pub const SCOUT: Self = Self::new("scout", Bearing::Scouts);

    const fn new(name: &'static str, bearing: Bearing) -> Self {
        Self { name, bearing }
    }
}

/// After so many turns in which nothing was destroyed it searches everywhere.
const PATIENCE: u32 = 8;
/// After so many turns in which nothing was destroyed it begins to search anew.
const QUIET_MAX: u32 = 40;

impl Strategy for Admiral {
    fn name(&self) -> &'static str {
        self.name
    }

    fn place(
        &self,
        view: &Observation<'_>,
        effort: Effort,
        rng: &mut Rng,
    ) -> Refused<Vec<ShipPlacement>> {
        harbour::best_fleet(view, effort, rng)
    }

    fn play(&self, input: &mut TurnInput<'_>, orders: &mut Orders<'_, '_>) -> AfterTurn {
        let view = orders.view();
        let sea = Sea::of(view);
        let mut remembered = Remembered::read(&input.memory, view, sea);
        if remembered.quiet >= QUIET_MAX && !remembered.belief.has_target() {
            // Something believed must be wrong.
            remembered.belief.forget_places();
            remembered.quiet = 0;
        }
        remembered.belief.pass_turn(view, input.effort);
        remembered.belief.observe(view, orders.clear_fields(), true);
        let mut pool = Pool::new(view, &remembered.belief, input.turn);
        if !pool.is_possible() {
            remembered.belief.forget_places();
            remembered
                .belief
                .observe(view, orders.clear_fields(), false);
            pool = Pool::new(view, &remembered.belief, input.turn);
        }
        // One shot a turn takes longer to come to anything.
        let patience = if view.is_extended() {
            PATIENCE
        } else {
            4 * PATIENCE
        };
        let patrol = (remembered.quiet > patience).then_some(&mut input.rng);
        let mut chart = Chart::new(view, &remembered.belief, &pool, patrol);
        let shots = command(self.bearing, input, orders, &remembered, &pool, &mut chart);

        let enemy = view.player().opponent();
        let before = view.parts(enemy);
        let own = view.parts(view.player());
        AfterTurn::Observe(Box::new(move |after| {
            let hits = before.saturating_sub(after.parts(enemy));
            let belief = &mut remembered.belief;
            report::take_in(belief, &pool, &shots, hits, after);
            belief.observe(after, &after.clear_fields(), false);
            if !after.is_complete(enemy) {
                // Ships may still come to lie where nothing is now.
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
