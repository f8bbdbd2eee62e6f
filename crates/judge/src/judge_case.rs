//! Runs one program on one case.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::checker::Checker;
use super::error::JudgeError;
use super::expectations::Expected;
use super::output_validator::check_turn;
use super::own_paths::OwnPaths;
use super::rules::{CaseRules, OutputCheck};
use super::selection::JudgingTask;
use super::text_start::TextStart;
use super::verdict::{JudgedRun, Verdict, VerdictDetail};
use admiralty_compare::{Comparison, ComparisonMode, compare};
use admiralty_escape::escape_path;
use admiralty_process::{
    self as process, FinishedRun, Limit, Limits, Program, RunError, STDERR_TAIL_BYTES_MAX,
    StdinSource, Termination, Usage,
};
use admiralty_results::hash_bytes;
use bstr::ByteSlice;

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
    /// What its messages leave out.
    pub paths: OwnPaths,
    /// Whether outputs are kept, each up to `limits.output` bytes.
    pub keeps_output: bool,
}

/// A run of a program, and its whole output.
#[derive(Debug)]
pub struct KnownRun {
    /// How it ended.
    pub run: FinishedRun,
    /// What it has printed.
    pub output: Vec<u8>,
}

impl KnownRun {
    /// Takes the output of a run, if it is there and another run would do the same.
    pub(super) fn take(judged: &mut JudgedRun) -> Option<Self> {
        let end = judged.end?;
        if end == Termination::Stopped(Limit::Starvation) {
            return None;
        }
        Some(Self {
            run: FinishedRun {
                end,
                usage: judged.usage,
                stderr_tail: judged.stderr_tail.clone(),
            },
            output: judged.output.take()?,
        })
    }
}

