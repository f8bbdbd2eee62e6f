//! The belief over the enemy's fleet.

use admiralty_core::game::Footprint;
use admiralty_core::geometry::{Direction, FieldSet, Movement, Pos, Rect};
use admiralty_core::rules::{RuleSet, ShipClass};
use admiralty_core::view::{Observation, SegmentKind};

use super::hits::Hits;
use super::unseen_ships::UnseenShips;
use crate::Effort;
use crate::ships::heat_map::HeatMap;
use crate::ships::hit_run::HitRun;

/// The belief over the enemy's fleet: estimates of the detected ships, and how long ago each
/// field was known to be clear.
#[derive(Clone, Debug)]
pub(super) struct Belief {
    pub window: Rect,
    /// How many turns the player had before this one.
    pub turn: u64,
    pub estimates: Vec<ShipEstimate>,
    /// For each field of the window, how long ago it was known to have no healthy part, in turns up to
    /// 16 and then in longer and longer [spans](span); [`NEVER`] if it never was.
    pub ages: Vec<u8>,
    /// How many ships were seen again a turn later, and how many of them had moved.
    pub looked: u32,
    pub moved: u32,
    /// What was hit for certain.
    pub hits: Hits,
}

/// The highest age that is distinguished, of about 3,000 turns. A player who shoots once a turn should
/// not come back to some fields before it has tried the others.
pub(super) const AGE_MAX: u8 = 35;
/// The age of fields that were never known to be clear.
pub(super) const NEVER: u8 = AGE_MAX + 1;

/// The share of the ships that move on at any time. The others are where nothing has looked since they
/// arrived; without them, it would return to the middle of the board and never search the edges
/// (`docs/MEASUREMENTS.md`).
pub(super) const MOBILE: f64 = 0.1;

/// After how many turns an age grows.
fn span(age: u8) -> i32 {
    /// Up to this age, it grows in every turn; then the span doubles with every second step.
    const EXACT_MAX: u8 = 14;
    1 << (age.saturating_sub(EXACT_MAX) / 2)
}

/// The most ships that are estimated.
const ESTIMATES_MAX: usize = 64;

/// The most visible runs of parts that are considered.
const RUNS_MAX: usize = 128;

/// With more shots than this, the posterior is computed only if all or none have hit.
const SHOTS_MAX: usize = 64;

impl Belief {
    /// How many repeated sightings to count before halving the counts.
    pub const LOOKS_MAX: u32 = 24;

    pub fn new(window: Rect) -> Self {
        Self {
            window,
            turn: 0,
            estimates: Vec::new(),
            ages: vec![NEVER; window.field_count()],
            looked: 0,
            moved: 0,
            hits: Hits::default(),
        }
    }

    /// Whether the window is only a part of the board.
    pub fn is_part(&self, view: &Observation<'_>) -> bool {
        self.window != view.size().rect()
    }

    pub fn hypotheses(&self) -> impl Iterator<Item = &Hypothesis> {
        let estimates = self.estimates.iter();
        estimates.flat_map(|estimate| &estimate.hypotheses)
    }

    /// Whether the position of some ship with healthy parts is more likely known than not.
    pub fn has_target(&self) -> bool {
        let mut best = self.estimates.iter().map(ShipEstimate::best);
        best.any(|hypothesis| hypothesis.weight > 0.5 && hypothesis.healthy().next().is_some())
    }

    /// Forgets where the enemy is and is not.
    pub fn forget_places(&mut self) {
        self.estimates.clear();
        self.hits.clear();
        self.ages.fill(NEVER);
    }

    /// The probability that a ship that can move stays where it is in a turn.
    pub fn stay_probability(&self) -> f64 {
        // The prior: 0.1 of 2.5 ships have moved. A player without planes learns no more, and with
        // a higher prior would soon shoot again where it has missed.
        let moved = f64::from(self.moved) + 0.1;
        1.0 - moved / (f64::from(self.looked) + 2.5)
    }

