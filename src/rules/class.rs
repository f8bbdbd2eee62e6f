//! A class of ships.

/// How far a cannon shoots.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CannonRange {
    /// Up to the ship's length, measured from the cannon's field.
    Length,
    /// Everywhere.
    Unlimited,
}

/// A class of ships: how long they are and what they can do in a turn.
///
/// Segments are counted from the head: the radar is segment 0, the cannon
/// segment 1, the engine the last one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShipClass {
    /// The name in a script.
    pub name: &'static str,
    /// The letter, or digit, that stands for it where there is room for no more;
    /// another one for each class of the rule set.
    pub letter: char,
    /// The name in a sentence.
    pub title: &'static str,
    /// The place among the classes of its rule set, from 0.
    pub index: u8,
    /// How many segments, from 1 to [`ShipClass::LENGTH_MAX`].
    pub length: u8,
    /// How many a fleet has unless `SET_FLEET` says otherwise.
    pub count: u32,
    /// How often a ship may move in one turn.
    pub moves: u8,
    /// How far the cannon shoots.
    pub range: CannonRange,
    /// Whether it sends spy planes.
    pub planes: bool,
}

impl ShipClass {
    /// The longest ship of any rule set, in segments.
    pub const LENGTH_MAX: u8 = 7;
    /// The segment that is the radar.
    pub const RADAR: u8 = 0;

    /// The segment that is the cannon.
    pub const fn cannon(&self) -> u8 {
        if self.length > 1 { 1 } else { 0 }
    }

    /// The segment that is the engine. In a ship of two it is the cannon, too.
    pub const fn engine(&self) -> u8 {
        self.length - 1
    }

    /// Whether the cannon shoots everywhere.
    pub const fn has_unlimited_range(&self) -> bool {
        matches!(self.range, CannonRange::Unlimited)
    }

    /// How many shots and planes a ship has in one turn: as many as segments.
    pub const fn shots(&self) -> u8 {
        self.length
    }
}
