//! A tournament: pairs are played in parallel and counted in order.
//!
//! Pairs are counted in the order of their numbers, whoever finishes first: workers may be
//! only a few pairs ahead, and results wait until their number comes. So neither the
//! result nor the moment at which SPRT stops depends on time, a journal is always a prefix
//! of the tournament, and resuming is counting it again.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

use super::game_loop::play;
use super::schedule::{Schedule, ScheduledPair};
use super::{
    ArenaError, BotTurn, Contestant, GameLimits, GameResult, Opening, PairMember, PairResult,
    Settings, Standings,
};
use crate::player::ByPlayer;
use crate::worker_pool::WorkerPool;

/// How many pairs each worker may be ahead of the one that is counted next. They are lost
/// when the tournament is interrupted.
const AHEAD: u64 = 8;

/// A tournament.
#[derive(Debug)]
pub struct Tournament {
    settings: Settings,
    contestants: Vec<Contestant>,
    opening: Opening,
    limits: GameLimits,
    schedule: Schedule,
}

/// A pair that was played.
#[derive(Debug)]
pub struct FinishedPair {
    /// The pair.
    pub pair: ScheduledPair,
    /// How it ended.
    pub result: PairResult,
    /// Both games as scripts that replay them, if they are recorded.
    pub records: Option<[Vec<u8>; 2]>,
    /// For each game that a bot has lost by a foul, the end of its standard error in that
    /// turn.
    pub stderr: [Vec<u8>; 2],
}

/// What is recorded of games besides their results.
#[derive(Clone, Copy, Default)]
pub struct Recording<'k> {
    /// The games as scripts that replay them.
    pub records: bool,
    /// The turns of bots.
    pub bot_log: Option<BotLog<'k>>,
}

/// Logs the turns of bots, with the number of the game; several games are played at the
/// same time.
pub type BotLog<'l> = &'l (dyn Fn(u64, &BotTurn<'_>) -> Result<(), ArenaError> + Sync);

impl Tournament {
    /// A tournament of these contestants and games.
    ///
    /// # Errors
    ///
    /// [`ArenaError::OddGames`], [`ArenaError::SprtNeedsTwo`];
    /// [`ArenaError::Contestant`] if somebody does not know the rules;
    /// [`ArenaError::Opening`] if the first pair cannot begin.
    pub fn new(
        settings: Settings,
        contestants: Vec<Contestant>,
        opening: Opening,
        limits: GameLimits,
    ) -> Result<Self, ArenaError> {
        if settings.games == 0 || !settings.games.is_multiple_of(2) {
            return Err(ArenaError::OddGames(settings.games));
        }
        if settings.sprt.is_some() && contestants.len() != 2 {
            return Err(ArenaError::SprtNeedsTwo);
        }
        for contestant in &contestants {
            contestant.check_rules(opening.rules())?;
        }
        opening.deal(settings.seed, 0)?;
        Ok(Self {
            schedule: Schedule::new(settings.format, contestants.len(), settings.games),
            settings,
            contestants,
            opening,
            limits,
        })
    }

    /// Everything that the result depends on.
    pub const fn settings(&self) -> &Settings {
        &self.settings
    }

    /// How many pairs there are, if nothing ends the tournament early.
    pub fn pairs(&self) -> u64 {
        self.schedule.pairs()
    }

    /// How it stands before the first pair.
    pub fn standings(&self) -> Standings {
        Standings::new(
            self.schedule.clone(),
            self.contestants.len(),
            self.settings.sprt,
        )
    }

    /// Plays the pairs that are missing in `standings`, and hands each to
    /// `finished` after it was counted. They come in the order of their numbers,
    /// so that the result does not depend on `workers`, nor on time.
    ///
    /// When `stop` is set, the tournament ends soon, with the turns that are being
    /// played. `standings` say then which pair comes next.
    ///
    /// # Errors
    ///
    /// What `finished` returns, and what keeps a pair from being played.
    pub fn play(
        &self,
        standings: &mut Standings,
        workers: NonZeroUsize,
        recording: Recording<'_>,
        stop: &AtomicBool,
        mut finished: impl FnMut(FinishedPair, &Standings) -> Result<(), ArenaError>,
    ) -> Result<(), ArenaError> {
        let Some(first) = standings.next_pair() else {
            return Ok(());
        };
        let pool = WorkerPool::new(workers, AHEAD, stop);
        let play_pair = |number: u64| match self.schedule.pair(number) {
            Some(pair) => self.play_pair(pair, recording, &|| pool.is_cancelled()),
            None => Ok(None),
        };
        let count = |pair: FinishedPair| {
            standings.add(&pair.pair, &pair.result);
            finished(pair, standings)?;
            Ok(match standings.next_pair() {
                Some(_) => ControlFlow::Continue(()),
                None => ControlFlow::Break(()),
            })
        };
        let pairs = first.number..self.schedule.pairs();
        pool.run(pairs, || Ok(()), play_pair, count)
    }

    /// Plays both games of a pair, unless it is stopped.
    fn play_pair(
        &self,
        pair: ScheduledPair,
        recording: Recording<'_>,
        is_over: &dyn Fn() -> bool,
    ) -> Result<Option<FinishedPair>, ArenaError> {
        let start = self.opening.deal(self.settings.seed, pair.round)?;
        let mut records = [Vec::new(), Vec::new()];
        let mut stderr = [Vec::new(), Vec::new()];
        let mut play_game = |game: usize, start| {
            let a = PairMember::of_a(game);
            let contestants = ByPlayer {
                a: &self.contestants[pair.contestants[a as usize]],
                b: &self.contestants[pair.contestants[a.other() as usize]],
            };
            let record = recording.records.then_some(&mut records[game]);
            let log = |turn: &BotTurn<'_>| {
                recording
                    .bot_log
                    .map_or(Ok(()), |log| log(pair.game(game), turn))
            };
            let played = play(
                start,
                contestants,
                &self.limits,
                record,
                Some(&log),
                is_over,
            )?;
            Ok::<_, ArenaError>(played.map(|mut played| {
                stderr[game] = std::mem::take(&mut played.stderr);
                GameResult::of(played, a)
            }))
        };
        let Some(one) = play_game(0, start.clone())? else {
            return Ok(None);
        };
        let Some(other) = play_game(1, start)? else {
            return Ok(None);
        };
        Ok(Some(FinishedPair {
            pair,
            result: PairResult {
                pair: pair.number,
                games: [one, other],
            },
            records: recording.records.then_some(records),
            stderr,
        }))
    }
}
