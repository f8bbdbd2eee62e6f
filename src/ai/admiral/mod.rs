//! The strongest player: it keeps a belief over the enemy's fleet, scouts where
//! that tells most, and shoots where most is expected to be destroyed.

mod belief;
mod chart;
mod facts;
mod harbour;
mod manoeuvre;
mod pool;
mod report;
mod sea;
#[cfg(test)]
mod tests;
mod track;

use belief::Belief;
use chart::Chart;
use facts::Remembered;
use manoeuvre::{Helm, is_everywhere};
use pool::Pool;
use report::Shot;
use sea::Sea;
use track::Track;

use super::{Briefing, Chance, Effort, Orders, Placement, Sequel, Strategy};
use crate::game::Refused;
use crate::view::Observation;
use crate::vocabulary::{Pos, Rect};

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

/// How many own ships it commands; others of a huge fleet stay where they are.
const SHIPS_MAX: usize = 64;

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
        chance: &mut Chance,
    ) -> Refused<Vec<Placement>> {
        harbour::best_fleet(view, effort, chance)
    }

    fn play(&self, briefing: &mut Briefing<'_>, orders: &mut Orders<'_, '_>) -> Sequel {
        let view = orders.view();
        let sea = Sea::of(view);
        let mut remembered = Remembered::read(&briefing.memory, view, sea);
        if remembered.quiet >= QUIET_MAX && !remembered.belief.has_target() {
            // Something believed must be wrong.
            remembered.belief.forget_places();
            remembered.quiet = 0;
        }
        remembered.belief.pass_turn(view, briefing.effort);
        remembered.belief.observe(view, orders.clear_waters(), true);
        let mut pool = Pool::new(view, &remembered.belief, briefing.turn);
        if !pool.is_possible() {
            remembered.belief.forget_places();
            remembered
                .belief
                .observe(view, orders.clear_waters(), false);
            pool = Pool::new(view, &remembered.belief, briefing.turn);
        }
        // One shot a turn takes longer to come to anything.
        let patience = if view.is_extended() {
            PATIENCE
        } else {
            4 * PATIENCE
        };
        let patrol = (remembered.quiet > patience).then_some(&mut briefing.chance);
        let mut chart = Chart::new(view, &remembered.belief, &pool, patrol);
        let shots = command(
            self.bearing,
            briefing,
            orders,
            &remembered,
            &pool,
            &mut chart,
        );

        let enemy = view.player().opponent();
        let before = view.parts(enemy);
        let own = view.parts(view.player());
        Sequel::Look(Box::new(move |after| {
            let hits = before.saturating_sub(after.parts(enemy));
            let belief = &mut remembered.belief;
            report::take_in(belief, &pool, &shots, hits, after);
            belief.observe(after, &after.clear_waters(), false);
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

/// Gives the orders; returns the shots.
fn command(
    bearing: Bearing,
    briefing: &mut Briefing<'_>,
    orders: &mut Orders<'_, '_>,
    remembered: &Remembered,
    pool: &Pool,
    chart: &mut Chart,
) -> Vec<Shot> {
    let belief = &remembered.belief;
    let sea = belief.sea;
    let view = orders.view();
    let odds = Chances::new(belief, pool);
    let mut shots = Vec::new();
    let mut fired = |pos: Pos| {
        shots.push(Shot {
            pos,
            chance: odds.at(&sea, pos),
        });
    };
    let ships = orders.vessels().len().min(SHIPS_MAX);
    if !view.is_extended() && orders.can_shoot() {
        let best = best_of(&chart.prize, &sea);
        if let Some((pos, _)) = best
            && orders.fire(pos)
        {
            fired(pos);
            if let Some(at) = sea.index(pos) {
                chart.prize[at] = 0.0;
            }
        }
    }
    let pull = pull(chart, &sea);
    let boldness = match bearing {
        Bearing::Measured | Bearing::Scouts => {
            boldness(view, orders, belief, pool, remembered.quiet)
        }
        Bearing::Hides => -BOLD,
        Bearing::Charges => BOLD,
    };
    let mut helm = Helm {
        sea,
        boldness,
        chart,
        pull,
        watched: watched(belief),
    };
    for ship in 0..ships {
        helm.steer(ship, orders, &mut briefing.chance, &mut fired);
    }
    for ship in 0..ships {
        if is_everywhere(orders.vessels()[ship].class()) {
            let planes_min = match bearing {
                Bearing::Scouts => orders.vessels()[ship].shots.saturating_sub(1),
                _ => 0,
            };
            long_range(
                ship, planes_min, orders, helm.chart, &odds, &sea, &mut fired,
            );
        }
    }
    shots
}

/// Spends the shots of a ship that reaches everywhere, on targets and on planes,
/// on these at least `planes_min`.
fn long_range(
    ship: usize,
    planes_min: u8,
    orders: &mut Orders<'_, '_>,
    chart: &mut Chart,
    odds: &Chances,
    sea: &Sea,
    fired: &mut dyn FnMut(Pos),
) {
    /// What a part that comes to be known is worth of one that is destroyed.
    const KNOWLEDGE: f64 = 1.0;
    /// So many known parts are enough.
    const ENOUGH: f64 = 15.0;
    let is_shooting = orders.view().is_extended() && orders.can_shoot();
    let mut known = chart.known;
    #[expect(clippy::cast_precision_loss, reason = "an estimate")]
    let enough = ENOUGH.min(orders.view().parts(orders.view().player().opponent()) as f64);
    for nth in 0..orders.vessels()[ship].shots {
        let target = best_of(&chart.prize, sea).filter(|_| is_shooting);
        let squares = squares(chart, sea);
        let square = best_of(&squares, sea).filter(|_| orders.vessels()[ship].class().planes);
        let hunger = if is_shooting {
            KNOWLEDGE * (1.0 - known / enough).max(0.0)
        } else {
            1.0
        };
        let plane_worth = square.map_or(0.0, |(_, doubt)| doubt * hunger);
        let shot_worth = target.map_or(0.0, |(_, prize)| prize);
        if plane_worth <= 0.0 && shot_worth <= 0.0 {
            break;
        }
        if plane_worth > shot_worth || nth < planes_min {
            let Some((centre, _)) = square else { break };
            orders.spy(ship, centre);
            let around = Rect::spanning(centre, centre).grown(1);
            chart
                .gunners
                .retain(|(hull, _)| !hull.rect().intersects(&around));
            for y in around.top..=around.bottom {
                for x in around.left..=around.right {
                    if let Some(at) = sea.index(Pos::new(y, x)) {
                        known += odds.0[at];
                        chart.doubt[at] = 0.0;
                    }
                }
            }
        } else {
            let Some((pos, _)) = target else { break };
            orders.shoot(ship, pos);
            fired(pos);
            if let Some(at) = sea.index(pos) {
                chart.prize[at] = 0.0;
            }
        }
    }
}

/// What it is worth to see a part of a ship that shoots everywhere.
const CLUE: f64 = 20.0;

/// What a plane over each field would tell: what is worth to be known in its
/// square, and any part of a ship that shoots everywhere.
fn squares(chart: &Chart, sea: &Sea) -> Vec<f64> {
    let mut squares = sea.blurred(&chart.doubt, 1);
    for (hull, weight) in &chart.gunners {
        let around = hull.rect().grown(1);
        for y in around.top..=around.bottom {
            for x in around.left..=around.right {
                if let Some(at) = sea.index(Pos::new(y, x)) {
                    squares[at] += weight * CLUE;
                }
            }
        }
    }
    squares
}

/// The field with the highest value, if one is positive; the first of equals.
fn best_of(values: &[f64], sea: &Sea) -> Option<(Pos, f64)> {
    let mut best = (0, 0.0);
    for (at, &value) in values.iter().enumerate() {
        if value > best.1 {
            best = (at, value);
        }
    }
    (best.1 > 0.0).then(|| (sea.pos(best.0), best.1))
}

/// How likely each field has a healthy segment.
struct Chances(Vec<f64>);

impl Chances {
    fn new(belief: &Belief, pool: &Pool) -> Self {
        let sea = belief.sea;
        let mut chances = vec![0.0; sea.len()];
        let doubts = belief.doubts();
        for guess in belief.tracks.iter().flat_map(|track| &track.guesses) {
            for (_, field) in guess.healthy() {
                if let Some(at) = sea.index(field) {
                    chances[at] += guess.weight * doubts[usize::from(belief.ages[at])];
                }
            }
        }
        for shoal in &pool.classes {
            for (hull, weight) in &shoal.hulls {
                for field in hull.fields() {
                    if let Some(at) = sea.index(field) {
                        chances[at] += weight * shoal.count * pool.health;
                    }
                }
            }
        }
        Self(chances)
    }

    fn at(&self, sea: &Sea, pos: Pos) -> f64 {
        sea.index(pos).map_or(0.0, |at| self.0[at].min(1.0))
    }
}

/// For each field how much nearer it is to the enemy than the farthest could
/// be, in fields, as it is expected.
fn pull(chart: &Chart, sea: &Sea) -> Vec<f64> {
    const STEP: usize = 2;
    let total: f64 = chart.prize.iter().sum();
    let mut pull = vec![0.0; sea.len()];
    if total > 0.0 {
        let share = f64::from(2_u8) / total;
        for radius in (STEP..sea.width().max(sea.len() / sea.width())).step_by(STEP) {
            for (pull, around) in pull.iter_mut().zip(sea.blurred(&chart.prize, radius)) {
                *pull += around * share;
            }
        }
    }
    pull
}

/// The surroundings that ships of the enemy see, as far as these are made out.
fn watched(belief: &Belief) -> Vec<Rect> {
    let best = belief.tracks.iter().map(Track::best);
    best.filter(|guess| guess.weight > 0.5)
        .map(|guess| {
            let range = if guess.is_healthy(0) {
                guess.class.length
            } else {
                1
            };
            Rect::spanning(guess.hull.head, guess.hull.head).grown(i32::from(range))
        })
        .collect()
}

/// What a field nearer to the enemy is worth to those who want to be there.
const BOLD: f64 = 0.5;

/// What a field nearer to the enemy is worth.
fn boldness(
    view: &Observation<'_>,
    orders: &Orders<'_, '_>,
    belief: &Belief,
    pool: &Pool,
    quiet: u32,
) -> f64 {
    const SHY: f64 = -0.03;
    if !view.is_extended() {
        return SHY;
    }
    let own = orders
        .vessels()
        .iter()
        .any(|vessel| is_everywhere(vessel.class()) && vessel.is_healthy(vessel.class().cannon()));
    let tracked = belief.tracks.iter().flat_map(|track| &track.guesses);
    let tracked = tracked.filter(|guess| is_everywhere(guess.class) && guess.cannon().is_some());
    let tracked: f64 = tracked.map(|guess| guess.weight).sum();
    let hidden = pool
        .classes
        .iter()
        .filter(|shoal| is_everywhere(shoal.class));
    let hidden: f64 = hidden.map(|shoal| shoal.count * pool.health).sum();
    let is_enemy_everywhere = tracked + hidden > 0.3;
    match (own, is_enemy_everywhere) {
        (true, false) => SHY,
        (false, true) => BOLD,
        // Two fleets that keep out of each other's range would do so for ever.
        (false, false) if quiet > PATIENCE => BOLD * f64::from(quiet.min(QUIET_MAX) / PATIENCE),
        _ => 0.0,
    }
}
