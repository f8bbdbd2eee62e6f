//! A run and its verdict.

use std::borrow::Cow;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use signal_hook::low_level::signal_name;

use super::compare::{Comparison, Difference};
use super::{CaseRules, Verdict};
use crate::process::{Limit, Limits, Run, Termination, Usage};
use crate::results::byte_text;

/// How a detail about an exit code begins.
const EXIT_STATUS: &str = "exit status";

/// A run of a program on a case, and its verdict.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct JudgedRun {
    /// The verdict.
    pub verdict: Verdict,
    /// What the verdict does not say: a signal, an exit code, a checker's message.
    pub detail: Option<String>,
    /// The time and memory used.
    pub usage: Usage,
    /// The result of the comparison, if there was one.
    pub comparison: Option<Comparison>,
    /// The end of the program's standard error.
    #[serde(with = "byte_text")]
    pub stderr_tail: Vec<u8>,
    /// A hash of the whole output, if that was all and is not right: 32 hexadecimal digits.
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

    /// The first difference, if it tells more than how the program ended. A program that exits with
    /// an error has usually printed a different line before, unless its output just ends.
    pub(super) fn telling_difference(&self) -> Option<&Difference> {
        let is_telling = |difference: &&Difference| match self.verdict {
            Verdict::WrongAnswer | Verdict::PresentationError => true,
            Verdict::RuntimeError => {
                self.ending().starts_with(EXIT_STATUS) && difference.found.text.is_some()
            }
            _ => false,
        };
        self.difference().filter(is_telling)
    }

    /// The details, without whether the output was right.
    pub(super) fn ending(&self) -> &str {
        let detail = self.detail.as_deref().unwrap_or_default();
        detail.split_once(';').map_or(detail, |(ending, _)| ending)
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
            detail: Some(detail),
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
    checked: Option<(Verdict, String)>,
    comparison: Option<Comparison>,
) -> JudgedRun {
    let (verdict, detail) = match run.end {
        end if rules.exit_code.accepts(end) => match (checked, &comparison) {
            (Some(checked), _) => checked,
            (None, Some(comparison)) => compared(comparison),
            (None, None) => (Verdict::Accepted, String::new()),
        },
        Termination::Stopped(limit) => stopped(limit, &rules.limits, &run.usage),
        end => (Verdict::RuntimeError, crashed(end, comparison.as_ref())),
    };
    JudgedRun {
        verdict,
        detail: Some(detail).filter(|detail| !detail.is_empty()),
        usage: run.usage,
        comparison,
        stderr_tail: run.stderr_tail,
        output_hash: None,
        output: None,
    }
}

/// The verdict of a comparison, and the more lenient mode that would accept the output, if any.
fn compared(comparison: &Comparison) -> (Verdict, String) {
    let looser = comparison.strictest.filter(|_| !comparison.accepted);
    let detail = looser.map(|mode| format!("--compare {mode} would accept"));
    (comparison.verdict(), detail.unwrap_or_default())
}

/// How a program that failed ended, and whether its output was right all the same.
fn crashed(end: Termination, comparison: Option<&Comparison>) -> String {
    let output = match (comparison.map(|comparison| comparison.accepted), end) {
        (Some(true), Termination::Exited(_)) => {
            "; the output is right, and --exit-code any would accept"
        }
        (Some(true), _) => "; the output is right",
        (Some(false), _) => "; the output is wrong, too",
        (None, _) => "",
    };
    ended(end) + output
}

fn stopped(limit: Limit, limits: &Limits, usage: &Usage) -> (Verdict, String) {
    let seconds = |time: Duration| format!("more than {} s", time.as_secs_f64());
    let mebibytes = |bytes: u64| format!("more than {} MiB", bytes >> 20);
    match limit {
        Limit::Cpu => {
            let limit = limits.cpu.unwrap_or_default();
            (Verdict::TimeLimitExceeded, seconds(limit))
        }
        // A program that is busy most of the time is not waiting for anything.
        Limit::Wall if usage.cpu > usage.idle => {
            let detail = format!("{} from start to end", seconds(limits.wall));
            (Verdict::TimeLimitExceeded, detail)
        }
        Limit::Wall => (Verdict::IdlenessLimitExceeded, seconds(limits.wall)),
        Limit::Starvation => {
            let [cpu, wall] = [usage.cpu, usage.wall].map(|time| time.as_secs_f64());
            let detail =
                format!("the machine is too busy: it gave the program {cpu:.1} s of {wall:.1} s");
            (Verdict::JudgeError, detail)
        }
        Limit::Memory => {
            let limit = limits.memory.unwrap_or_default();
            (Verdict::MemoryLimitExceeded, mebibytes(limit))
        }
        Limit::Output => (Verdict::OutputLimitExceeded, mebibytes(limits.output)),
        Limit::Processes => {
            let limit = limits.processes.unwrap_or_default();
            let detail = format!("more than {limit} processes");
            (Verdict::RuntimeError, detail)
        }
    }
}

/// How a program ended, in words.
pub(super) fn ended(end: Termination) -> String {
    match end {
        Termination::Exited(code) => format!("{EXIT_STATUS} {code}"),
        Termination::Signalled(signal) => match signal_name(signal) {
            Some(name) => format!("signal {signal}, {name}"),
            None => format!("signal {signal}"),
        },
        Termination::Stopped(Limit::Wall | Limit::Cpu) => "too much time".to_owned(),
        Termination::Stopped(Limit::Output) => "too much output".to_owned(),
        Termination::Stopped(_) => "a limit".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_crash_says_whether_the_output_was_right() {
        let comparison = |accepted| Comparison {
            accepted,
            strictest: None,
            difference: None,
        };
        let right = "exit status 1; the output is right, and --exit-code any would accept";
        let [exited, signalled] = [Termination::Exited, Termination::Signalled];
        let aborted = "signal 6, SIGABRT; the output is right";
        let wrong = "exit status 1; the output is wrong, too";
        for (end, output, expected) in [
            (exited(3), None, "exit status 3"),
            (exited(1), Some(false), wrong),
            (exited(1), Some(true), right),
            (signalled(6), Some(true), aborted),
        ] {
            assert_eq!(crashed(end, output.map(comparison).as_ref()), expected);
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
            assert!(detail.ends_with(end), "{detail}");
        }
    }
}
