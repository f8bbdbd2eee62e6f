//! What a player remembers from turn to turn: the lines of `INFORMATION`.

use std::fmt;
use std::str::FromStr;

use bstr::{BString, ByteSlice};

/// What a player remembered: facts, one a line, each a word and what belongs to
/// it. Lines that are no fact are nobody's trouble.
#[derive(Clone, Copy, Debug)]
pub struct Memory<'m> {
    lines: &'m [BString],
}

/// The words that begin a fact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fact {
    /// `STRATEGY name`: who plays.
    Strategy,
    /// `PLACING seq` or `PLACING uni`: how it places its fleet at random.
    Placing,
    /// `TURN n`: how many turns it has played.
    Turn,
    /// `SHOTS k n`: shots go to the fields in the order of the key `k`, of which
    /// `n` have been passed.
    Shots,
    /// `PARTS a b`: how many healthy parts it and the enemy had.
    Parts,
    /// `QUIET n`: for how many turns these have not changed.
    Quiet,
    /// `MOVED m n`: of `n` ships that were looked at again, `m` had moved.
    Moved,
    /// `ENEMY n y x D C segments p`: the ship it calls `n` may be that one, with
    /// a probability of `p` in 1000.
    Enemy,
    /// `CLEAR y x digits`: for each field of a row, from column `x`, how many
    /// turns ago nothing healthy lay there, in base 36; a dot is never.
    Clear,
    /// `CHART y x letters`: what is known of fields of a row, from a column on:
    /// `o` empty, `x` a destroyed part of a ship, `+` a healthy one, `?` unknown.
    Chart,
    /// `SALVO n y x y x ...`: n of the shots at those fields hit.
    Salvo,
    /// `DRIFT n`: how often what was known turned out to be wrong.
    Drift,
    /// `SEARCH n`: which part of a large board is being searched.
    Search,
}

impl Fact {
    /// All of them.
    pub const ALL: [Self; 13] = [
        Self::Strategy,
        Self::Placing,
        Self::Turn,
        Self::Shots,
        Self::Parts,
        Self::Quiet,
        Self::Moved,
        Self::Enemy,
        Self::Clear,
        Self::Chart,
        Self::Salvo,
        Self::Drift,
        Self::Search,
    ];

    /// The fact that begins with a word.
    pub const fn from_word(word: &[u8]) -> Option<Self> {
        Some(match word {
            b"STRATEGY" => Self::Strategy,
            b"PLACING" => Self::Placing,
            b"TURN" => Self::Turn,
            b"SHOTS" => Self::Shots,
            b"PARTS" => Self::Parts,
            b"QUIET" => Self::Quiet,
            b"MOVED" => Self::Moved,
            b"ENEMY" => Self::Enemy,
            b"CLEAR" => Self::Clear,
            b"CHART" => Self::Chart,
            b"SALVO" => Self::Salvo,
            b"DRIFT" => Self::Drift,
            b"SEARCH" => Self::Search,
            _ => return None,
        })
    }

    /// The word.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Strategy => "STRATEGY",
            Self::Placing => "PLACING",
            Self::Turn => "TURN",
            Self::Shots => "SHOTS",
            Self::Parts => "PARTS",
            Self::Quiet => "QUIET",
            Self::Moved => "MOVED",
            Self::Enemy => "ENEMY",
            Self::Clear => "CLEAR",
            Self::Chart => "CHART",
            Self::Salvo => "SALVO",
            Self::Drift => "DRIFT",
            Self::Search => "SEARCH",
        }
    }
}

impl Fact {
    /// The fact with numbers.
    pub fn with(self, numbers: &[u64]) -> BString {
        let mut line = Vec::with_capacity(32);
        line.extend_from_slice(self.word().as_bytes());
        for &number in numbers {
            line.push(b' ');
            line.extend_from_slice(itoa::Buffer::new().format(number).as_bytes());
        }
        line.into()
    }

    /// The fact with a word.
    pub fn with_word(self, word: &str) -> BString {
        [self.word(), " ", word].concat().into()
    }
}

impl fmt::Display for Fact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

impl<'m> Memory<'m> {
    /// The memory that those lines are.
    pub const fn new(lines: &'m [BString]) -> Self {
        Self { lines }
    }

    /// What belongs to each fact of a kind, in order.
    pub fn facts(&self, fact: Fact) -> impl Iterator<Item = &'m [u8]> + use<'m> {
        let lines = self.lines.iter().map(|line| split(line));
        lines.filter_map(move |(word, rest)| (word == fact.word().as_bytes()).then_some(rest))
    }

    /// The number of the last fact of a kind that is one number that fits.
    pub fn number<T: FromStr + Copy + Default>(&self, fact: Fact) -> Option<T> {
        self.numbers(fact).map(|[number]| number)
    }

    /// The numbers of the last fact of a kind that is so many numbers that fit.
    pub fn numbers<T: FromStr + Copy + Default, const N: usize>(
        &self,
        fact: Fact,
    ) -> Option<[T; N]> {
        let read = |line| {
            let mut words = words(line);
            let mut numbers = [T::default(); N];
            for slot in &mut numbers {
                *slot = number(words.next()?)?;
            }
            words.next().is_none().then_some(numbers)
        };
        self.facts(fact).filter_map(read).last()
    }

    /// The lines that are no fact, and so somebody else's.
    pub fn foreign(&self) -> impl Iterator<Item = &'m BString> + use<'m> {
        let is_fact = |line: &BString| Fact::from_word(split(line).0).is_some();
        self.lines.iter().filter(move |line| !is_fact(line))
    }
}

/// The number that the text is, if it is one that fits.
pub(super) fn number<T: FromStr>(text: &[u8]) -> Option<T> {
    text.to_str().ok()?.parse().ok()
}

/// The words of a text.
pub(super) fn words(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    text.split(|&byte| byte == b' ')
}

/// The first word of a line, and the rest.
fn split(line: &[u8]) -> (&[u8], &[u8]) {
    match memchr::memchr(b' ', line) {
        Some(blank) => (&line[..blank], &line[blank + 1..]),
        None => (line, b""),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn facts_are_told_by_their_words() {
        for fact in Fact::ALL {
            assert_eq!(Fact::from_word(fact.word().as_bytes()), Some(fact));
        }
        assert_eq!(Fact::from_word(b"begin"), None);
    }
}
