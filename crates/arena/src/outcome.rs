//! How games end: their results by contestant, and fouls, which lose a game without a defeat.

use std::fmt;
use std::io;
use std::time::Duration;

use bstr::ByteSlice;
use serde::{Deserialize, Serialize};

use super::{OUTPUT_BYTES_MAX, TurnLimits};
use admiralty_core::escape::escape_lines;
use admiralty_core::player::Player;
use admiralty_core::script::{Command, Tag};
use admiralty_process::{Limit, Termination};

/// How many lines from the end of standard error are quoted.
const STDERR_LINES_MAX: usize = 10;

/// The longest [`Foul::detail`], in characters.
const DETAIL_CHARS_MAX: usize = 200;

/// One of the two contestants of a pairing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum PairMember {
    /// The contestant named first; it plays A in the first game of a pair.
    First,
    /// The other one.
    Second,
}

/// The result of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameResult {
    /// The winner; `None` if the game is drawn.
    pub winner: Option<PairMember>,
    /// Whether it is drawn because neither player could damage the other any more; otherwise, a
    /// drawn game has reached the turn limit.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_dead: bool,
    /// The foul that lost the game, if there was one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub foul: Option<Foul>,
    /// The completed turns of both players.
    pub turns: u32,
    /// The shots of the first and the second contestant in these turns.
    pub shots: [u64; 2],
    /// The enemy segments that the first and the second destroyed.
    pub hits: [u64; 2],
    /// The end of the standard error of the bot that committed the foul, in that turn.
    #[serde(skip)]
    pub stderr: Vec<u8>,
}

impl PairMember {
    /// Both members, the first one first.
    pub const BOTH: [Self; 2] = [Self::First, Self::Second];

    /// The member that plays a side in game 0 or 1 of a pair.
    pub const fn playing(player: Player, game: usize) -> Self {
        match (player, game) {
            (Player::A, 0) | (Player::B, 1) => Self::First,
            _ => Self::Second,
        }
    }

    /// The other one.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }
}

impl GameResult {
    /// The last lines of [`GameResult::stderr`], each after a line feed and a bar.
    pub fn quoted_stderr(&self) -> String {
        let stderr = String::from_utf8_lossy(&self.stderr);
        let lines: Vec<_> = escape_lines(&stderr).collect();
        let last = &lines[lines.len().saturating_sub(STDERR_LINES_MAX)..];
        last.iter().flat_map(|line| ["\n  | ", line]).collect()
    }

    /// How the game ended: the name of the foul, or `sunk`, `dead` or `turns`.
    pub fn end(&self) -> String {
        match (&self.foul, self.winner) {
            (Some(foul), _) => foul.kind.to_string(),
            (None, Some(_)) => "sunk".to_owned(),
            (None, None) if self.is_dead => "dead".to_owned(),
            (None, None) => "turns".to_owned(),
        }
    }
}

/// The half points of the first contestant in both games, from 0 to 4: 2 for a win, 1 for a draw.
pub fn half_points(games: &[GameResult; 2]) -> u8 {
    let points = |game: &GameResult| match game.winner {
        Some(PairMember::First) => 2,
        Some(PairMember::Second) => 0,
        None => 1,
    };
    games.iter().map(points).sum()
}

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

    /// The foul of a bot that exceeds a limit in bytes; `what` names them.
    pub(super) fn flooding(bytes_max: usize, what: &str) -> Self {
        let detail = format!("more than {} MiB {what}", bytes_max >> 20);
        Self::new(FoulKind::Flooding, detail)
    }

    /// The foul of a bot that can no longer be started, although it could when the tournament
    /// began.
    pub(super) fn not_started(error: &io::Error) -> Self {
        let detail = format!("it can no longer be started: {error}");
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
    pub(super) fn of_termination(end: Termination, turn: &TurnLimits) -> Option<Self> {
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
                    let detail = format!("more than {} processes", turn.processes);
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
