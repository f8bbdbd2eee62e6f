//! Runs a program on several cases in parallel.
//!
//! A run near a time limit is repeated while it holds exclusively the lock that all runs share;
//! only that run counts.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{PoisonError, RwLock};
use std::time::Duration;

use super::{Judge, JudgeError, JudgedRun};
use crate::process::Sandbox;
use crate::worker_pool::{SpawnError, WorkerPool};

/// A run that takes at least this percentage of a time limit is repeated while nothing else runs.
const NEAR_PER_CENT: u32 = 75;

/// A program whose idle time is more than this many times its CPU time would also wait on an idle
/// machine.
const SLEEPER: u32 = 100;

/// How many cases each worker may start ahead of the next one to be reported; only one if results
/// contain the whole output.
const AHEAD: u64 = 16;

/// Runs a program on many cases, several at a time.
pub struct RunScheduler<'p> {
    judge: &'p Judge,
    stop: &'p AtomicBool,
    jobs: usize,
    count: usize,
    pool: WorkerPool<'p>,
    /// Held while a program runs; exclusively if nothing else may run.
    machine: RwLock<()>,
}

impl<'p> RunScheduler<'p> {
    /// A scheduler for `count` cases.
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

    /// Whether the results are no longer needed.
    pub fn is_cancelled(&self) -> bool {
        self.pool.is_cancelled()
    }

    /// Works on all cases by number, and passes the results on in order until `take` returns false.
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
            let is_wanted = take(result).then_some(ControlFlow::Continue(()));
            Ok(is_wanted.unwrap_or(ControlFlow::Break(())))
        };
        self.pool.run(0..self.count as u64, enter, work, take)?;
        if self.stop.load(Ordering::Relaxed) {
            return Err(JudgeError::Cancelled);
        }
        Ok(())
    }

    /// Runs once, and a second time while nothing else runs if the first run was near a limit.
    pub fn run(
        &self,
        once: impl Fn() -> Result<JudgedRun, JudgeError>,
    ) -> Result<JudgedRun, JudgeError> {
        if self.jobs <= 1 {
            return once();
        }
        let beside = {
            // The lock holds no data, so a worker that panicked has left nothing inconsistent.
            let _shared = self.machine.read().unwrap_or_else(PoisonError::into_inner);
            once()?
        };
        if !self.is_near(&beside) {
            return Ok(beside);
        }
        let _alone = self.machine.write().unwrap_or_else(PoisonError::into_inner);
        once()
    }

    /// Whether a run might have ended differently with more CPU time for itself.
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
