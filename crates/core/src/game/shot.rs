//! Shots and targets, and what became of them.

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

/// The kind of a [`Target`]: a shot or a plane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TargetKind {
    /// `SHOOT y x`.
    Shot,
    /// `SPY y x`.
    Plane,
}

/// The effect of a shot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shot {
    /// The field.
    pub target: Pos,
    /// The contents of the field, unless it is water.
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

/// The effect of `SHOOT y x`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ShotResult {
    /// The shot of the basic game was fired.
    Fired(Shot),
    /// The target of automatic shooting waits for the end of the turn.
    Waits,
    /// The shot was fired, and its result is announced.
    Announced(Shot, ShotOutcome),
}

/// A shot or plane that the end of the turn has sent to a [`Target`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ServedTarget {
    /// A shot.
    Shot(Shot),
    /// A plane, with the centre of the fields that it sees.
    Plane(Pos),
}
