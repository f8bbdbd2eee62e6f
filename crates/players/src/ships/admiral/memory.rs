//! What the admiral remembers from turn to turn.

use std::iter;

use bstr::BString;

use super::belief::{AGE_MAX, Belief, FiredShot, Hypothesis, NEVER, ShipEstimate, targets};
use super::unseen_fleet::{UnseenFleet, cannon_prior};
use crate::memory::{number, words};
use crate::ships::carrier_filter::CarrierFilter;
use crate::ships::window::{SweepStep, sweep_window};
use crate::{Effort, Fact, Memory};
use admiralty_core::game::Footprint;
use admiralty_core::geometry::{Direction, FieldSet, Pos, Rect};
use admiralty_core::rules::RuleSet;
use admiralty_core::view::Observation;

/// It patrols the whole board after this many turns without destroying anything. Not in the basic
/// game, where most turns destroy nothing.
pub(super) const PATIENCE: u32 = 8;
/// It forgets where the enemy is after at least this many turns without destroying anything.
pub(super) const QUIET_MAX: u32 = 24;

/// The most hypotheses of a ship that are remembered: a hit may belong to 56.
const HYPOTHESES_KEPT_MAX: usize = 60;
/// The lowest weight of a hypothesis that is remembered: half of the unit in which it is written.
const WEIGHT_KEPT_MIN: f64 = 0.0005;
/// The most ships that can be remembered.
const SHIPS_MAX: usize = 64;

/// What the admiral remembers from turn to turn, which is stored as facts.
#[derive(Clone, Debug)]
pub(super) struct AdmiralMemory {
    pub belief: Belief,
    /// The belief of the sweep, of which only the ages count, while the belief is limited to the
    /// surroundings of a target elsewhere.
    pub swept: Option<Belief>,
    /// For how many of its turns it has destroyed nothing.
    pub quiet: u32,
    /// Which step of the sweep of a large board is being searched, and for how many turns.
    pub search: [u64; 2],
    /// Where the enemy's carrier is, as long as its cannon is believed to be healthy.
    pub carrier: Option<CarrierFilter>,
}

impl AdmiralMemory {
    /// Reads the facts; invalid ones are ignored.
    pub fn read(memory: &Memory<'_>, view: &Observation<'_>) -> Self {
        let search: [u64; 2] = memory.numbers(Fact::Search).unwrap_or_default();
        let mut ships = vec![Vec::new(); SHIPS_MAX];
        let hypotheses = memory.facts(Fact::Enemy);
        for (ship, hypothesis) in hypotheses.filter_map(|line| read_hypothesis(line, view)) {
            if let Some(ship) = ships.get_mut(ship) {
                ship.push(hypothesis);
            }
        }
        let estimates: Vec<_> = ships
            .into_iter()
            .filter_map(ShipEstimate::of_probabilities)
            .collect();
        let window = sweep_window(view, search[0], targets(&estimates));
        let mut belief = Belief::new(window);
        belief.estimates = estimates;
        let swept = SweepStep::nth(view, search[0]).window;
        let is_battle = belief.is_part(view) && belief.window != swept;
        let mut swept = is_battle.then(|| Belief::new(swept));
        for line in memory.facts(Fact::Clear) {
            for belief in iter::once(&mut belief).chain(&mut swept) {
                // Lines that do not fit are ignored.
                let _ = read_ages(line, belief);
            }
        }
        for line in memory.facts(Fact::Hit) {
            belief.hits.read(line, view.size());
        }
        if let Some([moved, looked]) = memory.numbers(Fact::Moved)
            && moved <= looked
            && looked <= Belief::LOOKS_MAX
        {
            (belief.moved, belief.looked) = (moved, looked);
        }
        Self {
            belief,
            swept,
            quiet: memory.number(Fact::Quiet).unwrap_or(0),
            search,
            carrier: CarrierFilter::read(memory, view),
        }
    }

    /// Recalls its memory: the enemy has had a turn.
    pub fn begin_turn(
        &mut self,
        view: &Observation<'_>,
        clear: &FieldSet,
        effort: Effort,
        turn: u64,
    ) {
        let belief = &mut self.belief;
        if self.quiet >= quiet_max(belief, view) && !belief.is_part(view) && !belief.has_target() {
            // Something in the belief must be wrong.
            belief.forget_places();
            self.quiet = 0;
        }
        belief.pass_turn(view, effort, turn);
        belief.observe(view, clear, true);
        if let Some(carrier) = &mut self.carrier {
            // Who has had a turn before this one has placed its fleet in it, and so has the enemy.
            let prior = (turn > 0).then(|| cannon_prior(view, belief.window, turn));
            carrier.begin_turn(view, |pos| prior.as_ref().map_or(1.0, |it| it.at(pos)));
        }
    }

