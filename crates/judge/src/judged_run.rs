//! A run and its verdict.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use super::compare::{Comparison, Difference};
use super::{CaseRules, Detail, Verdict};
use admiralty_process::{Limit, Limits, Run, Termination, Usage};
use admiralty_results::byte_text;

/// A run of a program on a case, and its verdict.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct JudgedRun {
    /// The verdict.
    pub verdict: Verdict,
    /// The detail of the verdict: a signal, an exit code, a checker's message.
    pub detail: Option<Detail>,
    /// The time and memory used.
    pub usage: Usage,
    /// The result of the comparison, if there was one.
    pub comparison: Option<Comparison>,
    /// The end of the program's standard error.
    #[serde(with = "byte_text")]
    pub stderr_tail: Vec<u8>,
    /// A hash of a complete output that is not right: 32 hexadecimal digits.
    pub output_hash: Option<String>,
    /// The whole output, if it is kept.
    #[serde(skip)]
    pub output: Option<Vec<u8>>,
}

impl JudgedRun {
    /// The first difference between the output and the answer, if there is one.
    pub fn difference(&self) -> Option<&Difference> {
        self.comparison.as_ref()?.difference.as_deref()
    }

    /// The first difference, if it says more than the end of the program does. A program that exits with
    /// an error has usually printed a different line before, unless its output just ends.
    pub(super) fn telling_difference(&self) -> Option<&Difference> {
        let is_telling = |difference: &&Difference| match self.verdict {
            Verdict::WrongAnswer | Verdict::PresentationError => true,
            Verdict::RuntimeError => {
                matches!(self.detail, Some(Detail::Exited(_))) && difference.found.text.is_some()
            }
            _ => false,
        };
        self.difference().filter(is_telling)
    }

    /// The detail in words, and of a program that failed by itself, whether its output was right.
    pub fn remark(&self) -> Option<String> {
        let detail = self.detail.as_ref()?;
        let is_right = self.comparison.as_ref().map(|it| it.accepted);
        let output = match (self.verdict, detail, is_right) {
            (Verdict::RuntimeError, Detail::Exited(_), Some(true)) => {
                "; the output is right, and --exit-code any would accept"
            }
            (Verdict::RuntimeError, Detail::Signalled(_), Some(true)) => "; the output is right",
            (Verdict::RuntimeError, Detail::Exited(_) | Detail::Signalled(_), Some(false)) => {
                "; the output is wrong, too"
            }
            _ => "",
        };
        Some(format!("{detail}{output}"))
    }

    /// The end of the program's standard error, as text.
    pub fn stderr(&self) -> Cow<'_, str> {
        String::from_utf8_lossy(&self.stderr_tail)
    }

    /// Drops lines far from the difference, which no report shows.
    pub(super) fn forget_unshown_lines(&mut self) {
        let comparison = self.comparison.as_mut();
        if let Some(difference) = comparison.and_then(|found| found.difference.as_mut()) {
            difference.forget_unshown_lines();
        }
    }

    /// A run that could not be judged.
    pub(super) fn judge_error(detail: String) -> Self {
        Self {
            verdict: Verdict::JudgeError,
            detail: Detail::message(detail),
            usage: Usage::default(),
            comparison: None,
            stderr_tail: Vec::new(),
            output_hash: None,
            output: None,
        }
    }
}

/// The verdict about a run; `checked` is the result of a check other than a comparison.
pub(super) fn judged_run(
    rules: &CaseRules,
    run: Run,
    checked: Option<(Verdict, Option<Detail>)>,
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
        Termination::Exited(code) => (Verdict::RuntimeError, Some(Detail::Exited(code))),
        Termination::Signalled(signal) => (Verdict::RuntimeError, Some(Detail::Signalled(signal))),
    };
    JudgedRun {
        verdict,
        detail,
        usage: run.usage,
        comparison,
        stderr_tail: run.stderr_tail,
        output_hash: None,
        output: None,
    }
}

/// The verdict of a comparison, and the more lenient mode that would accept the output, if any.
fn compared(comparison: &Comparison) -> (Verdict, Option<Detail>) {
    let looser = comparison.strictest.filter(|_| !comparison.accepted);
    (comparison.verdict(), looser.map(Detail::Lenient))
}

/// The verdict about a program that exceeded a limit.
fn stopped(limit: Limit, limits: &Limits, usage: &Usage) -> (Verdict, Detail) {
    match limit {
        Limit::Cpu => {
            let limit = limits.cpu.unwrap_or_default();
            (Verdict::TimeLimitExceeded, Detail::Time(limit))
        }
        // A program that is busy most of the time is not waiting for anything.
        Limit::Wall if usage.cpu > usage.idle || usage.idle * 2 < limits.wall => {
            (Verdict::TimeLimitExceeded, Detail::BusyTime(limits.wall))
        }
        Limit::Wall => (Verdict::IdlenessLimitExceeded, Detail::Time(limits.wall)),
        Limit::Starvation => {
            let [cpu, wall] = [usage.cpu, usage.wall].map(|time| time.as_secs_f64());
            let message =
                format!("the machine is too busy: it gave the program {cpu:.1} s of {wall:.1} s");
            (Verdict::JudgeError, Detail::Message(message))
        }
        Limit::Memory => {
            let limit = limits.memory.unwrap_or_default();
            (Verdict::MemoryLimitExceeded, Detail::Bytes(limit))
        }
        Limit::Output => (Verdict::OutputLimitExceeded, Detail::Bytes(limits.output)),
        Limit::Processes => {
            let limit = limits.processes.unwrap_or_default();
            (Verdict::RuntimeError, Detail::Processes(limit))
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn a_crash_says_whether_the_output_was_right() {
        let comparison = |accepted| Comparison {
            accepted,
            strictest: None,
            difference: None,
        };
        let right = "exit status 1; the output is right, and --exit-code any would accept";
        let aborted = "signal 6, SIGABRT; the output is right";
        let wrong = "exit status 1; the output is wrong, too";
        for (detail, output, expected) in [
            (Detail::Exited(3), None, "exit status 3"),
            (Detail::Exited(1), Some(false), wrong),
            (Detail::Exited(1), Some(true), right),
            (Detail::Signalled(6), Some(true), aborted),
            (Detail::Processes(64), Some(true), "more than 64 processes"),
        ] {
            let run = JudgedRun {
                verdict: Verdict::RuntimeError,
                detail: Some(detail),
                comparison: output.map(comparison),
                ..JudgedRun::judge_error(String::new())
            };
            assert_eq!(run.remark().as_deref(), Some(expected));
        }
    }

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
            (Limit::Wall, 3, 1, time_limit, "to end"),
            (Limit::Wall, 9, 0, time_limit, "to end"),
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
