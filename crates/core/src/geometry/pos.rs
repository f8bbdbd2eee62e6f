//! A field of the sea.

use std::fmt;

use super::Direction;

/// A field: row `y` (growing downwards), then column `x` (growing to the
/// right), both counted from 0.
///
/// A position need not be on the board: the language allows coordinates that are
/// negative or too large, and each command checks them. A step past the largest number
/// wraps to the smallest and is still off every board, whose last row or column is at
/// most `i32::MAX - 1`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Pos {
    /// The row.
    pub y: i32,
    /// The column.
    pub x: i32,
}

impl Pos {
    /// The field in row `y`, column `x`.
    pub const fn new(y: i32, x: i32) -> Self {
        Self { y, x }
    }

    /// The field whose row is this one's column, and the other way round.
    #[must_use]
    pub const fn swapped(self) -> Self {
        Self {
            y: self.x,
            x: self.y,
        }
    }

    /// The field `steps` away in `direction`; negative steps go the other way.
    #[must_use]
    pub const fn step(self, direction: Direction, steps: i32) -> Self {
        let (dy, dx) = direction.delta();
        Self {
            y: self.y.wrapping_add(dy * steps),
            x: self.x.wrapping_add(dx * steps),
        }
    }

    /// The square of the Euclidean distance between two fields.
    ///
    /// ```
    /// use admiralty_core::geometry::Pos;
    /// assert_eq!(Pos::new(0, 0).distance_squared(Pos::new(3, 4)), 25);
    /// ```
    pub const fn distance_squared(self, other: Self) -> u128 {
        let dy = self.y.abs_diff(other.y) as u128;
        let dx = self.x.abs_diff(other.x) as u128;
        dy * dy + dx * dx
    }

    /// Whether the Euclidean distance to `other` is at most `range`.
    pub const fn within(self, other: Self, range: u8) -> bool {
        let (dy, dx) = (self.y.abs_diff(other.y), self.x.abs_diff(other.x));
        let range = range as u32;
        // The first two comparisons keep the squares small.
        dy <= range && dx <= range && dy * dy + dx * dx <= range * range
    }
}

impl fmt::Display for Pos {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.y, self.x)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_past_the_last_number_are_off_every_board() {
        let largest = crate::geometry::Size::new(i32::MAX, i32::MAX);
        for steps in 1..=9 {
            assert!(!largest.contains(Pos::new(i32::MAX - 1, 0).step(Direction::South, steps)));
            assert!(!largest.contains(Pos::new(0, 0).step(Direction::West, steps)));
        }
    }

    #[test]
    fn within_agrees_with_the_distance() {
        for y in -7..=7 {
            for x in -7..=7 {
                for range in 0..=6u8 {
                    let there = Pos::new(y, x);
                    let near = Pos::default().distance_squared(there) <= u128::from(range).pow(2);
                    assert_eq!(Pos::default().within(there, range), near);
                }
            }
        }
        assert!(!Pos::new(i32::MIN, i32::MIN).within(Pos::new(i32::MAX, i32::MAX), u8::MAX));
    }
}
