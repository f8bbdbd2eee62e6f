//! The targets and shots of a turn, and the state of the current turn.

use super::{ShipId, ShipName};
use crate::geometry::Pos;
use crate::rules::ShipClass;

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

/// What a shot did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shot {
    /// The field.
    pub target: Pos,
    /// What is on the field, unless it is water.
    pub on: Option<Hit>,
}

/// The segment on the target of a shot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hit {
    /// The ship.
    pub ship: ShipId,
    /// The segment, from 0 at the head.
    pub segment: u8,
    /// Whether the shot destroyed the segment; otherwise it was destroyed before.
    pub was_healthy: bool,
    /// Whether the segment was the last healthy one of the ship.
    pub sinks: bool,
}

/// The result of a shot, as it is announced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShotOutcome {
    /// No ship is on the field.
    Miss,
    /// A ship is hit and still afloat; with its class if the rules name hits.
    Hit(Option<ShipClass>),
    /// The last healthy segment of a ship is hit.
    Sunk(ShipName),
}

/// What was sent to a [`Target`] at the end of the turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ServedTarget {
    /// A shot.
    Shot(Shot),
    /// A plane, with the centre of the fields that it sees.
    Plane(Pos),
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
    /// What the end of the turn did to them.
    pub served: Vec<ServedTarget>,
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
        self.served.clear();
        self.left_cannons.clear();
        self.served_by_name.clear();
    }
}
