//! Tries scripts on the program, one at a time.

use super::Disagreement;
use super::signature::{Origin, Signature};
use super::symptom::{Symptom, SymptomKind};
use crate::generator::{Contents, ScriptRun};
use crate::shrink::Shrunk;
use crate::{JudgeError, JudgedRun};

/// Runs the program on a script, and compares its output with an answer.
pub type RunProgram<'t> = dyn Fn(&[u8], &[u8]) -> Result<JudgedRun, JudgeError> + 't;

pub struct Tester<'t> {
    contents: Contents,
    run_program: &'t RunProgram<'t>,
}

/// A script, and the results of both programs.
pub struct ScriptTrial {
    pub script: Vec<u8>,
    pub replay: ScriptRun,
    pub judged_run: JudgedRun,
    pub symptom: Option<Symptom>,
}

impl ScriptTrial {
    /// What is found with the script as it is.
    pub fn disagreement(self, signature: Signature) -> Disagreement {
        Disagreement {
            seed: None,
            signature,
            lines: 0,
            shrunk: Shrunk {
                script: self.script,
                attempts: 0,
                is_minimal: true,
            },
            answer: self.replay.output,
            judged_run: self.judged_run,
        }
    }
}

impl<'t> Tester<'t> {
    pub const fn new(contents: Contents, run_program: &'t RunProgram<'t>) -> Self {
        Self {
            contents,
            run_program,
        }
    }

    /// Runs the program on a script; `None` if the script has no fixed answer, or other
    /// contents.
    pub fn run(&self, script: Vec<u8>) -> Result<Option<ScriptTrial>, JudgeError> {
        let replay = ScriptRun::of(&script);
        if !replay.has_fixed_answer() || !self.contents.include(&replay) {
            return Ok(None);
        }
        self.run_replayed(script, replay).map(Some)
    }

    fn run_replayed(&self, script: Vec<u8>, replay: ScriptRun) -> Result<ScriptTrial, JudgeError> {
        let judged_run = (self.run_program)(&script, &replay.output)?;
        Ok(ScriptTrial {
            symptom: Symptom::of(&replay, &judged_run).filter(|symptom| self.counts(symptom)),
            script,
            replay,
            judged_run,
        })
    }

    /// Whether a symptom is a mistake: the assignment leaves open which of several targets is named that
    /// cannot all be served.
    fn counts(&self, symptom: &Symptom) -> bool {
        self.contents.are_wide() || symptom.kind != SymptomKind::OtherTarget
    }

    /// Runs the program on a script; returns the trial if it shows the given disagreement.
    pub fn show(
        &self,
        script: &[u8],
        expected: &Signature,
    ) -> Result<Option<ScriptTrial>, JudgeError> {
        let Some(trial) = self.run(script.to_vec())? else {
            return Ok(None);
        };
        let is_alike = trial.symptom.as_ref() == Some(&expected.symptom)
            && self.origin(&trial, &expected.symptom)? == expected.origin;
        Ok(is_alike.then_some(trial))
    }

    /// How the programs disagree about a script, if they do.
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

pub fn on_empty_input(tester: &Tester<'_>) -> Result<Option<Disagreement>, JudgeError> {
    let trial = tester.run_replayed(Vec::new(), ScriptRun::of(b""))?;
    let signature = trial.symptom.clone().map(|symptom| Signature {
        symptom,
        origin: Origin::EmptyInput,
    });
    Ok(signature.map(|signature| trial.disagreement(signature)))
}
