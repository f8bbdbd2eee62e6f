//! The directions and movements of ships.

text_enum! {
    /// One of the four directions a ship can point in, clockwise from north.
    pub enum Direction: token, from_token {
        /// Towards row 0.
        North = "N",
        /// Towards the last column.
        East = "E",
        /// Towards the last row.
        South = "S",
        /// Towards column 0.
        West = "W",
    }
}

impl Direction {
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
}

text_enum! {
    /// A movement: the argument of `MOVE`.
    pub enum Movement: token, from_token {
        /// One field ahead.
        Forward = "F",
        /// A turn to the left, which also moves the ship ahead.
        Left = "L",
        /// A turn to the right, which also moves the ship ahead.
        Right = "R",
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
