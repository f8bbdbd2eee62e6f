//! Judges all cases, and reports the results in order.

use std::cmp::Ordering;
use std::num::NonZeroUsize;
use std::sync::atomic::AtomicBool;

use super::run_scheduler::RunScheduler;
use super::{Case, Expectation, ExpectedStatus, Judge, JudgeError, JudgedRun};

/// A case to be judged, and what is expected of it.
#[derive(Clone, Debug)]
pub struct Task {
    /// The case.
    pub case: Case,
    /// What is expected of it.
    pub expectation: Expectation,
    /// The answer, read before any program runs, because a program could change the file.
    pub answer: Option<Vec<u8>>,
}

/// How the tasks are run.
#[derive(Clone, Copy, Debug)]
pub struct RunOrder {
    /// How many programs run at the same time, at most.
    pub jobs: NonZeroUsize,
    /// How often each case is run.
    pub repeat: NonZeroUsize,
    /// Whether to stop after the first case that fails, and to repeat no case after a failed run.
    pub is_fail_fast: bool,
}

/// The result of a case.
#[derive(Clone, Debug)]
pub struct CaseResult {
    /// The name of the case.
    pub name: String,
    /// What was expected of it.
    pub expectation: Expectation,
    /// How it counts.
    pub status: ExpectedStatus,
    /// The worst run; of equally bad ones, the first.
    pub worst_run: JudgedRun,
    /// How often the case was run.
    pub runs: usize,
    /// How many runs had the worst verdict.
    pub worst_runs: usize,
}

impl Judge {
    /// Judges the tasks, and reports the results in their order. A run near a time limit is
    /// repeated while nothing else runs, and only the repeated run counts.
    ///
    /// # Errors
    ///
    /// [`JudgeError`]. Earlier results have been reported.
    pub fn judge_all(
        &self,
        tasks: &[Task],
        run_order: RunOrder,
        stop: &AtomicBool,
        mut report: impl FnMut(CaseResult),
    ) -> Result<(), JudgeError> {
        let scheduler = RunScheduler::new(self, run_order.jobs, tasks.len(), stop);
        let work = |index: usize| self.case_result(&scheduler, &tasks[index], run_order);
        scheduler.work(work, |case_result| {
            let is_last = run_order.is_fail_fast && case_result.status == ExpectedStatus::Failed;
            report(case_result);
            !is_last
        })
    }

    fn case_result(
        &self,
        scheduler: &RunScheduler<'_>,
        task: &Task,
        run_order: RunOrder,
    ) -> Result<CaseResult, JudgeError> {
        let expected = &task.expectation.expected;
        let once = || self.judge(task, &|| scheduler.is_cancelled());
        let is_last = |verdict| {
            run_order.is_fail_fast && expected.status_of(verdict) == ExpectedStatus::Failed
        };
        let mut worst_run = scheduler.run(once)?;
        let (mut runs, mut worst_runs) = (1, 1);
        while runs < run_order.repeat.get() && !is_last(worst_run.verdict) {
            let run = scheduler.run(once)?;
            runs += 1;
            match run.verdict.cmp(&worst_run.verdict) {
                Ordering::Greater => (worst_run, worst_runs) = (run, 1),
                Ordering::Equal => worst_runs += 1,
                Ordering::Less => {}
            }
        }
        Ok(CaseResult {
            name: task.case.name.clone(),
            expectation: task.expectation.clone(),
            status: expected.status_of(worst_run.verdict),
            worst_run,
            runs,
            worst_runs,
        })
    }
}
