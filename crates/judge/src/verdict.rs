//! The verdict about a run.

use std::str::FromStr;

use thiserror::Error;

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
