//! A whole tournament: pairs are played side by side, and count in order.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use super::referee::play;
use super::schedule::{Pair, Schedule};
use super::{
    ArenaError, Contestant, GameResult, Limits, Opening, PairResult, Seat, Settings, Standings,
};
use crate::vocabulary::ByPlayer;

/// How many pairs each worker may be ahead of the one that counts next. What
/// they are ahead is lost when the tournament is interrupted.
const AHEAD: u64 = 8;

/// A tournament that can be played.
#[derive(Debug)]
pub struct Tournament {
    settings: Settings,
    contestants: Vec<Contestant>,
    opening: Opening,
    limits: Limits,
    schedule: Schedule,
}

/// A pair that was played.
#[derive(Debug)]
pub struct FinishedPair {
    /// Which one.
    pub pair: Pair,
    /// How it ended.
    pub result: PairResult,
    /// Both games as scripts that replay them, if that was asked for.
    pub records: Option<[Vec<u8>; 2]>,
}

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
        limits: Limits,
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

    /// All that the result depends on.
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
        is_recorded: bool,
        stop: &AtomicBool,
        mut finished: impl FnMut(FinishedPair, &Standings) -> Result<(), ArenaError>,
    ) -> Result<(), ArenaError> {
        let Some(first) = standings.next_pair() else {
            return Ok(());
        };
        let workers = workers.get() as u64;
        let desk = Desk::new(first.number, workers.saturating_mul(AHEAD));
        std::thread::scope(|scope| {
            let _closing = Closing(&desk);
            for _ in 0..workers.min(self.schedule.pairs() - first.number) {
                std::thread::Builder::new()
                    .spawn_scoped(scope, || self.work(&desk, is_recorded, stop))
                    .map_err(ArenaError::Threads)?;
            }
            while let Some(next) = standings.next_pair() {
                let Some(pair) = desk.collect(next.number)? else {
                    break;
                };
                standings.add(&pair.pair, &pair.result);
                finished(pair, standings)?;
            }
            Ok(())
        })
    }

    fn work(&self, desk: &Desk, is_recorded: bool, stop: &AtomicBool) {
        let _alarm = Alarm(desk);
        let is_over = || desk.is_closed.load(Ordering::Relaxed) || stop.load(Ordering::Relaxed);
        while let Some(pair) = desk.take().and_then(|number| self.schedule.pair(number)) {
            match self.play_pair(pair, is_recorded, &is_over) {
                Ok(Some(finished)) => desk.deliver(pair.number, Ok(finished)),
                // Nobody else has to be told if it is the desk that is closed.
                Ok(None) => return desk.close(),
                Err(error) => desk.deliver(pair.number, Err(error)),
            }
        }
    }

    /// Plays both games of a pair, unless it is stopped.
    fn play_pair(
        &self,
        pair: Pair,
        is_recorded: bool,
        is_over: &dyn Fn() -> bool,
    ) -> Result<Option<FinishedPair>, ArenaError> {
        let start = self.opening.deal(self.settings.seed, pair.round)?;
        let mut records = [Vec::new(), Vec::new()];
        let mut play_game = |game: usize, start| {
            let a = Seat::of_a(game);
            let contestants = ByPlayer {
                a: &self.contestants[pair.seats[a as usize]],
                b: &self.contestants[pair.seats[a.other() as usize]],
            };
            let record = is_recorded.then_some(&mut records[game]);
            let played = play(start, contestants, &self.limits, record, is_over)?;
            Ok::<_, ArenaError>(played.map(|played| GameResult::of(played, a)))
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
            records: is_recorded.then_some(records),
        }))
    }
}

/// Where pairs are given out and come back.
struct Desk {
    state: Mutex<DeskState>,
    changed: Condvar,
    is_closed: AtomicBool,
    ahead: u64,
}

struct DeskState {
    /// The next pair to be played.
    next: u64,
    /// The next pair to be counted.
    awaited: u64,
    /// Pairs that were played and do not count yet.
    done: BTreeMap<u64, Result<FinishedPair, ArenaError>>,
}

impl Desk {
    fn new(first: u64, ahead: u64) -> Self {
        Self {
            state: Mutex::new(DeskState {
                next: first,
                awaited: first,
                done: BTreeMap::new(),
            }),
            changed: Condvar::new(),
            is_closed: AtomicBool::new(false),
            ahead,
        }
    }

    fn lock(&self) -> MutexGuard<'_, DeskState> {
        // A worker that panicked has left nothing half done here.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The number of a pair that is to be played, when it may be; none when all
    /// is over.
    fn take(&self) -> Option<u64> {
        let mut state = self.lock();
        loop {
            if self.is_closed.load(Ordering::Relaxed) {
                return None;
            }
            if state.next - state.awaited < self.ahead {
                state.next += 1;
                return Some(state.next - 1);
            }
            state = self
                .changed
                .wait(state)
                .unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn close(&self) {
        // Under the lock, or somebody might miss it just before waiting.
        let _state = self.lock();
        self.is_closed.store(true, Ordering::Relaxed);
        self.changed.notify_all();
    }

    fn deliver(&self, number: u64, pair: Result<FinishedPair, ArenaError>) {
        self.lock().done.insert(number, pair);
        self.changed.notify_all();
    }

    /// Waits for a pair and takes it; none if it does not come.
    fn collect(&self, number: u64) -> Result<Option<FinishedPair>, ArenaError> {
        let mut state = self.lock();
        loop {
            if let Some(pair) = state.done.remove(&number) {
                state.awaited = number + 1;
                self.changed.notify_all();
                return pair.map(Some);
            }
            if self.is_closed.load(Ordering::Relaxed) {
                return Ok(None);
            }
            state = self
                .changed
                .wait(state)
                .unwrap_or_else(PoisonError::into_inner);
        }
    }
}

/// Sends the workers home, however the tournament ends.
struct Closing<'d>(&'d Desk);

impl Drop for Closing<'_> {
    fn drop(&mut self) {
        self.0.close();
    }
}

/// Ends the tournament if a worker panics, or its pair would be waited for.
struct Alarm<'d>(&'d Desk);

impl Drop for Alarm<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.close();
        }
    }
}
