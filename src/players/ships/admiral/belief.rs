//! What is believed of the enemy's fleet.

use super::ship_estimate::{Hypothesis, SURE, ShipEstimate, explanations, fits};
use crate::game::Footprint;
use crate::geometry::{FieldSet, Rect};
use crate::players::Effort;
use crate::rules::{RuleSet, ShipClass};
use crate::view::{Observation, Segment, SegmentKind};

/// What is believed of the enemy's fleet: the ships that were made out, and how
/// long ago each field was known to be clear.
#[derive(Clone, Debug)]
pub(super) struct Belief {
    pub window: Rect,
    pub estimates: Vec<ShipEstimate>,
    /// By field, how many turns ago nothing healthy lay there; [`NEVER`] if that
    /// was never known.
    pub ages: Vec<u8>,
    /// How many ships were looked at again after a turn, and how many of them
    /// had moved.
    pub looked: u32,
    pub moved: u32,
}

/// The greatest age that is told from greater ones.
pub(super) const AGE_MAX: u8 = 35;
/// The age of what was never known to be clear.
pub(super) const NEVER: u8 = AGE_MAX + 1;

/// How many ships are made out, at most.
const ESTIMATES_MAX: usize = 64;

impl Belief {
    /// How many looks are remembered; then half of them are forgotten.
    pub const LOOKS_MAX: u32 = 24;

    /// Nothing known.
    pub fn new(window: Rect) -> Self {
        Self {
            window,
            estimates: Vec::new(),
            ages: vec![NEVER; window.field_count()],
            looked: 0,
            moved: 0,
        }
    }

    /// Whether there is a ship to shoot at that is likelier somewhere than not.
    pub fn has_target(&self) -> bool {
        let best = self.estimates.iter().map(ShipEstimate::best);
        let mut likely = best.filter(|hypothesis| hypothesis.weight > 0.5);
        likely.any(|hypothesis| hypothesis.healthy().next().is_some())
    }

    /// Forgets where the enemy is and is not.
    pub fn forget_places(&mut self) {
        self.estimates.clear();
        self.ages.fill(NEVER);
    }

    /// How likely a ship that can move stays where it is for a turn.
    pub fn stay_probability(&self) -> f64 {
        // As if of two and a half ships half a one had moved, as long as little
        // is known.
        let moved = f64::from(self.moved) + 0.5;
        1.0 - moved / (f64::from(self.looked) + 2.5)
    }

    /// By age, how likely something healthy may be on a field again.
    pub fn reoccupied_by_age(&self) -> [f64; NEVER as usize + 1] {
        let stay_probability = self.stay_probability();
        let mut reoccupied = [0.0; NEVER as usize + 1];
        let mut sure = 1.0;
        for probability in &mut reoccupied {
            *probability = 1.0 - sure;
            sure *= 0.75 + 0.25 * stay_probability;
        }
        reoccupied[usize::from(NEVER)] = 1.0;
        reoccupied
    }

    /// Lets a turn of the enemy pass.
    pub fn pass_turn(&mut self, view: &Observation<'_>, effort: Effort) {
        const HYPOTHESES: u32 = 6;
        for age in &mut self.ages {
            if *age < AGE_MAX {
                *age += 1;
            }
        }
        let stay_probability = self.stay_probability();
        for estimate in &mut self.estimates {
            estimate.spread(
                view,
                stay_probability,
                (HYPOTHESES * effort.steps()) as usize,
            );
        }
    }

    /// Takes in what is seen, and where the enemy cannot be. `is_new` says that a
    /// turn of the enemy has passed.
    pub fn observe(&mut self, view: &Observation<'_>, clear: &FieldSet, is_new: bool) {
        for (age, pos) in self.ages.iter_mut().zip(self.window.fields()) {
            if clear.contains(pos) {
                *age = 0;
            }
        }
        for segment in view.enemy() {
            if let Some(at) = self.window.index(segment.pos) {
                let is_harmless = segment.kind == SegmentKind::Destroyed;
                self.ages[at] = if is_harmless { 0 } else { NEVER };
            }
        }
        let before = std::mem::take(&mut self.estimates);
        let mut waiting: Vec<Option<ShipEstimate>> = before.into_iter().map(Some).collect();
        for group in groups(view.enemy()) {
            let explained = explanations(&group, view, clear);
            let best = waiting.iter().enumerate().filter_map(|(at, estimate)| {
                let joint = agreement(estimate.as_ref()?, &explained);
                (joint > 0.0).then_some((at, joint))
            });
            let best = best
                .max_by(|(_, a), (_, b)| a.total_cmp(b))
                .map(|(at, _)| at);
            let estimate = match best.and_then(|at| waiting[at].take()) {
                Some(estimate) => {
                    let joined = join(&estimate, &explained);
                    if let Some(joined) = joined.as_ref().filter(|_| is_new) {
                        self.look_again(estimate.anchor, joined);
                    }
                    joined
                }
                None => ShipEstimate::new(explained),
            };
            self.estimates.extend(estimate);
        }
        for mut estimate in waiting.into_iter().flatten() {
            let is_hidden = |hypothesis: &Hypothesis| {
                let mut fields = hypothesis.footprint.fields();
                fits(hypothesis.class, &hypothesis.footprint, view, clear).is_some()
                    && !fields.any(|field| view.enemy_at(field).is_some())
            };
            estimate.hypotheses.retain(is_hidden);
            let is_gone = |footprint: Footprint| {
                !estimate
                    .hypotheses
                    .iter()
                    .any(|hypothesis| hypothesis.footprint == footprint)
            };
            if is_new && estimate.anchor.is_some_and(is_gone) {
                self.looked += 1;
                self.moved += 1;
            }
            if estimate.normalise() {
                self.estimates.push(estimate);
            }
        }
        self.keep_to_fleet(view);
        while self.looked > Self::LOOKS_MAX {
            self.looked /= 2;
            self.moved /= 2;
        }
    }

