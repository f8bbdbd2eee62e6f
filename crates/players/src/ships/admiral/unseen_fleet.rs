//! The enemy ships that nothing has detected.

use super::belief::{Belief, Hypothesis, MOBILE, ShipEstimate, explanations};
use super::remoteness;
use super::unseen_ships::UnseenShips;
use crate::ships::heat_map::HeatMap;
use admiralty_core::game::Footprint;
use admiralty_core::geometry::{Direction, FieldSet, Movement, Pos, Rect};
use admiralty_core::rules::ShipClass;
use admiralty_core::view::Observation;

/// The enemy ships that nothing has detected: how many of each class, and where each may lie.
#[derive(Debug)]
pub(super) struct UnseenFleet {
    /// The classes that have such ships. The weights of the placements of each sum to 1, or
    /// to less if all are unlikely.
    pub classes: Vec<UnseenShips>,
    /// The healthy share of their parts, from 0 to 1, if there are any.
    pub health: f64,
    /// How many of their parts are destroyed: hits that no estimate explains.
    pub unexplained: f64,
    /// How many healthy parts are neither in the estimates nor in these ships.
    pub missing: f64,
    /// The [`open_fields`].
    pub open: HeatMap,
}

/// The lowest total weight of placements that a class needs.
const POSSIBLE_MIN: f64 = 0.3;
/// How far ships get that see their way, and how far others do ([`approached`]).
const FAR: f64 = 1.0;
const NEAR: f64 = 0.15;
/// After this many turns, ships get no farther.
const TURNS_MAX: u64 = 40;
/// Lower counts are rounding errors.
const COUNT_MIN: f64 = 0.02;

impl UnseenFleet {
    pub fn new(view: &Observation<'_>, belief: &Belief) -> Self {
        let enemy = view.player().opponent();
        let open = open_fields(view, belief);
        let [near, far] = [NEAR, FAR].map(|distance| approached(&open, view, belief, distance));
        let prior = cannon_prior(view, belief.window, belief.turn);
        let (mut parts, mut classes) = (0.0, Vec::new());
        for class in &view.rules().classes {
            let of_class = belief.hypotheses().filter(|one| one.class == *class);
            let estimated: f64 = of_class.map(|hypothesis| hypothesis.weight).sum();
            let count = (f64::from(view.count(enemy, class)) - estimated).max(0.0);
            if count > COUNT_MIN {
                parts += count * f64::from(class.length);
                let placements = if sees_its_way(class) {
                    let arrived = arrived(class, view, belief.turn);
                    placements(class, &far, &prior, |footprint| {
                        arrived * end_of_way(footprint, view, &open)
                    })
                } else {
                    placements(class, &near, &prior, |_| 0.0)
                };
                classes.push(UnseenShips {
                    class: *class,
                    count,
                    placements,
                });
            }
        }
        let estimated: f64 = belief
            .hypotheses()
            .map(|hypothesis| hypothesis.weight * hypothesis.healthy().map(|_| 1.0).sum::<f64>())
            .sum();
        let hidden = (view.parts(enemy) as f64 - estimated).max(0.0);
        let health = (hidden / parts).min(1.0);
        let missing = (hidden - parts).max(0.0);
        Self {
            classes,
            health,
            unexplained: parts - parts.min(hidden),
            missing,
            open,
        }
    }

    /// Lets the belief estimate those of these ships to which hits belong that nothing else explains; returns
    /// whether there are any.
    pub fn explain_hits(
        &self,
        view: &Observation<'_>,
        clear: &FieldSet,
        belief: &mut Belief,
    ) -> bool {
        /// The probability that an estimated ship is on the field from which a hit needs no other one.
        const EXPLAINED: f64 = 0.3;
        let mut unexplained = self.unexplained;
        if unexplained < 0.5 {
            return false;
        }
        let covered = |pos| -> f64 {
            let is_there = |hypothesis: &Hypothesis| hypothesis.footprint.rect().contains(pos);
            let estimates = belief.estimates.iter();
            estimates.map(|estimate| estimate.weight(is_there)).sum()
        };
        let runs = belief.hits.runs(|pos| covered(pos) < EXPLAINED);
        let before = belief.estimates.len();
        for run in runs {
            if unexplained < 0.5 {
                break;
            }
            unexplained -= f64::from(run.length());
            let mut hypotheses = explanations(&run, view, clear);
            for hypothesis in &mut hypotheses {
                let mut weight = 1.0_f64;
                for (segment, pos) in (0..).zip(hypothesis.footprint.fields()) {
                    if run.rect.contains(pos) {
                        hypothesis.destroyed |= 1 << segment;
                    } else {
                        weight = weight.min(self.open.at(pos));
                    }
                }
                hypothesis.weight *= weight;
            }
            belief.estimates.extend(ShipEstimate::new(hypotheses));
        }
        belief.estimates.len() > before
    }

    /// Whether every class has enough possible placements.
    pub fn is_possible(&self) -> bool {
        self.classes.iter().all(|unseen| {
            let weights = unseen.placements.iter().map(|(_, weight)| weight);
            unseen.count < 0.9 || weights.sum::<f64>() > POSSIBLE_MIN
        })
    }
}

/// Whether a ship sees all fields around its next position straight ahead, so that it may go on without
/// the help of others; a destroyer does not see the corners.
fn sees_its_way(class: &ShipClass) -> bool {
    let corner = Pos::new(2, 1);
    corner.within(Pos::new(0, 0), class.length)
}