    /// Whether the cannon of the enemy's carrier is hunted before all else.
    pub fn is_carrier_hunt(&self, view: &Observation<'_>) -> bool {
        let carrier = self.carrier.as_ref();
        view.is_extended() && !view.is_auto() && carrier.is_some_and(CarrierFilter::is_hunting)
    }

    /// The unseen fleet that goes with the belief, which is corrected if it cannot be right.
    pub fn unseen_fleet(&mut self, view: &Observation<'_>, clear: &FieldSet) -> UnseenFleet {
        let belief = &mut self.belief;
        let mut unseen_fleet = UnseenFleet::new(view, belief);
        let is_wrong = if belief.is_part(view) {
            unseen_fleet.classes.is_empty() && targets(&belief.estimates).next().is_none()
        } else {
            !unseen_fleet.is_possible()
        };
        if is_wrong {
            belief.forget_places();
            belief.observe(view, clear, false);
            unseen_fleet = UnseenFleet::new(view, belief);
        }
        if unseen_fleet.explain_hits(view, clear, belief) {
            unseen_fleet = UnseenFleet::new(view, belief);
        }
        if unseen_fleet.missing > 0.5 {
            belief.doubt(view, unseen_fleet.missing);
        }
        unseen_fleet
    }

    /// Updates the belief by the results of a turn; `before` is the number of the enemy's healthy
    /// parts at its beginning.
    pub fn end_turn(
        &mut self,
        unseen_fleet: &UnseenFleet,
        shots: &[FiredShot],
        before: u64,
        after: &Observation<'_>,
    ) {
        let enemy = after.player().opponent();
        let hits = before.saturating_sub(after.parts(enemy));
        let belief = &mut self.belief;
        belief.update_after_shots(&unseen_fleet.classes, shots, hits, after);
        if let Some(carrier) = &mut self.carrier {
            carrier.end_turn(shots.iter().map(|shot| shot.pos).collect(), hits, after);
        }
        belief.observe(after, &after.clear_fields(), false);
        if !after.is_complete(enemy) {
            // Ships may still be placed where there is nothing now.
            belief.forget_places();
        }
        self.quiet = if hits == 0 {
            self.quiet.saturating_add(1)
        } else {
            0
        };
        self.search_on(after);
    }

    /// Goes on to the next step of the sweep of a large board if no target is left and the strip is
    /// explored, or if that takes too long: then the belief must be wrong.
    fn search_on(&mut self, view: &Observation<'_>) {
        /// The step ends when less than 1 in this many fields of the strip is unexplored.
        const UNEXPLORED_MAX: usize = 8;
        /// The most turns of a step.
        const TURNS_MAX: u64 = 1024;
        /// How many turns a turn counts for if ships have arrived or there is a target. None
        /// counts before the last that has destroyed something.
        const ARRIVED: u64 = 16;
        let (belief, [number, turns]) = (&mut self.belief, &mut self.search);
        if !belief.is_part(view) {
            return;
        }
        let step = SweepStep::nth(view, *number);
        let has_arrived = || {
            let mut own = view.own().iter().map(|ship| ship.footprint().rect());
            own.any(|ship| ship.intersects(&step.window))
        };
        let is_unexplored = |pos: Pos| {
            let age = belief.window.index(pos).map(|at| belief.ages[at]);
            age == Some(NEVER) && !view.is_reef(pos)
        };
        let is_battle = belief.window != step.window || targets(&belief.estimates).next().is_some();
        let is_slow = is_battle || has_arrived();
        let cost = if is_slow { ARRIVED } else { 1 };
        *turns = turns.saturating_add(cost);
        if self.quiet == 0 {
            *turns = 0;
        }
        let unexplored = step.strip.fields().filter(|&pos| is_unexplored(pos));
        let is_explored = unexplored.count() * UNEXPLORED_MAX < step.strip.field_count();
        if *turns > TURNS_MAX {
            belief.estimates.clear();
        } else if is_battle || !is_explored {
            return;
        }
        self.search = [number.wrapping_add(1), 0];
    }

