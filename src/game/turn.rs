//! What the player to move has done so far in this turn.

use super::ShipId;
use crate::geometry::Pos;

/// A target named without a ship, which waits for the end of the turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Target {
    /// A shot or a plane.
    pub kind: TargetKind,
    /// Where to.
    pub pos: Pos,
}

/// What a [`Target`] asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TargetKind {
    /// `SHOOT y x`.
    Shot,
    /// `SPY y x`.
    Plane,
}

/// What has happened in the turn that is being played.
#[derive(Clone, Debug, Default)]
pub(super) struct Turn {
    /// Counts the turns of a game from 1, so that what a ship used up in an
    /// earlier one does not count.
    pub number: u64,
    /// Shots without a ship, in the basic game.
    pub basic_shots: u32,
    /// Targets in the order given.
    pub targets: Vec<Target>,
    /// Fields that cannons have left in this turn.
    pub left_cannons: Vec<(ShipId, Pos)>,
    /// Ships that have fired or sent a plane by name, once for each.
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
