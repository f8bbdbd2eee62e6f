//! Short scripts that a program gets wrong in the same way as a case.

use std::collections::HashMap;
use std::fs::{self, File};
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::Path;
use std::ptr;
use std::sync::atomic::AtomicBool;

use admiralty_results::worker_pool::{PoolTask, WorkerPool};

use super::scope::{ClassicSetup, Scope, ScriptContents};
use super::script_run::ScriptRun;
use super::symptom::Symptom;
use super::tester::ScriptTester;
use super::{AHEAD, Disagreement, Signature, shorten};
use crate::run_slots::RunSlots;
use crate::{CaseResult, Expected, Judge, JudgeError, JudgingTask, OutputCheck, Verdict};
use admiralty_compare::{ComparisonMode, compare};

/// The most runs of a program to shorten the input of a case.
const CASE_ATTEMPTS_MAX: u32 = 300;
/// How many scripts of earlier programs are tried.
const KNOWN_TRIED_MAX: usize = 3;
/// The longest input that is shortened, in bytes.
const INPUT_BYTES_MAX: u64 = 1 << 18;

/// A program, and cases that it fails.
#[derive(Clone, Debug)]
pub struct FailedProgram<'r> {
    /// Its judge.
    pub judge: Judge,
    /// The cases; the first of each kind gets a script.
    pub failed: Vec<(&'r JudgingTask, &'r CaseResult)>,
}

/// Shortens inputs of failed cases: for each program, of the first case of each kind of failure, at
/// most `scripts_max` in all. A script found for one program is tried on the others that seem to
/// fail in the same way, before an input is shortened, which takes up to [`CASE_ATTEMPTS_MAX`] runs.
///
/// A case counts if its answer is the output of this program, and the judged program did not run
/// out of time, because that would take too long to repeat.
///
/// `take` gets the index of the program, the case, and the script; if interrupted, those that were
/// found until then.
///
/// # Errors
///
/// [`JudgeError`].
pub fn shorten_cases(
    programs: &[FailedProgram<'_>],
    scripts_max: usize,
    jobs: NonZeroUsize,
    stop: &AtomicBool,
    mut take: impl FnMut(usize, &JudgingTask, Disagreement),
) -> Result<(), JudgeError> {
    let groups = kinds(programs, scripts_max);
    let slots = RunSlots::new(jobs.get().min(groups.len()));
    let work = |(): &mut (), pool_task: PoolTask<'_>| {
        let is_cancelled = || pool_task.is_cancelled();
        let mut known = Vec::new();
        let mut found = Vec::new();
        for failure in &groups[pool_task.index()] {
            let disagreement = match failure.script(&slots, &is_cancelled, &known) {
                Err(JudgeError::Cancelled) => break,
                // It is no longer there.
                Err(JudgeError::Start { .. }) | Ok(None) => continue,
                Err(error) => return Err(error),
                Ok(Some(disagreement)) => disagreement,
            };
            let script = &disagreement.shrunk.script;
            if known.iter().all(|(_, other)| other != script) {
                known.push((disagreement.signature.clone(), script.clone()));
            }
            found.push((failure.program, failure.task, disagreement));
        }
        Ok(Some(found))
    };
    let take = |found: Vec<_>| {
        for (program, task, disagreement) in found {
            take(program, task, disagreement);
        }
        Ok(ControlFlow::Continue(()))
    };
    let numbers = 0..groups.len() as u64;
    WorkerPool::new(jobs, AHEAD, stop).run(numbers, || Ok(()), work, take)?;
    JudgeError::check_stop(stop)
}

/// A failed case, the first of its kind for its program.
struct ShortenedFailure<'r> {
    program: usize,
    judge: Judge,
    mode: ComparisonMode,
    task: &'r JudgingTask,
    script: Vec<u8>,
}

fn kinds<'r>(programs: &[FailedProgram<'r>], scripts_max: usize) -> Vec<Vec<ShortenedFailure<'r>>> {
    let mut groups: Vec<Vec<ShortenedFailure<'_>>> = Vec::new();
    let mut numbers = HashMap::new();
    let mut inputs = HashMap::new();
    for (index, FailedProgram { judge, failed }) in programs.iter().enumerate() {
        let mut scripts = 0;
        for &(task, result) in failed {
            let verdict = result.worst_run.verdict;
            if scripts == scripts_max || verdict.is_about_time() || verdict == Verdict::JudgeError {
                continue;
            }
            let rules = judge.rules_of(task);
            let OutputCheck::Mode(mode) = rules.comparing else {
                continue;
            };
            let input = inputs
                .entry(ptr::from_ref(task))
                .or_insert_with(|| input(task, mode));
            let Some((script, run)) = input else {
                continue;
            };
            let Some(symptom) = Symptom::of(run, &result.worst_run) else {
                continue;
            };
            let number = *numbers.entry(symptom).or_insert(groups.len());
            if number == groups.len() {
                groups.push(Vec::new());
            }
            let group = &mut groups[number];
            if group.last().is_some_and(|last| last.program == index) {
                continue;
            }
            scripts += 1;
            let rules = rules.clone();
            group.push(ShortenedFailure {
                program: index,
                judge: Judge {
                    rules,
                    ..judge.clone()
                },
                mode,
                task,
                script: script.clone(),
            });
        }
    }
    groups
}

/// The input of a case, and its execution by this program, if the answer is the output.
fn input(task: &JudgingTask, mode: ComparisonMode) -> Option<(Vec<u8>, ScriptRun)> {
    let answer = task.answer.as_ref()?;
    if task.expectation.expected != Expected::Accepted {
        return None;
    }
    let script = read(&task.case.input)?;
    let run = ScriptRun::of(&script);
    let is_right = run.has_fixed_answer() && compare(mode, answer, &run.output).accepted;
    is_right.then_some((script, run))
}

/// A file, if it is not too long.
fn read(path: &Path) -> Option<Vec<u8>> {
    let is_short = |file: File| file.metadata().is_ok_and(|it| it.len() <= INPUT_BYTES_MAX);
    File::open(path)
        .is_ok_and(is_short)
        .then(|| fs::read(path).ok())?
}

impl ShortenedFailure<'_> {
    /// A short script: one that is known for other programs, or the shortened input.
    fn script(
        &self,
        slots: &RunSlots,
        is_cancelled: &dyn Fn() -> bool,
        known: &[(Signature, Vec<u8>)],
    ) -> Result<Option<Disagreement>, JudgeError> {
        let run_program = self.judge.runner(self.mode, slots, is_cancelled);
        let tester = ScriptTester::new(&self.contents(), &run_program);
        for (signature, script) in known.iter().take(KNOWN_TRIED_MAX) {
            if let Some(trial) = tester.show(script, signature)? {
                return Ok(Some(trial.disagreement(signature.clone())));
            }
        }
        let Some(trial) = tester.run(self.script.clone())? else {
            return Ok(None);
        };
        // The program may depend on chance.
        let Some(signature) = tester.signature(&trial)? else {
            return Ok(None);
        };
        shorten(&tester, None, &trial, &signature, CASE_ATTEMPTS_MAX).map(Some)
    }

    /// The limits of scripts: no more than the input has.
    fn contents(&self) -> ScriptContents {
        let run = ScriptRun::of(&self.script);
        let contents = |scope| ScriptContents {
            scope,
            classic: ClassicSetup::new(run.game().rules(), None),
            ..ScriptContents::default()
        };
        let usual = contents(Scope::Assignment);
        if usual.include(&run) {
            usual
        } else {
            contents(Scope::Language)
        }
    }
}
