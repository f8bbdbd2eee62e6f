//! Runs of a program side by side.
//!
//! A run near a limit of time takes the lock that all others share for itself, and only that run
//! counts.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{PoisonError, RwLock};
use std::time::Duration;

use super::{Judge, JudgeError, JudgedRun};
use crate::process::Sandbox;
use crate::worker_pool::{SpawnError, WorkerPool};

/// A run that takes more than this share of a limit of time, in per cent, is
/// repeated while nothing else runs.
const NEAR_PER_CENT: u32 = 75;

/// A program whose idle time is that many times its CPU time would wait on an idle machine,
/// too.
const SLEEPER: u32 = 100;

/// How many cases each worker may begin ahead of the next that is reported; only one where
/// results have the whole output.
const AHEAD: u64 = 16;

/// Runs a program on many cases, several at the same time.
pub struct RunScheduler<'p> {
    judge: &'p Judge,
    stop: &'p AtomicBool,
    jobs: usize,
    count: usize,
    pool: WorkerPool<'p>,
    /// Held while a program runs; for writing, if nothing else may run.
    machine: RwLock<()>,
}

impl<'p> RunScheduler<'p> {
    /// A scheduler of so many cases.
    pub fn new(judge: &'p Judge, jobs: NonZeroUsize, count: usize, stop: &'p AtomicBool) -> Self {
        let ahead = if judge.keeps_output { 1 } else { AHEAD };
        let jobs = jobs.min(NonZeroUsize::new(count).unwrap_or(NonZeroUsize::MIN));
        Self {
            judge,
            stop,
            jobs: jobs.get(),
            count,
            pool: WorkerPool::new(jobs, ahead, stop),
            machine: RwLock::new(()),
        }
    }

    /// Whether nobody waits for results any more.
    pub fn is_cancelled(&self) -> bool {
        self.pool.is_cancelled()
    }

    /// Works on all cases by their numbers, and hands on the results in order, as long
    /// as `take` wants more.
    pub fn work<T: Send>(
        &self,
        work: impl Fn(usize) -> Result<T, JudgeError> + Sync,
        mut take: impl FnMut(T) -> bool,
    ) -> Result<(), JudgeError> {
        let enter = || Ok(self.judge.sandbox.as_ref().map_or(Ok(()), Sandbox::enter)?);
        let work = |(): &mut (), number: u64| {
            let number = usize::try_from(number).expect("it is less than the count");
            work(number).map(Some)
        };
        let take = |result| {
            let is_enough = !take(result);
            let end = ControlFlow::Break(());
            Ok(if is_enough {
                end
            } else {
                ControlFlow::Continue(())
            })
        };
        self.pool.run(0..self.count as u64, enter, work, take)?;
        if self.stop.load(Ordering::Relaxed) {
            return Err(JudgeError::Cancelled);
        }
        Ok(())
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
            let _shared = self.machine.read().unwrap_or_else(PoisonError::into_inner);
            once()?
        };
        if !self.is_near(&beside) {
            return Ok(beside);
        }
        let _alone = self.machine.write().unwrap_or_else(PoisonError::into_inner);
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
        judged_run.verdict.is_about_time()
            || is_past(usage.wall, limits.wall)
            || limits.cpu.is_some_and(|limit| is_past(usage.cpu, limit))
    }
}

impl From<SpawnError> for JudgeError {
    fn from(SpawnError(error): SpawnError) -> Self {
        Self::Machine(error)
    }
}