/// For each field, the relative probability that a ship may be on it, wherever it comes from: 0 if it is
/// clear, and growing with the time since then.
fn open_fields(view: &Observation<'_>, belief: &Belief) -> HeatMap {
    let mut open = belief.reoccupied();
    for (open, pos) in open.values.iter_mut().zip(belief.window.fields()) {
        if view.is_reef(pos) {
            *open = 0.0;
        }
    }
    // No other ship lies next to an estimated one.
    for estimate in &belief.estimates {
        let all = estimate.hypotheses.iter().map(Hypothesis::surroundings);
        let all = all.reduce(|all, rect| all.joined(&rect));
        let Some(rect) = all.and_then(|all| all.intersection(&belief.window)) else {
            continue;
        };
        let mut taken = HeatMap::new(rect);
        for hypothesis in &estimate.hypotheses {
            for pos in hypothesis.surroundings().fields() {
                taken.add(pos, hypothesis.weight);
            }
        }
        for (pos, taken) in rect.fields().zip(taken.values) {
            if let Some(at) = belief.window.index(pos) {
                open.values[at] *= (1.0 - taken).max(0.0);
            }
        }
    }
    open
}

/// The open fields by how far they are from the enemy's start: half as much `distance` times the square
/// root of the number of turns away.
fn approached(open: &HeatMap, view: &Observation<'_>, belief: &Belief, distance: f64) -> HeatMap {
    let turns = belief.turn.min(TURNS_MAX) as f64 + 1.0;
    let start = view.start(view.player().opponent());
    let weights = open.values.iter().zip(belief.window.fields());
    let weights = weights.map(|(open, pos)| {
        let beyond = f64::from(start.distance(pos));
        open / (1.0 + (beyond / distance).powi(2) / turns)
    });
    HeatMap {
        rect: belief.window,
        values: weights.collect(),
    }
}

/// The share of the ships of a class that have arrived, of those that go straight ahead; none in the
/// extended game, where ships approach the enemy instead.
fn arrived(class: &ShipClass, view: &Observation<'_>, turn: u64) -> f64 {
    if view.is_extended() {
        return 0.0;
    }
    (turn as f64 * f64::from(class.moves) / f64::from(longer_side(view))).min(1.0)
}

/// How many times as likely a ship is that came straight ahead from its start, as far as it may turn
/// again: a third of `admiral`'s ships that see their way end up there, one field from the edge
/// (`docs/MEASUREMENTS.md`).
fn end_of_way(footprint: &Footprint, view: &Observation<'_>, open: &HeatMap) -> f64 {
    const LIKELIER: f64 = 10.0;
    let is_on_board = |footprint: &Footprint| view.size().contains_rect(footprint.rect());
    let next = footprint.moved(Movement::Forward);
    let is_end = is_on_board(&next) && !is_on_board(&next.moved(Movement::Forward));
    let astern = footprint.direction.opposite();
    let way = Rect::spanning(
        footprint.head,
        footprint.head.step(astern, longer_side(view)),
    );
    if !is_end || !way.intersects(&view.start(view.player().opponent())) {
        return 0.0;
    }
    let fields = footprint.fields().map(|field| open.at(field));
    let weight = fields.fold(1.0, f64::min);
    // None is where the player has looked since they arrived.
    if weight > MOBILE {
        LIKELIER * weight
    } else {
        0.0
    }
}

/// The larger of the numbers of rows and columns.
fn longer_side(view: &Observation<'_>) -> i32 {
    let board = view.size().rect();
    board.bottom.max(board.right) + 1
}

/// By field, the relative prior probability of a cannon of unlimited range: most players
/// place it far from the enemy. The prior is that of an enemy who samples 1, 2, 4, 8 or 16
/// fleets and takes the one with its cannon farthest away: the maximum of `n` uniform numbers
/// has the density `n * x^(n - 1)`. It fades to a uniform one, because the ship moves.
pub(super) fn cannon_prior(view: &Observation<'_>, window: Rect, turn: u64) -> HeatMap {
    /// How often to double the number of fleets. With 16 fleets, carriers turn up sooner than with
    /// a prior linear in the distance; with 128, later if the enemy places at random
    /// (`docs/MEASUREMENTS.md`).
    const DOUBLINGS: u32 = 4;
    /// The fraction of the prior that is left after a turn.
    const FADING: f64 = 0.97;
    let faded = FADING.powi(i32::try_from(turn).unwrap_or(i32::MAX));
    let player = view.player();
    let (own, enemy) = (view.start(player), view.start(player.opponent()));
    let likelihood = |field| {
        let remoteness = remoteness(field, enemy, own).min(1.0);
        let (mut fleets, mut power, mut sum) = (1.0, 1.0, 0.0);
        for _ in 0..DOUBLINGS {
            fleets *= 2.0;
            power = power * power * remoteness;
            sum += fleets * power;
        }
        1.0 + faded * sum
    };
    HeatMap {
        rect: window,
        values: window.fields().map(likelihood).collect(),
    }
}

/// The possible positions of a ship of a class, each as likely as the least likely of its
/// fields, times the prior of its cannon if its range is unlimited, plus what is `added`; the weights
/// sum to at most 1.
fn placements(
    class: &ShipClass,
    weights: &HeatMap,
    prior: &HeatMap,
    added: impl Fn(&Footprint) -> f64,
) -> Vec<(Footprint, f64)> {
    let mut placements = Vec::new();
    let mut sum = 0.0;
    for direction in Direction::ALL {
        for head in weights.rect.fields() {
            let footprint = Footprint::new(head, direction, class.length);
            let weights = footprint.fields().map(|field| weights.at(field));
            let mut weight = weights.fold(1.0, f64::min);
            if weight > 0.0 {
                if class.has_unlimited_range {
                    weight *= prior.at(footprint.field(class.cannon()));
                }
                weight += added(&footprint);
                placements.push((footprint, weight));
                sum += weight;
            }
        }
    }
    for (_, weight) in &mut placements {
        *weight /= sum.max(1.0);
    }
    placements
}
