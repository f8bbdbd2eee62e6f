//! One program on one case.

use std::env;
use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;

use thiserror::Error;

use super::compare::{Comparator, Mode};
use super::judged_run::judged_run;
use super::{Case, Checker, CheckerVerdict, Expected, JudgedRun, turn_check};
use crate::process::{
    self, Limits, Program, Run, RunError, Sandbox, SandboxError, StdinSource, Termination,
};

/// A judge of one program.
#[derive(Clone, Debug)]
pub struct Judge {
    /// The program.
    pub program: Program,
    /// What it may use.
    pub limits: Limits,
    /// How its output is judged.
    pub comparing: OutputCheck,
    /// Which exit status it may end with.
    pub exit_code: ExitCode,
    /// What it is barred from, if from anything. The thread that judges has to be
    /// in the sandbox.
    pub sandbox: Option<Sandbox>,
    /// Whether the outputs are kept, each of at most `limits.output` bytes.
    pub keeps_output: bool,
}

/// How an output is judged.
#[derive(Clone, Debug)]
pub enum OutputCheck {
    /// It is compared with the answer, as it comes.
    Mode(Mode),
    /// Another program is asked.
    Checker(Checker),
}

/// Which exit status says that a program has ended well.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ExitCode {
    /// Only 0.
    #[default]
    Zero,
    /// Any. A signal is none.
    Any,
}

impl ExitCode {
    /// Whether that is how a program may end.
    pub(super) fn accepts(self, end: Termination) -> bool {
        match end {
            Termination::Exited(code) => code == 0 || self == Self::Any,
            Termination::Signalled(_) | Termination::Stopped(_) => false,
        }
    }
}

