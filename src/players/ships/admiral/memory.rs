//! Conversion between the admiral's memory and facts.

use bstr::BString;

use super::belief::{AGE_MAX, Belief, NEVER};
use super::ship_estimate::ShipEstimate;
use crate::game::Footprint;
use crate::geometry::{Direction, Pos, Rect};
use crate::players::memory::{number, words};
use crate::players::ships::hypothesis::Hypothesis;
use crate::players::ships::window::Window;
use crate::players::{Fact, Memory};
use crate::rules::RuleSet;
use crate::view::Observation;

/// The most hypotheses of a ship that are remembered.
const HYPOTHESES_KEPT_MAX: usize = 20;
/// The lowest weight of a hypothesis that is remembered.
const WEIGHT_KEPT_MIN: f64 = 0.005;
/// The most ships that can be remembered.
const SHIPS_MAX: usize = 64;

/// What the admiral remembers.
#[derive(Clone, Debug)]
pub(super) struct AdmiralMemory {
    pub belief: Belief,
    /// For how many of its turns it has destroyed nothing.
    pub quiet: u32,
    /// Which window of a large board is being searched, and for how many turns it has been.
    pub search: [u64; 2],
}

impl AdmiralMemory {
    /// Reads the facts; invalid ones are ignored.
    pub fn read(memory: &Memory<'_>, view: &Observation<'_>) -> Self {
        let search: [u64; 2] = memory.numbers(Fact::Search).unwrap_or_default();
        let mut belief = Belief::new(Window::search_or_fight(view, search[0]));
        for line in memory.facts(Fact::Clear) {
            // Lines that do not fit are ignored.
            let _ = read_ages(line, &mut belief);
        }
        let mut ships = vec![Vec::new(); SHIPS_MAX];
        let hypotheses = memory.facts(Fact::Enemy);
        for (ship, hypothesis) in hypotheses.filter_map(|line| read_hypothesis(line, view)) {
            if let Some(ship) = ships.get_mut(ship) {
                ship.push(hypothesis);
            }
        }
        belief.estimates = ships.into_iter().filter_map(ShipEstimate::new).collect();
        if let Some([moved, looked]) = memory.numbers(Fact::Moved)
            && moved <= looked
            && looked <= Belief::LOOKS_MAX
        {
            (belief.moved, belief.looked) = (moved, looked);
        }
        Self {
            belief,
            quiet: memory.number(Fact::Quiet).unwrap_or(0),
            search,
        }
    }

    /// Moves on to the next window of a large board if there is nothing left to shoot at in
    /// this one and most of it was explored, or if the search of it takes too long.
    pub fn search_on(&mut self, view: &Observation<'_>) {
        /// The search ends when less than 1 in this many fields is unexplored.
        const UNEXPLORED_MAX: usize = 16;
        /// The least number of fields that a turn is expected to search.
        const FIELDS_MIN: u64 = 64;
        let (belief, [number, turns]) = (&self.belief, &mut self.search);
        if !belief.is_part(view)
            || belief.window != Window::nth(view, *number, false).rect
            || belief.has_target()
        {
            return;
        }
        *turns = turns.saturating_add(1);
        let fields = belief.ages.len();
        let unexplored = belief.ages.iter().filter(|age| **age > AGE_MAX).count();
        if unexplored * UNEXPLORED_MAX < fields || *turns > fields as u64 / FIELDS_MIN {
            self.search = [number.wrapping_add(1), 0];
        }
    }

    /// Writes the facts.
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
        let Rect { top, left, .. } = belief.window;
        for (ages, y) in belief.ages.chunks(belief.window.width()).zip(top..) {
            if ages.iter().any(|&age| age != NEVER) {
                // An age is a digit in base 36, or a dot.
                let digit = |&age: &u8| char::from_digit(age.into(), BASE).unwrap_or('.');
                let digits: String = ages.iter().map(digit).collect();
                lines.push(format!("{} {y} {left} {digits}", Fact::Clear).into());
            }
        }
        lines
    }
}

/// The base of the digits of ages.
const BASE: u32 = AGE_MAX as u32 + 1;

fn write_hypothesis(ship: usize, hypothesis: &Hypothesis) -> String {
    let Hypothesis {
        class, footprint, ..
    } = hypothesis;
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
    let footprint = Footprint {
        head,
        direction,
        length: class.length,
    };
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
        class,
        footprint,
        destroyed,
        weight: permille.into(),
    };
    fits.then_some((ship, hypothesis))
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
