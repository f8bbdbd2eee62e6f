//! Scripts that are tried, one by one.

use super::signature::{Origin, Signature};
use super::symptom::Symptom;
use super::{Disagreement, Stress};
use crate::generator::Replay;
use crate::judge::{JudgeError, JudgedRun};
use crate::shrink::Shrunk;

/// Runs the program on a script, and compares what it prints with an answer.
pub type RunProgram<'t> = dyn Fn(&[u8], &[u8]) -> Result<JudgedRun, JudgeError> + 't;

/// Who tries scripts.
pub struct Tester<'t> {
    pub stress: &'t Stress,
    run_program: &'t RunProgram<'t>,
}

/// A script, and what both programs make of it.
pub struct ScriptTrial {
    pub script: Vec<u8>,
    pub replay: Replay,
    pub judged_run: JudgedRun,
    /// In which way they do not agree, if they do not.
    pub symptom: Option<Symptom>,
}

impl<'t> Tester<'t> {
    pub const fn new(stress: &'t Stress, run_program: &'t RunProgram<'t>) -> Self {
        Self {
            stress,
            run_program,
        }
    }

    /// Runs the program on a script. Nothing, if there is no answer that other
    /// programs have to agree with.
    pub fn run(&self, script: Vec<u8>) -> Result<Option<ScriptTrial>, JudgeError> {
        let replay = Replay::of(&script);
        if !replay.has_fixed_answer() || !self.stress.contents.include(&replay) {
            return Ok(None);
        }
        self.run_replayed(script, replay).map(Some)
    }

    fn run_replayed(&self, script: Vec<u8>, replay: Replay) -> Result<ScriptTrial, JudgeError> {
        let judged_run = (self.run_program)(&script, &replay.output)?;
        Ok(ScriptTrial {
            symptom: Symptom::of(&replay, &judged_run),
            script,
            replay,
            judged_run,
        })
    }

    /// Runs the program on a script; hands it out if it shows that disagreement.
    pub fn show(
        &self,
        script: &[u8],
        wanted: &Signature,
    ) -> Result<Option<ScriptTrial>, JudgeError> {
        let Some(trial) = self.run(script.to_vec())? else {
            return Ok(None);
        };
        let is_alike = trial.symptom.as_ref() == Some(&wanted.symptom)
            && self.origin(&trial, &wanted.symptom)? == wanted.origin;
        Ok(is_alike.then_some(trial))
    }

    /// In which way the programs do not agree about a script, if they do not.
    pub fn signature(&self, trial: &ScriptTrial) -> Result<Option<Signature>, JudgeError> {
        let Some(symptom) = &trial.symptom else {
            return Ok(None);
        };
        Ok(Some(Signature {
            origin: self.origin(trial, symptom)?,
            symptom: symptom.clone(),
        }))
    }
}

/// Tries nothing at all, in every game.
pub fn on_empty_input(tester: &Tester<'_>) -> Result<Option<Disagreement>, JudgeError> {
    let trial = tester.run_replayed(Vec::new(), Replay::of(b""))?;
    let signature = |symptom| Signature {
        symptom,
        origin: Origin::EmptyInput,
    };
    Ok(trial.symptom.map(|symptom| Disagreement {
        seed: None,
        signature: signature(symptom),
        lines: 0,
        shrunk: Shrunk {
            script: trial.script,
            attempts: 0,
            is_minimal: true,
        },
        answer: trial.replay.output,
        judged_run: trial.judged_run,
    }))
}
