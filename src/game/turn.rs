//! The turn that is being played.

use super::ShipId;
use crate::geometry::Pos;

/// A target without a ship, which is resolved at the end of the turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Target {
    /// A shot or a plane.
    pub kind: TargetKind,
    /// The field.
    pub pos: Pos,
}

/// What is sent to a [`Target`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TargetKind {
    /// `SHOOT y x`.
    Shot,
    /// `SPY y x`.
    Plane,
}

/// What has happened in the current turn.
#[derive(Clone, Debug, Default)]
pub(super) struct Turn {
    /// The number of the turn, from 1; what a ship used in an earlier turn does not
    /// count.
    pub number: u64,
    /// How many shots without a ship were fired in the basic game.
    pub basic_shots: u32,
    /// Targets in the order given.
    pub targets: Vec<Target>,
    /// The fields that cannons were on before movements of this turn.
    pub left_cannons: Vec<(ShipId, Pos)>,
    /// The ships of shots and planes by name, once for each shot.
    pub served_by_name: Vec<ShipId>,
}

impl Turn {
    /// Starts the next turn.
    pub fn begin_next(&mut self) {
        self.number += 1;
        self.basic_shots = 0;
        self.targets.clear();
        self.left_cannons.clear();
        self.served_by_name.clear();
    }
}