    /// For each field, the probability that it may have a healthy part again.
    pub fn reoccupied(&self) -> HeatMap {
        /// The side of a small board.
        const SIDE: u32 = 20;
        /// How many turns pass for each field of the board's side until all but 1/e of the ships that
        /// will ever move lie where they stay: on 40 x 40 fields, 9 turns.
        const SETTLING: f64 = 0.225;
        let stay_probability = self.stay_probability();
        let mut by_age = [1.0; NEVER as usize + 1];
        // The larger the window, the longer ships take to spread.
        let Rect {
            top,
            left,
            bottom,
            right,
        } = self.window;
        let side = bottom.abs_diff(top).max(right.abs_diff(left));
        let slowness = f64::from(side.max(SIDE) / SIDE);
        let left = (0.75 + 0.25 * stay_probability).powf(1.0 / slowness);
        let settling = SETTLING * f64::from(side + 1);
        let (mut sure, mut before) = (1.0, self.turn as f64);
        for (probability, age) in by_age.iter_mut().zip(0..NEVER) {
            let under_way = (-before.max(0.0) / settling).exp().max(MOBILE);
            *probability = under_way * (1.0 - sure);
            sure *= left.powi(span(age));
            before -= f64::from(span(age));
        }
        let ages = self.ages.iter();
        HeatMap {
            rect: self.window,
            values: ages.map(|&age| by_age[usize::from(age)]).collect(),
        }
    }

    /// Predicts the enemy's turn: ages grow, and estimates spread. `turn` counts the own turns.
    pub fn pass_turn(&mut self, view: &Observation<'_>, effort: Effort, turn: u64) {
        const HYPOTHESES: u32 = 6;
        self.turn = turn;
        for age in &mut self.ages {
            if *age < AGE_MAX && turn.is_multiple_of(span(*age).unsigned_abs().into()) {
                *age += 1;
            }
        }
        let stay_probability = self.stay_probability();
        let hypotheses_max = (HYPOTHESES * effort.steps()) as usize;
        for estimate in &mut self.estimates {
            estimate.spread(view, stay_probability, hypotheses_max);
        }
    }

