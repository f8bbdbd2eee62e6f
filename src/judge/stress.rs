//! Random scripts through a program and through this one.

use std::num::NonZeroUsize;
use std::sync::atomic::AtomicBool;

use bstr::ByteSlice;

use super::compare::Mode;
use super::pool::Pool;
use super::{Judge, JudgeError, Judgement, Verdict};
use crate::generator::{Scope, Script, Waters, answer_in};
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
    /// The game, if it is not `ships` but one in which shots are announced.
    pub waters: Option<Waters>,
    /// What counts as the same.
    pub mode: Mode,
    /// How many programs run at the same time, at most.
    pub jobs: NonZeroUsize,
}

/// How far it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// One more script was tried.
    Tried,
    /// The script of this seed shows a difference, and is made short now.
    Found(u64),
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
    /// run at the same time. `progress` is told of each script, and of the one that
    /// was found; if somebody wants it to end then, that is as short as it is.
    ///
    /// # Errors
    ///
    /// [`JudgeError`].
    pub fn stress(
        &self,
        stress: &Stress,
        stop: &AtomicBool,
        mut progress: impl FnMut(Progress),
    ) -> Result<Option<Disagreement>, JudgeError> {
        let mut found = None;
        let pool = Pool::new(self, stress.jobs, stress.scripts, stop);
        let work = |number: usize| {
            let seed = stress.seed.wrapping_add(number as u64);
            let script = stress.script(seed);
            let judged = self.on_script(&script, stress, &pool)?;
            Ok((seed, script, judged))
        };
        pool.work(work, |(seed, script, judged)| {
            progress(Progress::Tried);
            found = judged
                .filter(is_disagreement)
                .map(|judged| (seed, script, judged));
            found.is_none()
        })?;
        let Some((seed, script, first)) = found else {
            return Ok(None);
        };
        progress(Progress::Found(seed));
        let mut disagreement = None;
        let pool = Pool::new(self, NonZeroUsize::MIN, 1, stop);
        let work = |_| self.shorten(&script, &first, stress, &pool);
        let worked = pool.work(work, |(shrunk, answer, judgement)| {
            disagreement = Some(Disagreement {
                seed,
                lines: script.lines().count(),
                shrunk,
                answer,
                judgement,
            });
            true
        });
        match worked {
            // What is known by then is told.
            Err(JudgeError::Over) if disagreement.is_some() => Ok(disagreement),
            worked => worked.map(|()| disagreement),
        }
    }

    /// Makes a script short that was judged so; what is left shows the same
    /// failure, as far as a verdict tells.
    fn shorten(
        &self,
        script: &[u8],
        first: &(Vec<u8>, Judgement),
        stress: &Stress,
        pool: &Pool<'_>,
    ) -> Result<(Shrunk, Vec<u8>, Judgement), JudgeError> {
        let verdict = first.1.verdict;
        let trials_max = match verdict {
            Verdict::TimeLimitExceeded | Verdict::IdlenessLimitExceeded => SLOW_TRIALS_MAX,
            _ => TRIALS_MAX,
        };
        // The last one that failed is what is left.
        let mut last = first.clone();
        let shrunk = shrink(script, trials_max, &mut |script| {
            let judged = match self.on_script(script, stress, pool) {
                Err(JudgeError::Over) => None,
                judged => judged?,
            };
            let still_fails = judged.filter(|(_, judged)| judged.verdict == verdict);
            let is_shorter = still_fails.is_some();
            if let Some(judged) = still_fails {
                last = judged;
            }
            Ok::<_, JudgeError>(is_shorter)
        })?;
        Ok((shrunk, last.0, last.1))
    }

    /// Runs the program on a script; with what this program prints. Nothing, if
    /// there is no answer that other programs have to agree with.
    fn on_script(
        &self,
        script: &[u8],
        stress: &Stress,
        pool: &Pool<'_>,
    ) -> Result<Option<(Vec<u8>, Judgement)>, JudgeError> {
        let answer = answer_in(script, stress.waters);
        let Some(answer) = answer.filter(|answer| stress.has_in_scope(answer)) else {
            return Ok(None);
        };
        let is_over = || pool.is_over();
        if is_over() {
            return Err(JudgeError::Over);
        }
        let judgement = pool.run(|| self.judge_script(script, &answer, stress.mode, &is_over))?;
        Ok(Some((answer, judgement)))
    }
}

impl Stress {
    /// The script of a seed.
    fn script(&self, seed: u64) -> Vec<u8> {
        let script = Script::new(seed).scope(self.scope);
        let script = match self.waters {
            Some(waters) => script.waters(waters),
            None => script,
        };
        script.write()
    }

    /// Whether an answer says nothing that is out of scope: what is left of a script
    /// may break another rule than the whole of it.
    fn has_in_scope(&self, answer: &[u8]) -> bool {
        let ends_with = |reason: &Reason| {
            let text = reason.text().as_bytes();
            let rest = answer.trim_ascii_end().strip_suffix(text);
            rest.is_some_and(|rest| rest.ends_with(b"\": "))
        };
        self.scope == Scope::Language
            || Reason::ALL
                .iter()
                .find(|&reason| ends_with(reason))
                .is_none_or(|&reason| self.has(reason))
    }

    /// Whether scripts that are not of the whole language may be broken for that
    /// reason.
    fn has(&self, reason: Reason) -> bool {
        let is_of_waters = matches!(
            reason,
            Reason::FieldAlreadyShot | Reason::InvalidArguments | Reason::CommandNotAvailable
        );
        reason.is_of_assignment() || (self.waters.is_some() && is_of_waters)
    }
}

fn is_disagreement((_, judgement): &(Vec<u8>, Judgement)) -> bool {
    judgement.verdict != Verdict::Accepted
}
