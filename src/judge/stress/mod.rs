//! Runs random scripts through another program and through this one.

mod bisect;
mod output_line;
mod signature;
mod symptom;
mod tester;
#[cfg(test)]
mod tests;

use std::num::NonZeroUsize;
use std::sync::atomic::AtomicBool;

use bstr::ByteSlice;

use super::compare::Mode;
use super::judge_case::IsCancelled;
use super::run_scheduler::RunScheduler;
use super::{Judge, JudgeError, JudgedRun};
use crate::generator::{Contents, Script};
use crate::shrink::{ATTEMPTS_MAX, Shrunk, shrink};
use signature::KnownDisagreements;
pub use signature::Signature;
use tester::{ScriptTrial, Tester, on_empty_input};

/// The most attempts to shorten a script if each run takes until the time limit.
const SLOW_TRIALS_MAX: u32 = 60;

/// A search for disagreements on random scripts.
#[derive(Clone, Copy, Debug)]
pub struct Stress {
    /// The seed of the first script; each following script has the next seed.
    pub seed: u64,
    /// How many scripts.
    pub scripts: usize,
    /// What the scripts may contain.
    pub contents: Contents,
    /// How many different disagreements to find.
    pub findings: NonZeroUsize,
    /// What counts as equal.
    pub mode: Mode,
    /// How many programs run at the same time, at most.
    pub jobs: NonZeroUsize,
}

/// The progress of a search.
#[derive(Clone, Copy, Debug)]
pub enum StressProgress<'d> {
    /// Another script was tried.
    Tried,
    /// The script of this seed shows a disagreement, and is now being shortened.
    Found(u64),
    /// The script is shortened, and shows a new disagreement.
    Shortened(&'d Disagreement),
}

/// A script on which the program and this one disagree.
#[derive(Clone, Debug)]
pub struct Disagreement {
    /// The seed of the script; `None` for the empty input.
    pub seed: Option<u64>,
    /// How they disagree, on the original script and on the shortened one.
    pub signature: Signature,
    /// How many lines the original script has.
    pub lines: usize,
    /// The shortened script, and how many attempts it took.
    pub shrunk: Shrunk,
    /// What this program prints for the shortened script.
    pub answer: Vec<u8>,
    /// The program's run on the shortened script.
    pub judged_run: JudgedRun,
}

/// A script on which the programs disagree, and how.
struct FailingScript {
    number: usize,
    trial: ScriptTrial,
    signature: Signature,
}