    /// Updates the belief by what is visible, and by the fields where no enemy can be. `is_new`
    /// says whether the enemy has had a turn since the last observation.
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
        self.hits.drop_where(|pos| clear.contains(pos));
        self.hits.rule_out(|pos| {
            let is_water = !view.size().contains(pos) || view.is_reef(pos) || clear.contains(pos);
            is_water || view.enemy_at(pos) == Some(SegmentKind::Destroyed)
        });
        let before = std::mem::take(&mut self.estimates);
        let mut waiting: Vec<Option<ShipEstimate>> = before.into_iter().map(Some).collect();
        let parts = view.enemy().iter().map(|segment| segment.pos);
        let runs = HitRun::all(parts, |pos| view.enemy_at(pos).is_some());
        for run in runs.take(RUNS_MAX) {
            let explained = explanations(&run, view, clear);
            let best = waiting
                .iter()
                .enumerate()
                .filter_map(|(at, estimate)| {
                    let joint = estimate.as_ref()?.agreement(&explained);
                    (joint > 0.0).then_some((at, joint))
                })
                .max_by(|(_, a), (_, b)| a.total_cmp(b));
            let estimate = match best.and_then(|(at, _)| waiting[at].take()) {
                Some(estimate) => {
                    let joined = estimate.joined(&explained, view);
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
            estimate.hypotheses.retain(|hypothesis| {
                let mut fields = hypothesis.footprint.fields();
                fits(&hypothesis.class, &hypothesis.footprint, view, clear).is_some()
                    && !fields.any(|field| view.enemy_at(field).is_some())
            });
            let is_there = |anchor| {
                let mut left = estimate.hypotheses.iter();
                left.any(|hypothesis| hypothesis.footprint == anchor)
            };
            if is_new && estimate.anchor.is_some_and(|anchor| !is_there(anchor)) {
                self.looked += 1;
                self.moved += 1;
            }
            if estimate.normalise() {
                self.estimates.push(estimate);
            }
        }
        self.fit_to_fleet(view);
        self.keep_to_fleet(view);
        while self.looked > Self::LOOKS_MAX {
            self.looked /= 2;
            self.moved /= 2;
        }
    }

    /// Updates the belief by the number of shots that have hit. The results on visible fields are
    /// known.
    pub fn update_after_shots(
        &mut self,
        unseen: &[UnseenShips],
        shots: &[FiredShot],
        hits: u64,
        after: &Observation<'_>,
    ) {
        let (seen, hidden): (Vec<&FiredShot>, Vec<_>) =
            (shots.iter()).partition(|shot| after.seen().contains(shot.pos));
        let is_hit = |shot: &FiredShot| after.enemy_at(shot.pos) == Some(SegmentKind::Destroyed);
        let mut sure: Vec<_> = seen.into_iter().filter(|shot| is_hit(shot)).collect();
        let hidden_hits = hits.saturating_sub(sure.len() as u64);
        let hidden_hits = usize::try_from(hidden_hits).unwrap_or(usize::MAX);
        for (shot, likely) in hidden.iter().zip(hit_probabilities(&hidden, hidden_hits)) {
            self.learn(unseen, shot, likely);
            if likely > SURE {
                sure.push(shot);
            }
        }
        for hit in sure {
            self.hits.add(hit.pos);
        }
        let is_shot_at = |pos| shots.iter().any(|shot| shot.pos == pos);
        self.hits.rule_out(is_shot_at);
    }

    /// Accounts for `missing` healthy parts that are nowhere else: parts that are believed to
    /// be destroyed, but not visible, may be healthy after all.
    pub fn doubt(&mut self, view: &Observation<'_>, missing: f64) {
        let is_seen = |pos| view.enemy_at(pos).is_some();
        let doubtful = |hypothesis: &Hypothesis| hypothesis.destroyed_unless(is_seen);
        let best = self.estimates.iter().map(ShipEstimate::best);
        let all = best.map(|hypothesis| doubtful(hypothesis).count_ones());
        let share = (missing / f64::from(all.sum::<u32>().max(1))).min(0.5);
        for estimate in &mut self.estimates {
            for hypothesis in estimate.hypotheses.clone() {
                let doubtful = doubtful(&hypothesis);
                let segments = 0..hypothesis.class.length;
                let in_doubt = segments.filter(|segment| doubtful >> segment & 1 == 1);
                let healthy = in_doubt.map(|segment| Hypothesis {
                    destroyed: hypothesis.destroyed & !(1 << segment),
                    weight: hypothesis.weight * share,
                    ..hypothesis
                });
                estimate.hypotheses.extend(healthy);
            }
            estimate.normalise();
        }
    }

    /// Counts whether a ship whose position was certain is still there.
    fn look_again(&mut self, anchor: Option<Footprint>, joined: &ShipEstimate) {
        if let Some(anchor) = anchor
            && joined.best().weight > SURE
        {
            self.looked += 1;
            self.moved += u32::from(joined.best().footprint != anchor);
        }
    }

    /// Updates the belief by a shot that has hit with probability `hit_probability`.
    fn learn(&mut self, unseen: &[UnseenShips], shot: &FiredShot, hit_probability: f64) {
        const MISSED: f64 = 0.05;
        const HIT: f64 = 0.5;
        if hit_probability < MISSED
            && let Some(at) = self.window.index(shot.pos)
        {
            self.ages[at] = 0;
        }
        let mut explained = 0.0;
        for estimate in &mut self.estimates {
            explained += estimate.learn(shot, hit_probability);
            if hit_probability > HIT {
                for hypothesis in &mut estimate.hypotheses {
                    if let Some(segment) = hypothesis.healthy_segment(shot.pos) {
                        hypothesis.destroyed |= 1 << segment;
                    }
                }
            }
        }
        self.estimates.retain_mut(ShipEstimate::normalise);
        if hit_probability > HIT {
            let detected = detected_ship(unseen, shot.pos, &self.estimates, 1.0 - explained);
            self.estimates.extend(detected);
        }
    }

    /// Drops the estimates for which the fleet has no ship left, the least certain first, but none
    /// of a visible ship. A ship counts for its likeliest class that has one left.
    fn keep_to_fleet(&mut self, view: &Observation<'_>) {
        let is_visible = |estimate: &ShipEstimate| {
            let mut fields = estimate.best().footprint.fields();
            fields.any(|field| view.enemy_at(field).is_some())
        };
        self.estimates.sort_by(|a, b| {
            let by_sight = is_visible(b).cmp(&is_visible(a));
            by_sight.then_with(|| b.best().weight.total_cmp(&a.best().weight))
        });
        let mut counts = [0_u32; RuleSet::CLASSES_MAX];
        let enemy = view.player().opponent();
        let mut is_left = |class: &ShipClass| {
            let count = &mut counts[usize::from(class.index)];
            *count += 1;
            *count <= view.count(enemy, class)
        };
        self.estimates.retain(|estimate| {
            let hypotheses = estimate.hypotheses.iter();
            let mut classes: Vec<_> = hypotheses.map(|hypothesis| hypothesis.class).collect();
            classes.dedup_by_key(|class| class.index);
            classes.iter().any(&mut is_left) || is_visible(estimate)
        });
        self.estimates.truncate(ESTIMATES_MAX);
    }

    /// Makes no class likelier than the fleet has ships of it: of the estimates that may be of it, those give
    /// way that have the best other explanation.
    fn fit_to_fleet(&mut self, view: &Observation<'_>) {
        /// What one class gives up goes to the others, which may then have too much.
        const ROUNDS: u32 = 4;
        let enemy = view.player().opponent();
        for _ in 0..ROUNDS {
            for class in &view.rules().classes {
                let is_meant = |hypothesis: &Hypothesis| hypothesis.class == *class;
                let estimates = self.estimates.iter();
                let weights: Vec<_> = estimates.map(|it| it.weight(is_meant)).collect();
                let odds = common_odds(&weights, view.count(enemy, class).into());
                if odds < 1.0 {
                    self.estimates.retain_mut(|estimate| {
                        let hypotheses = estimate.hypotheses.iter_mut();
                        for hypothesis in hypotheses.filter(|it| is_meant(it)) {
                            hypothesis.weight *= odds;
                        }
                        estimate.normalise()
                    });
                }
            }
        }
    }
}

/// The number, at most 1, by which the odds of all these probabilities have to be multiplied so that their sum
/// is at most `count`; nearly 0 if nothing is enough.
pub(super) fn common_odds(probabilities: &[f64], count: f64) -> f64 {
    /// How often the interval is halved.
    const STEPS: u32 = 30;
    /// A sum that is larger by this is left as it is.
    const EXCESS: f64 = 0.01;
    let sum = |odds: f64| -> f64 {
        let changed = probabilities
            .iter()
            .map(|it| odds * it / (1.0 - it + odds * it));
        changed.sum()
    };
    if sum(1.0) <= count + EXCESS {
        return 1.0;
    }
    let (mut low, mut high) = (1e-6, 1.0);
    for _ in 0..STEPS {
        let middle = f64::midpoint(low, high);
        if sum(middle) > count {
            high = middle;
        } else {
            low = middle;
        }
    }
    low
}

/// A shot, with the prior probability that it destroyed something.
#[derive(Clone, Copy, Debug)]
pub(super) struct FiredShot {
    pub pos: Pos,
    pub hit_chance: f64,
}

/// The likeliest healthy part of each ship that more likely than not has one.
pub(super) fn targets(estimates: &[ShipEstimate]) -> impl Iterator<Item = Pos> {
    let is_healthy = |hypothesis: &Hypothesis| hypothesis.healthy().next().is_some();
    let estimates = estimates.iter();
    let healthy = estimates.filter(move |estimate| estimate.weight(is_healthy) > 0.5);
    healthy.filter_map(move |estimate| {
        let hypotheses = estimate.hypotheses.iter();
        let healthy = hypotheses.filter(|hypothesis| is_healthy(hypothesis));
        let likeliest = healthy.max_by(|a, b| a.weight.total_cmp(&b.weight))?;
        likeliest.healthy().next().map(|(_, field)| field)
    })
}

/// The posterior probability of each shot to have hit, given the number of hits. The prior
/// number of hits has a Poisson-binomial distribution, computed by the usual recurrence over
/// the shots.
pub(super) fn hit_probabilities(shots: &[&FiredShot], hits: usize) -> Vec<f64> {
    if hits == 0 || hits >= shots.len() {
        return vec![if hits == 0 { 0.0 } else { 1.0 }; shots.len()];
    }
    if shots.len() > SHOTS_MAX {
        return shots.iter().map(|shot| shot.hit_chance).collect();
    }
    let clamped = |shot: &FiredShot| shot.hit_chance.clamp(0.01, 0.99);
    // The distribution of the number of hits, with one shot left out.
    let counts = |left_out: Option<usize>| {
        let mut counts = vec![0.0; hits + 1];
        counts[0] = 1.0;
        for (at, shot) in shots.iter().enumerate() {
            if Some(at) == left_out {
                continue;
            }
            let chance = clamped(shot);
            for count in (0..=hits).rev() {
                let before = if count > 0 { counts[count - 1] } else { 0.0 };
                counts[count] = counts[count] * (1.0 - chance) + before * chance;
            }
        }
        counts
    };
    let all = counts(None)[hits];
    let likely =
        |(at, &shot): (usize, &&FiredShot)| clamped(shot) * counts(Some(at))[hits - 1] / all;
    shots.iter().enumerate().map(likely).collect()
}

/// The belief over one enemy ship: mutually exclusive hypotheses, whose weights sum to 1 with the
/// probability that none of them is true.
#[derive(Clone, Debug)]
pub(super) struct ShipEstimate {
    /// The hypotheses, most likely first.
    pub hypotheses: Vec<Hypothesis>,
    /// The probability that the ship is anywhere else, like those that nothing has detected. Otherwise
    /// it would look for a ship around where it once was for the rest of the game.
    pub lost: f64,
    /// Its certain position before the enemy's last turn, if it could move.
    pub anchor: Option<Footprint>,
}

/// Hypotheses of at least this weight count as certain.
const SURE: f64 = 0.9;
/// A ship that is lost with a higher probability is no longer estimated.
const LOST_MAX: f64 = 0.9;
/// The probability that a turn of a ship that can move leads it elsewhere than it is expected.
const STRAY: f64 = 0.01;

impl ShipEstimate {
    /// The estimate of a ship to which one of the hypotheses applies; `None` if all weights are 0.
    pub fn new(hypotheses: Vec<Hypothesis>) -> Option<Self> {
        Self::with_lost(hypotheses, 0.0)
    }

