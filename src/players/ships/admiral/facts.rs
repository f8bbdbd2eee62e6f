//! What the admiral remembers, as facts.

use bstr::BString;

use super::belief::{AGE_MAX, Belief, NEVER};
use super::sea::Sea;
use super::track::{Guess, Track};
use crate::game::Footprint;
use crate::geometry::{Direction, Pos};
use crate::players::memory::{number, words};
use crate::players::{Fact, Memory};
use crate::rules::RuleSet;
use crate::script::Segments;
use crate::view::Observation;

/// How many guesses of a ship are remembered.
const GUESSES_KEPT_MAX: usize = 20;
/// The least weight of a guess that is remembered.
const WEIGHT_KEPT_MIN: f64 = 0.005;
/// How many ships can be remembered.
const SHIPS_MAX: usize = 64;

/// What the admiral remembers.
#[derive(Clone, Debug)]
pub(super) struct Remembered {
    pub belief: Belief,
    /// For how many of its turns no part of either fleet was destroyed.
    pub quiet: u32,
    /// The parts of both fleets, its own first.
    pub parts: Option<[u64; 2]>,
}

impl Remembered {
    /// Reads the facts; those that make no sense are passed over.
    pub fn read(memory: &Memory<'_>, view: &Observation<'_>, sea: Sea) -> Self {
        let mut belief = Belief::new(sea);
        for line in memory.facts(Fact::Clear) {
            // Nothing is done with what does not fit.
            let _ = read_ages(line, &mut belief);
        }
        let mut ships: Vec<Vec<Guess>> = Vec::new();
        for line in memory.facts(Fact::Enemy) {
            if let Some((ship, guess)) = read_guess(line, view)
                && ship < SHIPS_MAX
            {
                if ships.len() <= ship {
                    ships.resize_with(ship + 1, Vec::new);
                }
                ships[ship].push(guess);
            }
        }
        belief.tracks = ships.into_iter().filter_map(Track::new).collect();
        if let Some([moved, looked]) = memory.numbers(Fact::Moved)
            && moved <= looked
            && looked <= Belief::LOOKS_MAX
        {
            (belief.moved, belief.looked) = (moved, looked);
        }
        Self {
            belief,
            quiet: memory.number(Fact::Quiet).unwrap_or(0),
            parts: memory.numbers(Fact::Parts),
        }
    }

    /// Writes the facts.
    pub fn write(&self) -> Vec<BString> {
        let belief = &self.belief;
        let mut lines: Vec<BString> = Vec::new();
        lines.extend(self.parts.map(|parts| Fact::Parts.with(&parts)));
        lines.push(Fact::Quiet.with(&[self.quiet.into()]));
        lines.push(Fact::Moved.with(&[belief.moved.into(), belief.looked.into()]));
        for (ship, track) in belief.tracks.iter().enumerate() {
            let kept = track.guesses.iter().take(GUESSES_KEPT_MAX);
            for guess in kept.filter(|guess| guess.weight >= WEIGHT_KEPT_MIN) {
                lines.push(write_guess(ship, guess).into());
            }
        }
        let width = belief.sea.width();
        for (ages, y) in belief.ages.chunks(width).zip(belief.sea.rect.top..) {
            if ages.iter().any(|&age| age != NEVER) {
                let digits: String = ages.iter().map(|&age| write_age(age)).collect();
                let left = belief.sea.rect.left;
                lines.push(format!("{} {y} {left} {digits}", Fact::Clear).into());
            }
        }
        lines
    }
}

fn write_guess(ship: usize, guess: &Guess) -> String {
    let length = guess.class.length;
    let segments = Segments(!guess.destroyed & (u8::MAX >> (8 - length)));
    let digits = (0..length).map(|s| if segments.0 >> s & 1 == 1 { '1' } else { '0' });
    format!(
        "{} {ship} {} {} {} {} {:.0}",
        Fact::Enemy,
        guess.footprint.head,
        guess.footprint.direction,
        guess.class.name,
        digits.collect::<String>(),
        (guess.weight * 1000.0).max(1.0),
    )
}

/// Reads `ship y x D class segments permille`.
fn read_guess(line: &[u8], view: &Observation<'_>) -> Option<(usize, Guess)> {
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
        && segments
            .iter()
            .all(|segment| matches!(segment, b'0' | b'1'))
        && permille <= 1000
        && view.size().contains_rect(footprint.rect());
    let destroyed = (0..).zip(segments).filter(|&(_, &segment)| segment == b'0');
    fits.then(|| {
        let guess = Guess {
            class,
            footprint,
            destroyed: destroyed.fold(0, |bits, (segment, _): (u8, _)| bits | 1 << segment),
            weight: f64::from(permille),
        };
        (ship, guess)
    })
}

/// Reads `y x digits`.
fn read_ages(line: &[u8], belief: &mut Belief) -> Option<()> {
    let mut words = words(line);
    let first = Pos::new(number(words.next()?)?, number(words.next()?)?);
    let at = belief.sea.index(first)?;
    let digits = words.next()?;
    let is_row = first.x == belief.sea.rect.left && digits.len() == belief.sea.width();
    if is_row {
        for (age, &digit) in belief.ages[at..].iter_mut().zip(digits) {
            *age = read_age(digit)?;
        }
    }
    Some(())
}

/// An age as a digit of base 36, or a dot.
fn write_age(age: u8) -> char {
    char::from_digit(age.into(), u32::from(AGE_MAX) + 1).unwrap_or('.')
}

fn read_age(digit: u8) -> Option<u8> {
    match digit {
        b'.' => Some(NEVER),
        _ => u8::try_from(char::from(digit).to_digit(u32::from(AGE_MAX) + 1)?).ok(),
    }
}
