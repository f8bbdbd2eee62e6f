//! The line that a ship lies along.

use admiralty_core::geometry::Direction;

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

    /// The direction to the right or down.
    #[must_use]
    pub const fn direction(self) -> Direction {
        match self {
            Self::Horizontal => Direction::East,
            Self::Vertical => Direction::South,
        }
    }
}