    /// The estimate with hypotheses whose weights are probabilities; what they lack to 1 is that of
    /// being lost.
    pub fn of_probabilities(hypotheses: Vec<Hypothesis>) -> Option<Self> {
        let found: f64 = hypotheses.iter().map(|hypothesis| hypothesis.weight).sum();
        Self::with_lost(hypotheses, (1.0 - found).max(0.0))
    }

    fn with_lost(hypotheses: Vec<Hypothesis>, lost: f64) -> Option<Self> {
        let mut estimate = Self {
            hypotheses,
            lost,
            anchor: None,
        };
        estimate.normalise().then_some(estimate)
    }

    /// Sorts the hypotheses by weight and scales all weights so that they sum to 1; returns whether
    /// the ship is likely enough to be found by them.
    pub fn normalise(&mut self) -> bool {
        self.hypotheses.retain(|hypothesis| hypothesis.weight > 0.0);
        self.hypotheses.sort_by(|a, b| {
            let by_weight = b.weight.total_cmp(&a.weight);
            by_weight.then_with(|| a.key().cmp(&b.key()))
        });
        let found = self.weight(|_| true);
        let sum = found + self.lost;
        for hypothesis in &mut self.hypotheses {
            hypothesis.weight /= sum;
        }
        self.lost /= sum;
        found > 0.0 && self.lost <= LOST_MAX
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
        self.lost += STRAY * self.weight(Hypothesis::can_move);
        self.normalise();
        let cut = self.hypotheses.iter().skip(hypotheses_max);
        self.lost += cut.map(|hypothesis| hypothesis.weight).sum::<f64>();
        self.hypotheses.truncate(hypotheses_max);
    }

