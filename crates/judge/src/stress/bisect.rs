//! Finds the command since which two programs disagree.

use bstr::ByteSlice;

use super::signature::{Origin, Signature};
use super::symptom::{Symptom, SymptomKind, name_of};
use super::tester::{ScriptTrial, Tester};
use crate::JudgeError;
use crate::generator::{ScriptRun, ScriptRunStep};
use admiralty_core::interpreter::save;
use admiralty_core::script::{Command, Tag};

/// Prints the state after a part of a script.
const PRINT: &[u8] = b"[state]\nPRINT 0\n[state]\n";

impl Tester<'_> {
    pub fn origin(&self, trial: &ScriptTrial, symptom: &Symptom) -> Result<Origin, JudgeError> {
        match symptom.kind {
            SymptomKind::Ended {
                is_right: false,
                verdict,
            } if !verdict.is_about_time() => {
                let end = trial.script.lines().count();
                self.first_line(trial, |other| other == symptom, end, b"")
            }
            SymptomKind::State | SymptomKind::View => self.origin_of_board(trial, symptom),
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
        let commands = save::commands(&game).filter(|command| !asks_program(command));
        let state = Tag::State.group(commands);
        let shown = self.run([state, print].concat())?;
        if shown.is_some_and(|shown| shown.symptom.as_ref() == Some(symptom)) {
            return Ok(Origin::AnyState);
        }
        let is_of_state = |other: &Symptom| other.kind == SymptomKind::State;
        // What a player sees depends on where the ships are.
        let origin = self.first_line(trial, is_of_state, line, PRINT)?;
        Ok(match origin {
            Origin::Unknown if symptom.kind == SymptomKind::View => Origin::History,
            origin => origin,
        })
    }

    /// The command since which the board was already wrong where a disagreement shows. It is most
    /// likely the cause.
    pub fn root(&self, script: &[u8], signature: &Signature) -> Result<Option<String>, JudgeError> {
        if signature.symptom.kind == SymptomKind::State {
            return Ok(signature.root().map(str::to_owned));
        }
        let root = || {
            let Some(trial) = self.run(script.to_vec())? else {
                return Ok(None);
            };
            let difference = trial.judged_run.difference();
            let line = difference.and_then(|found| Symptom::line(&trial.replay, found));
            let Some(line) = line else {
                return Ok(None);
            };
            let before = [&beginning(&trial, line), PRINT].concat();
            match self.run(before)? {
                Some(trial) => self.signature(&trial),
                None => Ok(None),
            }
        };
        let root = match root() {
            Err(JudgeError::Cancelled) => None,
            root => root?,
        };
        // What is wrong in every state is a mistake in printing, and has no root.
        Ok(root.and_then(|root| root.root().map(str::to_owned)))
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
        let steps = &trial.replay.steps;
        let step = steps.iter().rfind(|step| step.line < after);
        Ok(step.map_or(Origin::Unknown, |step| Origin::After(name_of(step))))
    }
}

/// The line of the `PRINT` that shows a difference, and a group with only that command.
fn printing(trial: &ScriptTrial) -> Option<(usize, Vec<u8>)> {
    let difference = trial.judged_run.difference()?;
    let step = trial.replay.printing(difference.expected.line)?;
    let command = step.command.as_ref()?;
    let (Command::Print(_), Some(tag)) = (command, step.group) else {
        return None;
    };
    Some((step.line, tag.group([command])))
}

/// The first lines of a script, and the tag that closes the open group; without the commands that
/// make the program play, so that the script may end anywhere.
fn beginning(trial: &ScriptTrial, lines: usize) -> Vec<u8> {
    let steps = trial.replay.steps.iter();
    let steps: Vec<_> = steps.take_while(|step| step.line < lines).collect();
    let text: Vec<_> = trial.script.lines().collect();
    let asks_program = |step: &ScriptRunStep| step.command.as_ref().is_some_and(asks_program);
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
