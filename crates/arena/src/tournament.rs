//! A tournament: the schedule of its pairs, which are played in parallel, and counted in order.
//!
//! So neither the result nor the pair at which SPRT stops depends on time. A file of results is a
//! prefix of the tournament or of a shard, and resuming counts it again.
//!
//! A bot that ends at once, game after game, ends the tournament.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

use admiralty_core::player::{ByPlayer, Player};
use admiralty_players::PlayerEntry;
use admiralty_results::worker_pool::{PoolTask, WorkerPool};
use admiralty_results::{ByteText, Shard};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::first_games::FirstGames;
use crate::game_loop::play;
use crate::opening::Deal;
use crate::schedule::Schedule;
use crate::{
    ArenaError, GameResult, LoggedRun, PairMember, PlayerKind, ScheduledPair, Standings,
    TournamentSettings,
};

/// How many pairs each worker may be ahead of the next one to be counted. These are lost when the
/// tournament is interrupted.
const AHEAD: u64 = 8;

/// A tournament, or a shard of one.
#[derive(Debug)]
pub struct Tournament {
    settings: TournamentSettings,
    schedule: Schedule,
}

/// A pair of games that has been played, with sides swapped; without bots also with the same fleets.
#[derive(Debug, Serialize, Deserialize)]
pub struct FinishedPair {
    /// The pair, which files of results do not repeat.
    #[serde(skip)]
    pub pair: ScheduledPair,
    /// The two games; the first contestant plays A in the first one, B in the second.
    pub games: [GameResult; 2],
    /// Both games as scripts that replay them, without the players and the result, if they are
    /// recorded.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub records: Option<[ByteText; 2]>,
}

/// The records of games, besides their results.
#[derive(Clone, Copy, Default)]
pub struct Recording<'k> {
    /// How many games, from the first one on, are recorded as scripts that replay them.
    pub records: u64,
    /// The turns of bots.
    pub bot_log: Option<BotLog<'k>>,
}