impl Judge {
    /// Tries the program on the empty input and on random scripts until it has disagreed in
    /// `findings` different ways, and shortens these scripts. The scripts of the lowest seeds are
    /// found, whatever the number of jobs. `progress` gets each script and each disagreement.
    ///
    /// If interrupted, returns what was found, with the current script as short as it is by then.
    ///
    /// # Errors
    ///
    /// [`JudgeError`]; [`JudgeError::Cancelled`] only if nothing was found.
    pub fn stress(
        &self,
        stress: &Stress,
        stop: &AtomicBool,
        mut progress: impl FnMut(StressProgress<'_>),
    ) -> Result<Vec<Disagreement>, JudgeError> {
        let mut all = Vec::new();
        let searched = self.search(stress, stop, &mut |next| {
            if let StressProgress::Shortened(found) = next {
                all.push(found.clone());
            }
            progress(next);
        });
        match searched {
            Err(JudgeError::Cancelled) if !all.is_empty() => Ok(all),
            searched => searched.map(|()| all),
        }
    }

    fn search(
        &self,
        stress: &Stress,
        stop: &AtomicBool,
        progress: &mut dyn FnMut(StressProgress<'_>),
    ) -> Result<(), JudgeError> {
        let mut known = KnownDisagreements::default();
        let (mut left, mut next) = (stress.findings.get(), 0);
        let empty = self.alone(stress, stop, on_empty_input)?;
        if let Some(disagreement) = empty.flatten() {
            progress(StressProgress::Shortened(&disagreement));
            left -= 1;
        }
        while left > 0 {
            let Some(found) = self.first_unknown(next, stress, &known, stop, progress)? else {
                return Ok(());
            };
            next = found.number + 1;
            progress(StressProgress::Found(stress.seed_of(found.number)));
            let shortened = self.alone(stress, stop, |tester| {
                let disagreement = shorten(tester, &found)?;
                let script = &disagreement.shrunk.script;
                let is_only = stress.findings == NonZeroUsize::MIN;
                let root = if is_only {
                    None
                } else {
                    tester.root(script, &disagreement.signature)?
                };
                Ok((disagreement, root))
            })?;
            let Some((disagreement, root)) = shortened else {
                return Ok(());
            };
            if known.insert(found.signature, root) {
                progress(StressProgress::Shortened(&disagreement));
                left -= 1;
            }
        }
        Ok(())
    }

    /// The first script from a number on that shows an unknown disagreement.
    fn first_unknown(
        &self,
        from: usize,
        stress: &Stress,
        known: &KnownDisagreements,
        stop: &AtomicBool,
        progress: &mut dyn FnMut(StressProgress<'_>),
    ) -> Result<Option<FailingScript>, JudgeError> {
        let mut first = None;
        let count = stress.scripts.saturating_sub(from);
        let scheduler = RunScheduler::new(self, stress.jobs, count, stop);
        let run_program = self.runner(stress, &scheduler);
        let work = |number: usize| {
            let number = from + number;
            let tester = Tester::new(stress, &run_program);
            let Some(trial) = tester.run(stress.script(number))? else {
                return Ok(None);
            };
            let signature = tester.signature(&trial)?;
            Ok(signature.map(|signature| FailingScript {
                number,
                trial,
                signature,
            }))
        };
        scheduler.work(work, |found: Option<FailingScript>| {
            progress(StressProgress::Tried);
            first = found.filter(|found| !known.contains(&found.signature));
            first.is_none()
        })?;
        Ok(first)
    }

    /// Runs the program on scripts until cancelled.
    fn runner<'p>(
        &'p self,
        stress: &'p Stress,
        scheduler: &'p RunScheduler<'_>,
    ) -> impl Fn(&[u8], &[u8]) -> Result<JudgedRun, JudgeError> + Sync + 'p {
        move |script, answer| {
            let once = |limits: &_, is_cancelled: IsCancelled<'_>| {
                self.judge_script(script, answer, stress.mode, limits, is_cancelled)
            };
            scheduler.run(&self.rules.limits, &|| scheduler.is_cancelled(), once)
        }
    }

    /// Does some work while no other program runs; `None` if interrupted before.
    fn alone<T: Send>(
        &self,
        stress: &Stress,
        stop: &AtomicBool,
        work: impl Fn(&Tester<'_>) -> Result<T, JudgeError> + Sync,
    ) -> Result<Option<T>, JudgeError> {
        let scheduler = RunScheduler::new(self, NonZeroUsize::MIN, 1, stop);
        let run_program = self.runner(stress, &scheduler);
        let mut done = None;
        let worked = scheduler.work(
            |_| work(&Tester::new(stress, &run_program)),
            |result| {
                done = Some(result);
                true
            },
        );
        match worked {
            // A finished result is kept.
            Err(JudgeError::Cancelled) if done.is_some() => Ok(done),
            worked => worked.map(|()| done),
        }
    }
}

/// Shortens a script so that it still shows the same disagreement.
fn shorten(tester: &Tester<'_>, found: &FailingScript) -> Result<Disagreement, JudgeError> {
    let first = &found.trial;
    let trials_max = if first.judged_run.verdict.is_about_time() {
        SLOW_TRIALS_MAX
    } else {
        ATTEMPTS_MAX
    };
    // The last script that failed is the shortened one.
    let mut last = None;
    let shrunk = shrink(&first.script, trials_max, &mut |script| {
        // The empty input is tried separately.
        if script.trim().is_empty() {
            return Ok(false);
        }
        let shown = match tester.show(script, &found.signature) {
            Err(JudgeError::Cancelled) => None,
            shown => shown?,
        };
        let is_shorter = shown.is_some();
        last = shown.or_else(|| last.take());
        Ok::<_, JudgeError>(is_shorter)
    })?;
    let last = last.as_ref().unwrap_or(first);
    Ok(Disagreement {
        seed: Some(tester.stress.seed_of(found.number)),
        signature: found.signature.clone(),
        lines: first.script.lines().count(),
        shrunk,
        answer: last.replay.output.clone(),
        judged_run: last.judged_run.clone(),
    })
}

impl Stress {
    fn seed_of(&self, number: usize) -> u64 {
        self.seed.wrapping_add(number as u64)
    }

    fn script(&self, number: usize) -> Vec<u8> {
        let script = Script::new(self.seed_of(number));
        script.contents(self.contents).write()
    }
}
