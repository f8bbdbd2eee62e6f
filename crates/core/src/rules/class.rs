//! A class of ships.

use std::fmt;
use std::ops::{Deref, DerefMut};

use super::RuleSet;
use crate::geometry::Pos;

/// The name of a class, as a script spells it: a capital letter, and up to two more or digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ClassName {
    /// The characters, followed by zeros: as many as are compared at once.
    bytes: [u8; 4],
}

impl ClassName {
    /// The length of the longest name.
    pub const BYTES_MAX: usize = 3;

    /// The name that a word can be; a rule set need not have it.
    ///
    /// ```
    /// use admiralty_core::rules::ClassName;
    /// assert_eq!(ClassName::new(b"L7").unwrap().as_str(), "L7");
    /// assert_eq!(ClassName::new(b"DEST"), None);
    /// ```
    #[inline]
    pub fn new(word: &[u8]) -> Option<Self> {
        let is_of_name = |byte: &u8| byte.is_ascii_uppercase() || byte.is_ascii_digit();
        let is_name = word.first()?.is_ascii_uppercase() && word.iter().all(is_of_name);
        let mut bytes = [0; 4];
        bytes[..Self::BYTES_MAX]
            .get_mut(..word.len())?
            .copy_from_slice(word);
        is_name.then_some(Self { bytes })
    }

    /// A name of three capital letters, as the classes of moving ships have.
    #[inline]
    pub(crate) fn of_capitals([a, b, c]: [u8; Self::BYTES_MAX]) -> Option<Self> {
        let is_name = [a, b, c].iter().all(u8::is_ascii_uppercase);
        is_name.then_some(Self {
            bytes: [a, b, c, 0],
        })
    }

    /// A name of a table, whose characters [`RuleSet::check`](super::RuleSet::check) checks.
    const fn of(name: &str) -> Self {
        assert!(name.len() <= Self::BYTES_MAX, "the name is too long");
        let mut bytes = [0; 4];
        let mut at = 0;
        while at < name.len() {
            bytes[at] = name.as_bytes()[at];
            at += 1;
        }
        Self { bytes }
    }

    /// The name.
    pub fn as_str(&self) -> &str {
        str::from_utf8(&self.bytes)
            .unwrap_or_default()
            .trim_end_matches('\0')
    }
}

impl fmt::Display for ClassName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

#[cfg(feature = "serde")]
impl serde::Serialize for ClassName {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

/// A class of ships: their length and what they can do in a turn.
///
/// Segments are counted from the head: the radar is segment 0, the cannon
/// segment 1, the engine the last one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShipClass {
    /// The name in a script.
    pub name: ClassName,
    /// The index among the classes of its rule set, from 0.
    pub index: u8,
    /// The number of segments, from 1 to [`ShipClass::LENGTH_MAX`].
    pub length: u8,
    /// How many movements a ship has in one turn.
    pub moves: u8,
    /// Whether the cannon reaches every field, and not only as far as the ship is long.
    pub has_unlimited_range: bool,
    /// Whether it sends spy planes.
    pub planes: bool,
    /// How many of them a fleet has unless `SET_FLEET` says otherwise.
    pub count: u32,
    /// A letter or digit for it where space is short, unique in the rule set.
    pub letter: char,
}

impl ShipClass {
    /// The longest ship of any rule set, in segments.
    pub const LENGTH_MAX: u8 = 7;
    /// The segment that is the radar.
    pub const RADAR: u8 = 0;

    /// A class whose ships do not act, as where shots are announced.
    ///
    /// # Panics
    ///
    /// If the name is longer than [`ClassName::BYTES_MAX`].
    pub const fn still(name: &str, letter: char, length: u8, count: u32) -> Self {
        Self {
            name: ClassName::of(name),
            index: 0,
            length,
            moves: 0,
            has_unlimited_range: true,
            planes: false,
            count,
            letter,
        }
    }

    /// The segment that is the cannon.
    pub const fn cannon(&self) -> u8 {
        if self.length > 1 { 1 } else { 0 }
    }

    /// The segment that is the engine; in a ship of two segments, the cannon as well.
    pub const fn engine(&self) -> u8 {
        self.length - 1
    }

    /// The range of the cannon in fields; `None` if it is unlimited.
    pub const fn range_max(&self) -> Option<u8> {
        if self.has_unlimited_range {
            None
        } else {
            Some(self.length)
        }
    }

    /// How far the radar sees from the head: the ship's length, or 1 if the radar is
    /// destroyed (even if the ship is sunk).
    pub const fn radar_range(&self, is_radar_healthy: bool) -> u8 {
        if is_radar_healthy { self.length } else { 1 }
    }

    /// Whether a target is in range of the cannon of a ship.
    pub const fn reaches(&self, cannon: Pos, target: Pos) -> bool {
        match self.range_max() {
            Some(range) => cannon.within(target, range),
            None => true,
        }
    }

    /// How many shots and planes together a ship has in one turn: as many as segments.
    pub const fn shots(&self) -> u8 {
        self.length
    }
}

/// The classes of a rule set, in the order of `SET_FLEET`.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Classes {
    /// The classes, then copies of the first.
    table: [ShipClass; RuleSet::CLASSES_MAX],
    count: usize,
}

impl Classes {
    /// These classes, which get their indices.
    ///
    /// # Panics
    ///
    /// If there are none, or more than [`RuleSet::CLASSES_MAX`].
    #[expect(clippy::cast_possible_truncation, reason = "there are at most eight")]
    pub const fn new(classes: &[ShipClass]) -> Self {
        let mut table = [classes[0]; RuleSet::CLASSES_MAX];
        let mut index = 0;
        while index < classes.len() {
            table[index] = classes[index];
            table[index].index = index as u8;
            index += 1;
        }
        Self {
            table,
            count: classes.len(),
        }
    }

    /// How many ships a fleet has, given as a count for each class, and how many fields they cover.
    pub fn ships_and_fields(&self, counts: &[u32]) -> (u64, u64) {
        let counted = self
            .iter()
            .zip(counts.iter().map(|&count| u64::from(count)));
        counted.fold((0, 0), |(ships, fields), (class, count)| {
            (ships + count, fields + u64::from(class.length) * count)
        })
    }
}

impl Deref for Classes {
    type Target = [ShipClass];

    #[inline]
    fn deref(&self) -> &[ShipClass] {
        &self.table[..self.count]
    }
}

impl DerefMut for Classes {
    fn deref_mut(&mut self) -> &mut [ShipClass] {
        &mut self.table[..self.count]
    }
}

impl<'c> IntoIterator for &'c Classes {
    type Item = &'c ShipClass;
    type IntoIter = std::slice::Iter<'c, ShipClass>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl fmt::Debug for Classes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}
