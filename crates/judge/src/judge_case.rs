//! Runs one program on one case.

use admiralty_escape::escape_path;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use serde::Deserialize;
use serde_json::{Value, json};
use thiserror::Error;

use super::output_validator::check_turn;
use super::verdict::judged_run;
use super::{Checker, Expected, JudgedRun, JudgingTask, Verdict, VerdictDetail};
use admiralty_compare::{ComparisonMode, compare};
use admiralty_process::{
    self as process, Limits, Program, RunError, StdinSource, Termination, Usage,
};
use admiralty_results::hash_bytes;
use admiralty_results::worker_pool::SpawnError;

/// How much of the hash of an output is kept: enough to tell all outputs apart.
const OUTPUT_HASH_DIGITS: usize = 32;

/// Replaced in a command line by the size of the heap, in MiB, that a virtual machine may have within
/// the limit of memory.
const HEAP: &str = "{heap}";
/// The memory that such a machine needs besides its heap, in MiB.
const HEAP_MARGIN: u64 = 64;
/// The smallest heap, and the largest one that can be reserved, in MiB.
const HEAPS: (u64, u64) = (16, 1 << 20);

/// A judge of one program.
#[derive(Clone, Debug)]
pub struct Judge {
    /// The program.
    pub program: Program,
    /// The rules of cases that have none of their own.
    pub rules: CaseRules,
    /// Whether outputs are kept, each up to `limits.output` bytes.
    pub keeps_output: bool,
}

/// The limits of the runs of a case, and how they are judged.
#[derive(Clone, Debug)]
pub struct CaseRules {
    /// The limits of each run.
    pub limits: Limits,
    /// How the output is judged.
    pub comparing: OutputCheck,
    /// Which exit codes count as a normal end.
    pub exit_code: ExitCode,
}

/// How an output is judged.
#[derive(Clone, Debug)]
pub enum OutputCheck {
    /// It is compared with the answer.
    Mode(ComparisonMode),
    /// A checker decides.
    Checker(Checker),
}

/// Which exit codes are accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ExitCode {
    /// Only 0.
    Zero,
    /// Any, but no signal.
    Any,
}

impl CaseRules {
    /// The rules by names that do not change, to be stored or hashed.
    pub fn named(&self) -> Value {
        let comparing = match &self.comparing {
            OutputCheck::Mode(mode) => json!({ "compare": mode.to_string() }),
            OutputCheck::Checker(Checker { protocol, command }) => {
                let words: Vec<_> = command.iter().map(|word| word.to_string_lossy()).collect();
                json!({ "checker": words, "protocol": protocol.name() })
            }
        };
        json!({
            "limits": named_limits(&self.limits),
            "comparing": comparing,
            "exit_code": self.exit_code.name(),
        })
    }
}

/// Limits by names that do not change, to be hashed.
pub(super) fn named_limits(limits: &Limits) -> Value {
    json!({
        "cpu_seconds": limits.cpu.map(|cpu| cpu.as_secs_f64()),
        "wall_seconds": limits.wall.as_secs_f64(),
        "memory_bytes": limits.memory,
        "output_bytes": limits.output,
        "file_bytes": limits.file,
        "processes": limits.processes,
    })
}

impl ExitCode {
    /// The name, as on the command line and in files.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Zero => "zero",
            Self::Any => "any",
        }
    }

    /// Whether a program may end like this.
    pub(super) fn accepts(self, end: Termination) -> bool {
        match end {
            Termination::Exited(code) => code == 0 || self == Self::Any,
            Termination::Signalled(_) | Termination::Stopped(_) => false,
        }
    }
}

/// Whether a run is no longer needed, given what it has used so far.
pub(super) type IsCancelled<'c> = &'c dyn Fn(&Usage) -> bool;

/// Why judging ends before all cases were run.
#[derive(Debug, Error)]
pub enum JudgeError {
    /// The program cannot be started.
    #[error("cannot start {}: {source}", escape_path(program))]
    Start {
        /// The program.
        program: PathBuf,
        /// The reason.
        source: io::Error,
    },
    /// A thread cannot be started.
    #[error(transparent)]
    Machine(#[from] SpawnError),
    /// Judging was interrupted.
    #[error("interrupted")]
    Cancelled,
}

impl JudgeError {
    /// Fails if judging is to stop.
    pub(super) fn check_stop(stop: &AtomicBool) -> Result<(), Self> {
        if stop.load(Ordering::Relaxed) {
            return Err(Self::Cancelled);
        }
        Ok(())
    }
}

impl Judge {
    pub(super) fn rules_of<'t>(&'t self, task: &'t JudgingTask) -> &'t CaseRules {
        task.rules.as_ref().unwrap_or(&self.rules)
    }

