//! Fouls: how a game is lost without being beaten.

use std::fmt;
#[cfg(unix)]
use std::{io, time::Duration};

use bstr::ByteSlice;
use serde::{Deserialize, Serialize};

use super::INFORMATION_BYTES_MAX;
#[cfg(unix)]
use super::{OUTPUT_BYTES_MAX, TurnLimits};
use crate::interpreter::Failure;
#[cfg(unix)]
use crate::process::{Limit, Termination};
use crate::script::Tag;

/// The longest [`Foul::detail`], in characters.
const DETAIL_CHARS_MAX: usize = 200;

/// A foul: the player who commits it loses the game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Foul {
    /// Its kind.
    pub kind: FoulKind,
    /// The details for people; of an illegal turn, the judge's line.
    pub detail: String,
}

/// The kinds of fouls.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum FoulKind {
    /// The turn breaks a rule of the game.
    Illegal,
    /// The turn took too long.
    Late,
    /// The program used more memory, or was more processes, than it may.
    Greedy,
    /// The program ended with a signal or an exit code other than 0.
    Crashed,
    /// The program succeeded, but its output has no turn.
    Silent,
    /// The group of the turn is not closed.
    Unclosed,
    /// The program printed too much, or too much to be remembered.
    Flooding,
    /// A player of this program finds no room for its fleet.
    Unplaceable,
}

impl fmt::Display for FoulKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.serialize(f)
    }
}

impl Foul {
    /// A foul with a detail, which is cut if it is very long.
    pub(super) fn new(kind: FoulKind, detail: impl AsRef<[u8]>) -> Self {
        let detail = detail.as_ref().to_str_lossy();
        Self {
            kind,
            detail: detail.chars().take(DETAIL_CHARS_MAX).collect(),
        }
    }

    /// The output has no group of a player.
    pub(super) fn silent() -> Self {
        Self::new(FoulKind::Silent, "no group of a player")
    }

    /// The group of the turn is not closed.
    pub(super) fn unclosed(tag: Tag) -> Self {
        Self::new(FoulKind::Unclosed, format!("{tag} is not closed"))
    }

    /// A line of the turn is refused.
    pub(super) fn illegal(failure: &Failure) -> Self {
        Self::new(FoulKind::Illegal, failure.to_string())
    }

    /// The bot wants to remember more than [`INFORMATION_BYTES_MAX`].
    pub(super) fn too_much_information() -> Self {
        let mebibytes = INFORMATION_BYTES_MAX >> 20;
        let detail = format!("more than {mebibytes} MiB to remember");
        Self::new(FoulKind::Flooding, detail)
    }

    /// The program could be started when the tournament began, and cannot any more.
    #[cfg(unix)]
    pub(super) fn cannot_start(error: &io::Error) -> Self {
        let detail = format!("it cannot be started any more: {error}");
        Self::new(FoulKind::Crashed, detail)
    }

    /// The foul of a bot that ended like this, if it is one.
    #[cfg(unix)]
    pub(super) fn of_termination(end: Termination, turn: &TurnLimits) -> Option<Self> {
        let seconds = |time: Duration, what| format!("more than {} s {what}", time.as_secs_f64());
        let mebibytes = |bytes: u64, what| format!("more than {} MiB of {what}", bytes >> 20);
        let (kind, detail) = match end {
            Termination::Exited(0) => return None,
            Termination::Exited(code) => (FoulKind::Crashed, format!("exit status {code}")),
            Termination::Signalled(signal) => (FoulKind::Crashed, format!("signal {signal}")),
            Termination::Stopped(limit) => match limit {
                Limit::Output => (
                    FoulKind::Flooding,
                    mebibytes(OUTPUT_BYTES_MAX as u64, "output"),
                ),
                Limit::Cpu => (FoulKind::Late, seconds(turn.cpu, "of processor time")),
                Limit::Wall | Limit::Starvation => {
                    (FoulKind::Late, seconds(turn.wall, "from start to end"))
                }
                Limit::Memory => (FoulKind::Greedy, mebibytes(turn.memory, "memory")),
                Limit::Processes => {
                    let detail = format!("more than {} processes", turn.processes);
                    (FoulKind::Greedy, detail)
                }
            },
        };
        Some(Self::new(kind, detail))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_detail_is_text_and_short() {
        let foul = Foul::new(FoulKind::Illegal, [0xff; 1000]);
        assert_eq!(foul.detail, "\u{fffd}".repeat(DETAIL_CHARS_MAX));
    }
}
