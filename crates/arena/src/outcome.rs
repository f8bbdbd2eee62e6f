//! How turns and games end.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::Foul;
use crate::stats::TurnTimes;
use admiralty_core::player::Player;
use admiralty_escape::escape_lines;

/// How many lines to quote from the end of standard error.
const STDERR_LINES_MAX: usize = 10;

/// One of the two contestants of a pairing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum PairMember {
    /// The contestant named first; it plays A in the first game of a pair.
    First,
    /// The other one.
    Second,
}

/// Why a game ends although it could go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum EarlyEnd {
    /// Neither player can damage the other any more.
    Dead,
    /// Nothing was destroyed for [`Adjudication::turns`](crate::Adjudication::turns).
    Adjudicated,
}

impl fmt::Display for EarlyEnd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.serialize(f)
    }
}

/// The result of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameResult {
    /// The winner; `None` if the game is drawn.
    pub winner: Option<PairMember>,
    /// Why it ended before a fleet was sunk, if not for a foul or the turn limit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub early: Option<EarlyEnd>,
    /// The foul that lost the game, if there was one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub foul: Option<Foul>,
    /// The completed turns of both players.
    pub turns: u32,
    /// The shots of the first and the second contestant in these turns.
    pub shots: [u64; 2],
    /// The enemy segments that the first and the second destroyed.
    pub hits: [u64; 2],
    /// The CPU times of the turns of the first and the second, if they are bots on this machine.
    #[serde(default, skip_serializing_if = "is_untimed")]
    pub cpu: [TurnTimes; 2],
    /// The end of the standard error of the bot that committed the foul, in that turn.
    #[serde(skip)]
    pub stderr: Vec<u8>,
}

fn is_untimed(cpu: &[TurnTimes; 2]) -> bool {
    cpu.iter().all(|times| times.turns() == 0)
}

/// What a player did in a complete turn.
#[derive(Default)]
pub(super) struct PlayedShots {
    pub shots: u64,
    pub winner: Option<Player>,
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

    /// The side that it plays in game 0 or 1 of a pair.
    pub const fn side(self, game: usize) -> Player {
        match (self, game) {
            (Self::First, 0) | (Self::Second, 1) => Player::A,
            _ => Player::B,
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

    /// How the game ended: the name of the foul, or `dead`, `adjudicated`, `sunk` or `turns`.
    pub fn end(&self) -> String {
        match (&self.foul, self.early, self.winner) {
            (Some(foul), _, _) => foul.kind.to_string(),
            (None, Some(early), _) => early.to_string(),
            (None, None, Some(_)) => "sunk".to_owned(),
            (None, None, None) => "turns".to_owned(),
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