/// Logs the turns of bots, with the number of the game; several games are played at the
/// same time.
pub type BotLog<'l> = &'l (dyn Fn(u64, &LoggedRun<'_>) -> Result<(), ArenaError> + Sync);

impl Tournament {
    /// A tournament with these settings.
    ///
    /// # Errors
    ///
    /// The number of games is odd, SPRT is used without exactly two contestants, a contestant does
    /// not play the rule set, or an opening cannot be dealt.
    pub fn new(settings: TournamentSettings) -> Result<Self, ArenaError> {
        let games = settings.games;
        if games == 0 || !games.is_multiple_of(2) {
            return ArenaError::usage(format!(
                "games come in pairs, so their number must be even, not {games}"
            ));
        }
        if settings.sprt.is_some() && settings.players.len() != 2 {
            return ArenaError::usage("SPRT compares exactly two players");
        }
        for contestant in &settings.players {
            let rules = settings.opening.base.rules();
            // Other programs are assumed to play all rule sets.
            if matches!(&contestant.kind, PlayerKind::Native(entry) if !entry.plays(rules)) {
                return ArenaError::usage(format!(
                    "the player \"{}\" does not play the rule set {}, only {}",
                    contestant.name,
                    rules.name,
                    PlayerEntry::names_for(rules).join(", ")
                ));
            }
        }
        for round in 0..=settings.opening.others.len() as u64 {
            settings.opening.deal(settings.seed, round)?;
        }
        Ok(Self {
            schedule: Schedule::new(settings.format, settings.players.len(), games),
            settings,
        })
    }

    /// A shard of the tournament, which has every `N`-th pair. SPRT does not end it early, because
    /// the other shards are not known.
    #[must_use]
    pub fn shard(mut self, shard: Shard) -> Self {
        self.schedule.shard = shard;
        self
    }

    /// Everything that the result depends on.
    pub const fn settings(&self) -> &TournamentSettings {
        &self.settings
    }

    /// How many pairs there are, if nothing ends the tournament early.
    pub fn pairs(&self) -> u64 {
        self.schedule.pairs()
    }

    /// A pair by its number among those of the shard, from 0.
    pub fn pair(&self, index: u64) -> Option<ScheduledPair> {
        self.schedule.pair(index)
    }

    /// The standings before the first pair.
    pub fn standings(&self) -> Standings {
        let contestants = self.settings.players.len();
        let sprt = self
            .settings
            .sprt
            .filter(|_| self.schedule.shard.is_whole());
        Standings::new(self.schedule.clone(), contestants, sprt)
    }

    /// Plays the pairs missing in `standings`, counts them in order, and calls `finished` with
    /// each. When `stop` is set, returns after the current turns.
    ///
    /// # Errors
    ///
    /// If a pair cannot be played, or `finished` returns an error. [`ArenaError::EndsAtOnce`], if a
    /// bot ended in its first turn in each of its first games; `finished` has been called with
    /// these games.
    pub fn play(
        &self,
        standings: &mut Standings,
        workers: NonZeroUsize,
        recording: Recording<'_>,
        stop: &AtomicBool,
        mut finished: impl FnMut(FinishedPair, &Standings) -> Result<(), ArenaError>,
    ) -> Result<(), ArenaError> {
        let done = standings.pairs();
        if standings.next_pair().is_none() {
            return Ok(());
        }
        // A player who connects plays one game at a time.
        let mut players = self.settings.players.iter();
        let has_seat = players.any(|player| matches!(player.kind, PlayerKind::Seat(_)));
        let workers = if has_seat { NonZeroUsize::MIN } else { workers };
        let pool = WorkerPool::new(workers, AHEAD, stop);
        let play_pair = |(): &mut (), task: PoolTask<'_>| match self.schedule.pair(task.number) {
            Some(pair) => self.play_pair(pair, recording, &|| task.is_cancelled()),
            None => Ok(None),
        };
        let mut first_games = FirstGames::new(self.settings.players.len());
        let count = |pair: FinishedPair| {
            standings.add(&pair.pair, &pair.games);
            let broken = first_games.add(pair.pair.contestants, &pair.games);
            let broken = broken.map(|(contestant, game)| {
                ArenaError::ends_at_once(self.settings.name(contestant), game)
            });
            finished(pair, standings)?;
            if let Some(error) = broken {
                return Err(error);
            }
            Ok(match standings.next_pair() {
                Some(_) => ControlFlow::Continue(()),
                None => ControlFlow::Break(()),
            })
        };
        let pairs = done..self.schedule.pairs();
        pool.run(pairs, || Ok(()), play_pair, count)
    }

    /// Plays a game of a pair, 0 or 1, and appends it to `record` as a script. Returns `None` if
    /// `is_over` becomes true, because the result is no longer needed.
    ///
    /// # Errors
    ///
    /// If it cannot be played, or a turn cannot be logged.
    pub fn play_game(
        &self,
        pair: ScheduledPair,
        game: usize,
        record: Option<&mut Vec<u8>>,
        bot_log: Option<BotLog<'_>>,
        is_over: &dyn Fn() -> bool,
    ) -> Result<Option<GameResult>, ArenaError> {
        let kinds = pair.contestants.map(|at| &self.settings.players[at].kind);
        let has_bot = !matches!(kinds, [PlayerKind::Native(_), PlayerKind::Native(_)]);
        let has_own_fleets = has_bot && !self.settings.same_fleets;
        let deal = Deal {
            round: pair.round,
            number: if has_own_fleets { game as u64 } else { 0 },
        };
        let (opening, seed) = (&self.settings.opening, self.settings.seed);
        let Some(start) = opening.deal_unless(is_over, seed, deal)? else {
            return Ok(None);
        };
        let seats = ByPlayer::from_fn(|player| {
            let member = PairMember::playing(player, game);
            let contestant = pair.contestants[member as usize];
            (&self.settings.players[contestant], member)
        });
        let number = pair.game(game);
        let log = |turn: &LoggedRun<'_>| bot_log.map_or(Ok(()), |log| log(number, turn));
        // Bots must not learn anything about the deal from their seeds.
        let seeds = has_bot.then(|| player_seeds(seed, pair.round, game));
        let limits = &self.settings.limits;
        play(start, seats, seeds, limits, record, &log, is_over)
    }

    /// Plays both games of a pair; returns `None` if stopped.
    fn play_pair(
        &self,
        pair: ScheduledPair,
        recording: Recording<'_>,
        is_over: &dyn Fn() -> bool,
    ) -> Result<Option<FinishedPair>, ArenaError> {
        let mut records = [Vec::new(), Vec::new()];
        let is_recorded = pair.game(0) <= recording.records;
        let mut play_game = |game: usize| {
            let record = is_recorded.then_some(&mut records[game]);
            self.play_game(pair, game, record, recording.bot_log, is_over)
        };
        let Some(one) = play_game(0)? else {
            return Ok(None);
        };
        let Some(other) = play_game(1)? else {
            return Ok(None);
        };
        Ok(Some(FinishedPair {
            pair,
            games: [one, other],
            records: is_recorded.then(|| records.map(ByteText)),
        }))
    }
}

/// The seeds of both players for a game of a pair, 0 or 1.
///
/// A seed reveals nothing about the seed of the tournament, from which the fleets are dealt, or
/// that of the other player: it is the first 64 bits of a SHA-256 hash.
fn player_seeds(tournament: u64, round: u64, game: usize) -> ByPlayer<u64> {
    ByPlayer::from_fn(|player| {
        let hash = Sha256::new()
            .chain_update(b"admiralty arena, seed of a player")
            .chain_update(tournament.to_le_bytes())
            .chain_update(round.to_le_bytes())
            .chain_update([u8::from(game == 1), u8::from(player == Player::B)])
            .finalize();
        let first = hash.iter().take(8).map(|&byte| u64::from(byte));
        first.fold(0, |seed, byte| seed << 8 | byte)
    })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn each_player_of_each_game_has_a_seed_of_its_own() {
        let seeds = |tournament, round, game| player_seeds(tournament, round, game);
        let all: BTreeSet<_> = (0..64)
            .map(|i| seeds(i & 3, i >> 2 & 7, usize::from(i > 31)))
            .flat_map(|seeds| Player::BOTH.map(|player| seeds[player]))
            .collect();
        assert_eq!(all.len(), 128);
        // Computed with `sha256sum`; results must not change.
        assert_eq!(seeds(1, 0, 0)[Player::A], 0xfe58_f7bc_e3dd_e94e);
    }
}
