//! What is believed of one ship of the enemy.

use crate::game::Footprint;
use crate::geometry::{Direction, FieldSet, Movement, Pos};
use crate::rules::ShipClass;
use crate::view::{Observation, Segment, SegmentKind};

/// What one ship of the enemy may be: its hypotheses exclude each other, and their
/// weights add up to 1.
#[derive(Clone, Debug)]
pub(super) struct ShipEstimate {
    /// The likeliest first.
    pub hypotheses: Vec<Hypothesis>,
    /// Where it surely was before the enemy's last turn, if it could move.
    pub anchor: Option<Footprint>,
}

/// The weight of a hypothesis that is taken for sure.
pub(super) const SURE: f64 = 0.9;

/// Where and in which state a ship of the enemy may be.
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

    /// Whether it may have moved.
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
    /// A ship of which no hypothesis is left is none.
    pub fn new(hypotheses: Vec<Hypothesis>) -> Option<Self> {
        let mut estimate = Self {
            hypotheses,
            anchor: None,
        };
        estimate.normalise().then_some(estimate)
    }

    /// Keeps the likeliest hypotheses and has their weights add up to 1; says
    /// whether there are any.
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

    /// The likeliest hypothesis.
    pub fn best(&self) -> &Hypothesis {
        &self.hypotheses[0]
    }

    /// Lets a turn of the enemy pass, in which the ship stays with probability
    /// `stay_probability`; at most so many hypotheses are followed on.
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

    /// How likely it is of a class.
    pub fn class_weight(&self, class: &ShipClass) -> f64 {
        let hypotheses = self.hypotheses.iter();
        hypotheses
            .filter(|hypothesis| hypothesis.class == class)
            .map(|hypothesis| hypothesis.weight)
            .sum()
    }

    /// How likely a healthy segment of it lies on a field.
    pub fn healthy_at(&self, pos: Pos) -> f64 {
        let hypotheses = self.hypotheses.iter();
        hypotheses
            .filter(|hypothesis| hypothesis.healthy_segment(pos).is_some())
            .map(|hypothesis| hypothesis.weight)
            .sum()
    }
}

/// How likely each movement is, of a ship that moves.
const MOVEMENTS: [(Movement, f64); 3] = [
    (Movement::Forward, 0.6),
    (Movement::Left, 0.2),
    (Movement::Right, 0.2),
];

/// Adds where a ship may be after one to `moves` movements, each number with
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
        let is_possible = view.size().contains_rect(footprint.rect())
            && !footprint.fields().any(|field| view.is_reef(field));
        if !is_possible || weight < WEIGHT_MIN {
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

/// What the ship may be of which these segments are seen.
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

/// Whether a ship could lie there given all that is seen, and which of its
/// segments are seen to be destroyed.
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
