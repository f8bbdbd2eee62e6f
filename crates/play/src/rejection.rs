//! Why an action was refused, as far as its player may know.

use admiralty_core::game::Refusal;
use admiralty_core::interpreter::Failure;
use admiralty_core::player::Player;
use admiralty_core::script::Reason;

/// The rejection of an action, which leaves the game unchanged. It has no fact that the person may
/// not know.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rejection {
    /// The reason as printed by the interpreter.
    pub reason: Reason,
    /// The interpreter's message, unless it would reveal something.
    pub text: Option<String>,
    /// The details, unless they would reveal something.
    pub refusal: Option<Box<Refusal>>,
    /// Whether something unseen is in the way.
    pub is_unseen: bool,
}

impl Rejection {
    /// A reason without details.
    pub(super) const fn plain(reason: Reason) -> Self {
        Self {
            reason,
            text: None,
            refusal: None,
            is_unseen: false,
        }
    }

    /// The rejection of a player's command, without what it would reveal of the enemy's
    /// ships.
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

    /// The rejection of a line.
    pub(super) fn to_line(player: Player, failure: &Failure) -> Self {
        match failure.refusal() {
            Some(refusal) => Self::to_player(player, refusal),
            None => Self {
                text: Some(failure.diagnostic().message.to_string()),
                ..Self::plain(failure.reason())
            },
        }
    }
}
