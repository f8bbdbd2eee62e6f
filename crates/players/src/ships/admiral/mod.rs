//! The strongest player: it keeps a belief over the enemy's fleet, sends planes where they
//! are most informative, and shoots where the expected damage is highest.
//!
//! In a turn ([`turn`]), what is visible updates the remembered [`belief`] ([`memory`]), which
//! together with the [`unseen_fleet`] gives the value of each field ([`value_map`]). In extended games, it first
//! hunts the cannon of the enemy's carrier ([`carrier_filter`](super::carrier_filter)). Then it
//! sends planes one by one, and looks after each, which updates the belief again. Then each ship
//! moves and fires on its way, and ships of unlimited range fire. After the turn, the results
//! update the belief.
//!
//! A board that is too large is searched one window after the other
//! ([`SweepStep`](super::window::SweepStep)).

use std::ops::RangeInclusive;

use admiralty_core::game::{Footprint, Refusal};
use admiralty_core::geometry::{Movement, Pos, Rect};
use admiralty_core::view::Observation;
use bstr::BString;

use super::heat_map::HeatMap;
use crate::{
    Effort, Memory, MemoryUpdate, Orders, Placing, PlayerInput, Rng, ShipPlacement, Strategy,
    place_missing,
};
use belief::FiredShot;
use memory::{AdmiralMemory, PATIENCE};
use turn::AdmiralOrders;
use unseen_fleet::UnseenFleet;
use value_map::ValueMap;

mod belief;
mod hits;
mod memory;
#[cfg(test)]
mod tests;
mod turn;
mod unseen_fleet;
mod unseen_ships;
mod value_map;

