//! The belief over one enemy ship, as hypotheses.

use crate::ships::hit_run::HitRun;
use admiralty_core::game::Footprint;
use admiralty_core::geometry::{Direction, FieldSet, Movement, Pos};
use admiralty_core::rules::ShipClass;
use admiralty_core::view::{Observation, SegmentKind};

/// The belief over one enemy ship: mutually exclusive hypotheses with weights that sum to 1.
#[derive(Clone, Debug)]
pub(super) struct ShipEstimate {
    /// The hypotheses, most likely first.
    pub hypotheses: Vec<Hypothesis>,
    /// Its certain position before the enemy's last turn, if it could move.
    pub anchor: Option<Footprint>,
}

/// The weight from which on a hypothesis counts as certain.
pub(super) const SURE: f64 = 0.9;

impl ShipEstimate {
    /// The estimate with some hypotheses; `None` if all weights are 0.
    pub fn new(hypotheses: Vec<Hypothesis>) -> Option<Self> {
        let mut estimate = Self {
            hypotheses,
            anchor: None,
        };
        estimate.normalise().then_some(estimate)
    }

    /// Sorts the hypotheses by weight and scales the weights so that they sum to 1; returns
    /// whether any is left.
    pub fn normalise(&mut self) -> bool {
        self.hypotheses.retain(|hypothesis| hypothesis.weight > 0.0);
        self.hypotheses.sort_by(|a, b| {
            let by_weight = b.weight.total_cmp(&a.weight);
            by_weight.then_with(|| a.key().cmp(&b.key()))
        });
        let sum = self.weight(|_| true);
        for hypothesis in &mut self.hypotheses {
            hypothesis.weight /= sum;
        }
        sum > 0.0
    }

    pub fn best(&self) -> &Hypothesis {
        &self.hypotheses[0]
    }

    /// Predicts a turn of the enemy, in which the ship stays with `stay_probability`; keeps
    /// the `hypotheses_max` most likely hypotheses.
    pub fn spread(&mut self, view: &Observation<'_>, stay_probability: f64, hypotheses_max: usize) {
        let best = self.best();
        self.anchor = (best.weight > SURE && best.can_move()).then_some(best.footprint);
        let mut spread = Vec::with_capacity(self.hypotheses.len() * 8);
        for hypothesis in &self.hypotheses {
            if !hypothesis.can_move() {
                spread.push(*hypothesis);
                continue;
            }
            spread.push(Hypothesis {
                weight: hypothesis.weight * stay_probability,
                ..*hypothesis
            });
            let moves = hypothesis.class.moves;
            let share = hypothesis.weight * (1.0 - stay_probability) / f64::from(moves);
            sail(hypothesis, moves, share, view, &mut spread);
        }
        spread.sort_by_key(Hypothesis::key);
        spread.dedup_by(|hypothesis, before| {
            let is_same = hypothesis.key() == before.key();
            if is_same {
                before.weight += hypothesis.weight;
            }
            is_same
        });
        self.hypotheses = spread;
        self.normalise();
        self.hypotheses.truncate(hypotheses_max);
        self.normalise();
    }

    /// The weight of the hypotheses that agree with what is visible.
    pub fn agreement(&self, explained: &[Hypothesis]) -> f64 {
        self.weight(|hypothesis| explained.iter().any(|seen| hypothesis.agrees(seen)))
    }

    /// The estimate after the ship is seen again. What is visible overrides what was believed.
    pub fn joined(&self, explained: &[Hypothesis], view: &Observation<'_>) -> Option<Self> {
        let is_seen_healthy = |pos| {
            let seen = view.enemy_at(pos);
            seen.is_some_and(|kind| kind != SegmentKind::Destroyed)
        };
        let joint = self.hypotheses.iter().filter_map(|hypothesis| {
            let seen = explained.iter().find(|seen| hypothesis.agrees(seen))?;
            Some(Hypothesis {
                destroyed: seen.destroyed | hypothesis.destroyed_unless(is_seen_healthy),
                ..*hypothesis
            })
        });
        Self::new(joint.collect())
    }

    /// The probability that a healthy segment of it is on a field.
    pub fn healthy_at(&self, pos: Pos) -> f64 {
        self.weight(|hypothesis| hypothesis.healthy_segment(pos).is_some())
    }

    /// The total weight of the hypotheses that satisfy a predicate.
    pub fn weight(&self, is_meant: impl Fn(&Hypothesis) -> bool) -> f64 {
        let hypotheses = self.hypotheses.iter();
        let meant = hypotheses.filter(|hypothesis| is_meant(hypothesis));
        meant.map(|hypothesis| hypothesis.weight).sum()
    }
}

/// A possible class, position and state of an enemy ship.
#[derive(Clone, Copy, Debug)]
pub(super) struct Hypothesis {
    pub class: &'static ShipClass,
    pub footprint: Footprint,
    /// The segments known to be destroyed, as bits.
    pub destroyed: u8,
    pub weight: f64,
}

