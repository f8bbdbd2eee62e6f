//! What the judge says of a run.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// What the judge says of a run, from the best to the worst.
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
    /// AC: it ended well, and its output is the answer.
    Accepted,
    /// PE: only the white space differs from the answer's.
    PresentationError,
    /// WA: the output is not the answer.
    WrongAnswer,
    /// TLE: it took more time on processors than it may.
    TimeLimitExceeded,
    /// ILE: it did not end in time, but was idle.
    IdlenessLimitExceeded,
    /// MLE: it took more memory than it may.
    MemoryLimitExceeded,
    /// OLE: it printed more than it may.
    OutputLimitExceeded,
    /// RTE: a signal ended it, or its exit status is not 0, or it was too many
    /// processes.
    RuntimeError,
    /// JE: the judge could not judge.
    JudgeError,
}

/// A word that is no verdict.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0:?} is no verdict: AC, PE, WA, TLE, ILE, MLE, OLE, RTE and JE are")]
pub struct ParseVerdictError(pub String);

impl Verdict {
    /// All of them, from the best to the worst.
    pub const ALL: [Self; 9] = [
        Self::Accepted,
        Self::PresentationError,
        Self::WrongAnswer,
        Self::TimeLimitExceeded,
        Self::IdlenessLimitExceeded,
        Self::MemoryLimitExceeded,
        Self::OutputLimitExceeded,
        Self::RuntimeError,
        Self::JudgeError,
    ];

    /// The usual abbreviation.
    pub fn code(self) -> &'static str {
        match self {
            Self::Accepted => "AC",
            Self::PresentationError => "PE",
            Self::WrongAnswer => "WA",
            Self::TimeLimitExceeded => "TLE",
            Self::IdlenessLimitExceeded => "ILE",
            Self::MemoryLimitExceeded => "MLE",
            Self::OutputLimitExceeded => "OLE",
            Self::RuntimeError => "RTE",
            Self::JudgeError => "JE",
        }
    }

    /// Whether the program ended well, and its output decided.
    pub fn is_about_output(self) -> bool {
        matches!(
            self,
            Self::Accepted | Self::PresentationError | Self::WrongAnswer
        )
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.code())
    }
}

impl FromStr for Verdict {
    type Err = ParseVerdictError;

    fn from_str(word: &str) -> Result<Self, ParseVerdictError> {
        let found = Self::ALL.into_iter().find(|verdict| verdict.code() == word);
        found.ok_or_else(|| ParseVerdictError(word.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_verdicts_are_listed_from_the_best_to_the_worst() {
        assert!(Verdict::ALL.is_sorted_by(|one, other| one < other));
        for verdict in Verdict::ALL {
            assert_eq!(verdict.to_string().parse(), Ok(verdict));
        }
        assert_eq!(format!("{:4}|", Verdict::Accepted), "AC  |");
        assert!("ac".parse::<Verdict>().is_err() && "".parse::<Verdict>().is_err());
    }
}
