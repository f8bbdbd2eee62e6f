//! Draws for scripts.

use crate::geometry::{Pos, Size};
use crate::rng::Rng;

/// Boards are drawn from as if they had at most this many rows and columns.
const SIDE_MAX: u32 = 1 << 20;

impl Rng {
    /// A field of the board, each equally likely.
    pub fn field(&mut self, size: Size) -> Pos {
        let mut along = |side: i32| {
            let at = self.below_u32(side.unsigned_abs().min(SIDE_MAX));
            at.cast_signed()
        };
        Pos::new(along(size.rows), along(size.columns))
    }

    /// A segment of a ship of that length.
    #[expect(clippy::cast_possible_truncation, reason = "below a u8")]
    pub(super) fn segment(&mut self, length: u8) -> u8 {
        self.below_u32(length.into()) as u8
    }

    /// A coordinate, now and then off the board.
    pub(super) fn coordinate(&mut self, side: i32) -> i32 {
        self.below_u32(side.unsigned_abs().min(SIDE_MAX) + 2)
            .cast_signed()
            - 1
    }
}
