//! The belief over one ship of the enemy.

use crate::game::Footprint;
use crate::geometry::{Direction, FieldSet, Movement, Pos};
use crate::rules::ShipClass;
use crate::view::{Observation, Segment, SegmentKind};

/// The belief over one ship of the enemy: hypotheses that exclude each other, with
/// weights that sum to 1.
#[derive(Clone, Debug)]
pub(super) struct ShipEstimate {
    /// The most likely first.
    pub hypotheses: Vec<Hypothesis>,
    /// Where it certainly was before the enemy's last turn, if it could move.
    pub anchor: Option<Footprint>,
}

/// The weight from which on a hypothesis counts as certain.
pub(super) const SURE: f64 = 0.9;

/// A possible class, position and state of a ship of the enemy.
#[derive(Clone, Copy, Debug)]
pub(super) struct Hypothesis {
    pub class: &'static ShipClass,
    pub footprint: Footprint,
    /// The segments that are known to be destroyed, as bits.
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

    /// Whether it is the same ship in the same place.
    pub fn agrees(&self, other: &Self) -> bool {
        self.class == other.class && self.footprint == other.footprint
    }

    /// Whether the ship may have moved.
    pub const fn can_move(&self) -> bool {
        self.class.moves > 0 && self.is_healthy(self.class.engine())
    }

    /// The field of the cannon, if that may be healthy.
    pub fn cannon(&self) -> Option<Pos> {
        let cannon = self.class.cannon();
        self.is_healthy(cannon)
            .then(|| self.footprint.field(cannon))
    }

    fn key(&self) -> (u8, Pos, u8, u8) {
        (
            self.class.index,
            self.footprint.head,
            self.footprint.direction as u8,
            self.destroyed,
        )
    }
}

impl ShipEstimate {
    /// The estimate of these hypotheses; none if all weights are 0.
    pub fn new(hypotheses: Vec<Hypothesis>) -> Option<Self> {
        let mut estimate = Self {
            hypotheses,
            anchor: None,
        };
        estimate.normalise().then_some(estimate)
    }

    /// Sorts the hypotheses by weight and scales the weights to the sum 1; returns
    /// whether any is left.
    pub fn normalise(&mut self) -> bool {
        self.hypotheses.retain(|hypothesis| hypothesis.weight > 0.0);
        self.hypotheses.sort_by(|a, b| {
            b.weight
                .total_cmp(&a.weight)
                .then_with(|| a.key().cmp(&b.key()))
        });
        let sum: f64 = self
            .hypotheses
            .iter()
            .map(|hypothesis| hypothesis.weight)
            .sum();
        for hypothesis in &mut self.hypotheses {
            hypothesis.weight /= sum;
        }
        sum > 0.0
    }

    /// The most likely hypothesis.
    pub fn best(&self) -> &Hypothesis {
        &self.hypotheses[0]
    }

    /// Predicts a turn of the enemy, in which the ship stays with `stay_probability`;
    /// the `hypotheses_max` most likely hypotheses are kept.
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

    /// The probability that the ship is of a class.
    pub fn class_weight(&self, class: &ShipClass) -> f64 {
        let hypotheses = self.hypotheses.iter();
        hypotheses
            .filter(|hypothesis| hypothesis.class == class)
            .map(|hypothesis| hypothesis.weight)
            .sum()
    }

    /// The probability that a healthy segment of it is on a field.
    pub fn healthy_at(&self, pos: Pos) -> f64 {
        let hypotheses = self.hypotheses.iter();
        hypotheses
            .filter(|hypothesis| hypothesis.healthy_segment(pos).is_some())
            .map(|hypothesis| hypothesis.weight)
            .sum()
    }
}

/// The probability of each movement of a ship that moves.
const MOVEMENTS: [(Movement, f64); 3] = [
    (Movement::Forward, 0.6),
    (Movement::Left, 0.2),
    (Movement::Right, 0.2),
];

/// Adds the positions after one to `moves` movements, each number of movements with
/// the weight `share`.
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

/// The hypotheses of a ship of which these segments are seen.
pub(super) fn explanations(
    segments: &[Segment],
    view: &Observation<'_>,
    clear: &FieldSet,
) -> Vec<Hypothesis> {
    let mut hypotheses = Vec::new();
    let enemy = view.player().opponent();
    let Some(first) = segments.first() else {
        return hypotheses;
    };
    for class in view.rules().classes {
        let count = f64::from(view.count(enemy, class));
        if count == 0.0 {
            continue;
        }
        for direction in Direction::ALL {
            for at in 0..class.length {
                let footprint = Footprint {
                    head: first.pos.step(direction, i32::from(at)),
                    direction,
                    length: class.length,
                };
                if let Some(destroyed) = fits(class, &footprint, view, clear)
                    && segments
                        .iter()
                        .all(|segment| footprint.rect().contains(segment.pos))
                {
                    hypotheses.push(Hypothesis {
                        class,
                        footprint,
                        destroyed,
                        weight: count,
                    });
                }
            }
        }
    }
    hypotheses
}

/// The segments that are seen to be destroyed, as bits, if a ship could lie there given
/// all that is seen.
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
