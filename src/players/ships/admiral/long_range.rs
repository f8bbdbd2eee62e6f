//! The shots and planes of ships that reach everywhere.

use super::belief::Belief;
use super::chart::Chart;
use super::pool::Pool;
use super::sea::Sea;
use crate::geometry::{Pos, Rect};
use crate::players::Orders;

/// Spends the shots of a ship that reaches everywhere, on targets and on planes,
/// on these at least `planes_min`.
pub(super) fn long_range(
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
    for nth in 0..orders.own_ships()[ship].shots {
        let target = best_of(&chart.prize, sea).filter(|_| is_shooting);
        let squares = squares(chart, sea);
        let square = best_of(&squares, sea).filter(|_| orders.own_ships()[ship].class().planes);
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
                .shot_policies
                .retain(|(footprint, _)| !footprint.rect().intersects(&around));
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
    for (footprint, weight) in &chart.shot_policies {
        let around = footprint.rect().grown(1);
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
pub(super) fn best_of(values: &[f64], sea: &Sea) -> Option<(Pos, f64)> {
    let mut best = (0, 0.0);
    for (at, &value) in values.iter().enumerate() {
        if value > best.1 {
            best = (at, value);
        }
    }
    (best.1 > 0.0).then(|| (sea.pos(best.0), best.1))
}

/// How likely each field has a healthy segment.
pub(super) struct Chances(Vec<f64>);

impl Chances {
    pub fn new(belief: &Belief, pool: &Pool) -> Self {
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
            for (footprint, weight) in &shoal.footprints {
                for field in footprint.fields() {
                    if let Some(at) = sea.index(field) {
                        chances[at] += weight * shoal.count * pool.health;
                    }
                }
            }
        }
        Self(chances)
    }

    pub fn at(&self, sea: &Sea, pos: Pos) -> f64 {
        sea.index(pos).map_or(0.0, |at| self.0[at].min(1.0))
    }
}
