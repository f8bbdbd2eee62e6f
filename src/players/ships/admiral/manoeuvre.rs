//! How a ship moves and fires in a turn.

use super::chart::{Chart, worth};
use super::sea::Sea;
use crate::game::Footprint;
use crate::geometry::{Movement, Pos, Rect};
use crate::players::{Orders, OwnShip, Rng};
use crate::rules::CannonRange;
use crate::view::Observation;

/// What decides where the ships go.
#[derive(Debug)]
pub(super) struct Helm<'c> {
    pub sea: Sea,
    pub chart: &'c mut Chart,
    /// How much is gained by coming near to where the enemy is; negative, to
    /// stay away.
    pub boldness: f64,
    /// How much enemy there is around each field, nearer ones more.
    pub pull: Vec<f64>,
    /// The rectangles that are in sight of ships of the enemy, as far as these
    /// are made out.
    pub watched: Vec<Rect>,
}

/// A way to go: the movements, where they lead, and what that is worth.
#[derive(Clone, Debug)]
struct Course {
    movements: Vec<Movement>,
    worth: f64,
}

/// A field that may be shot at in the turn.
#[derive(Clone, Copy, Debug)]
struct Mark {
    pos: Pos,
    prize: f64,
}

/// A shot is fired if it is worth more.
const PRIZE_MIN: f64 = 1e-3;

