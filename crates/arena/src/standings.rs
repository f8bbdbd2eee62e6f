//! The standings of a tournament.

use std::collections::BTreeMap;

use serde::{Serialize, Serializer};

use super::schedule::Schedule;
use super::stats::{Pentanomial, Spread, Sprt, SprtStatus, SprtVerdict, TurnTimes};
use super::{EarlyEnd, FoulKind, GameResult, PairMember, ScheduledPair, half_points};
use admiralty_core::player::{ByPlayer, Player};

/// The standings of a tournament after some of its pairs.
#[derive(Clone, Debug)]
pub struct Standings {
    schedule: Schedule,
    sprt: Option<Sprt>,
    pairs: u64,
    players: Vec<PlayerTally>,
    pairings: Vec<PairingTally>,
}

/// The results of a contestant in all its games.
#[derive(Clone, Debug, Default, Serialize)]
pub struct PlayerTally {
    /// Games played.
    pub games: u64,
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Drawn games in which neither player could damage the other any more.
    pub dead: u64,
    /// Games that were adjudicated.
    #[serde(skip_serializing_if = "is_zero")]
    pub adjudicated: u64,
    /// Games lost.
    pub losses: u64,
    /// Points per game, from 0 to 1; `None` before the first game.
    pub score: Option<f64>,
    /// Its single games on each side, with the half points of pairs: 4 for a win, 2 for a draw.
    #[serde(serialize_with = "side_counts")]
    pub sides: ByPlayer<Pentanomial>,
    /// How many games each kind of foul has lost.
    pub fouls: BTreeMap<FoulKind, u64>,
    /// The turns in a game, of both players together.
    pub turns: Spread,
    /// Its shots in a game.
    pub shots: Spread,
    /// Its hits in a game.
    pub hits: Spread,
    /// The CPU times of its turns, if it is a bot on this machine.
    #[serde(skip)]
    pub cpu: TurnTimes,
}

/// The results of two contestants against each other.
#[derive(Clone, Debug, Default, Serialize)]
pub struct PairingTally {
    /// Games won by the first contestant.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games won by the second contestant.
    pub losses: u64,
    /// The results of the pairs.
    pub pentanomial: Pentanomial,
}

impl Standings {
    /// The standings before the first pair.
    pub fn new(schedule: Schedule, contestants: usize, sprt: Option<Sprt>) -> Self {
        Self {
            pairs: 0,
            players: vec![PlayerTally::default(); contestants],
            pairings: vec![PairingTally::default(); schedule.pairings().len()],
            schedule,
            sprt,
        }
    }

    /// Counts the next pair. Pairs must come in order.
    pub fn add(&mut self, pair: &ScheduledPair, games: &[GameResult; 2]) {
        self.pairs += 1;
        let pairing = &mut self.pairings[pair.pairing];
        pairing.pentanomial.add(half_points(games));
        for (number, game) in games.iter().enumerate() {
            match game.winner {
                Some(PairMember::First) => pairing.wins += 1,
                Some(PairMember::Second) => pairing.losses += 1,
                None => pairing.draws += 1,
            }
            for member in PairMember::BOTH {
                self.players[pair.contestants[member as usize]].add(game, number, member);
            }
        }
    }

    /// The next pair, if the tournament is not over.
    pub fn next_pair(&self) -> Option<ScheduledPair> {
        match self.sprt() {
            Some(sprt) if sprt.verdict != SprtVerdict::Open => None,
            _ => self.schedule.pair(self.pairs),
        }
    }

    /// How many pairs have been counted.
    pub const fn pairs(&self) -> u64 {
        self.pairs
    }

    /// The status of the test, if there is one.
    pub fn sprt(&self) -> Option<SprtStatus> {
        Some(self.sprt?.status(&self.pairings.first()?.pentanomial))
    }

    /// The results of the contestants, in order.
    pub fn players(&self) -> &[PlayerTally] {
        &self.players
    }

    /// The pairings: the two contestants, and their results.
    pub fn pairings(&self) -> impl Iterator<Item = ([usize; 2], &PairingTally)> {
        let pairings = self.schedule.pairings().iter().copied();
        pairings.zip(&self.pairings)
    }
}

impl PlayerTally {
    /// Counts a game of a pair, 0 or 1.
    fn add(&mut self, game: &GameResult, number: usize, member: PairMember) {
        let half_points = match game.winner {
            Some(winner) if winner == member => 4,
            Some(_) => 0,
            None => 2,
        };
        self.sides[member.side(number)].add(half_points);
        self.adjudicated += u64::from(game.early == Some(EarlyEnd::Adjudicated));
        match game.winner {
            Some(winner) if winner == member => self.wins += 1,
            Some(_) => {
                self.losses += 1;
                if let Some(foul) = &game.foul {
                    *self.fouls.entry(foul.kind).or_default() += 1;
                }
            }
            None => {
                self.draws += 1;
                self.dead += u64::from(game.early == Some(EarlyEnd::Dead));
            }
        }
        self.games += 1;
        self.score = Some((self.wins as f64 + self.draws as f64 / 2.0) / self.games as f64);
        self.turns.add(game.turns.into());
        self.shots.add(game.shots[member as usize]);
        self.hits.add(game.hits[member as usize]);
        self.cpu.merge(&game.cpu[member as usize]);
    }
}

/// Games won, drawn and lost as A and as B.
fn side_counts<S: Serializer>(
    sides: &ByPlayer<Pentanomial>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let counts = Player::BOTH.map(|player| (player, sides[player].single_games()));
    serializer.collect_map(counts)
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde passes a reference"
)]
pub const fn is_zero(count: &u64) -> bool {
    *count == 0
}
