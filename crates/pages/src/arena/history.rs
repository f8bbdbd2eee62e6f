//! What a tournament's page needs besides the standings.

use std::collections::BTreeMap;

use admiralty_arena::experiments::Histogram;
use admiralty_arena::stats::Pentanomial;
use admiralty_arena::{FinishedPair, FoulKind, GameResult, PairMember, ScheduledPair, half_points};
use admiralty_core::player::{ByPlayer, Player};

/// The most games that a page lists, with links to their replays.
pub const GAMES_LISTED_MAX: u64 = 200;

/// The course of a tournament, pair by pair.
#[derive(Clone, Debug)]
pub struct TournamentHistory {
    /// The pairing of each pair, and the half points of its first contestant.
    pub(super) pairs: Vec<(u32, u8)>,
    /// The results of each contestant on each side: single games, with the half points of pairs.
    pub(super) sides: Vec<ByPlayer<Pentanomial>>,
    pub(super) turns: Histogram,
    /// The first foul of each kind of each contestant: the number of the game, and the detail.
    pub(super) fouls: BTreeMap<(usize, FoulKind), (u64, String)>,
    /// The pairs whose games are listed.
    pub(super) listed: Vec<(ScheduledPair, [GameResult; 2])>,
}

impl TournamentHistory {
    /// The history before the first pair.
    pub fn new(contestants: usize) -> Self {
        Self {
            pairs: Vec::new(),
            sides: vec![ByPlayer::default(); contestants],
            turns: Histogram::default(),
            fouls: BTreeMap::new(),
            listed: Vec::new(),
        }
    }

    /// Adds the next pair.
    pub fn add(&mut self, FinishedPair { pair, games, .. }: &FinishedPair) {
        let pairing = u32::try_from(pair.pairing).unwrap_or(u32::MAX);
        self.pairs.push((pairing, half_points(games)));
        for (index, game) in games.iter().enumerate() {
            self.turns.add(game.turns);
            let contestant = |member: PairMember| pair.contestants[member as usize];
            for player in Player::BOTH {
                let member = PairMember::playing(player, index);
                let half_points = match game.winner {
                    Some(winner) if winner == member => 4,
                    Some(_) => 0,
                    None => 2,
                };
                self.sides[contestant(member)][player].add(half_points);
            }
            if let (Some(foul), Some(winner)) = (&game.foul, game.winner) {
                let key = (contestant(winner.other()), foul.kind);
                let first = || (pair.game(index), foul.detail.clone());
                self.fouls.entry(key).or_insert_with(first);
            }
        }
        if pair.game(1) <= GAMES_LISTED_MAX {
            self.listed.push((*pair, games.clone()));
        }
    }
}