/// Whether a run is no longer needed, given what it has used so far.
pub(super) type IsCancelled<'c> = &'c dyn Fn(&Usage) -> bool;

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
            let check = CaseCheck::of(task, rules)?;
            self.run_checked(rules, limits, &input, &check, is_cancelled)
        };
        self.or_judge_error(run())
    }

    /// Judges a run whose output is known, like [`judge`](Self::judge).
    pub(super) fn judge_again(
        &self,
        task: &JudgingTask,
        known: KnownRun,
        is_cancelled: IsCancelled<'_>,
    ) -> Result<JudgedRun, JudgeError> {
        let rules = self.rules_of(task);
        let check = || {
            let check = CaseCheck::of(task, rules)?;
            self.checked(rules, known.run, known.output, &check, is_cancelled)
        };
        self.or_judge_error(check())
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
                let program = self.program.name.first();
                Err(JudgeError::Start {
                    program: program.map(PathBuf::from).unwrap_or_default(),
                    source,
                })
            }
            RunError::Machine(error) => Ok(JudgedRun::judge_error(error.to_string())),
        })
    }

    /// What a program has printed on standard error, without paths of this machine.
    fn complaints(&self, tail: &[u8]) -> Vec<u8> {
        let is_cut = tail.len() >= STDERR_TAIL_BYTES_MAX;
        // A line whose beginning is missing may begin with a part of a path.
        let first = tail.find_byte(b'\n').filter(|_| is_cut);
        self.paths
            .hide(&tail[first.map_or(0, |feed| feed + 1)..])
            .into_owned()
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

    /// Whether the output is needed.
    const fn keeps(&self, check: &CaseCheck<'_>) -> bool {
        self.keeps_output || !matches!(check, CaseCheck::None)
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
        let is_kept = self.keeps(check);
        let sink: &mut dyn Write = if is_kept { &mut output } else { &mut nowhere };
        let program = self.program_within(rules.limits.memory.unwrap_or(u64::MAX));
        let mut run = process::run(&program, input, limits, sink, is_cancelled)?;
        run.stderr_tail = self.complaints(&run.stderr_tail);
        self.checked(rules, run, output, check, is_cancelled)
    }

    /// Checks the output of a run.
    fn checked(
        &self,
        rules: &CaseRules,
        run: FinishedRun,
        output: Vec<u8>,
        check: &CaseCheck<'_>,
        is_cancelled: IsCancelled<'_>,
    ) -> Result<JudgedRun, RunError> {
        let is_kept = self.keeps(check);
        let (mut comparison, mut other, mut share) = (None, None, None);
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
                let opinion = asked.map_err(|error| match error {
                    RunError::Start(error) => named("the checker".as_ref(), &error).into(),
                    error => error,
                })?;
                other = Some((opinion.verdict, VerdictDetail::message(opinion.message)));
                share = opinion.share;
            }
            CaseCheck::None | CaseCheck::Any => {}
        }
        let is_whole = is_kept && !matches!(run.end, Termination::Stopped(_));
        let mut judged = judged_run(rules, run, other, comparison);
        judged.share = share;
        let is_wrong = judged.verdict != Verdict::Accepted;
        if is_whole && is_wrong {
            let mut hash = hash_bytes(&output);
            hash.truncate(OUTPUT_HASH_DIGITS);
            judged.output_hash = Some(hash);
        }
        if is_kept && is_wrong {
            let shown = self.paths.hide(&output);
            if let (CaseCheck::Compare(mode, answer), Some(comparison)) =
                (check, &mut judged.comparison)
                && *shown != *output
            {
                comparison.difference = compare(*mode, answer, &shown).difference;
            }
            judged.output_start = Some(TextStart::of(&shown));
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

impl<'t> CaseCheck<'t> {
    /// How the outputs of a case are checked.
    fn of(task: &'t JudgingTask, rules: &'t CaseRules) -> io::Result<Self> {
        let path = &task.case.input;
        Ok(
            match (&task.expectation.expected, &task.answer, &rules.comparing) {
                (Expected::Turn, ..) => {
                    Self::Turn(fs::read(path).map_err(|error| named(path, &error))?)
                }
                (Expected::Open, ..) => Self::Any,
                (_, None, _) => Self::None,
                (_, Some(answer), OutputCheck::Mode(mode)) => Self::Compare(*mode, answer),
                (_, Some(answer), OutputCheck::Checker(checker)) => {
                    Self::Ask(checker, path, answer)
                }
            },
        )
    }
}

/// An error that names the file that it is about.
fn named(path: &Path, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {error}", escape_path(path)))
}

/// The verdict about a run; `checked` is the result of a check other than a comparison.
fn judged_run(
    rules: &CaseRules,
    run: FinishedRun,
    checked: Option<(Verdict, Option<VerdictDetail>)>,
    comparison: Option<Comparison>,
) -> JudgedRun {
    let (verdict, detail) = match run.end {
        end if rules.exit_code.accepts(end) => match (checked, &comparison) {
            (Some(checked), _) => checked,
            (None, Some(comparison)) => compared(comparison),
            (None, None) => (Verdict::Accepted, None),
        },
        Termination::Stopped(limit) => {
            let (verdict, detail) = stopped(limit, &rules.limits, &run.usage);
            (verdict, Some(detail))
        }
        Termination::Exited(code) => (Verdict::RuntimeError, Some(VerdictDetail::Exited(code))),
        Termination::Signalled(signal) => (
            Verdict::RuntimeError,
            Some(VerdictDetail::Signalled(signal)),
        ),
    };
    JudgedRun {
        verdict,
        detail,
        share: None,
        usage: run.usage,
        comparison,
        stderr_tail: run.stderr_tail,
        output_hash: None,
        output_start: None,
        end: Some(run.end),
        output: None,
    }
}

/// The verdict of a comparison, and the more lenient mode that would accept the output, if any.
fn compared(comparison: &Comparison) -> (Verdict, Option<VerdictDetail>) {
    let looser = comparison.strictest.filter(|_| !comparison.accepted);
    (Verdict::of(comparison), looser.map(VerdictDetail::Lenient))
}

/// The verdict about a program that exceeded a limit.
fn stopped(limit: Limit, limits: &Limits, usage: &Usage) -> (Verdict, VerdictDetail) {
    match limit {
        Limit::Cpu => {
            let limit = limits.cpu.unwrap_or_default();
            (Verdict::TimeLimitExceeded, VerdictDetail::Time(limit))
        }
        // A program that is busy most of the time is not waiting for anything.
        Limit::Wall if usage.cpu > usage.idle || usage.idle * 2 < limits.wall => (
            Verdict::TimeLimitExceeded,
            VerdictDetail::BusyTime(limits.wall),
        ),
        Limit::Wall => (
            Verdict::IdlenessLimitExceeded,
            VerdictDetail::Time(limits.wall),
        ),
        Limit::Starvation => {
            let [cpu, wall] = [usage.cpu, usage.wall].map(|time| time.as_secs_f64());
            let message =
                format!("the machine is too busy: it gave the program {cpu:.1} s of {wall:.1} s");
            (Verdict::JudgeError, VerdictDetail::Message(message))
        }
        Limit::Memory => {
            let limit = limits.memory.unwrap_or_default();
            (Verdict::MemoryLimitExceeded, VerdictDetail::Bytes(limit))
        }
        Limit::Output => (
            Verdict::OutputLimitExceeded,
            VerdictDetail::Bytes(limits.output),
        ),
        Limit::Processes => {
            let limit = limits.processes.unwrap_or_default();
            (Verdict::RuntimeError, VerdictDetail::Processes(limit))
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    /// The columns are CPU and idle seconds. On a busy machine, the wall-clock time is much longer;
    /// with several processors, the CPU time may be.
    #[test]
    fn a_limit_of_time_says_who_used_it() {
        let limits = Limits::of_time(Duration::from_secs(4));
        let (idle_limit, time_limit) = (Verdict::IdlenessLimitExceeded, Verdict::TimeLimitExceeded);
        let starved = "2.0 s of 40.0 s";
        for (limit, cpu, idle, verdict, end) in [
            (Limit::Wall, 0, 4, idle_limit, "4 s"),
            (Limit::Wall, 2, 2, idle_limit, "4 s"),
            (Limit::Wall, 3, 1, time_limit, "of wall-clock time"),
            (Limit::Wall, 3, 2, time_limit, "of wall-clock time"),
            (Limit::Wall, 1, 1, time_limit, "of wall-clock time"),
            (Limit::Wall, 9, 0, time_limit, "of wall-clock time"),
            (Limit::Starvation, 2, 0, Verdict::JudgeError, starved),
        ] {
            let usage = Usage {
                cpu: Duration::from_secs(cpu),
                wall: 10 * limits.wall,
                idle: Duration::from_secs(idle),
                memory: 0,
            };
            let (found, detail) = stopped(limit, &limits, &usage);
            assert_eq!(found, verdict, "{cpu} s");
            assert!(detail.to_string().ends_with(end), "{detail}");
        }
    }
}
