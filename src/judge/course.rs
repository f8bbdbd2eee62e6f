//! All cases, reported in order.

use std::num::NonZeroUsize;
use std::sync::atomic::AtomicBool;

use super::pool::Pool;
use super::{Case, Expectation, Judge, JudgeError, Judgement, Standing};

/// A case to be judged, and what is expected.
#[derive(Clone, Debug)]
pub struct Task {
    /// The case.
    pub case: Case,
    /// What is expected of it.
    pub expectation: Expectation,
    /// The answer, read before any program ran that could change it.
    pub answer: Option<Vec<u8>>,
}

/// How the tasks are gone through.
#[derive(Clone, Copy, Debug)]
pub struct Course {
    /// How many programs run at the same time, at most.
    pub jobs: NonZeroUsize,
    /// How often each case is run.
    pub repeat: NonZeroUsize,
    /// Whether the first case that fails is the last one, and the first run of it
    /// that fails its last run.
    pub is_fail_fast: bool,
}

/// What came out of a task.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The number of the task, from 0.
    pub index: usize,
    /// How it counts.
    pub standing: Standing,
    /// The worst judgement of all runs, and of these the first.
    pub judgement: Judgement,
    /// How often the case was run.
    pub runs: usize,
    /// How many runs had the worst verdict.
    pub worst_runs: usize,
}

impl Judge {
    /// Judges the tasks, and hands out the outcomes in their order. A run near a
    /// limit of time counts only if nothing else was running.
    ///
    /// # Errors
    ///
    /// [`JudgeError`]. The outcomes before that have been handed out.
    pub fn judge_all(
        &self,
        tasks: &[Task],
        course: Course,
        stop: &AtomicBool,
        mut report: impl FnMut(Outcome),
    ) -> Result<(), JudgeError> {
        let pool = Pool::new(self, course.jobs, tasks.len(), stop);
        let outcome = |index: usize| self.outcome(&pool, index, &tasks[index], course);
        pool.work(outcome, |outcome| {
            let is_last = course.is_fail_fast && outcome.standing == Standing::Failed;
            report(outcome);
            !is_last
        })
    }

    fn outcome(
        &self,
        pool: &Pool<'_>,
        index: usize,
        task: &Task,
        course: Course,
    ) -> Result<Outcome, JudgeError> {
        let expected = &task.expectation.expected;
        let answer = task.answer.as_deref();
        let once = || self.judge(&task.case, expected, answer, &|| pool.is_over());
        let mut worst = pool.run(once)?;
        let mut worst_runs = 1;
        let mut runs = 1;
        let is_enough =
            |verdict| course.is_fail_fast && expected.standing(verdict) == Standing::Failed;
        while runs < course.repeat.get() && !is_enough(worst.verdict) {
            runs += 1;
            let judgement = pool.run(once)?;
            if judgement.verdict > worst.verdict {
                worst = judgement;
                worst_runs = 1;
            } else if judgement.verdict == worst.verdict {
                worst_runs += 1;
            }
        }
        Ok(Outcome {
            index,
            standing: expected.standing(worst.verdict),
            judgement: worst,
            runs,
            worst_runs,
        })
    }
}