impl Helm<'_> {
    /// Moves a ship the best way, and fires its shots from where it comes along;
    /// hands the targets to `fired`.
    pub fn steer(
        &mut self,
        ship: usize,
        orders: &mut Orders<'_, '_>,
        rng: &mut Rng,
        fired: &mut dyn FnMut(Pos),
    ) {
        let vessel = orders.own_ships()[ship];
        let is_gunner = vessel.class().range == CannonRange::Length
            && orders.view().is_extended()
            && orders.can_shoot();
        let marks = if is_gunner {
            self.marks(&vessel)
        } else {
            Vec::new()
        };
        let mut best = Course {
            movements: Vec::new(),
            worth: f64::NEG_INFINITY,
        };
        let mut cannons = Vec::new();
        self.explore(
            ship,
            &vessel,
            vessel.footprint,
            &marks,
            orders,
            rng,
            &mut Vec::new(),
            &mut cannons,
            &mut best,
        );
        self.fire(ship, &marks, &best.movements, orders, fired);
        for (at, &movement) in best.movements.iter().enumerate() {
            orders.move_ship(ship, movement);
            self.fire(ship, &marks, &best.movements[at + 1..], orders, fired);
        }
    }

    /// The fields worth a shot that the ship may come to reach in this turn, the
    /// best first.
    fn marks(&self, vessel: &OwnShip) -> Vec<Mark> {
        if vessel.shots == 0 {
            return Vec::new();
        }
        // A turn takes the cannon as far as the ship is long, and one on.
        let steps = i32::from(vessel.moves) * (i32::from(vessel.class().length) + 1);
        let range = i32::from(vessel.class().length);
        let area = Rect::spanning(vessel.cannon(), vessel.cannon()).grown(range + steps);
        let Some(area) = area.intersection(&self.sea.rect) else {
            return Vec::new();
        };
        let mut marks = Vec::new();
        for y in area.top..=area.bottom {
            for x in area.left..=area.right {
                let pos = Pos::new(y, x);
                let prize = self.sea.index(pos).map_or(0.0, |at| self.chart.prize[at]);
                if prize > PRIZE_MIN {
                    marks.push(Mark { pos, prize });
                }
            }
        }
        marks.sort_by(|a, b| b.prize.total_cmp(&a.prize).then(a.pos.cmp(&b.pos)));
        marks
    }

    /// Tries all ways to go on from a hull.
    #[expect(clippy::too_many_arguments, reason = "a search and its state")]
    fn explore(
        &self,
        ship: usize,
        vessel: &OwnShip,
        footprint: Footprint,
        marks: &[Mark],
        orders: &Orders<'_, '_>,
        rng: &mut Rng,
        movements: &mut Vec<Movement>,
        cannons: &mut Vec<Pos>,
        best: &mut Course,
    ) {
        cannons.push(footprint.field(vessel.class().cannon()));
        let reach = |mark: &&Mark| {
            let mut cannons = cannons.iter();
            cannons.any(|cannon| cannon.within(mark.pos, vessel.class().length))
        };
        let prizes = marks.iter().filter(reach).take(usize::from(vessel.shots));
        let prizes: f64 = prizes.map(|mark| mark.prize).sum();
        let worth = prizes + self.place(vessel, &footprint, orders.view()) + NOISE * rng.fraction();
        if worth > best.worth {
            *best = Course {
                movements: movements.clone(),
                worth,
            };
        }
        if movements.len() < usize::from(vessel.moves) {
            for movement in Movement::ALL {
                let next = footprint.moved(movement);
                if orders.is_free(ship, &next) {
                    movements.push(movement);
                    self.explore(
                        ship, vessel, next, marks, orders, rng, movements, cannons, best,
                    );
                    movements.pop();
                }
            }
        }
        cannons.pop();
    }

    /// Fires at the best marks in range, but leaves those for later that only
    /// the places on the way to come reach; there will be shots for them.
    fn fire(
        &mut self,
        ship: usize,
        marks: &[Mark],
        to_come: &[Movement],
        orders: &mut Orders<'_, '_>,
        fired: &mut dyn FnMut(Pos),
    ) {
        let vessel = orders.own_ships()[ship];
        let mut cannons = vec![vessel.cannon()];
        let mut footprint = vessel.footprint;
        for &movement in to_come {
            footprint = footprint.moved(movement);
            cannons.push(footprint.field(vessel.class().cannon()));
        }
        let range = vessel.class().length;
        let mut left = usize::from(vessel.shots);
        for mark in marks {
            if left == 0 {
                break;
            }
            let Some(at) = self.sea.index(mark.pos) else {
                continue;
            };
            let is_left = self.chart.prize[at] > PRIZE_MIN;
            if !is_left || !cannons.iter().any(|cannon| cannon.within(mark.pos, range)) {
                continue;
            }
            left -= 1;
            if orders.shoot(ship, mark.pos) {
                fired(mark.pos);
                self.chart.prize[at] = 0.0;
            }
        }
    }

    /// What it is worth to end a turn there.
    fn place(&self, vessel: &OwnShip, footprint: &Footprint, view: &Observation<'_>) -> f64 {
        let at = |map: &[f64], pos: Pos| self.sea.index(pos).map_or(0.0, |at| map[at]);
        let class = vessel.class();
        let healthy = (0..class.length).filter(|&segment| vessel.is_healthy(segment));
        let risk: f64 = healthy
            .map(|segment| {
                let threat = at(&self.chart.threat, footprint.field(segment));
                threat.min(THREAT_MAX) * worth(class, segment)
            })
            .sum();
        let is_damaged = vessel.healthy.count_ones() < u32::from(class.length);
        let is_watched = self
            .watched
            .iter()
            .any(|seen| seen.intersects(&vessel.footprint.rect()));
        let left = footprint
            .fields()
            .filter(|&pos| !vessel.footprint.rect().contains(pos))
            .count();
        let evasion = if is_damaged || is_watched {
            EVASION_KNOWN
        } else {
            EVASION
        };
        let boldness = match class.range {
            CannonRange::Length => self.boldness,
            CannonRange::Unlimited => -CAUTION,
        };
        #[expect(clippy::cast_precision_loss, reason = "at most the length")]
        let left = left as f64;
        freedom(vessel, footprint, view) - RISK * risk
            + evasion * left
            + boldness * at(&self.pull, footprint.head)
    }
}

const NOISE: f64 = 0.2;
const RISK: f64 = 0.05;
const THREAT_MAX: f64 = 6.0;
const EVASION: f64 = 0.1;
const EVASION_KNOWN: f64 = 0.3;
const CAUTION: f64 = 0.05;

/// What it is worth that the ship can go on from there.
fn freedom(vessel: &OwnShip, footprint: &Footprint, view: &Observation<'_>) -> f64 {
    const STUCK: f64 = -2.0;
    const WAY: f64 = 0.2;
    if !vessel.is_healthy(vessel.class().engine()) {
        return 0.0;
    }
    let is_open = |footprint: &Footprint| {
        view.size().contains_rect(footprint.rect())
            && !footprint.fields().any(|field| view.is_reef(field))
    };
    let open = Movement::ALL
        .iter()
        .map(|&movement| footprint.moved(movement))
        .filter(is_open);
    let mut ways = 0.0;
    for next in open {
        let onwards = Movement::ALL
            .iter()
            .any(|&movement| is_open(&next.moved(movement)));
        ways += if onwards { WAY } else { WAY / 4.0 };
    }
    if ways == 0.0 { STUCK } else { ways }
}