impl Hypothesis {
    /// Whether a segment may be healthy.
    pub const fn is_healthy(&self, segment: u8) -> bool {
        self.destroyed >> segment & 1 == 0
    }

    /// The healthy segments with their fields.
    pub fn healthy(&self) -> impl Iterator<Item = (u8, Pos)> + use<> {
        let hypothesis = *self;
        let fields = (0..).zip(hypothesis.footprint.fields());
        fields.filter(move |&(segment, _)| hypothesis.is_healthy(segment))
    }

    /// The segment on a field, if it may be healthy.
    pub fn healthy_segment(&self, pos: Pos) -> Option<u8> {
        let is_there = self.footprint.rect().contains(pos);
        let segment = is_there.then(|| self.footprint.segment_at(pos))?;
        self.is_healthy(segment).then_some(segment)
    }

    /// The segments known to be destroyed, as bits, except those on excluded fields.
    pub fn destroyed_unless(&self, is_excluded: impl Fn(Pos) -> bool) -> u8 {
        let fields = (0..).zip(self.footprint.fields());
        fields.fold(self.destroyed, |bits, (segment, pos)| {
            bits & !(u8::from(is_excluded(pos)) << segment)
        })
    }

    /// Whether both are the same ship in the same place.
    pub fn agrees(&self, other: &Self) -> bool {
        self.class == other.class && self.footprint == other.footprint
    }

    /// Whether the ship may have moved.
    pub const fn can_move(&self) -> bool {
        self.class.moves > 0 && self.is_healthy(self.class.engine())
    }

    /// The field of the cannon, if it may be healthy.
    pub fn cannon(&self) -> Option<Pos> {
        let cannon = self.class.cannon();
        let field = self.footprint.field(cannon);
        self.is_healthy(cannon).then_some(field)
    }

    /// A key that distinguishes the hypotheses about one ship.
    pub const fn key(&self) -> (u8, Pos, u8, u8) {
        (
            self.class.index,
            self.footprint.head,
            self.footprint.direction as u8,
            self.destroyed,
        )
    }
}

/// The hypotheses about a ship with a visible run of parts.
pub(super) fn explanations(
    run: &HitRun,
    view: &Observation<'_>,
    clear: &FieldSet,
) -> Vec<Hypothesis> {
    let enemy = view.player().opponent();
    let classes = view.rules().classes.iter();
    let footprints = classes.flat_map(|class| {
        let directions = Direction::ALL.into_iter();
        let footprints = directions.flat_map(|direction| run.covering(class, direction));
        footprints.map(move |footprint| (class, footprint))
    });
    let hypotheses = footprints.filter_map(|(class, footprint)| {
        Some(Hypothesis {
            class,
            footprint,
            destroyed: fits(class, &footprint, view, clear)?,
            weight: view.count(enemy, class).into(),
        })
    });
    hypotheses
        .filter(|hypothesis| hypothesis.weight > 0.0)
        .collect()
}

/// The segments seen to be destroyed, as bits, if everything visible allows a ship there.
pub(super) fn fits(
    class: &ShipClass,
    footprint: &Footprint,
    view: &Observation<'_>,
    clear: &FieldSet,
) -> Option<u8> {
    if !view.size().contains_rect(footprint.rect()) {
        return None;
    }
    let mut destroyed = 0;
    for (segment, field) in (0..).zip(footprint.fields()) {
        match view.enemy_at(field) {
            Some(SegmentKind::Destroyed) => destroyed |= 1 << segment,
            Some(kind) if kind == SegmentKind::of(class, segment, true) => {}
            None if !clear.contains(field) && !view.is_reef(field) => {}
            _ => return None,
        }
    }
    Some(destroyed)
}

/// The probability of each movement of a ship that moves.
const MOVEMENTS: [(Movement, f64); 3] = [
    (Movement::Forward, 0.6),
    (Movement::Left, 0.2),
    (Movement::Right, 0.2),
];

/// Adds the positions after one to `moves` movements, with the weight `share` for each number
/// of movements.
fn sail(
    hypothesis: &Hypothesis,
    moves: u8,
    share: f64,
    view: &Observation<'_>,
    spread: &mut Vec<Hypothesis>,
) {
    const WEIGHT_MIN: f64 = 1e-4;
    for (movement, likely) in MOVEMENTS {
        let footprint = hypothesis.footprint.moved(movement);
        let weight = share * likely;
        if !view.is_navigable(&footprint) || weight < WEIGHT_MIN {
            continue;
        }
        let arrived = Hypothesis {
            footprint,
            weight,
            ..*hypothesis
        };
        spread.push(arrived);
        if moves > 1 {
            sail(&arrived, moves - 1, weight, view, spread);
        }
    }
}
