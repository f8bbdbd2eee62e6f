//! Tries scripts on the program, one at a time, and finds the command since which it disagrees.

use std::fmt;

use bstr::ByteSlice;

use super::Disagreement;
use super::scope::ScriptContents;
use super::script_run::{ScriptRun, ScriptStep};
use super::shrink::Shrunk;
use super::symptom::{Symptom, name_of};
use crate::{JudgeError, JudgedRun};
use admiralty_core::game::For;
use admiralty_core::script::{Command, Tag};

/// How two programs disagree: the command and both reasons, or what differs on a board and since
/// which command, but not the line or field. Two scripts with the same signature most likely show
/// the same mistake.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Signature {
    pub(super) symptom: Symptom,
    pub(super) origin: Origin,
}

/// Since when the programs disagree.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Origin {
    /// Not known, or not determined.
    Unknown,
    EmptyInput,
    After(String),
    /// In the same state, however it was reached: also after loading it as a saved state.
    AnyState,
    /// Not after loading the same state as a saved one.
    History,
}

impl Signature {
    /// A line that begins with this word, where none is expected.
    pub const fn of_unexpected_line(word: String) -> Self {
        Self {
            symptom: Symptom::UnexpectedLine { word },
            origin: Origin::Unknown,
        }
    }

    /// The command after which the board is wrong.
    pub(super) fn root(&self) -> Option<&str> {
        match &self.origin {
            Origin::After(command) if self.symptom.is_of_state() => Some(command),
            _ => None,
        }
    }
}

impl fmt::Display for Signature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let symptom = &self.symptom;
        match &self.origin {
            Origin::Unknown | Origin::AnyState => write!(f, "{symptom}"),
            Origin::EmptyInput => write!(f, "empty input: {symptom}"),
            Origin::After(command) => write!(f, "{symptom}, after {command}"),
            Origin::History => write!(f, "{symptom}, because of earlier commands"),
        }
    }
}

/// Runs the program on a script, and compares its output with an answer.
pub type RunProgram<'t> = dyn Fn(&[u8], &[u8]) -> Result<JudgedRun, JudgeError> + 't;

/// Tries scripts on the program.
pub struct ScriptTester<'t> {
    contents: ScriptContents,
    run_program: &'t RunProgram<'t>,
}

/// A script, and the results of both programs.
pub struct ScriptTrial {
    pub script: Vec<u8>,
    pub run: ScriptRun,
    pub judged_run: JudgedRun,
    pub symptom: Option<Symptom>,
}

impl ScriptTrial {
    /// The finding with the script as it is.
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
            answer: self.run.output,
            judged_run: self.judged_run,
        }
    }
}

impl<'t> ScriptTester<'t> {
    pub const fn new(contents: &ScriptContents, run_program: &'t RunProgram<'t>) -> Self {
        Self {
            contents: *contents,
            run_program,
        }
    }

    /// Runs the program on a script; `None` if the script has no fixed answer, or other
    /// contents.
    pub fn run(&self, script: Vec<u8>) -> Result<Option<ScriptTrial>, JudgeError> {
        let run = ScriptRun::of(&script);
        if !run.has_fixed_answer() || !self.contents.include(&run) {
            return Ok(None);
        }
        self.compare(script, run).map(Some)
    }

    /// Runs the program on the empty input.
    pub fn on_empty_input(&self) -> Result<Option<Disagreement>, JudgeError> {
        let trial = self.compare(Vec::new(), ScriptRun::of(b""))?;
        let signature = trial.symptom.clone().map(|symptom| Signature {
            symptom,
            origin: Origin::EmptyInput,
        });
        Ok(signature.map(|signature| trial.disagreement(signature)))
    }

