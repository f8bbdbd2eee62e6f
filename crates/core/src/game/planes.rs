//! The spy planes of a player.

use std::collections::HashSet;

use crate::geometry::{Pos, Rect, Size};

/// The spy planes that a player has sent. Each sees 3x3 fields for the rest of the run.
#[derive(Clone, Debug, Default)]
pub struct Planes {
    centres: HashSet<Pos>,
}

impl Planes {
    /// Adds a plane, unless it sees no field of the board or was sent before.
    pub(super) fn send(&mut self, centre: Pos, board: Size) {
        if board.rect().intersects(&Self::square(centre)) {
            self.centres.insert(centre);
        }
    }

    pub(super) fn clear(&mut self) {
        self.centres.clear();
    }

    /// Whether no plane was sent.
    pub fn is_empty(&self) -> bool {
        self.centres.is_empty()
    }

    /// The squares that the planes see, in no particular order; they may extend past the
    /// board.
    pub fn squares(&self) -> impl Iterator<Item = Rect> {
        self.centres().map(Self::square)
    }

    /// The fields that the planes were sent to, in no particular order.
    pub fn centres(&self) -> impl Iterator<Item = Pos> {
        self.centres.iter().copied()
    }

    /// The square that a plane sees.
    pub fn square(centre: Pos) -> Rect {
        Rect::spanning(centre, centre).grown(1)
    }
}
