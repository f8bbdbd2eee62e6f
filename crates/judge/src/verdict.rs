//! The verdict about a run, and its details as data; both are put into words when they are shown.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use signal_hook::low_level::signal_name;
use thiserror::Error;

use super::compare::Mode;
use admiralty_process::{Limit, Termination};

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
#[error("{0:?} is not a verdict: use AC, PE, WA, TLE, ILE, MLE, OLE, RTE, CE or JE")]
pub struct ParseVerdictError(pub String);

impl Verdict {
    /// Whether the program ended normally, so that its output decided.
    pub fn is_about_output(self) -> bool {
        self <= Self::WrongAnswer
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
pub enum Detail {
    /// The mode that would accept the output, more lenient than that of the case.
    Lenient(Mode),
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

impl Detail {
    /// A message, unless it is empty.
    pub(super) fn message(text: String) -> Option<Self> {
        (!text.is_empty()).then_some(Self::Message(text))
    }
}

impl fmt::Display for Detail {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Lenient(mode) => write!(f, "--compare {mode} would accept"),
            Self::Exited(code) => f.write_str(&ended(Termination::Exited(*code))),
            Self::Signalled(signal) => f.write_str(&ended(Termination::Signalled(*signal))),
            Self::Time(limit) => write!(f, "more than {} s", limit.as_secs_f64()),
            Self::BusyTime(limit) => {
                write!(f, "more than {} s from start to end", limit.as_secs_f64())
            }
            Self::Bytes(limit) => write!(f, "more than {} MiB", limit >> 20),
            Self::Processes(limit) => write!(f, "more than {limit} processes"),
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
