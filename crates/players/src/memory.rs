//! What a player remembers from turn to turn: its `INFORMATION` lines.

use std::str::FromStr;

use bstr::{BString, ByteSlice};

use crate::Placing;

/// What a player remembers: facts, one per line, each a word and its arguments. Lines that
/// are not facts are ignored.
#[derive(Clone, Copy, Debug)]
pub struct Memory<'m> {
    lines: &'m [BString],
}

admiralty_core::text_enum! {
    /// A kind of fact, and the word that it begins with.
    pub enum Fact: word, from_word {
        /// `STRATEGY name`: the player who plays.
        Strategy = "STRATEGY",
        /// `PLACING seq` or `PLACING uni`: how it places its fleet at random.
        Placing = "PLACING",
        /// `TURN n`: the number of turns played.
        Turn = "TURN",
        /// `SHOTS k n`: the key `k` gives the order of shots, and the player has fired the first
        /// `n`.
        Shots = "SHOTS",
        /// `QUIET n`: the number of turns in a row in which it destroyed nothing.
        Quiet = "QUIET",
        /// `MOVED m n`: of `n` ships that were seen again, `m` had moved.
        Moved = "MOVED",
        /// `ENEMY n y x D C segments p`: with probability `p` in 1000, the enemy ship numbered
        /// `n` by the player is this one.
        Enemy = "ENEMY",
        /// `HIT y x D...`: a ship was hit at this field, and may go on in the directions `D`.
        Hit = "HIT",
        /// `CLEAR y x digits`: for each field of a row, from column `x` on, how long ago nothing healthy
        /// lay there, as a digit in base 36; a dot means never.
        Clear = "CLEAR",
        /// `CARRIER p`: with probability `p` in 1000, the cannon of the enemy's carrier is destroyed.
        /// `CARRIER d y x digits`: how likely the carrier points in the direction numbered `d` with its head on
        /// the fields of a row, from column `x` on, in base 36; each digit is 1.5 times the one before, and 0 is never.
        Carrier = "CARRIER",
        /// `CHART y x letters`: what the player knows of the fields of a row, from column `x` on:
        /// `o` empty, `x` a destroyed part of a ship, `+` a healthy one, `?` unknown.
        Chart = "CHART",
        /// `SALVO n y x y x ...`: `n` of the shots at these fields have hit.
        Salvo = "SALVO",
        /// `DRIFT n`: how often the knowledge turned out to be wrong.
        Drift = "DRIFT",
        /// `SEARCH n` or `SEARCH n t`: which part of a large board is being searched, and for how
        /// many turns it has been.
        Search = "SEARCH",
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

impl<'m> Memory<'m> {
    /// The memory stored in these lines.
    pub const fn new(lines: &'m [BString]) -> Self {
        Self { lines }
    }

    /// The arguments of each fact of a kind, in order.
    pub fn facts(&self, fact: Fact) -> impl Iterator<Item = &'m [u8]> + use<'m> {
        let lines = self.lines.iter().map(|line| split(line));
        lines.filter_map(move |(word, rest)| (word == fact.word().as_bytes()).then_some(rest))
    }

    /// The number of the last fact of a kind that has exactly one number.
    pub fn number<T: FromStr + Copy + Default>(&self, fact: Fact) -> Option<T> {
        self.numbers(fact).map(|[number]| number)
    }

    /// The numbers of the last fact of a kind that has exactly `N` numbers.
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

    /// The lines that are not facts, which belong to others.
    pub fn foreign(&self) -> impl Iterator<Item = &'m BString> + use<'m> {
        let is_fact = |line: &BString| Fact::from_word(split(line).0).is_some();
        self.lines.iter().filter(move |line| !is_fact(line))
    }

    /// The last strategy named, among those that `find` knows.
    pub fn strategy<T>(&self, find: impl Fn(&[u8]) -> Option<T>) -> Option<T> {
        self.facts(Fact::Strategy).filter_map(find).last()
    }

    /// The last way of placing fleets named.
    pub(super) fn placing(&self) -> Option<Placing> {
        self.facts(Fact::Placing).filter_map(Placing::named).last()
    }
}

/// Parses a number, if it fits the type.
pub(super) fn number<T: FromStr>(text: &[u8]) -> Option<T> {
    text.to_str().ok()?.parse().ok()
}

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
