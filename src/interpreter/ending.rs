//! How an execution ends.

use std::ops::ControlFlow;

use super::Failure;
use crate::player::Player;

/// How an execution ends before the input does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// An operation was invalid.
    Failed(Box<Failure>),
    /// A player has won.
    Won(Player),
}

/// Whether the execution goes on after a line.
pub(super) type Step = ControlFlow<Ending>;
/// It does.
pub(super) const GO_ON: Step = ControlFlow::Continue(());
