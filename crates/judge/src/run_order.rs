//! Judges all cases, and reports the results in order.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::{mem, slice};

use admiralty_results::worker_pool::{GroupStep, PoolTask, WorkerPool};
use serde::Serialize;

use super::judge_case::{IsCancelled, KnownRun};
use super::run_slots::RunSlots;
use super::text_start::TextStart;
use super::{
    CaseResult, Expected, ExpectedStatus, Judge, JudgeError, JudgedRun, JudgingTask, Verdict,
};

/// How many threads there are for each run at the same time, because programs may be idle.
const THREADS_PER_JOB: NonZeroUsize = NonZeroUsize::new(2).expect("it is not zero");

/// In how many cases a program exceeds a limit until it is no longer given the benefit of the doubt:
/// it runs once in the other cases, within the limit.
const LIMITED_MAX: usize = 2;

/// How the tasks are run.
#[derive(Clone, Copy, Debug)]
pub struct RunOrder {
    /// How many programs run at the same time, at most.
    pub jobs: NonZeroUsize,
    /// How often cases are run.
    pub repetition: Repetition,
    /// Whether to stop after the first case that fails, and to repeat no case after a failed run.
    pub is_fail_fast: bool,
}

impl RunOrder {
    /// Whether a case whose runs had these verdicts is run again.
    fn runs_again(&self, expected: &Expected, verdicts: &[Verdict]) -> bool {
        let is_failed = |verdict: &Verdict| expected.status_of(*verdict) == ExpectedStatus::Failed;
        let has_failed = verdicts.iter().any(is_failed);
        let runs = match self.repetition {
            Repetition::Each(runs) => runs.get(),
            // A failure of the judge says nothing about the program.
            Repetition::Failed(runs) if has_failed && verdicts[0] != Verdict::JudgeError => {
                runs.get()
            }
            Repetition::Failed(_) => 1,
        };
        verdicts.len() < runs && !(self.is_fail_fast && has_failed)
    }
}

/// How often cases are run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Repetition {
    /// Each case this many times.
    Each(NonZeroUsize),
    /// A case that fails this many times, any other once.
    Failed(NonZeroUsize),
}

/// Results that are kept from run to run, by the numbers of the program and of the case.
pub trait ResultStore: Sync {
    /// The result of a case, if it is known; the case is not run then.
    fn take(&self, program: usize, case: usize) -> Option<CaseResult>;

    /// The runs of a case whose result is not known, if the program would do the same again.
    fn runs(&self, program: usize, case: usize) -> Vec<KnownRun>;

    /// Stores a new result, as soon as it is there, in no order, with the runs that have led to it; those
    /// that cannot be repeated are missing.
    fn store(&self, program: usize, case: usize, result: &CaseResult, runs: &[KnownRun]);
}

/// The next step of judging several programs.
#[derive(Debug)]
pub enum JudgingStep {
    /// The result of the next case of the current program.
    Case(Box<CaseResult>),
    /// All results of the program are known, or it cannot be started; the next program follows.
    End(Result<(), JudgeError>),
}

