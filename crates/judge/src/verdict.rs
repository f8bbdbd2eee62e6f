//! Verdicts, their details as data, and runs with their verdicts; all are put into words when they
//! are shown.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use admiralty_escape::escape;
use admiralty_process::{Limit, Limits, Termination, Usage};
use admiralty_results::byte_text;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::system::signal_name;
use crate::text_start::TextStart;
use admiralty_compare::{Comparison, ComparisonMode, Difference};

admiralty_core::text_enum! {
    /// The verdict about a run, from the best to the worst, with its usual abbreviation.
    ///
    /// ```
    /// use admiralty_judge::Verdict;
    ///
    /// assert_eq!("WA".parse(), Ok(Verdict::WrongAnswer));
    /// assert_eq!(Verdict::WrongAnswer.to_string(), "WA");
    /// assert!(Verdict::Accepted < Verdict::WrongAnswer);
    /// ```
    pub enum Verdict: code, with_code {
        /// It ended normally, and its output is the answer.
        Accepted = "AC",
        /// The output differs from the answer only in white space.
        PresentationError = "PE",
        /// The output is not the answer.
        WrongAnswer = "WA",
        /// It used more CPU time than allowed, or was busy until the wall-clock limit.
        TimeLimitExceeded = "TLE",
        /// It did not end in time, but was idle.
        IdlenessLimitExceeded = "ILE",
        /// It used more memory than allowed.
        MemoryLimitExceeded = "MLE",
        /// It printed more than allowed.
        OutputLimitExceeded = "OLE",
        /// It was killed by a signal, its exit code is not 0, or it started too many processes.
        RuntimeError = "RTE",
        /// It could not be built.
        CompileError = "CE",
        /// The judge could not judge.
        JudgeError = "JE",
    }
}

/// A word that is not a verdict.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("\"{}\" is not a verdict: use AC, PE, WA, TLE, ILE, MLE, OLE, RTE, CE or JE", escape(.0))]
pub struct ParseVerdictError(pub String);

impl Verdict {
    /// The verdict about an output.
    pub fn of(comparison: &Comparison) -> Self {
        if comparison.accepted {
            Self::Accepted
        } else if comparison.is_about_space() {
            Self::PresentationError
        } else {
            Self::WrongAnswer
        }
    }

    /// Whether the program ended normally, so that its output decided.
    pub fn is_about_output(self) -> bool {
        self <= Self::WrongAnswer
    }

    /// Whether the program was stopped at a limit.
    pub(super) const fn is_about_limit(self) -> bool {
        self.is_about_time()
            || matches!(self, Self::MemoryLimitExceeded | Self::OutputLimitExceeded)
    }

    /// Whether the program did not end in time.
    pub(super) const fn is_about_time(self) -> bool {
        matches!(self, Self::TimeLimitExceeded | Self::IdlenessLimitExceeded)
    }
}

admiralty_results::serde_as_text!(Verdict);

impl FromStr for Verdict {
    type Err = ParseVerdictError;

    fn from_str(word: &str) -> Result<Self, ParseVerdictError> {
        Self::with_code(word.as_bytes()).ok_or_else(|| ParseVerdictError(word.to_owned()))
    }
}

/// A detail of a verdict.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum VerdictDetail {
    /// The mode that would accept the output, more lenient than that of the case.
    Lenient(ComparisonMode),
    /// The exit code of a program that failed.
    Exited(i32),
    /// The signal that ended the program.
    Signalled(i32),
    /// The CPU time that it exceeded, or the wall-clock time if it was idle.
    Time(Duration),
    /// The wall-clock time that it exceeded although it was busy.
    BusyTime(Duration),
    /// The bytes of memory or output that it exceeded.
    Bytes(u64),
    /// The number of processes that it exceeded.
    Processes(u32),
    /// It printed nothing where there is no fixed answer.
    NothingPrinted,
    /// A message in one line: of a checker, about a turn that was fed back, or why the judge failed.
    Message(String),
}

impl VerdictDetail {
    /// A message, unless it is empty.
    pub(super) fn message(text: String) -> Option<Self> {
        (!text.is_empty()).then_some(Self::Message(text))
    }
}

