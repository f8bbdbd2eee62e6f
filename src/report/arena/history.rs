//! What a tournament's page needs besides the standings.

use std::collections::BTreeMap;

use crate::arena::stats::Pentanomial;
use crate::arena::{Foul, FoulKind, PairMember, PairResult, ScheduledPair};
use crate::experiments::Histogram;
use crate::player::{ByPlayer, Player};

/// The most games that a page lists, with links to their replays.
pub const GAMES_LISTED_MAX: u64 = 200;

/// The course of a tournament, pair by pair.
#[derive(Clone, Debug)]
pub struct TournamentHistory {
    /// The pairing of each pair, and the half points of its first contestant.
    pub(super) pairs: Vec<(u32, u8)>,
    /// The results of each contestant on each side: single games, with the half points of pairs.
    pub(super) sides: Vec<ByPlayer<Pentanomial>>,
    /// The turns of games.
    pub(super) turns: Histogram,
    /// The first foul of each kind of each contestant.
    pub(super) fouls: BTreeMap<(usize, FoulKind), FirstFoul>,
    /// The first games.
    pub(super) games: Vec<ListedGame>,
}

/// The first foul of its kind.
#[derive(Clone, Debug)]
pub(super) struct FirstFoul {
    pub game: u64,
    pub detail: String,
}

/// A game in the list.
#[derive(Clone, Debug)]
pub(super) struct ListedGame {
    pub number: u64,
    pub players: ByPlayer<usize>,
    pub winner: Option<usize>,
    pub end: String,
    pub foul: Option<Foul>,
    pub turns: u32,
}

impl TournamentHistory {
    /// The history before the first pair.
    pub fn new(contestants: usize) -> Self {
        Self {
            pairs: Vec::new(),
            sides: vec![ByPlayer::default(); contestants],
            turns: Histogram::default(),
            fouls: BTreeMap::new(),
            games: Vec::new(),
        }
    }

    /// Adds the next pair.
    pub fn add(&mut self, pair: &ScheduledPair, result: &PairResult) {
        let pairing = u32::try_from(pair.pairing).unwrap_or(u32::MAX);
        self.pairs.push((pairing, result.half_points()));
        for (index, game) in result.games.iter().enumerate() {
            self.turns.add(game.turns);
            let contestant = |member: PairMember| pair.contestants[member as usize];
            let number = pair.game(index);
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
                let first = || FirstFoul {
                    game: number,
                    detail: foul.detail.clone(),
                };
                let key = (contestant(winner.other()), foul.kind);
                self.fouls.entry(key).or_insert_with(first);
            }
            if number <= GAMES_LISTED_MAX {
                self.games.push(ListedGame {
                    number,
                    players: ByPlayer::from_fn(|player| {
                        contestant(PairMember::playing(player, index))
                    }),
                    winner: game.winner.map(contestant),
                    end: game.end(),
                    foul: game.foul.clone(),
                    turns: game.turns,
                });
            }
        }
    }
}
