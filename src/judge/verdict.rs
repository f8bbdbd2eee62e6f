//! The verdict about a run.

use std::fmt;
use std::str::FromStr;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use thiserror::Error;

/// The verdict about a run, from the best to the worst.
///
/// ```
/// use admiralty::judge::Verdict;
///
/// assert_eq!("WA".parse(), Ok(Verdict::WrongAnswer));
/// assert_eq!(Verdict::WrongAnswer.to_string(), "WA");
/// assert!(Verdict::Accepted < Verdict::WrongAnswer);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Verdict {
    /// AC: it ended normally, and its output is the answer.
    Accepted,
    /// PE: the output differs from the answer only in white space.
    PresentationError,
    /// WA: the output is not the answer.
    WrongAnswer,
    /// TLE: it used more CPU time than allowed, or was busy until the wall-clock limit.
    TimeLimitExceeded,
    /// ILE: it did not end in time, but was idle.
    IdlenessLimitExceeded,
    /// MLE: it used more memory than allowed.
    MemoryLimitExceeded,
    /// OLE: it printed more than allowed.
    OutputLimitExceeded,
    /// RTE: it was killed by a signal, its exit code is not 0, or it started too many processes.
    RuntimeError,
    /// CE: it could not be built.
    CompileError,
    /// JE: the judge could not judge.
    JudgeError,
}

/// A word that is not a verdict.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0:?} is not a verdict: use AC, PE, WA, TLE, ILE, MLE, OLE, RTE, CE or JE")]
pub struct ParseVerdictError(pub String);

impl Verdict {
    /// All verdicts with their usual abbreviations, from the best to the worst.
    pub const ALL: [(Self, &'static str); 10] = [
        (Self::Accepted, "AC"),
        (Self::PresentationError, "PE"),
        (Self::WrongAnswer, "WA"),
        (Self::TimeLimitExceeded, "TLE"),
        (Self::IdlenessLimitExceeded, "ILE"),
        (Self::MemoryLimitExceeded, "MLE"),
        (Self::OutputLimitExceeded, "OLE"),
        (Self::RuntimeError, "RTE"),
        (Self::CompileError, "CE"),
        (Self::JudgeError, "JE"),
    ];

    /// The usual abbreviation.
    pub const fn code(self) -> &'static str {
        Self::ALL[self as usize].1
    }

    /// Whether the program ended normally, so that its output decided.
    pub fn is_about_output(self) -> bool {
        self <= Self::WrongAnswer
    }

    /// Whether the program did not end in time.
    pub(super) const fn is_about_time(self) -> bool {
        matches!(self, Self::TimeLimitExceeded | Self::IdlenessLimitExceeded)
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.code())
    }
}

impl Serialize for Verdict {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.code())
    }
}

impl<'de> Deserialize<'de> for Verdict {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let code = String::deserialize(deserializer)?;
        code.parse().map_err(D::Error::custom)
    }
}

impl FromStr for Verdict {
    type Err = ParseVerdictError;

    fn from_str(word: &str) -> Result<Self, ParseVerdictError> {
        let found = Self::ALL.into_iter().find(|(_, code)| *code == word);
        found.map_or_else(|| Err(ParseVerdictError(word.to_owned())), |it| Ok(it.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_verdicts_are_listed_from_the_best_to_the_worst() {
        assert!(Verdict::ALL.is_sorted_by(|one, other| one.0 < other.0));
        for (verdict, code) in Verdict::ALL {
            assert_eq!(verdict.code(), code);
            assert_eq!(verdict.to_string().parse(), Ok(verdict));
        }
        assert_eq!(format!("{:4}|", Verdict::Accepted), "AC  |");
        assert!("ac".parse::<Verdict>().is_err() && "".parse::<Verdict>().is_err());
    }
}
