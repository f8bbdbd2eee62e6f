//! Runs a program on several cases in parallel.
//!
//! A run near a time limit is repeated while no other program works; only that run counts.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use super::judge_case::IsCancelled;
use super::run_slots::RunSlots;
use super::{Judge, JudgeError, JudgedRun};
use crate::process::{Limits, Usage};
use crate::worker_pool::WorkerPool;

/// A run that takes at least this percentage of a time limit is repeated while nothing else runs.
const NEAR_PER_CENT: u32 = 75;

/// A run beside others may take this many times the CPU time allowed, so that a program that takes
/// even more is certainly too slow, however much the others have slowed it down.
const GENEROUS: u32 = 2;

/// A program that has been idle for so long, and longer than it was not, makes room for another.
const IDLE: Duration = Duration::from_millis(300);

/// How many threads there are for each place, because the programs in some may be idle.
const THREADS_PER_JOB: usize = 2;

/// A program whose idle time is more than this many times its CPU time would also wait on an idle
/// machine.
const SLEEPER: u32 = 100;

/// How many cases each worker may start ahead of the next one to be reported; only one if results
/// contain the whole output.
const AHEAD: u64 = 16;

/// Runs a program on many cases, several at a time.
pub struct RunScheduler<'p> {
    stop: &'p AtomicBool,
    jobs: usize,
    count: usize,
    pool: WorkerPool<'p>,
    slots: RunSlots,
}

impl<'p> RunScheduler<'p> {
    /// A scheduler for `count` cases. With `uses_idle_time`, it starts others while programs are
    /// idle, however far ahead they are.
    pub fn new(
        judge: &'p Judge,
        jobs: NonZeroUsize,
        uses_idle_time: bool,
        count: usize,
        stop: &'p AtomicBool,
    ) -> Self {
        let per_job = if uses_idle_time && jobs.get() > 1 {
            THREADS_PER_JOB
        } else {
            1
        };
        let ahead = match (judge.keeps_output, uses_idle_time) {
            (true, _) => 1,
            (false, true) => u64::MAX,
            (false, false) => AHEAD,
        };
        let at_most = |threads: usize| NonZeroUsize::new(threads.min(count).max(1));
        let threads = at_most(jobs.get().saturating_mul(per_job)).unwrap_or(jobs);
        let jobs = jobs.min(threads).get();
        Self {
            stop,
            jobs,
            count,
            pool: WorkerPool::new(threads, ahead, stop),
            slots: RunSlots::new(jobs),
        }
    }

    pub fn is_cancelled(&self) -> bool {
        self.pool.is_cancelled()
    }

    /// Works on all cases by number, and passes the results on in order until `take` returns false.
    pub fn work<T: Send>(
        &self,
        work: impl Fn(usize) -> Result<T, JudgeError> + Sync,
        mut take: impl FnMut(T) -> bool,
    ) -> Result<(), JudgeError> {
        let work = |(): &mut (), number: u64| {
            let number = usize::try_from(number).expect("it is less than the count");
            work(number).map(Some)
        };
        let take = |result| {
            let is_wanted = take(result).then_some(ControlFlow::Continue(()));
            Ok(is_wanted.unwrap_or(ControlFlow::Break(())))
        };
        self.pool.run(0..self.count as u64, || Ok(()), work, take)?;
        if self.stop.load(Ordering::Relaxed) {
            return Err(JudgeError::Cancelled);
        }
        Ok(())
    }

    /// Runs once, and a second time while no other program works if the first run was near a limit.
    /// `once` gets the limits to apply.
    pub fn run(
        &self,
        limits: &Limits,
        is_cancelled: &dyn Fn() -> bool,
        once: impl Fn(&Limits, IsCancelled<'_>) -> Result<JudgedRun, JudgeError>,
    ) -> Result<JudgedRun, JudgeError> {
        let once = |limits: &Limits, is_cancelled: IsCancelled<'_>| {
            if is_cancelled(&Usage::default()) {
                return Err(JudgeError::Cancelled);
            }
            once(limits, is_cancelled)
        };
        if self.jobs <= 1 {
            return once(limits, &|_| is_cancelled());
        }
        let beside = {
            let slot = self.slots.take();
            let generous = Limits {
                cpu: limits.cpu.map(|limit| limit * GENEROUS),
                ..*limits
            };
            let look = |usage: &Usage| {
                if usage.idle > IDLE && usage.idle > usage.cpu {
                    slot.give_back();
                }
                is_cancelled()
            };
            once(&generous, &look)?
        };
        if !is_near(&beside, limits) {
            return Ok(beside);
        }
        let _alone = self.slots.take_all();
        once(limits, &|_| is_cancelled())
    }
}

/// Whether a run might have ended differently with more CPU time for itself.
fn is_near(judged_run: &JudgedRun, limits: &Limits) -> bool {
    let usage = &judged_run.usage;
    let is_past = |time: Duration, limit: Duration, per_cent: u32| time * 100 >= limit * per_cent;
    let is_past_cpu = |per_cent| {
        let limit = limits.cpu;
        limit.is_some_and(|limit| is_past(usage.cpu, limit, per_cent))
    };
    if usage.cpu * SLEEPER < usage.idle || is_past_cpu(100 * GENEROUS) {
        return false;
    }
    judged_run.verdict.is_about_time()
        || is_past(usage.wall, limits.wall, NEAR_PER_CENT)
        || is_past_cpu(NEAR_PER_CENT)
}
