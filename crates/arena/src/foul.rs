//! Fouls, which lose a game without a defeat.

use std::fmt;
use std::io;
use std::time::Duration;

use bstr::ByteSlice;
use serde::{Deserialize, Serialize};

use super::{BotLimits, OUTPUT_BYTES_MAX};
use admiralty_core::script::{Command, Tag};
use admiralty_process::{Limit, Limits, Termination};

/// The longest [`Foul::detail`], in characters.
const DETAIL_CHARS_MAX: usize = 200;

/// A foul: the player who commits it loses the game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Foul {
    /// The kind.
    pub kind: FoulKind,
    /// The details, for human readers; for an illegal turn, the error line.
    pub detail: String,
}

/// The kinds of fouls.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum FoulKind {
    /// The turn breaks a rule of the game.
    Illegal,
    /// The turn in which the player places its fleet has another command.
    Placing,
    /// The fleet is not complete at the end of that turn.
    Incomplete,
    /// The turn took too long.
    Late,
    /// The program used too much memory, or too many processes.
    Greedy,
    /// The program was killed by a signal, or its exit code was not 0.
    Crashed,
    /// The program exited with 0, but its output has no turn.
    Silent,
    /// The group of the turn is not closed.
    Unclosed,
    /// The program printed too much, or asked for too much to be remembered.
    Flooding,
    /// A player of this program finds no room for its fleet.
    Unplaceable,
    /// No one connected to the seat in time.
    Absent,
}

impl fmt::Display for FoulKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.serialize(f)
    }
}

impl Foul {
    /// A foul with a detail, cut to [`DETAIL_CHARS_MAX`] characters.
    pub(super) fn new(kind: FoulKind, detail: impl AsRef<[u8]>) -> Self {
        let detail = detail.as_ref().to_str_lossy();
        Self {
            kind,
            detail: detail.chars().take(DETAIL_CHARS_MAX).collect(),
        }
    }

    /// The foul of a player who gives another command in the turn that places its fleet.
    pub(super) fn placing(command: &Command) -> Self {
        let detail = format!("{command}: the first turn only places ships");
        Self::new(FoulKind::Placing, detail)
    }

    /// The foul of a player who ends that turn with ships missing.
    pub(super) fn incomplete(missing: u64) -> Self {
        let detail = format!("ships not placed in the first turn: {missing}");
        Self::new(FoulKind::Incomplete, detail)
    }

    /// The foul of a bot whose group is not closed.
    pub(super) fn unclosed(tag: Tag) -> Self {
        Self::new(FoulKind::Unclosed, format!("{tag} is not closed"))
    }

    /// The same foul, of a bot whose line is a tag, but not that of its turn.
    pub(super) fn of_tag(self, found: Tag, turn: Tag) -> Self {
        if found == turn {
            return self;
        }
        let detail = format!("{}; the tag of this turn is {turn}", self.detail);
        Self::new(self.kind, detail)
    }

    /// The foul of a bot that exceeds a limit in bytes; `what` names them.
    pub(super) fn flooding(bytes_max: usize, what: &str) -> Self {
        let detail = format!("more than {} MiB {what}", bytes_max >> 20);
        Self::new(FoulKind::Flooding, detail)
    }

    /// The foul of a bot that can no longer be started, although it could when the tournament
    /// began.
    pub(super) fn not_started(error: &io::Error) -> Self {
        let detail = format!("cannot start it again: {error}");
        Self::new(FoulKind::Crashed, detail)
    }

    /// The foul of a bot that has used up a time; `what` names it.
    pub(super) fn late(time: Duration, what: &str) -> Self {
        let detail = format!("more than {} s {what}", time.as_secs_f64());
        Self::new(FoulKind::Late, detail)
    }

    /// The foul of a player who has not connected in time.
    pub(super) fn absent(time: Duration) -> Self {
        let detail = format!("it has not connected within {} s", time.as_secs_f64());
        Self::new(FoulKind::Absent, detail)
    }

    /// The foul of a bot that ended in this way, if it is one.
    pub(super) fn of_termination(end: Termination, turn: &BotLimits) -> Option<Self> {
        let foul = |kind, detail: String| Some(Self::new(kind, detail));
        match end {
            Termination::Exited(0) => None,
            Termination::Exited(code) => foul(FoulKind::Crashed, format!("exit status {code}")),
            Termination::Signalled(signal) => foul(FoulKind::Crashed, format!("signal {signal}")),
            Termination::Stopped(limit) => match limit {
                Limit::Output => Some(Self::flooding(OUTPUT_BYTES_MAX, "of output")),
                Limit::Cpu => Some(Self::late(turn.cpu, "of CPU time")),
                Limit::Wall | Limit::Starvation => {
                    Some(Self::late(turn.wall, "of wall-clock time"))
                }
                Limit::Memory => {
                    let mebibytes = turn.memory >> 20;
                    foul(
                        FoulKind::Greedy,
                        format!("more than {mebibytes} MiB of memory"),
                    )
                }
                Limit::Processes => {
                    let processes = turn.processes;
                    let threads = Limits::threads(processes);
                    let detail = format!("more than {processes} processes or {threads} threads");
                    foul(FoulKind::Greedy, detail)
                }
            },
        }
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