    /// The facts to be stored.
    pub fn write(&self) -> Vec<BString> {
        let belief = &self.belief;
        let mut lines: Vec<BString> = Vec::new();
        if self.search != [0, 0] {
            lines.push(Fact::Search.with(&self.search));
        }
        lines.push(Fact::Quiet.with(&[self.quiet.into()]));
        lines.push(Fact::Moved.with(&[belief.moved.into(), belief.looked.into()]));
        for (ship, estimate) in belief.estimates.iter().enumerate() {
            let kept = estimate.hypotheses.iter().take(HYPOTHESES_KEPT_MAX);
            for hypothesis in kept.filter(|hypothesis| hypothesis.weight >= WEIGHT_KEPT_MIN) {
                lines.push(write_hypothesis(ship, hypothesis).into());
            }
        }
        lines.extend(belief.hits.facts());
        for belief in self.swept.iter().chain([belief]) {
            write_ages(belief, &mut lines);
        }
        lines.extend(self.carrier.iter().flat_map(CarrierFilter::facts));
        lines
    }
}

/// After how many turns without destroying anything it forgets where the enemy is: only after it
/// could have searched the whole board. Otherwise it would search the first fields again and again,
/// and never the others.
fn quiet_max(belief: &Belief, view: &Observation<'_>) -> u32 {
    // Without planes, a turn of the basic game searches only one field.
    let searched = if view.is_extended() { 16 } else { 1 };
    let turns = belief.window.field_count() / searched;
    u32::try_from(turns).unwrap_or(u32::MAX).max(QUIET_MAX)
}

/// The base of the digits of ages.
const BASE: u32 = AGE_MAX as u32 + 1;

fn write_hypothesis(ship: usize, hypothesis: &Hypothesis) -> String {
    let (class, footprint) = (hypothesis.class, hypothesis.footprint);
    let segments = 0..class.length;
    let digits = segments.map(|segment| ['0', '1'][usize::from(hypothesis.is_healthy(segment))]);
    format!(
        "{} {ship} {} {} {} {} {:.0}",
        Fact::Enemy,
        footprint.head,
        footprint.direction,
        class.name,
        digits.collect::<String>(),
        (hypothesis.weight * 1000.0).max(1.0),
    )
}

/// Reads `ship y x D class segments permille`.
fn read_hypothesis(line: &[u8], view: &Observation<'_>) -> Option<(usize, Hypothesis)> {
    let mut words = words(line);
    let ship = number(words.next()?)?;
    let head = Pos::new(number(words.next()?)?, number(words.next()?)?);
    let direction = Direction::from_token(words.next()?)?;
    let class = RuleSet::class(view.rules(), words.next()?)?;
    let segments = words.next()?;
    let permille: u16 = number(words.next()?)?;
    let footprint = Footprint::new(head, direction, class.length);
    let fits = segments.len() == usize::from(class.length)
        && permille <= 1000
        && view.size().contains_rect(footprint.rect());
    let mut destroyed = 0;
    for (segment, digit) in segments.iter().enumerate().filter(|_| fits) {
        destroyed |= match digit {
            b'0' => 1 << segment,
            b'1' => 0,
            _ => return None,
        };
    }
    let hypothesis = Hypothesis {
        class: *class,
        footprint,
        destroyed,
        weight: f64::from(permille) / 1000.0,
    };
    fits.then_some((ship, hypothesis))
}

fn write_ages(belief: &Belief, lines: &mut Vec<BString>) {
    let Rect { top, left, .. } = belief.window;
    for (ages, y) in belief.ages.chunks(belief.window.width()).zip(top..) {
        if ages.iter().any(|&age| age != NEVER) {
            // An age is a digit in base 36, or a dot.
            let digit = |&age: &u8| char::from_digit(age.into(), BASE).unwrap_or('.');
            let digits: String = ages.iter().map(digit).collect();
            lines.push(format!("{} {y} {left} {digits}", Fact::Clear).into());
        }
    }
}

/// Reads `y x digits`.
fn read_ages(line: &[u8], belief: &mut Belief) -> Option<()> {
    let mut words = words(line);
    let first = Pos::new(number(words.next()?)?, number(words.next()?)?);
    let digits = words.next()?;
    // A window searched before may overlap this one.
    for (offset, &digit) in (0..).zip(digits) {
        let age = match digit {
            b'.' => NEVER,
            _ => u8::try_from(char::from(digit).to_digit(BASE)?).ok()?,
        };
        let pos = Pos::new(first.y, first.x.saturating_add(offset));
        if let Some(at) = belief.window.index(pos) {
            belief.ages[at] = age;
        }
    }
    Some(())
}
