//! Random scripts through a program and through this one.

use std::num::NonZeroUsize;
use std::sync::atomic::AtomicBool;

use bstr::ByteSlice;

use super::compare::Mode;
use super::pool::Pool;
use super::{Judge, JudgeError, Judgement, Verdict};
use crate::generator::{Scope, Script, answer};
use crate::shrink::{Shrunk, TRIALS_MAX, shrink};
use crate::vocabulary::Reason;

/// How often a script is tried to be made shorter if each run takes all the time
/// that it may.
const SLOW_TRIALS_MAX: u32 = 60;

/// Random scripts, by seed.
#[derive(Clone, Copy, Debug)]
pub struct Stress {
    /// The seed of the first script; those of the others follow.
    pub seed: u64,
    /// How many scripts.
    pub scripts: usize,
    /// What they are made of.
    pub scope: Scope,
    /// What counts as the same.
    pub mode: Mode,
    /// How many programs run at the same time, at most.
    pub jobs: NonZeroUsize,
}

/// A script on which the program and this one do not agree.
#[derive(Clone, Debug)]
pub struct Disagreement {
    /// The seed of the script.
    pub seed: u64,
    /// How many lines the script had.
    pub lines: usize,
    /// What is left of it, and what that took.
    pub shrunk: Shrunk,
    /// What this program prints for what is left.
    pub answer: Vec<u8>,
    /// What the program made of it.
    pub judgement: Judgement,
}

impl Judge {
    /// Tries the program on random scripts until it is not accepted, and makes
    /// that script short. The script of the lowest seed is found, however many
    /// run at the same time. `progress` is called after each script.
    ///
    /// # Errors
    ///
    /// [`JudgeError`].
    pub fn stress(
        &self,
        stress: &Stress,
        stop: &AtomicBool,
        mut progress: impl FnMut(),
    ) -> Result<Option<Disagreement>, JudgeError> {
        let mut found = None;
        let pool = Pool::new(self, stress.jobs, stress.scripts, stop);
        let work = |number: usize| {
            let seed = stress.seed.wrapping_add(number as u64);
            let script = Script::new(seed).scope(stress.scope).write();
            let judged = self.on_script(&script, stress, &pool)?;
            Ok((seed, script, judged))
        };
        pool.work(work, |(seed, script, judged)| {
            progress();
            found = judged
                .filter(is_disagreement)
                .map(|(_, judgement)| (seed, script, judgement));
            found.is_none()
        })?;
        let Some((seed, script, first)) = found else {
            return Ok(None);
        };
        let mut disagreement = None;
        let pool = Pool::new(self, NonZeroUsize::MIN, 1, stop);
        let work = |_| self.shorten(&script, first.verdict, stress, &pool);
        pool.work(work, |(shrunk, answer, judgement)| {
            disagreement = Some(Disagreement {
                seed,
                lines: script.lines().count(),
                shrunk,
                answer,
                judgement,
            });
            true
        })?;
        Ok(disagreement)
    }

    /// Makes a script short; what is left shows the same failure, as far as a
    /// verdict tells.
    fn shorten(
        &self,
        script: &[u8],
        verdict: Verdict,
        stress: &Stress,
        pool: &Pool<'_>,
    ) -> Result<(Shrunk, Vec<u8>, Judgement), JudgeError> {
        let trials_max = match verdict {
            Verdict::TimeLimitExceeded | Verdict::IdlenessLimitExceeded => SLOW_TRIALS_MAX,
            _ => TRIALS_MAX,
        };
        // The last one that failed is what is left.
        let mut last = self.on_script(script, stress, pool)?;
        let shrunk = shrink(script, trials_max, &mut |script| {
            let judged = self.on_script(script, stress, pool)?;
            let still_fails = judged
                .as_ref()
                .is_some_and(|(_, judged)| judged.verdict == verdict);
            if still_fails {
                last = judged;
            }
            Ok::<_, JudgeError>(still_fails)
        })?;
        let (answer, judgement) = last.ok_or(JudgeError::Over)?;
        Ok((shrunk, answer, judgement))
    }

    /// Runs the program on a script; with what this program prints. Nothing, if
    /// there is no answer that other programs have to agree with.
    fn on_script(
        &self,
        script: &[u8],
        stress: &Stress,
        pool: &Pool<'_>,
    ) -> Result<Option<(Vec<u8>, Judgement)>, JudgeError> {
        let answer = answer(script).filter(|answer| is_in_scope(answer, stress.scope));
        let Some(answer) = answer else {
            return Ok(None);
        };
        let is_over = || pool.is_over();
        let judgement = pool.run(|| self.judge_script(script, &answer, stress.mode, &is_over))?;
        Ok(Some((answer, judgement)))
    }
}

/// Whether an answer says nothing that is out of scope: what is left of a script
/// may break another rule than the whole of it.
fn is_in_scope(answer: &[u8], scope: Scope) -> bool {
    let ends_with = |reason: &Reason| {
        let text = reason.text().as_bytes();
        let rest = answer.trim_ascii_end().strip_suffix(text);
        rest.is_some_and(|rest| rest.ends_with(b"\": "))
    };
    scope == Scope::Language
        || Reason::ALL
            .iter()
            .find(|&reason| ends_with(reason))
            .is_none_or(|reason| reason.is_of_assignment())
}

fn is_disagreement((_, judgement): &(Vec<u8>, Judgement)) -> bool {
    judgement.verdict != Verdict::Accepted
}
