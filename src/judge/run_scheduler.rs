//! Many runs at the same time, their results in order.
//!
//! A run near a limit of time takes the lock that all others share for itself, and only that run
//! counts.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, PoisonError, RwLock, mpsc};
use std::thread;
use std::time::Duration;

use super::{Judge, JudgeError, JudgedRun, Verdict};

/// A run that takes more than this share of a limit of time, in per cent, is
/// repeated while nothing else runs.
pub const NEAR_PER_CENT: u32 = 75;

/// A program that is idle for so many times the time that it runs would be so on an
/// idle machine, too.
const SLEEPER: u32 = 100;

/// How far ahead of the next result that is wanted work is begun, for each worker.
const AHEAD: usize = 16;
/// The same where results have the whole output.
const AHEAD_WITH_OUTPUT: usize = 1;

/// Who works.
pub struct RunScheduler<'p> {
    judge: &'p Judge,
    stop: &'p AtomicBool,
    jobs: usize,
    count: usize,
    /// Held while a program runs; alone, if nothing else may.
    road: RwLock<()>,
    /// Whether nobody waits for more.
    is_done: AtomicBool,
}

impl<'p> RunScheduler<'p> {
    /// A scheduler for so much work.
    pub fn new(judge: &'p Judge, jobs: NonZeroUsize, count: usize, stop: &'p AtomicBool) -> Self {
        Self {
            judge,
            stop,
            jobs: jobs.get().min(count),
            count,
            road: RwLock::new(()),
            is_done: AtomicBool::new(false),
        }
    }

    /// Whether nobody waits any more.
    pub fn is_cancelled(&self) -> bool {
        self.stop.load(Ordering::Relaxed) || self.is_done.load(Ordering::Relaxed)
    }

    /// Does the work of all numbers, and hands on what comes out by the numbers,
    /// until one is enough.
    pub fn work<T: Send>(
        &self,
        work: impl Fn(usize) -> Result<T, JudgeError> + Sync,
        take: impl FnMut(T) -> bool,
    ) -> Result<(), JudgeError> {
        let next = AtomicUsize::new(0);
        let wanted = Wanted::default();
        let (sender, receiver) = mpsc::channel();
        let worker = |sender: mpsc::Sender<(usize, Result<T, JudgeError>)>| {
            let sandbox = self.judge.sandbox.as_ref();
            let entered = sandbox.map_or(Ok(()), crate::process::Sandbox::enter);
            if let Err(error) = entered {
                let _ = sender.send((0, Err(error.into())));
                return;
            }
            while !self.is_cancelled() {
                let number = next.fetch_add(1, Ordering::Relaxed);
                wanted.wait_until(number, self.ahead());
                if number >= self.count || sender.send((number, work(number))).is_err() {
                    break;
                }
            }
        };
        let result = thread::scope(|scope| {
            for number in 0..self.jobs {
                let sender = sender.clone();
                let started = thread::Builder::new().spawn_scoped(scope, || worker(sender));
                // As many as the machine has room for are enough, if there is one.
                match started {
                    Ok(_) => {}
                    Err(_) if number > 0 => break,
                    Err(error) => return Err(JudgeError::Machine(error)),
                }
            }
            drop(sender);
            let result = in_order(receiver, &wanted, take);
            self.is_done.store(true, Ordering::Relaxed);
            wanted.set(usize::MAX);
            result
        });
        result?;
        if self.stop.load(Ordering::Relaxed) {
            return Err(JudgeError::Cancelled);
        }
        Ok(())
    }

    /// How far ahead of the next result that is wanted work is begun.
    fn ahead(&self) -> usize {
        let each = if self.judge.keeps_output {
            AHEAD_WITH_OUTPUT
        } else {
            AHEAD
        };
        each * self.jobs
    }

    /// Runs once; and once more while nothing else runs, if the first time was
    /// near a limit.
    pub fn run(
        &self,
        once: impl Fn() -> Result<JudgedRun, JudgeError>,
    ) -> Result<JudgedRun, JudgeError> {
        if self.jobs <= 1 {
            return once();
        }
        let beside = {
            // A worker that panicked has left nothing half done: the lock holds
            // no data.
            let _shared = self.road.read().unwrap_or_else(PoisonError::into_inner);
            once()?
        };
        if !self.is_near(&beside) {
            return Ok(beside);
        }
        let _alone = self.road.write().unwrap_or_else(PoisonError::into_inner);
        once()
    }

    /// Whether a run could have ended otherwise with more of the machine for
    /// itself.
    fn is_near(&self, judged_run: &JudgedRun) -> bool {
        let limits = &self.judge.limits;
        let usage = &judged_run.usage;
        if usage.cpu * SLEEPER < usage.idle {
            return false;
        }
        let is_past = |time: Duration, limit: Duration| time * 100 >= limit * NEAR_PER_CENT;
        matches!(
            judged_run.verdict,
            Verdict::TimeLimitExceeded | Verdict::IdlenessLimitExceeded
        ) || is_past(usage.wall, limits.wall)
            || limits.cpu.is_some_and(|limit| is_past(usage.cpu, limit))
    }
}

/// The number of the next result that is wanted: whoever is far ahead of it waits,
/// so that results do not pile up behind a slow one.
#[derive(Default)]
struct Wanted {
    number: Mutex<usize>,
    is_changed: Condvar,
}

impl Wanted {
    fn set(&self, number: usize) {
        *self.number.lock().unwrap_or_else(PoisonError::into_inner) = number;
        self.is_changed.notify_all();
    }

    fn wait_until(&self, number: usize, ahead: usize) {
        let wanted = self.number.lock().unwrap_or_else(PoisonError::into_inner);
        let is_far = |wanted: &mut usize| number > wanted.saturating_add(ahead);
        let wanted = self.is_changed.wait_while(wanted, is_far);
        drop(wanted.unwrap_or_else(PoisonError::into_inner));
    }
}

/// Hands on results by their numbers, until one is enough.
fn in_order<T>(
    results: mpsc::Receiver<(usize, Result<T, JudgeError>)>,
    wanted: &Wanted,
    mut take: impl FnMut(T) -> bool,
) -> Result<(), JudgeError> {
    let mut waiting = BTreeMap::new();
    let mut next = 0;
    for (number, result) in results {
        waiting.insert(number, result?);
        while let Some(result) = waiting.remove(&next) {
            next += 1;
            wanted.set(next);
            if !take(result) {
                return Ok(());
            }
        }
    }
    Ok(())
}
