//! The fields a ship lies on.

use std::fmt;

use crate::geometry::{Direction, Movement, Pos, Rect};

/// The fields a ship lies on: a head, and a body that extends from it opposite to the
/// direction of the ship.
///
/// ```
/// use admiralty_core::game::Footprint;
/// use admiralty_core::geometry::{Direction, Pos};
/// let footprint = Footprint::new(Pos::new(0, 4), Direction::North, 3);
/// assert!(footprint.fields().eq([Pos::new(0, 4), Pos::new(1, 4), Pos::new(2, 4)]));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Footprint {
    /// The field of segment 0.
    pub head: Pos,
    /// The direction the ship points in.
    pub direction: Direction,
    /// The number of segments, at least 1.
    pub length: u8,
}

impl Footprint {
    /// The footprint of a ship with a given head, direction and length.
    pub const fn new(head: Pos, direction: Direction, length: u8) -> Self {
        Self {
            head,
            direction,
            length,
        }
    }

    /// The field of a segment, counted from the head.
    pub const fn field(&self, segment: u8) -> Pos {
        self.head.step(self.direction, -(segment as i32))
    }

    /// The field of the last segment.
    pub const fn stern(&self) -> Pos {
        self.field(self.length - 1)
    }

    /// All fields, starting at the head.
    pub fn fields(&self) -> impl Iterator<Item = Pos> + use<> {
        let footprint = *self;
        (0..self.length).map(move |segment| footprint.field(segment))
    }

    /// The fields as a rectangle.
    #[inline]
    pub fn rect(&self) -> Rect {
        Rect::spanning(self.head, self.stern())
    }

    /// The segment on a field that lies in [`Footprint::rect`].
    #[expect(clippy::cast_possible_truncation, reason = "at most the length")]
    pub const fn segment_at(&self, pos: Pos) -> u8 {
        (self.head.y.abs_diff(pos.y) + self.head.x.abs_diff(pos.x)) as u8
    }

    /// The footprint with the row and the column of the head swapped.
    #[must_use]
    pub const fn swapped(&self) -> Self {
        Self::new(self.head.swapped(), self.direction, self.length)
    }

    /// The footprint with the same head and another direction.
    #[must_use]
    pub const fn pointing(&self, direction: Direction) -> Self {
        Self::new(self.head, direction, self.length)
    }

    /// The footprint after a movement.
    ///
    /// A turn also moves ahead: the new stern is the field in front of the old head, and
    /// the body extends from there in the new direction.
    #[must_use]
    pub const fn moved(&self, movement: Movement) -> Self {
        let ahead = self.head.step(self.direction, 1);
        let direction = match movement {
            Movement::Forward => return Self::new(ahead, self.direction, self.length),
            Movement::Left => self.direction.left(),
            Movement::Right => self.direction.right(),
        };
        let head = ahead.step(direction, self.length as i32 - 1);
        Self::new(head, direction, self.length)
    }
}

/// The head and the direction, as in a command.
impl fmt::Display for Footprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.head, self.direction)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn segments_are_found_and_four_equal_turns_make_a_circle() {
        for (direction, length) in Direction::ALL
            .into_iter()
            .flat_map(|direction| (1..=8).map(move |n| (direction, n)))
        {
            let head = Pos::new(40, 40);
            let footprint = Footprint::new(head, direction, length);
            for (segment, field) in (0..).zip(footprint.fields()) {
                assert!(footprint.rect().contains(field));
                assert_eq!(footprint.segment_at(field), segment);
            }
            for turn in [Movement::Left, Movement::Right] {
                let once = footprint.moved(turn);
                assert_eq!(once.stern(), head.step(direction, 1));
                assert_eq!(once.moved(turn).moved(turn).moved(turn), footprint);
            }
        }
    }
}
