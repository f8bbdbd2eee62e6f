//! Expectations of cases that should not simply be accepted.

use std::fmt;
use std::str::FromStr;

use glob::PatternError;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::{NamePattern, ParseVerdictError, Verdict};

/// The expected end of a case.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Expected {
    /// The case is accepted.
    #[default]
    Accepted,
    /// The program ends normally, and prints something; there is no fixed answer.
    Open,
    /// The program plays the turn that the script leaves to it. There is no fixed answer, so the
    /// output is fed back.
    Turn,
    /// One of these verdicts.
    OneOf(Vec<Verdict>),
}

/// How a verdict counts against an expectation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ExpectedStatus {
    /// The case is accepted.
    Accepted,
    /// The case ended as expected, but does not count.
    Apart,
    /// The case did not end as expected.
    Failed,
}

impl ExpectedStatus {
    /// The verdict of a case with this status in one word; `open` if an open case ended normally.
    pub const fn word(self, verdict: Verdict) -> &'static str {
        match (self, verdict) {
            (Self::Apart, Verdict::Accepted) => "open",
            (_, verdict) => verdict.code(),
        }
    }
}

impl fmt::Display for ExpectedStatus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.serialize(f)
    }
}

impl Expected {
    /// Whether the output is compared with an answer.
    pub const fn needs_answer(&self) -> bool {
        !matches!(self, Self::Open | Self::Turn)
    }

    /// How a verdict counts. For an open case, [`Verdict::Accepted`] means that the program ended
    /// normally.
    pub fn status_of(&self, verdict: Verdict) -> ExpectedStatus {
        match self {
            // Even if it is expected, because nothing was judged.
            _ if verdict == Verdict::JudgeError => ExpectedStatus::Failed,
            Self::Open if verdict == Verdict::Accepted => ExpectedStatus::Apart,
            Self::OneOf(verdicts) if verdicts.contains(&verdict) => ExpectedStatus::Apart,
            Self::Accepted | Self::Turn if verdict == Verdict::Accepted => ExpectedStatus::Accepted,
            _ => ExpectedStatus::Failed,
        }
    }
}

impl fmt::Display for Expected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Accepted => f.write_str(Verdict::Accepted.code()),
            Self::Open => f.write_str("open"),
            Self::Turn => f.write_str("turn"),
            Self::OneOf(verdicts) => {
                let codes: Vec<_> = verdicts.iter().map(|verdict| verdict.code()).collect();
                f.write_str(&codes.join(","))
            }
        }
    }
}

/// An expectations file: what its cases are expected to do.
///
/// A line is a pattern of names (`*` and `?` match any characters except `/`), what is expected
/// (`open`, `turn`, or verdicts separated by commas), and a reason for human readers. The first
/// line that matches a case counts; `#` starts a comment.
#[derive(Clone, Debug, Default)]
pub struct Expectations(Vec<(NamePattern, Expectation)>);

/// The expected end of a case, and why.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Expectation {
    /// The expected end.
    pub expected: Expected,
    /// The reason, for human readers; often empty.
    pub reason: String,
}

/// An error in an expectations file.
#[derive(Debug, Error)]
#[error("line {line}: {message}")]
pub struct ExpectationsError {
    /// The number of the line, from 1.
    pub line: usize,
    /// The fault of the line.
    pub message: String,
}

impl Expectations {
    /// The expectation of the first line that matches the name of a case.
    pub fn of(&self, name: &str) -> Option<&Expectation> {
        let first = self.0.iter().find(|(pattern, _)| pattern.fits(name));
        first.map(|(_, expectation)| expectation)
    }

    /// The patterns that match none of these names.
    pub fn idle(&self, names: &[&str]) -> impl Iterator<Item = &NamePattern> {
        let patterns = self.0.iter().map(|(pattern, _)| pattern);
        patterns.filter(|pattern| !names.iter().any(|name| pattern.fits(name)))
    }
}

impl FromStr for Expectations {
    type Err = ExpectationsError;

    fn from_str(text: &str) -> Result<Self, ExpectationsError> {
        let expectations = (1..)
            .zip(text.lines().map(str::trim))
            .filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
            .map(|(line, text)| read(text).map_err(|message| ExpectationsError { line, message }));
        Ok(Self(expectations.collect::<Result<_, _>>()?))
    }
}

/// Reads a line of an expectations file.
fn read(line: &str) -> Result<(NamePattern, Expectation), String> {
    let short = "expected a pattern, then `open`, `turn` or verdicts separated by commas";
    let (pattern, rest) = line.split_once(char::is_whitespace).ok_or(short)?;
    let rest = rest.trim_start();
    let (words, reason) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
    let expected = match words {
        "open" => Expected::Open,
        "turn" => Expected::Turn,
        verdicts => {
            let parsed = verdicts.split(',').map(str::parse);
            let all = parsed.collect::<Result<_, ParseVerdictError>>();
            Expected::OneOf(all.map_err(|error| error.to_string())?)
        }
    };
    let reason = reason.trim_start().to_owned();
    let pattern = pattern
        .parse()
        .map_err(|error: PatternError| error.to_string())?;
    Ok((pattern, Expectation { expected, reason }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_line_that_matches_counts() {
        let file = "T3[4-6] open the program plays\nT* TLE,ILE\nT1 WA\n";
        let expectations: Expectations = file.parse().expect("a file");
        let of = |name| expectations.of(name).map(|it| (&it.expected, &*it.reason));
        let limits = Expected::OneOf(vec![
            Verdict::TimeLimitExceeded,
            Verdict::IdlenessLimitExceeded,
        ]);
        assert_eq!(of("T35"), Some((&Expected::Open, "the program plays")));
        assert_eq!(of("T1"), Some((&limits, "")));
        assert_eq!(of("S1"), None);
    }

    /// Each verdict against each kind of expectation.
    #[test]
    fn only_expected_verdicts_do_not_fail() {
        let (accepted, apart, failed) = (
            ExpectedStatus::Accepted,
            ExpectedStatus::Apart,
            ExpectedStatus::Failed,
        );
        let some = Expected::OneOf(vec![Verdict::WrongAnswer, Verdict::JudgeError]);
        let all = [Expected::Accepted, Expected::Turn, Expected::Open, some];
        for verdict in Verdict::ALL {
            let expected = match verdict {
                Verdict::Accepted => [accepted, accepted, apart, failed],
                Verdict::WrongAnswer => [failed, failed, failed, apart],
                _ => [failed; 4],
            };
            assert_eq!(
                all.each_ref().map(|it| it.status_of(verdict)),
                expected,
                "{verdict}"
            );
        }
    }
}