impl fmt::Display for VerdictDetail {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Lenient(mode) => write!(f, "--compare {mode} would accept"),
            Self::Exited(code) => f.write_str(&ended(Termination::Exited(*code))),
            Self::Signalled(signal) => f.write_str(&ended(Termination::Signalled(*signal))),
            Self::Time(limit) => write!(f, "more than {} s", limit.as_secs_f64()),
            Self::BusyTime(limit) => {
                write!(f, "more than {} s of wall-clock time", limit.as_secs_f64())
            }
            Self::Bytes(limit) => write!(f, "more than {} MiB", limit >> 20),
            Self::Processes(limit) => {
                let threads = Limits::threads(*limit);
                write!(f, "more than {limit} processes or {threads} threads")
            }
            Self::NothingPrinted => f.write_str("nothing is printed"),
            Self::Message(message) => f.write_str(message),
        }
    }
}

/// The end of a program, in words.
pub(super) fn ended(end: Termination) -> String {
    match end {
        Termination::Exited(code) => format!("exit status {code}"),
        Termination::Signalled(signal) => match signal_name(signal) {
            Some(name) => format!("signal {signal}, {name}"),
            None => format!("signal {signal}"),
        },
        Termination::Stopped(Limit::Wall | Limit::Cpu) => "too much time".to_owned(),
        Termination::Stopped(Limit::Output) => "too much output".to_owned(),
        Termination::Stopped(_) => "a limit".to_owned(),
    }
}

/// A run of a program on a case, and its verdict.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct JudgedRun {
    /// The verdict.
    pub verdict: Verdict,
    /// The detail of the verdict: a signal, an exit code, a checker's message.
    pub detail: Option<VerdictDetail>,
    /// The share of the case's points that a checker gives, from 0 to 1.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub share: Option<f64>,
    /// The time and memory used.
    pub usage: Usage,
    /// The result of the comparison, if there was one.
    pub comparison: Option<Comparison>,
    /// The end of the program's standard error.
    #[serde(with = "byte_text")]
    pub stderr_tail: Vec<u8>,
    /// A hash of a complete output that is not right: 32 hexadecimal digits.
    pub output_hash: Option<String>,
    /// The beginning of an output that is not right.
    pub output_start: Option<TextStart>,
    /// How the program ended; unknown if it was not run, and in a stored result.
    #[serde(skip)]
    pub end: Option<Termination>,
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
    pub fn telling_difference(&self) -> Option<&Difference> {
        let is_telling = |difference: &&Difference| match self.verdict {
            Verdict::WrongAnswer | Verdict::PresentationError => true,
            Verdict::RuntimeError => {
                matches!(self.detail, Some(VerdictDetail::Exited(_)))
                    && difference.found.text.is_some()
            }
            _ => false,
        };
        self.difference().filter(is_telling)
    }

    /// The share of the points, the detail in words, and of a program that failed by itself, whether its
    /// output was right.
    pub fn remark(&self) -> Option<String> {
        let remarks: Vec<_> = [self.share_remark(), self.detail_remark()]
            .into_iter()
            .flatten()
            .collect();
        (!remarks.is_empty()).then(|| remarks.join("; "))
    }

    /// The share of the points in words, if a checker gives only a part of them.
    pub fn share_remark(&self) -> Option<String> {
        let share = self.share.filter(|share| *share < 1.0)?;
        Some(format!(
            "{} % of the points",
            (share * 1000.0).round() / 10.0
        ))
    }

    fn detail_remark(&self) -> Option<String> {
        let detail = self.detail.as_ref()?;
        let is_right = self.comparison.as_ref().map(|it| it.accepted);
        let output = match (self.verdict, detail, is_right) {
            (Verdict::RuntimeError, VerdictDetail::Exited(_), Some(true)) => {
                "; the output is right, and --exit-code any would accept"
            }
            (Verdict::RuntimeError, VerdictDetail::Signalled(_), Some(true)) => {
                "; the output is right"
            }
            (
                Verdict::RuntimeError,
                VerdictDetail::Exited(_) | VerdictDetail::Signalled(_),
                Some(false),
            ) => "; the output is wrong, too",
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
            detail: VerdictDetail::message(detail),
            share: None,
            usage: Usage::default(),
            comparison: None,
            stderr_tail: Vec::new(),
            output_hash: None,
            output_start: None,
            end: None,
            output: None,
        }
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
        let aborted = "signal 6, SIGABRT; the output is right";
        let wrong = "exit status 1; the output is wrong, too";
        for (detail, output, expected) in [
            (VerdictDetail::Exited(3), None, "exit status 3"),
            (VerdictDetail::Exited(1), Some(false), wrong),
            (VerdictDetail::Exited(1), Some(true), right),
            (VerdictDetail::Signalled(6), Some(true), aborted),
            (
                VerdictDetail::Processes(64),
                Some(true),
                "more than 64 processes or 1024 threads",
            ),
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
}
