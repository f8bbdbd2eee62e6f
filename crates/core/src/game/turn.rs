//! The state of the current turn.

use super::ShipId;
use crate::geometry::Pos;

/// A target that names no ship and is resolved at the end of the turn.
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
    /// The number of the turn, from 1, which tells what a ship has used in this turn from
    /// what it used earlier.
    pub number: u64,
    /// The number of shots fired in the basic game, or that used up the turn's shot where
    /// shots are announced.
    pub basic_shots: u32,
    /// The targets in the order given.
    pub targets: Vec<Target>,
    /// The fields that cannons were on before their movements in this turn.
    pub left_cannons: Vec<(ShipId, Pos)>,
    /// The ships named by shots and planes, once for each of them.
    pub served_by_name: Vec<ShipId>,
}

impl Turn {
    pub fn begin_next(&mut self) {
        self.number += 1;
        self.basic_shots = 0;
        // The memory is used again.
        self.targets.clear();
        self.left_cannons.clear();
        self.served_by_name.clear();
    }
}
