//! Rows and columns.

use super::{Direction, Pos};

/// The line that a ship lies along.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Axis {
    /// A row.
    Horizontal,
    /// A column.
    Vertical,
}

impl Axis {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Horizontal, Self::Vertical];

    /// The field that many steps to the right or down.
    #[must_use]
    pub const fn step(self, pos: Pos, steps: i32) -> Pos {
        match self {
            Self::Horizontal => pos.step(Direction::East, steps),
            Self::Vertical => pos.step(Direction::South, steps),
        }
    }
}