/// How many ships are placed in all candidate fleets together, per step of effort.
const SHIPS_DRAWN: u32 = 200;
/// The largest fleet of which it compares several placements.
const SHIPS_MAX: usize = 64;
/// The distance of a cannon of unlimited range from the enemy's starting rectangle, as a
/// fraction of the greatest distance. Ships nearer than that are seen from there at once, and
/// opponents who know where most players hide search beyond it first.
const REMOTENESS: RangeInclusive<f64> = 0.35..=0.85;
/// How many fields are drawn at most to find one in that range.
const FIELDS_DRAWN: u32 = 64;

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
    ) -> Result<Vec<ShipPlacement>, Box<Refusal>> {
        mixed_fleet(view, effort, rng)
    }

    fn play(&self, input: &mut PlayerInput<'_>, orders: &mut Orders<'_, '_>) -> MemoryUpdate {
        let view = orders.view();
        let mut memory = AdmiralMemory::read(&input.memory, view);
        memory.begin_turn(view, orders.clear_fields(), input.effort, input.turn);
        let is_part = memory.belief.is_part(view);
        let is_patrol = view.is_extended() && !is_part && memory.quiet > PATIENCE;
        let turn = AdmiralOrders::new(input, orders, &mut memory, is_patrol);
        let (shots, unseen_fleet) = turn.play();

        let before = view.parts(view.player().opponent());
        MemoryUpdate::Observe(Box::new(move |after| {
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
    turn: Option<WatchedEnemy>,
}

#[derive(Debug)]
struct WatchedEnemy {
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
        memory.begin_turn(view, &clear, Effort::default(), self.turns);
        let unseen_fleet = memory.unseen_fleet(view, &clear);
        let mut chances = ValueMap::new(view, &memory.belief, &unseen_fleet, None).hit_chance;
        for chance in &mut chances.values {
            *chance = chance.min(1.0);
        }
        let turn = self.turn.insert(WatchedEnemy {
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

/// Draws a field for the cannon of each ship of unlimited range, which makes a mixed
/// strategy, and then selects, among several random fleets, the one that comes closest.
fn mixed_fleet(
    view: &Observation<'_>,
    effort: Effort,
    rng: &mut Rng,
) -> Result<Vec<ShipPlacement>, Box<Refusal>> {
    let mut best = place_missing(view, Placing::Seq, rng)?;
    let targets: Vec<_> = cannons(&best).map(|_| cannon_field(view, rng)).collect();
    if targets.is_empty() || best.len() > SHIPS_MAX {
        return Ok(best);
    }
    let mut least = cost(&best, &targets, view);
    let ships = u32::try_from(best.len()).unwrap_or(u32::MAX);
    for _ in 1..SHIPS_DRAWN * effort.steps() / ships {
        // There may be so little room that some attempts find no fleet.
        let Ok(fleet) = place_missing(view, Placing::Seq, rng) else {
            break;
        };
        let cost = cost(&fleet, &targets, view);
        if cost < least {
            (best, least) = (fleet, cost);
        }
    }
    Ok(best)
}

/// The cannons of the ships of unlimited range.
fn cannons(fleet: &[ShipPlacement]) -> impl Iterator<Item = Pos> {
    let far = fleet
        .iter()
        .filter(|placed| placed.ship.class.has_unlimited_range);
    far.map(|placed| placed.footprint.field(placed.ship.class.cannon()))
}

/// The squared distances of the cannons from the fields drawn for them, minus a bonus for the
/// room that ships have to move.
fn cost(fleet: &[ShipPlacement], targets: &[Pos], view: &Observation<'_>) -> i64 {
    /// The value of each way to move a ship.
    const WAY: i64 = 4;
    let distances = cannons(fleet)
        .zip(targets)
        .map(|(cannon, target)| cannon.distance_squared(*target));
    let distance = i64::try_from(distances.sum::<u128>()).unwrap_or(i64::MAX);
    let ways: i64 = (0..fleet.len()).map(|at| ways(at, fleet, view)).sum();
    distance - WAY * ways
}

/// The freedom of a ship to move: the number of first moves that neither the board's edge,
/// reefs nor the fleet prevent and that a second move can follow, plus 1 if there is any
/// first move.
fn ways(at: usize, fleet: &[ShipPlacement], view: &Observation<'_>) -> i64 {
    let is_open = |footprint: &Footprint| {
        let around = footprint.rect().grown(1);
        let mut others = fleet.iter().enumerate().filter(|&(other, _)| other != at);
        view.is_navigable(footprint)
            && !others.any(|(_, other)| other.footprint.rect().intersects(&around))
    };
    let steps = |footprint: &Footprint| {
        let footprints = Movement::ALL.map(|movement| footprint.moved(movement));
        footprints.into_iter().filter(is_open).collect::<Vec<_>>()
    };
    let first = steps(&fleet[at].footprint);
    let onwards = first
        .iter()
        .filter(|footprint| !steps(footprint).is_empty());
    i64::from(!first.is_empty()) + i64::try_from(onwards.count()).unwrap_or(0)
}

/// Draws a field of the starting rectangle, in the range of [`REMOTENESS`] if one is found.
fn cannon_field(view: &Observation<'_>, rng: &mut Rng) -> Pos {
    let player = view.player();
    let (start, enemy) = (view.start(player), view.start(player.opponent()));
    let mut field = Pos::new(start.top, start.left);
    for _ in 0..FIELDS_DRAWN {
        field = Pos::new(
            rng.between(start.top, start.bottom),
            rng.between(start.left, start.right),
        );
        if REMOTENESS.contains(&remoteness(field, start, enemy)) {
            break;
        }
    }
    field
}

/// The distance of a field of one rectangle from another, relative to that of the farthest
/// corner.
fn remoteness(field: Pos, own: Rect, other: Rect) -> f64 {
    let corners = [
        (own.top, own.left),
        (own.top, own.right),
        (own.bottom, own.left),
        (own.bottom, own.right),
    ];
    let distances = corners.map(|(y, x)| other.distance(Pos::new(y, x)));
    let farthest = distances.into_iter().max().unwrap_or(0).max(1);
    f64::from(other.distance(field)) / f64::from(farthest)
}