/// Why the judging of all cases ends early.
#[derive(Debug, Error)]
pub enum JudgeError {
    /// The program cannot be started.
    #[error("cannot start {}: {source}", program.display())]
    Start {
        /// The program.
        program: PathBuf,
        /// Why not.
        source: io::Error,
    },
    /// The machine has no room for a thread.
    #[error("cannot start a thread: {0}")]
    Machine(#[source] io::Error),
    /// There is no sandbox.
    #[error(transparent)]
    Sandbox(#[from] SandboxError),
    /// Somebody wants it to end.
    #[error("interrupted")]
    Cancelled,
}

impl Judge {
    /// Runs the program on a case. Where no fixed answer is expected, the output is not
    /// compared; [`Verdict::Accepted`](super::Verdict::Accepted) says of an
    /// [open](Expected::Open) case that the program ended well, and of a
    /// [turn](Expected::Turn) that it has played one.
    ///
    /// # Errors
    ///
    /// [`JudgeError::Start`], [`JudgeError::Cancelled`]. Whatever else goes wrong with
    /// this case is a [`Verdict::JudgeError`](super::Verdict::JudgeError).
    pub fn judge(
        &self,
        case: &Case,
        expected: &Expected,
        answer: Option<&[u8]>,
        is_cancelled: &dyn Fn() -> bool,
    ) -> Result<JudgedRun, JudgeError> {
        self.judged_run(self.on_case(case, expected, answer, is_cancelled))
    }

    /// Runs the program on a script, and compares what it prints with an answer.
    /// A checker is not asked.
    ///
    /// # Errors
    ///
    /// Those of [`Judge::judge`].
    pub fn judge_script(
        &self,
        script: &[u8],
        answer: &[u8],
        mode: Mode,
        is_cancelled: &dyn Fn() -> bool,
    ) -> Result<JudgedRun, JudgeError> {
        let mut output = Output {
            comparator: Some(Comparator::new(mode, answer)),
            kept: None,
        };
        let run = self.run(&StdinSource::Bytes(script), &mut output, is_cancelled);
        self.judged_run(run.map(|run| (run, output, None)))
    }

    fn judged_run(
        &self,
        judged: Result<(Run, Output<'_>, Option<CheckerVerdict>), RunError>,
    ) -> Result<JudgedRun, JudgeError> {
        match judged {
            Ok((run, mut output, checker_verdict)) => {
                // What was kept for a checker is not to wait for its turn.
                output.kept = output.kept.filter(|_| self.keeps_output);
                let comparison = output.comparator.map(Comparator::finish).transpose();
                Ok(match comparison {
                    Ok(comparison) => {
                        judged_run(self, run, checker_verdict, comparison, output.kept)
                    }
                    Err(error) => JudgedRun::of_trouble(format!("the answer: {error}")),
                })
            }
            Err(RunError::Cancelled) => Err(JudgeError::Cancelled),
            Err(RunError::Start(source)) => {
                let program = self.program.command.first();
                Err(JudgeError::Start {
                    program: program.map(PathBuf::from).unwrap_or_default(),
                    source,
                })
            }
            Err(RunError::Machine(error)) => Ok(JudgedRun::of_trouble(error.to_string())),
        }
    }

    /// Runs the program on a case, and then the checker, if there is one.
    fn on_case<'a>(
        &self,
        case: &Case,
        expected: &Expected,
        answer: Option<&'a [u8]>,
        is_cancelled: &dyn Fn() -> bool,
    ) -> Result<(Run, Output<'a>, Option<CheckerVerdict>), RunError> {
        // It says so if the input is too long.
        let input =
            StdinSource::copy_of(&case.input).map_err(|error| named(&case.input, &error))?;
        let mut output = Output::default();
        let mut checker = None;
        let mut script = None;
        match (expected, answer, &self.comparing) {
            (Expected::Turn, ..) => {
                let read = fs::read(&case.input);
                script = Some(read.map_err(|error| named(&case.input, &error))?);
            }
            (Expected::Open, ..) | (_, None, _) => {}
            (_, Some(answer), OutputCheck::Mode(mode)) => {
                output.comparator = Some(Comparator::new(*mode, answer));
            }
            (_, Some(answer), OutputCheck::Checker(asked)) => checker = Some((asked, answer)),
        }
        if self.keeps_output || checker.is_some() || script.is_some() {
            output.kept = Some(Vec::new());
        }
        let run = self.run(&input, &mut output, is_cancelled)?;
        let printed = output.kept.as_deref().unwrap_or_default();
        let checker_verdict = match (checker, script) {
            _ if !self.exit_code.accepts(run.end) => None,
            (_, Some(script)) => Some(turn_check::check(&script, printed, self.limits.output)),
            (Some((checker, answer)), None) => {
                let scratch = self.sandbox.as_ref().map(|sandbox| sandbox.folder.clone());
                let scratch = scratch.unwrap_or_else(env::temp_dir);
                let checker_verdict =
                    checker.check(&case.input, printed, answer, &scratch, is_cancelled);
                Some(checker_verdict.map_err(|error| match error {
                    RunError::Start(error) => named("the checker".as_ref(), &error).into(),
                    error => error,
                })?)
            }
            (None, None) => None,
        };
        Ok((run, output, checker_verdict))
    }

    /// Runs the program; in a sandbox, with a folder of its own, so that what one
    /// run writes another one does not find.
    fn run(
        &self,
        input: &StdinSource<'_>,
        output: &mut Output<'_>,
        is_cancelled: &dyn Fn() -> bool,
    ) -> Result<Run, RunError> {
        let Some(sandbox) = &self.sandbox else {
            return process::run(&self.program, input, &self.limits, output, is_cancelled);
        };
        let folder = tempfile::tempdir_in(&sandbox.folder)?;
        let program = Program {
            temporary: Some(folder.path().to_owned()),
            ..self.program.clone()
        };
        process::run(&program, input, &self.limits, output, is_cancelled)
    }
}

/// What becomes of the output while it comes.
#[derive(Default)]
struct Output<'a> {
    comparator: Option<Comparator<&'a [u8]>>,
    kept: Option<Vec<u8>>,
}

impl Write for Output<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if let Some(comparator) = &mut self.comparator {
            comparator.push(bytes)?;
        }
        if let Some(kept) = &mut self.kept {
            kept.extend_from_slice(bytes);
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn named(path: &std::path::Path, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {error}", path.display()))
}
