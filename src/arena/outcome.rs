//! The results of games and pairs, by contestant.

use serde::{Deserialize, Serialize};

use super::{FinishedGame, Foul};
use crate::player::{ByPlayer, Player};

/// One of the two contestants of a pairing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum PairMember {
    /// The one that was named first; it plays A in the first game of a pair.
    First,
    /// The other one.
    Second,
}

/// The result of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameResult {
    /// Who has won; nobody if the game is drawn.
    pub winner: Option<PairMember>,
    /// Whether it is drawn because neither could damage the other any more; if not,
    /// the turns ran out.
    pub is_dead: bool,
    /// The foul that lost the game, if there was one.
    pub foul: Option<Foul>,
    /// The turns of both together.
    pub turns: u32,
    /// The shots of the first and the second contestant.
    pub shots: [u64; 2],
    /// The segments of the other that the first and the second destroyed.
    pub hits: [u64; 2],
}

/// The results of paired games: the same fleets and the same seed, with sides swapped.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PairResult {
    /// The number of the pair in the tournament, from 0.
    pub pair: u64,
    /// The first contestant plays A in the first game, B in the second.
    pub games: [GameResult; 2],
}

impl PairMember {
    /// Both, the first one first.
    pub const BOTH: [Self; 2] = [Self::First, Self::Second];

    /// Who plays A in a game of a pair, 0 or 1.
    pub const fn of_a(game: usize) -> Self {
        if game == 0 { Self::First } else { Self::Second }
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
    /// The result of a game in which that contestant played A.
    pub fn of(played: FinishedGame, a: PairMember) -> Self {
        let member = |player| match player {
            Player::A => a,
            Player::B => a.other(),
        };
        let by_seat = |values: ByPlayer<u64>| match a {
            PairMember::First => [values.a, values.b],
            PairMember::Second => [values.b, values.a],
        };
        Self {
            winner: played.winner.map(member),
            is_dead: played.is_dead,
            foul: played.foul,
            turns: played.turns,
            shots: by_seat(played.shots),
            hits: by_seat(played.hits),
        }
    }

    /// How the game ended: the name of the foul, or `sunk`, `dead` or `turns`.
    pub const fn end(&self) -> &'static str {
        match (&self.foul, self.winner) {
            (Some(foul), _) => foul.kind.name(),
            (None, Some(_)) => "sunk",
            (None, None) if self.is_dead => "dead",
            (None, None) => "turns",
        }
    }

    /// What a contestant gets for the game: 2 for a win, 1 for a draw.
    pub fn half_points(&self, member: PairMember) -> u8 {
        match self.winner {
            Some(winner) if winner == member => 2,
            Some(_) => 0,
            None => 1,
        }
    }
}

impl PairResult {
    /// What the first contestant gets for both games, from 0 to 4.
    pub fn half_points(&self) -> u8 {
        let [one, other] = &self.games;
        one.half_points(PairMember::First) + other.half_points(PairMember::First)
    }
}
