//! The adversaries: players that differ in how they scout, where they move, and whether they
//! shoot at what they do not see.

use super::chart::{CARRIER, Chart};
use admiralty_core::game::{Footprint, Refusal};
use admiralty_core::geometry::{Movement, Pos, Rect};
use admiralty_core::player::ByPlayer;
use admiralty_core::view::Observation;
use admiralty_players::{
    Effort, MemoryUpdate, Orders, OwnShip, Placing, PlayerInput, Rng, ShipPlacement, Strategy,
    place_missing,
};

/// How a captain sends planes.
#[derive(Clone, Copy, Debug)]
pub enum Scouting {
    Never,
    /// All of them, to random squares of the enemy's side.
    Random,
    /// Where carriers usually lie, then to what was not seen for longest, until there are
    /// enough targets.
    Rear,
    /// As `Rear`; the first turn's to where most of these carriers may still be.
    Samples(fn() -> &'static ByPlayer<Vec<Footprint>>),
    /// To the likeliest place of the cannon of a carrier, until it is destroyed; then as `Rear`.
    Carrier,
}

/// An adversary.
#[derive(Debug)]
pub struct Captain {
    pub name: &'static str,
    pub scouting: Scouting,
    /// The value of each field nearer to the enemy, for all ships but carriers.
    pub boldness: f64,
    /// The value of each field nearer to the enemy's start, for all ships but carriers.
    pub charge: f64,
    /// How many fleets it draws to take the one with the carriers farthest back.
    pub fleets: u32,
    /// Whether it shoots only where it has never seen anything.
    pub is_dark: bool,
    /// Whether it looks after each movement, and shoots at once at what it sees.
    pub is_quick: bool,
}

impl Strategy for Captain {
    fn name(&self) -> &'static str {
        self.name
    }

    fn place(
        &self,
        view: &Observation<'_>,
        _effort: Effort,
        rng: &mut Rng,
    ) -> Result<Vec<ShipPlacement>, Box<Refusal>> {
        let enemy = view.start(view.player().opponent());
        let remoteness = |fleet: &[ShipPlacement]| {
            let carriers = fleet.iter().filter(|one| one.ship.class.planes);
            carriers
                .map(|one| enemy.distance(one.footprint.field(1)))
                .sum::<u32>()
        };
        let mut best = place_missing(view, Placing::Seq, rng)?;
        for _ in 1..self.fleets {
            let fleet = place_missing(view, Placing::Seq, rng)?;
            if remoteness(&fleet) > remoteness(&best) {
                best = fleet;
            }
        }
        Ok(best)
    }

    fn play(&self, input: &mut PlayerInput<'_>, orders: &mut Orders<'_, '_>) -> MemoryUpdate {
        let mut chart = Chart::new(input, orders.view());
        let rng = &mut input.rng;
        self.send_planes(&mut chart, orders, rng);
        self.move_ships(&mut chart, orders, rng);
        chart.observe(&orders.look());
        self.shoot(&mut chart, orders, rng);
        MemoryUpdate::Observe(Box::new(move |after| {
            chart.observe(after);
            chart.facts()
        }))
    }
}

impl Captain {
    /// Sends planes, and looks after each.
    pub fn send_planes(&self, chart: &mut Chart, orders: &mut Orders<'_, '_>, rng: &mut Rng) {
        for ship in 0..orders.own_ships().len() {
            while let Some(centre) = self.square(&orders.own_ships()[ship], chart, orders, rng) {
                if !orders.spy(ship, centre) {
                    break;
                }
                chart.observe(&orders.look());
                self.snap(chart, orders);
            }
        }
    }

    /// Moves all ships along their best routes.
    pub fn move_ships(&self, chart: &mut Chart, orders: &mut Orders<'_, '_>, rng: &mut Rng) {
        for ship in 0..orders.own_ships().len() {
            let mut route = self.route(ship, chart, orders, rng);
            while !route.is_empty() {
                let movement = route.remove(0);
                orders.move_ship(ship, movement);
                if self.is_quick {
                    chart.observe(&orders.look());
                    self.snap(chart, orders);
                    route = self.route(ship, chart, orders, rng);
                }
            }
        }
    }

    /// Where a ship sends its next plane.
    fn square(
        &self,
        ship: &OwnShip,
        chart: &Chart,
        orders: &Orders<'_, '_>,
        rng: &mut Rng,
    ) -> Option<Pos> {
        if !ship.class().planes || ship.shots == 0 || !orders.can_shoot() {
            return None;
        }
        let view = orders.view();
        let (own, enemy) = (
            view.start(view.player()),
            view.start(view.player().opponent()),
        );
        let is_hunt = matches!(self.scouting, Scouting::Carrier) && !chart.has_hit_carrier;
        let is_enough = if is_hunt {
            ship.shots == 1
        } else {
            chart.visible().count() >= usize::from(ship.shots)
        };
        let is_enough = view.is_extended() && is_enough;
        let samples = match self.scouting {
            Scouting::Never => return None,
            Scouting::Random => {
                let (y, x) = (
                    rng.between(enemy.top, enemy.bottom),
                    enemy.left..=enemy.right,
                );
                return Some(Pos::new(y, rng.between(*x.start(), *x.end())));
            }
            _ if is_enough => return None,
            Scouting::Samples(samples) if chart.turn <= 2 && chart.visible().count() == 0 => {
                samples()[view.player().opponent()].as_slice()
            }
            _ => &[],
        };
        if is_hunt {
            return chart.best_square(&chart.carriers(view), rng);
        }
        // Those of the samples that are still possible.
        let is_hidden = |one: &&Footprint| !one.fields().any(|pos| chart.was_seen(pos));
        let samples: Vec<_> = samples.iter().filter(is_hidden).collect();
        let value_of = |pos: Pos| {
            if view.is_reef(pos) {
                return 0.0;
            }
            let turn = i32::try_from(chart.turn).expect("few");
            let away = if enemy.contains(pos) { 0.0 } else { 0.7 };
            let start = 1.0 - away * 0.98_f64.powi(turn);
            let rear = f64::from(own.distance(pos)) / f64::from(chart.board.bottom);
            let rear = 1.0 + 3.0 * rear * 0.9_f64.powi(turn);
            start * rear * chart.staleness(pos) + 8.0 * chart.leads(pos)
        };
        let values: Vec<_> = chart.board.fields().map(value_of).collect();
        let mut best = (f64::MIN, Pos::new(0, 0));
        for centre in chart.board.fields() {
            let around = Rect::around(centre);
            let fields = around.fields().filter_map(|pos| chart.board.index(pos));
            let value: f64 = fields.map(|at| values[at]).sum();
            let hit = samples.iter().filter(|one| one.rect().intersects(&around));
            let value = 100.0 * hit.count() as f64 + value + 0.3 * rng.fraction();
            if value > best.0 {
                best = (value, centre);
            }
        }
        Some(best.1)
    }