    fn compare(&self, script: Vec<u8>, run: ScriptRun) -> Result<ScriptTrial, JudgeError> {
        let judged_run = (self.run_program)(&script, &run.output)?;
        // The assignment leaves open which of several targets is named that cannot all be served.
        let counts = |symptom: &_| {
            self.contents.are_wide() || !matches!(symptom, Symptom::OtherTarget { .. })
        };
        Ok(ScriptTrial {
            symptom: Symptom::of(&run, &judged_run).filter(counts),
            script,
            run,
            judged_run,
        })
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

    /// The command since which the board was already wrong where a disagreement shows. It is most
    /// likely the cause.
    pub fn root(&self, script: &[u8], signature: &Signature) -> Result<Option<String>, JudgeError> {
        if signature.symptom.is_of_state() {
            return Ok(signature.root().map(str::to_owned));
        }
        // A mistake in every state is one of printing, and has no root.
        match self.signature_before(script) {
            Ok(before) => Ok(before.and_then(|before| before.root().map(str::to_owned))),
            Err(JudgeError::Cancelled) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// How the programs disagree about the state before the line at which a disagreement shows.
    fn signature_before(&self, script: &[u8]) -> Result<Option<Signature>, JudgeError> {
        let Some(trial) = self.run(script.to_vec())? else {
            return Ok(None);
        };
        let difference = trial.judged_run.difference();
        let Some(line) = difference.and_then(|found| Symptom::line(&trial.run, found)) else {
            return Ok(None);
        };
        match self.run([&beginning(&trial, line), PRINT].concat())? {
            Some(trial) => self.signature(&trial),
            None => Ok(None),
        }
    }

    fn origin(&self, trial: &ScriptTrial, symptom: &Symptom) -> Result<Origin, JudgeError> {
        match symptom {
            Symptom::Ended {
                is_right: false,
                verdict,
                ..
            } if !verdict.is_about_time() => {
                let end = trial.script.lines().count();
                self.first_line(trial, |other| other == symptom, end, b"")
            }
            _ if symptom.is_of_state() || symptom.is_of_view() => {
                self.origin_of_board(trial, symptom)
            }
            _ => Ok(Origin::Unknown),
        }
    }

    fn origin_of_board(
        &self,
        trial: &ScriptTrial,
        symptom: &Symptom,
    ) -> Result<Origin, JudgeError> {
        let Some((line, print)) = printing(trial) else {
            return Ok(Origin::Unknown);
        };
        let game = ScriptRun::game_before(&trial.script, line);
        let commands = game
            .commands(For::Save)
            .filter(|command| !asks_program(command));
        let state = Tag::State.group(commands);
        // A saved state may have more than the scripts.
        let script = [state, print].concat();
        let run = ScriptRun::of(&script);
        if self.compare(script, run)?.symptom.as_ref() == Some(symptom) {
            return Ok(Origin::AnyState);
        }
        // A player's view depends on the places of ships.
        let origin = self.first_line(trial, Symptom::is_of_state, line, PRINT)?;
        Ok(match origin {
            Origin::Unknown if symptom.is_of_view() => Origin::History,
            origin => origin,
        })
    }

    /// Finds, by bisection, the line since which a symptom shows, running the first lines of the
    /// script followed by `more`.
    fn first_line(
        &self,
        trial: &ScriptTrial,
        is_it: impl Fn(&Symptom) -> bool,
        end: usize,
        more: &[u8],
    ) -> Result<Origin, JudgeError> {
        let is_after = |lines: usize| {
            let trial = self.run([&beginning(trial, lines), more].concat())?;
            let symptom = trial.and_then(|trial| trial.symptom);
            Ok::<_, JudgeError>(symptom.is_some_and(|symptom| is_it(&symptom)))
        };
        if !is_after(end)? {
            return Ok(Origin::Unknown);
        }
        let (mut before, mut after) = (0, end);
        while after - before > 1 {
            let middle = before.midpoint(after);
            if is_after(middle)? {
                after = middle;
            } else {
                before = middle;
            }
        }
        let step = trial.run.steps.iter().rfind(|step| step.line < after);
        Ok(step.map_or(Origin::Unknown, |step| Origin::After(name_of(step))))
    }
}

/// Prints the state after a part of a script.
const PRINT: &[u8] = b"[state]\nPRINT 0\n[state]\n";

/// The line of the `PRINT` that shows a difference, and a group with only that command.
fn printing(trial: &ScriptTrial) -> Option<(usize, Vec<u8>)> {
    let difference = trial.judged_run.difference()?;
    let step = trial.run.printing(difference.expected.line)?;
    let command = step.command.as_ref()?;
    let (Command::Print(_), Some(tag)) = (command, step.group) else {
        return None;
    };
    Some((step.line, tag.group([command])))
}

/// The first lines of a script, and the tag that closes the open group; without the commands that
/// make the program play, so that the script may end anywhere.
fn beginning(trial: &ScriptTrial, lines: usize) -> Vec<u8> {
    let steps = trial.run.steps.iter();
    let steps: Vec<_> = steps.take_while(|step| step.line < lines).collect();
    let text: Vec<_> = trial.script.lines().collect();
    let asks_program = |step: &ScriptStep| step.command.as_ref().is_some_and(asks_program);
    let kept = steps.iter().filter(|step| !asks_program(step));
    let mut kept: Vec<_> = kept.map(|step| text[step.line]).collect();
    let open = steps.last().and_then(|step| step.group);
    kept.extend(open.map(|tag| tag.text().as_bytes()));
    let line = |line: &[u8]| [line, b"\n"].concat();
    kept.into_iter().flat_map(line).collect()
}

const fn asks_program(command: &Command) -> bool {
    matches!(command, Command::SetAiPlayer(_))
}