/// Judges the tasks with several programs, which differ in nothing else, and reports the results in
/// their order. A run near a time limit is repeated while no other program works, and only the
/// repeated run counts.
///
/// # Errors
///
/// [`JudgeError`], except that of a program that cannot be started. Earlier results have been
/// reported.
pub fn judge_programs(
    judges: &[Judge],
    tasks: &[JudgingTask],
    run_order: RunOrder,
    store: Option<&dyn ResultStore>,
    stop: &AtomicBool,
    mut report: impl FnMut(JudgingStep),
) -> Result<(), JudgeError> {
    let Some(first) = judges.first() else {
        return Ok(());
    };
    let runs = judges.len() * tasks.len();
    let slots = RunSlots::new(run_order.jobs.get().min(runs));
    let threads = match run_order.jobs {
        NonZeroUsize::MIN => NonZeroUsize::MIN,
        jobs => jobs.saturating_mul(THREADS_PER_JOB),
    };
    // What a store has is not kept in memory.
    let is_kept = first.keeps_output && store.is_none();
    let ahead = if is_kept { 1 } else { u64::MAX };
    // In how many cases each program has exceeded a limit.
    let limited: Vec<_> = judges.iter().map(|_| AtomicUsize::new(0)).collect();
    let new_result = |pool_task: PoolTask<'_>| -> Result<_, JudgeError> {
        let (program, case) = (pool_task.group, pool_task.index());
        let case_run = CaseRun {
            judge: &judges[program],
            task: &tasks[case],
            slots: &slots,
            run_order,
            limited: &limited[program],
        };
        let is_cancelled = || pool_task.is_cancelled();
        let Some(store) = store else {
            return case_run.new_result(None, &is_cancelled);
        };
        let mut runs = Vec::new();
        let known = store.runs(program, case);
        let found = case_run.known_result(known, &mut runs, &is_cancelled)?;
        let mut result = if let Some(result) = found {
            result
        } else {
            runs.clear();
            case_run.new_result(Some(&mut runs), &is_cancelled)?
        };
        store.store(program, case, &result, &runs);
        result.worst_run.output = None;
        Ok(result)
    };
    let case_result = |pool_task: PoolTask<'_>| -> Result<_, JudgeError> {
        let (program, case) = (pool_task.group, pool_task.index());
        let known = store.and_then(|store| store.take(program, case));
        let result = known.map_or_else(|| new_result(pool_task), Ok)?;
        if result.status == ExpectedStatus::Failed && result.worst_run.verdict.is_about_limit() {
            limited[program].fetch_add(1, Ordering::Relaxed);
        }
        Ok(result)
    };
    let work = |(): &mut (), pool_task: PoolTask<'_>| match case_result(pool_task) {
        Ok(result) => {
            let is_last = run_order.is_fail_fast && result.status == ExpectedStatus::Failed;
            Ok(Some(if is_last {
                ControlFlow::Break(Ok(result))
            } else {
                ControlFlow::Continue(Ok(result))
            }))
        }
        // This concerns only the one program.
        Err(error @ JudgeError::Start { .. }) => Ok(Some(ControlFlow::Break(Err(error)))),
        Err(error) => Err(error),
    };
    let mut ended = Ok(());
    let take = |step| {
        match step {
            GroupStep::Result(Ok(result)) => report(JudgingStep::Case(Box::new(result))),
            GroupStep::Result(Err(error)) => ended = Err(error),
            GroupStep::End => report(JudgingStep::End(mem::replace(&mut ended, Ok(())))),
        }
        Ok(ControlFlow::Continue(()))
    };
    let cases: Vec<_> = judges.iter().map(|_| 0..tasks.len() as u64).collect();
    WorkerPool::new(threads, ahead, stop).run_groups(&cases, || Ok(()), work, take)?;
    JudgeError::check_stop(stop)
}

impl Judge {
    /// Judges the tasks with this program, and reports the results in their order. A run near a time
    /// limit is repeated while no other run goes on, and only the repeated run counts.
    ///
    /// # Errors
    ///
    /// [`JudgeError`]. Earlier results have been reported.
    pub fn judge_all(
        &self,
        tasks: &[JudgingTask],
        run_order: RunOrder,
        stop: &AtomicBool,
        mut report: impl FnMut(CaseResult),
    ) -> Result<(), JudgeError> {
        let mut ended = Ok(());
        let judge = slice::from_ref(self);
        let take = |step| match step {
            JudgingStep::Case(result) => report(*result),
            JudgingStep::End(end) => ended = end,
        };
        judge_programs(judge, tasks, run_order, None, stop, take)?;
        ended
    }
}

/// A case that is judged.
struct CaseRun<'r> {
    judge: &'r Judge,
    task: &'r JudgingTask,
    slots: &'r RunSlots,
    run_order: RunOrder,
    /// In how many cases the program has exceeded a limit.
    limited: &'r AtomicUsize,
}