    /// Runs the program on a case, within limits that may exceed those of the rules. Where no fixed
    /// answer is expected, [`Verdict::Accepted`] means that the program ended normally and printed
    /// something ([open](Expected::Open)), or that it played a legal turn ([turn](Expected::Turn)). An error
    /// in this case, except that of the start, becomes a [`Verdict::JudgeError`].
    pub(super) fn judge(
        &self,
        task: &JudgingTask,
        limits: &Limits,
        is_cancelled: IsCancelled<'_>,
    ) -> Result<JudgedRun, JudgeError> {
        let path = &task.case.input;
        let rules = self.rules_of(task);
        let run = || {
            let of_input = |error| named(path, &error);
            // This also fails if the input is too long.
            let input = StdinSource::copy_of(path).map_err(of_input)?;
            let check = match (&task.expectation.expected, &task.answer, &rules.comparing) {
                (Expected::Turn, ..) => CaseCheck::Turn(fs::read(path).map_err(of_input)?),
                (Expected::Open, ..) => CaseCheck::Any,
                (_, None, _) => CaseCheck::None,
                (_, Some(answer), OutputCheck::Mode(mode)) => CaseCheck::Compare(*mode, answer),
                (_, Some(answer), OutputCheck::Checker(checker)) => {
                    CaseCheck::Ask(checker, path, answer)
                }
            };
            self.run_checked(rules, limits, &input, &check, is_cancelled)
        };
        self.or_judge_error(run())
    }

    /// Runs the program on a script, and compares its output with an answer. No checker is used.
    pub(super) fn judge_script(
        &self,
        script: &[u8],
        answer: &[u8],
        mode: ComparisonMode,
        limits: &Limits,
        is_cancelled: IsCancelled<'_>,
    ) -> Result<JudgedRun, JudgeError> {
        let check = CaseCheck::Compare(mode, answer);
        let input = StdinSource::Bytes(script);
        self.or_judge_error(self.run_checked(&self.rules, limits, &input, &check, is_cancelled))
    }

    /// Turns errors that affect only this case into a verdict.
    fn or_judge_error(&self, run: Result<JudgedRun, RunError>) -> Result<JudgedRun, JudgeError> {
        run.or_else(|error| match error {
            RunError::Cancelled => Err(JudgeError::Cancelled),
            RunError::Start(source) => {
                let program = self.program.command.first();
                Err(JudgeError::Start {
                    program: program.map(PathBuf::from).unwrap_or_default(),
                    source,
                })
            }
            RunError::Machine(error) => Ok(JudgedRun::judge_error(error.to_string())),
        })
    }

    /// The program, whose command line may depend on the limit of memory.
    fn program_within(&self, memory: u64) -> Program {
        let heap = (memory >> 20)
            .saturating_sub(HEAP_MARGIN)
            .clamp(HEAPS.0, HEAPS.1);
        let mut program = self.program.clone();
        for word in &mut program.command {
            if let Some(text) = word.to_str().filter(|text| text.contains(HEAP)) {
                *word = text.replace(HEAP, &heap.to_string()).into();
            }
        }
        program
    }

    /// Runs the program, and checks its output.
    fn run_checked(
        &self,
        rules: &CaseRules,
        limits: &Limits,
        input: &StdinSource<'_>,
        check: &CaseCheck<'_>,
        is_cancelled: IsCancelled<'_>,
    ) -> Result<JudgedRun, RunError> {
        let (mut output, mut nowhere) = (Vec::new(), io::sink());
        let is_kept = self.keeps_output || !matches!(check, CaseCheck::None);
        let sink: &mut dyn Write = if is_kept { &mut output } else { &mut nowhere };
        let program = self.program_within(rules.limits.memory.unwrap_or(u64::MAX));
        let run = process::run(&program, input, limits, sink, is_cancelled)?;
        let (mut comparison, mut other) = (None, None);
        match check {
            CaseCheck::Compare(mode, answer) => comparison = Some(compare(*mode, answer, &output)),
            _ if !rules.exit_code.accepts(run.end) => {}
            CaseCheck::Turn(script) => {
                let (verdict, fault) = check_turn(script, &output, rules.limits.output);
                other = Some((verdict, VerdictDetail::message(fault)));
            }
            CaseCheck::Any if output.trim_ascii().is_empty() => {
                other = Some((Verdict::WrongAnswer, Some(VerdictDetail::NothingPrinted)));
            }
            CaseCheck::Ask(checker, input, answer) => {
                let asked = checker.check(input, &output, answer, is_cancelled);
                let (verdict, message) = asked.map_err(|error| match error {
                    RunError::Start(error) => named("the checker".as_ref(), &error).into(),
                    error => error,
                })?;
                other = Some((verdict, VerdictDetail::message(message)));
            }
            CaseCheck::None | CaseCheck::Any => {}
        }
        let is_whole = is_kept && !matches!(run.end, Termination::Stopped(_));
        let mut judged = judged_run(rules, run, other, comparison);
        if is_whole && judged.verdict != Verdict::Accepted {
            let mut hash = hash_bytes(&output);
            hash.truncate(OUTPUT_HASH_DIGITS);
            judged.output_hash = Some(hash);
        }
        judged.output = self.keeps_output.then_some(output);
        Ok(judged)
    }
}

/// The check of an output.
enum CaseCheck<'c> {
    None,
    /// Any output is right, except an empty one.
    Any,
    /// It is compared with the answer.
    Compare(ComparisonMode, &'c [u8]),
    /// A checker compares it with the answer, given the path of the input.
    Ask(&'c Checker, &'c Path, &'c [u8]),
    /// It is fed back to this script.
    Turn(Vec<u8>),
}

/// An error that names the file that it is about.
fn named(path: &Path, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {error}", escape_path(path)))
}
