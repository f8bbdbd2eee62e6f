//! The cause that most failures of a program have in common.

use std::collections::BTreeMap;
use std::fmt;

use admiralty_compare::{Comparison, ComparisonMode};

use crate::{CaseResult, ExpectedStatus, Verdict, VerdictDetail};

/// The fewest cases that have a cause in common.
const CASES_MIN: usize = 2;

/// Why a case fails although the program is right, or does nothing.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum FailureCause {
    /// The output is right, but not the exit code.
    ExitCode(i32),
    /// The lines end with a carriage return.
    LineEnds,
    /// Only white space differs; the name of the mode that accepts it.
    WhiteSpace(String),
    /// Only the case of letters differs, perhaps with white space.
    LetterCase,
    /// There is no output.
    NoOutput,
}

/// A cause, and how many cases of a program have it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommonCause {
    /// The cause.
    pub cause: FailureCause,
    /// The number of cases.
    pub cases: usize,
}

impl FailureCause {
    /// The cause of a failure, if it is one of these.
    pub fn of(found: &CaseResult) -> Option<Self> {
        let run = &found.worst_run;
        let is_right = run.comparison.as_ref().is_some_and(|it| it.accepted);
        let is_empty = run
            .output_start
            .as_ref()
            .is_some_and(|it| it.text().is_empty());
        match (run.verdict, &run.detail) {
            _ if found.status != ExpectedStatus::Failed => None,
            (Verdict::RuntimeError, Some(VerdictDetail::Exited(code))) if is_right => {
                Some(Self::ExitCode(*code))
            }
            (Verdict::PresentationError, _) if has_line_ends(run.comparison.as_ref()) => {
                Some(Self::LineEnds)
            }
            (Verdict::PresentationError, Some(VerdictDetail::Lenient(mode))) => {
                Some(Self::WhiteSpace(mode.to_string()))
            }
            (Verdict::WrongAnswer, Some(VerdictDetail::Lenient(ComparisonMode::Caseless))) => {
                Some(Self::LetterCase)
            }
            (Verdict::WrongAnswer, _) if is_empty => Some(Self::NoOutput),
            _ => None,
        }
    }

    /// The line of `judge.toml` that would accept such a case.
    pub fn remedy(&self) -> Option<String> {
        match self {
            Self::ExitCode(_) => Some("exit-code = \"any\"".to_owned()),
            Self::LineEnds => Some(format!("compare = \"{}\"", ComparisonMode::Trailing)),
            Self::WhiteSpace(mode) => Some(format!("compare = \"{mode}\"")),
            Self::LetterCase => Some(format!("compare = \"{}\"", ComparisonMode::Caseless)),
            Self::NoOutput => None,
        }
    }
}

/// Whether an output has Windows line ends where the answer has not.
fn has_line_ends(comparison: Option<&Comparison>) -> bool {
    comparison.is_some_and(|comparison| {
        let difference = comparison.difference.as_ref();
        let ends = |line: Option<&[u8]>| line.is_some_and(|line| line.ends_with(b"\r"));
        comparison.strictest == Some(ComparisonMode::Trailing)
            && difference.is_some_and(|it| ends(it.found.bytes()) && !ends(it.expected.bytes()))
    })
}

impl fmt::Display for FailureCause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::ExitCode(code) => {
                write!(f, "the output is right, but the exit code is {code}")
            }
            Self::LineEnds => f.write_str("the output has Windows line ends"),
            Self::WhiteSpace(_) => f.write_str("only the white space differs"),
            Self::LetterCase => f.write_str("only the case of letters differs"),
            Self::NoOutput => f.write_str("nothing is printed"),
        }
    }
}

impl CommonCause {
    /// The cause of most failures among these results.
    pub fn of<'c>(results: impl IntoIterator<Item = &'c CaseResult>) -> Option<Self> {
        let results = results.into_iter();
        let failed = results.filter(|found| found.status == ExpectedStatus::Failed);
        let (mut failures, mut counts) = (0, BTreeMap::new());
        for found in failed {
            failures += 1;
            if let Some(cause) = FailureCause::of(found) {
                *counts.entry(cause).or_insert(0) += 1;
            }
        }
        let (cause, cases) = counts.into_iter().max_by_key(|(_, cases)| *cases)?;
        (cases >= CASES_MIN && 2 * cases > failures).then_some(Self { cause, cases })
    }

    /// The same with what would accept these cases.
    pub fn with_remedy(&self) -> String {
        match self.cause.remedy() {
            Some(remedy) => format!("{self}: {remedy} would accept them"),
            None => self.to_string(),
        }
    }
}

impl fmt::Display for CommonCause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} in {} cases", self.cause, self.cases)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::TextStart;
    use admiralty_compare::compare;

    /// A failed case with this output instead of `a` and `b` in lines, which ended with this code.
    fn failed(output: &str, code: i32) -> CaseResult {
        let comparison = compare(ComparisonMode::default(), b"a\nb\n", output.as_bytes());
        let mut found = CaseResult::of("case", Verdict::of(&comparison));
        let run = &mut found.worst_run;
        run.detail = comparison.strictest.map(VerdictDetail::Lenient);
        if code != 0 {
            run.verdict = Verdict::RuntimeError;
            run.detail = Some(VerdictDetail::Exited(code));
            found.status = ExpectedStatus::Failed;
        }
        run.comparison = Some(comparison);
        run.output_start = Some(TextStart::of(output.as_bytes()));
        found
    }

    #[test]
    fn a_common_cause_is_told_once() {
        let right = || failed("a\nb\n", 0);
        let wrong = || failed("a\nc\n", 0);
        let windows = || failed("a\r\nb\r\n", 0);
        let exits = || failed("a\nb\n", 1);
        for (results, expected) in [
            (
                vec![exits(), right(), exits(), wrong()],
                "the output is right, but the exit code is 1 in 2 cases: exit-code = \"any\" would accept them",
            ),
            (
                vec![windows(), windows(), windows()],
                "the output has Windows line ends in 3 cases: compare = \"trailing\" would accept them",
            ),
            (
                vec![failed("a b\n", 0), failed("a  b\n", 0)],
                "only the white space differs in 2 cases: compare = \"tokens\" would accept them",
            ),
            (
                vec![failed("A\nb\n", 0), failed("a B\n", 0), wrong()],
                "only the case of letters differs in 2 cases: compare = \"caseless\" would accept them",
            ),
            (
                vec![failed("", 0), failed("", 0), right()],
                "nothing is printed in 2 cases",
            ),
            // One case is no pattern, half of them neither, and other codes are other causes.
            (vec![windows()], ""),
            (vec![exits(), exits(), wrong(), wrong()], ""),
            (vec![exits(), failed("a\nb\n", 2)], ""),
            (vec![failed("a\r\nc\n", 0), failed("a\r\nc\n", 0)], ""),
        ] {
            let cause = CommonCause::of(&results).map(|cause| cause.with_remedy());
            assert_eq!(cause.unwrap_or_default(), expected);
        }
    }
}