    /// The best of all routes of a ship.
    fn route(
        &self,
        ship: usize,
        chart: &Chart,
        orders: &Orders<'_, '_>,
        rng: &mut Rng,
    ) -> Vec<Movement> {
        let own_ship = orders.own_ships()[ship];
        let mut routes = vec![(own_ship.footprint, Vec::new())];
        let mut best = (f64::MIN, Vec::new());
        while let Some((footprint, route)) = routes.pop() {
            let value = self.value(&own_ship, &footprint, chart, orders) + 0.5 * rng.fraction();
            if route.len() < usize::from(own_ship.moves) {
                for movement in Movement::ALL {
                    let next = footprint.moved(movement);
                    if orders.is_free(ship, &next) {
                        routes.push((next, [&route[..], &[movement]].concat()));
                    }
                }
            }
            if value > best.0 {
                best = (value, route);
            }
        }
        best.1
    }

    /// The value of a position after the turn.
    fn value(
        &self,
        ship: &OwnShip,
        footprint: &Footprint,
        chart: &Chart,
        orders: &Orders<'_, '_>,
    ) -> f64 {
        let class = ship.class();
        let view = orders.view();
        let before = ship.footprint.rect();
        let left = footprint.fields().filter(|&pos| !before.contains(pos));
        let enemy = view.start(view.player().opponent());
        let far = f64::from(enemy.distance(footprint.head));
        let evasion = 0.3 * left.count() as f64;
        if class.has_unlimited_range {
            return evasion + 0.1 * far;
        }
        let cannon = footprint.field(class.cannon());
        let visible = || chart.visible().filter(|one| !orders.is_target(one.pos));
        let in_range = visible().filter(|one| class.reaches(cannon, one.pos));
        let in_range = in_range.map(|one| chart.value(one));
        let is_gunner = view.is_extended() && ship.shots > 0;
        let shots = if is_gunner { in_range.sum() } else { 0.0 };
        let nearest = visible().map(|one| one.pos.distance_squared(footprint.head));
        let nearest = nearest.min().map_or(far, |squared| (squared as f64).sqrt());
        evasion + shots - self.boldness * nearest - self.charge * far
    }

    /// Shoots at once at what is seen: all ships at what is in their range, but carriers, and who
    /// has only one shot, only at the cannons of carriers.
    fn snap(&self, chart: &mut Chart, orders: &mut Orders<'_, '_>) {
        if !self.is_quick {
            return;
        }
        let visible: Vec<_> = chart.visible().copied().collect();
        for target in visible {
            if orders.is_target(target.pos) {
                continue;
            }
            let is_carrier = chart.value(&target) >= CARRIER;
            let has_fired = (is_carrier && orders.fire(target.pos))
                || (0..orders.own_ships().len()).any(|ship| {
                    let is_free = !orders.own_ships()[ship].class().has_unlimited_range;
                    (is_carrier || is_free) && orders.shoot(ship, target.pos)
                });
            if has_fired {
                chart.record_shot(target.pos);
            }
        }
    }

    /// Fires all shots: at what is known, then where something may be.
    pub fn shoot(&self, chart: &mut Chart, orders: &mut Orders<'_, '_>, rng: &mut Rng) {
        if !orders.can_shoot() {
            return;
        }
        let view = orders.view();
        let enemy = view.start(view.player().opponent());
        let mut targets = if self.is_dark {
            Vec::new()
        } else {
            chart.candidates()
        };
        let mut guesses: Vec<_> = chart
            .board
            .fields()
            .filter(|&pos| !view.is_reef(pos))
            .collect();
        rng.shuffle(&mut guesses);
        let guesses = guesses.into_iter().map(|pos| {
            let is_start = if enemy.contains(pos) { 1.0 } else { 0.2 };
            let lead = if self.is_dark { 0.0 } else { chart.leads(pos) };
            (0.1 * is_start * chart.staleness(pos) + 0.6 * lead, pos)
        });
        targets.extend(guesses.filter(|(value, _)| *value > 0.0));
        targets.sort_by(|(a, _), (b, _)| b.total_cmp(a));
        // Carriers reach everything, so the others choose first.
        let mut gunners: Vec<_> = (0..orders.own_ships().len()).collect();
        gunners.sort_by_key(|&ship| orders.own_ships()[ship].class().has_unlimited_range);
        for (_, target) in targets {
            let has_fired =
                orders.fire(target) || gunners.iter().any(|&ship| orders.shoot(ship, target));
            if has_fired {
                chart.record_shot(target);
            }
        }
    }
}
