//! A class of ships.

use crate::geometry::Pos;

/// A class of ships: their length and what they can do in a turn.
///
/// Segments are counted from the head: the radar is segment 0, the cannon
/// segment 1, the engine the last one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShipClass {
    /// The name in a script.
    pub name: &'static str,
    /// A letter or digit that stands for it where space is short, unique in the rule set.
    pub letter: char,
    /// The name in a sentence.
    pub title: &'static str,
    /// The index among the classes of its rule set, from 0.
    pub index: u8,
    /// The number of segments, from 1 to [`ShipClass::LENGTH_MAX`].
    pub length: u8,
    /// How many of them a fleet has unless `SET_FLEET` says otherwise.
    pub count: u32,
    /// How many movements a ship has in one turn.
    pub moves: u8,
    /// Whether the cannon reaches every field, and not only as far as the ship is long.
    pub has_unlimited_range: bool,
    /// Whether it sends spy planes.
    pub planes: bool,
}

impl ShipClass {
    /// The longest ship of any rule set, in segments.
    pub const LENGTH_MAX: u8 = 7;
    /// The segment that is the radar.
    pub const RADAR: u8 = 0;

    /// A class whose ships do not act.
    pub(super) const fn still(
        index: u8,
        name: &'static str,
        letter: char,
        title: &'static str,
        length: u8,
        count: u32,
    ) -> Self {
        Self {
            name,
            letter,
            title,
            index,
            length,
            count,
            moves: 0,
            has_unlimited_range: true,
            planes: false,
        }
    }

    /// The segment that is the cannon.
    pub const fn cannon(&self) -> u8 {
        if self.length > 1 { 1 } else { 0 }
    }

    /// The segment that is the engine; in a ship of two segments also the cannon.
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