    /// Counts whether a ship that was surely somewhere is still there.
    fn look_again(&mut self, anchor: Option<Footprint>, joined: &ShipEstimate) {
        if let Some(anchor) = anchor
            && joined.best().weight > SURE
        {
            self.looked += 1;
            self.moved += u32::from(joined.best().footprint != anchor);
        }
    }

    /// Drops the least certain ships of a class of which there are too many.
    fn keep_to_fleet(&mut self, view: &Observation<'_>) {
        let certainty = |estimate: &ShipEstimate| estimate.best().weight;
        self.estimates
            .sort_by(|a, b| certainty(b).total_cmp(&certainty(a)));
        let mut counts = [0_u32; RuleSet::CLASSES_MAX];
        let enemy = view.player().opponent();
        self.estimates.retain(|estimate| {
            let class = estimate.best().class;
            let count = &mut counts[usize::from(class.index)];
            *count += 1;
            *count <= view.count(enemy, class)
        });
        self.estimates.truncate(ESTIMATES_MAX);
        self.rule_out(view);
    }

    /// Where all ships of a class are surely made out, no other ship is of it.
    fn rule_out(&mut self, view: &Observation<'_>) {
        let enemy = view.player().opponent();
        let mut counts = [0_u32; RuleSet::CLASSES_MAX];
        let is_sure = |estimate: &ShipEstimate| estimate.class_weight(estimate.best().class) > SURE;
        for estimate in self.estimates.iter().filter(|estimate| is_sure(estimate)) {
            counts[usize::from(estimate.best().class.index)] += 1;
        }
        let is_full =
            |class: &ShipClass| counts[usize::from(class.index)] >= view.count(enemy, class);
        for estimate in self
            .estimates
            .iter_mut()
            .filter(|estimate| !is_sure(estimate))
        {
            if estimate
                .hypotheses
                .iter()
                .any(|hypothesis| !is_full(hypothesis.class))
            {
                estimate
                    .hypotheses
                    .retain(|hypothesis| !is_full(hypothesis.class));
                estimate.normalise();
            }
        }
    }
}

/// The seen segments, ship by ship: ships never touch, so what touches is one.
fn groups(segments: &[Segment]) -> Vec<Vec<Segment>> {
    let mut groups: Vec<Vec<Segment>> = Vec::new();
    for &segment in segments {
        let touches = |group: &Vec<Segment>| {
            let mut others = group.iter();
            others.any(|other| other.pos.distance_squared(segment.pos) == 1)
        };
        // By row and column, so the ship's earlier fields are in a late group.
        match groups
            .iter_mut()
            .rev()
            .take(GROUPS_BACK)
            .find(|group| touches(group))
        {
            Some(group) => group.push(segment),
            None => groups.push(vec![segment]),
        }
        if groups.len() > GROUPS_MAX {
            break;
        }
    }
    groups
}

/// How many ships are made out of what is seen, at most.
const GROUPS_MAX: usize = 128;
/// How many ships may be met in a row before one that began in the row above.
const GROUPS_BACK: usize = 64;

/// How much of what a ship may be agrees with what is seen.
fn agreement(estimate: &ShipEstimate, explained: &[Hypothesis]) -> f64 {
    let agreeing = estimate
        .hypotheses
        .iter()
        .filter(|hypothesis| explained.iter().any(|e| hypothesis.agrees(e)));
    agreeing.map(|hypothesis| hypothesis.weight).sum()
}

/// What a ship is that was believed and is seen.
fn join(estimate: &ShipEstimate, explained: &[Hypothesis]) -> Option<ShipEstimate> {
    let joint = estimate.hypotheses.iter().filter_map(|hypothesis| {
        let seen = explained.iter().find(|seen| hypothesis.agrees(seen))?;
        Some(Hypothesis {
            destroyed: hypothesis.destroyed | seen.destroyed,
            ..*hypothesis
        })
    });
    ShipEstimate::new(joint.collect())
}