    /// The weight of the hypotheses that fit what is visible.
    pub fn agreement(&self, explained: &[Hypothesis]) -> f64 {
        self.weight(|hypothesis| explained.iter().any(|seen| hypothesis.agrees(seen)))
    }

    /// The estimate after seeing the ship again. What is visible overrides the belief.
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

    /// Updates the weights by a shot that has hit with a certain probability; returns how likely it has hit
    /// this ship. Where a hypothesis has the ship beside the field, nothing else can be on it.
    pub fn learn(&mut self, shot: &FiredShot, hit_probability: f64) -> f64 {
        /// The chance that something is hit beside a ship: the belief may be wrong.
        const SURPRISE: f64 = 0.01;
        let is_near = |hypothesis: &Hypothesis| hypothesis.surroundings().contains(shot.pos);
        let there = self.healthy_at(shot.pos);
        let far = self.weight(|hypothesis| !is_near(hypothesis)) + self.lost;
        let others = (shot.hit_chance - there).max(0.0) / far.max(1e-9);
        let others = others.clamp(SURPRISE, 1.0);
        let near = self.weight(is_near) - there;
        let hit = there + near * SURPRISE + far * others;
        let missed = 1.0 - hit;
        let factor = |chance: f64| {
            let missed = (1.0 - chance) / missed.max(1e-9);
            hit_probability * chance / hit + (1.0 - hit_probability) * missed
        };
        for hypothesis in &mut self.hypotheses {
            let chance = if hypothesis.healthy_segment(shot.pos).is_some() {
                1.0
            } else if is_near(hypothesis) {
                SURPRISE
            } else {
                others
            };
            hypothesis.weight *= factor(chance);
        }
        self.lost *= factor(others);
        hit_probability * there / hit
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
    pub class: ShipClass,
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

    /// The fields on which no other ship can be.
    pub fn surroundings(&self) -> Rect {
        self.footprint.rect().grown(1)
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
            class: *class,
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

/// The estimate of a ship that a shot has detected with the probability `found`: it may have hit one of the
/// others.
fn detected_ship(
    unseen: &[UnseenShips],
    pos: Pos,
    others: &[ShipEstimate],
    found: f64,
) -> Option<ShipEstimate> {
    let mut hypotheses = Vec::new();
    for ships in unseen {
        let placements = ships.placements.iter();
        let there = placements.filter(|(footprint, _)| footprint.rect().contains(pos));
        hypotheses.extend(there.map(|&(footprint, weight)| {
            let is_near = |other: &Hypothesis| other.surroundings().intersects(&footprint.rect());
            let apart = others.iter().map(|other| 1.0 - other.weight(is_near));
            Hypothesis {
                class: ships.class,
                footprint,
                destroyed: 1 << footprint.segment_at(pos),
                weight: weight * ships.count * apart.product::<f64>(),
            }
        }));
    }
    let sum: f64 = hypotheses.iter().map(|hypothesis| hypothesis.weight).sum();
    let lost = sum * (1.0 - found) / found.max(1e-9);
    ShipEstimate::with_lost(hypotheses, lost)
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
