//! What a verdict does not say, as data. The words are chosen when it is shown.

use std::fmt;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use signal_hook::low_level::signal_name;

use super::compare::Mode;
use admiralty_process::{Limit, Termination};

/// What a verdict does not say.
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

/// How a program ended, in words.
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