impl CaseRun<'_> {
    /// Runs the program; also returns the runs, if they are wanted.
    fn new_result(
        &self,
        runs: Option<&mut Vec<KnownRun>>,
        is_cancelled: &dyn Fn() -> bool,
    ) -> Result<CaseResult, JudgeError> {
        let (task, slots) = (self.task, self.slots);
        let limits = &self.judge.rules_of(task).limits;
        let once = |limits: &_, is_cancelled: IsCancelled<'_>| {
            self.judge.judge(task, limits, is_cancelled)
        };
        let run = |has_second_chance: &dyn Fn() -> bool| {
            let run = slots.run(limits, has_second_chance, is_cancelled, once);
            run.map(Some)
        };
        let found = self.result(run, runs)?;
        Ok(found.expect("there is always another run"))
    }

    /// Judges by runs that are known, if they are enough: a case that fails need not have been run as
    /// often as one that fails when it is run. Also returns the runs.
    fn known_result(
        &self,
        known: Vec<KnownRun>,
        runs: &mut Vec<KnownRun>,
        is_cancelled: &dyn Fn() -> bool,
    ) -> Result<Option<CaseResult>, JudgeError> {
        let mut known = known.into_iter();
        let run = |_: &dyn Fn() -> bool| {
            let run = known.next();
            run.map(|run| self.judge.judge_again(self.task, run, &|_| is_cancelled()))
                .transpose()
        };
        self.result(run, Some(runs))
    }

    /// The result of as many runs as are needed; `None` if there are not enough. `run` is told whether
    /// the program has a second chance.
    fn result(
        &self,
        mut run: impl FnMut(&dyn Fn() -> bool) -> Result<Option<JudgedRun>, JudgeError>,
        mut runs: Option<&mut Vec<KnownRun>>,
    ) -> Result<Option<CaseResult>, JudgeError> {
        let task = self.task;
        let expected = &task.expectation.expected;
        let mut next = |has_second_chance: &dyn Fn() -> bool| -> Result<_, JudgeError> {
            let mut judged = run(has_second_chance)?;
            if let (Some(runs), Some(judged)) = (&mut runs, &mut judged) {
                runs.extend(KnownRun::take(judged));
            }
            Ok(judged)
        };
        let Some(mut worst_run) = next(&|| !self.is_hopeless())? else {
            return Ok(None);
        };
        let mut verdicts = vec![worst_run.verdict];
        while self.runs_again(expected, &verdicts) {
            // What has exceeded a limit needs no second chance when it is run again.
            let is_limited = worst_run.verdict.is_about_limit();
            let Some(run) = next(&|| !is_limited)? else {
                match self.run_order.repetition {
                    Repetition::Each(_) => return Ok(None),
                    Repetition::Failed(_) => break,
                }
            };
            verdicts.push(run.verdict);
            if run.verdict > worst_run.verdict {
                worst_run = run;
            }
        }
        worst_run.forget_unshown_lines();
        let status = expected.status_of(worst_run.verdict);
        let is_failed = status == ExpectedStatus::Failed;
        Ok(Some(CaseResult {
            name: task.case.name.clone(),
            // If it cannot be read, that is the failure.
            input: is_failed.then(|| TextStart::read(&task.case.input).unwrap_or_default()),
            expectation: task.expectation.clone(),
            status,
            worst_run,
            verdicts,
        }))
    }

    /// Whether the program exceeds its limits so often that it runs once, within them.
    fn is_hopeless(&self) -> bool {
        self.limited.load(Ordering::Relaxed) >= LIMITED_MAX
    }

    fn runs_again(&self, expected: &Expected, verdicts: &[Verdict]) -> bool {
        let is_suspect = matches!(self.run_order.repetition, Repetition::Failed(_));
        !(self.is_hopeless() && is_suspect) && self.run_order.runs_again(expected, verdicts)
    }
}
