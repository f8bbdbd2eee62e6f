//! The directions of ships, the lines they lie along, and their movements.

use std::fmt;

use super::Pos;

/// One of the four directions a ship can point in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Direction {
    /// Towards row 0.
    North,
    /// Towards the last column.
    East,
    /// Towards the last row.
    South,
    /// Towards column 0.
    West,
}

impl Direction {
    /// All four directions, clockwise from north.
    pub const ALL: [Self; 4] = [Self::North, Self::East, Self::South, Self::West];

    // Tables instead of `match`: directions are random, and a mispredicted branch costs
    // more than everything else.

    /// The change of row and column that one step makes.
    #[inline]
    pub const fn delta(self) -> (i32, i32) {
        const DELTAS: [(i32, i32); 4] = [(-1, 0), (0, 1), (1, 0), (0, -1)];
        DELTAS[self as usize]
    }

    /// The direction after a turn by 180 degrees.
    #[must_use]
    pub const fn opposite(self) -> Self {
        self.left().left()
    }

    /// The direction after a turn by 90 degrees to the left.
    #[must_use]
    #[inline]
    pub const fn left(self) -> Self {
        Self::ALL[(self as usize + 3) % 4]
    }

    /// The direction after a turn by 90 degrees to the right.
    #[must_use]
    #[inline]
    pub const fn right(self) -> Self {
        Self::ALL[(self as usize + 1) % 4]
    }

    /// The letter the language uses.
    pub const fn letter(self) -> char {
        match self {
            Self::North => 'N',
            Self::East => 'E',
            Self::South => 'S',
            Self::West => 'W',
        }
    }

    /// The direction that a token of the language names.
    pub const fn from_token(token: &[u8]) -> Option<Self> {
        match token {
            b"N" => Some(Self::North),
            b"E" => Some(Self::East),
            b"S" => Some(Self::South),
            b"W" => Some(Self::West),
            _ => None,
        }
    }
}

impl fmt::Display for Direction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

/// The line that a ship lies along.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Axis {
    /// A row.
    #[default]
    Horizontal,
    /// A column.
    Vertical,
}

impl Axis {
    /// Both axes.
    pub const ALL: [Self; 2] = [Self::Horizontal, Self::Vertical];

    /// The field `steps` fields to the right or down.
    #[must_use]
    pub const fn step(self, pos: Pos, steps: i32) -> Pos {
        match self {
            Self::Horizontal => pos.step(Direction::East, steps),
            Self::Vertical => pos.step(Direction::South, steps),
        }
    }
}

/// What `MOVE` can do to a ship.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Movement {
    /// One field ahead.
    Forward,
    /// A turn to the left, which also moves the ship ahead.
    Left,
    /// A turn to the right, which also moves the ship ahead.
    Right,
}

impl Movement {
    /// All three movements.
    pub const ALL: [Self; 3] = [Self::Forward, Self::Left, Self::Right];

    /// The letter the language uses.
    pub const fn letter(self) -> char {
        match self {
            Self::Forward => 'F',
            Self::Left => 'L',
            Self::Right => 'R',
        }
    }

    /// The movement that a token of the language names.
    pub const fn from_token(token: &[u8]) -> Option<Self> {
        match token {
            b"F" => Some(Self::Forward),
            b"L" => Some(Self::Left),
            b"R" => Some(Self::Right),
            _ => None,
        }
    }
}

impl fmt::Display for Movement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn four_turns_are_the_identity() {
        for d in Direction::ALL {
            assert_eq!(d.left().left().left().left(), d);
            assert_eq!(d.left().right(), d);
            let (y, x) = d.delta();
            // A left turn in a plane whose rows grow downwards.
            assert_eq!(d.left().delta(), (-x, y));
        }
    }
}
