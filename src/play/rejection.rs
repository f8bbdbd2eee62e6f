//! Why something that a person asked for is not done.

use crate::game::Reason;
use crate::game::Refusal;
use crate::interpreter::{Failure, FailureKind};
use crate::player::Player;

/// Why something that a person asked for is not done: the interpreter's own
/// reason. The game is as it was.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rejection {
    /// What the judge would print.
    pub reason: Reason,
    /// The same in the interpreter's words, as far as the person may know the
    /// facts.
    pub text: Option<String>,
    /// The facts, as far as the person may know them.
    pub refusal: Option<Box<Refusal>>,
    /// Whether something is in the way that the person does not see.
    pub is_unseen: bool,
}

impl Rejection {
    /// A reason without facts.
    pub(super) const fn plain(reason: Reason) -> Self {
        Self {
            reason,
            text: None,
            refusal: None,
            is_unseen: false,
        }
    }

    /// The objection to a player's command. What it would tell of the enemy's ships
    /// is left out.
    pub(super) fn to_player(player: Player, refusal: &Refusal) -> Self {
        let is_unseen = match refusal {
            Refusal::TooClose { other, .. } => other.player != player,
            Refusal::ReefUnderShip { ship, .. } => ship.player != player,
            _ => false,
        };
        Self {
            reason: refusal.reason(),
            text: (!is_unseen).then(|| refusal.to_string()),
            refusal: (!is_unseen).then(|| Box::new(refusal.clone())),
            is_unseen,
        }
    }

    /// The same of a line of a script.
    pub(super) fn to_line(player: Player, failure: &Failure) -> Self {
        match &failure.kind {
            FailureKind::Refusal(refusal) => Self::to_player(player, refusal),
            cause => Self {
                text: Some(failure.diagnostic().message),
                ..Self::plain(cause.reason())
            },
        }
    }
}
