//! What is expected of cases, if not that they are accepted.

use std::str::FromStr;

use globset::{Glob, GlobMatcher};
use serde::Serialize;
use thiserror::Error;

use super::{ParseVerdictError, Verdict};

/// What is expected of a case.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Expected {
    /// That it is accepted.
    #[default]
    Accepted,
    /// That the program ends well; there is no fixed answer.
    Open,
    /// That the program plays the turn that the script leaves to it. There is no fixed
    /// answer, so the output is fed back.
    Turn,
    /// One of these verdicts.
    OneOf(Vec<Verdict>),
}

/// How a verdict counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum ExpectedStatus {
    /// The case is accepted.
    Accepted,
    /// The case is not among those that count, and ended as expected.
    Apart,
    /// The case did not end as expected.
    Failed,
}

impl ExpectedStatus {
    /// Its name in reports.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Accepted => "accepted",
            Self::Apart => "apart",
            Self::Failed => "failed",
        }
    }
}

impl Expected {
    /// Whether what a program prints is compared with an answer.
    pub const fn needs_answer(&self) -> bool {
        !matches!(self, Self::Open | Self::Turn)
    }

    /// How a verdict counts. Of an open case, [`Verdict::Accepted`] says that
    /// the program ended well.
    pub fn status_of(&self, verdict: Verdict) -> ExpectedStatus {
        match self {
            Self::Open | Self::OneOf(_) if verdict == Verdict::JudgeError => ExpectedStatus::Failed,
            Self::Open if verdict == Verdict::Accepted => ExpectedStatus::Apart,
            Self::OneOf(verdicts) if verdicts.contains(&verdict) => ExpectedStatus::Apart,
            Self::Accepted | Self::Turn if verdict == Verdict::Accepted => ExpectedStatus::Accepted,
            _ => ExpectedStatus::Failed,
        }
    }
}

/// An expectations file: for which cases what is expected.
///
/// A line is a pattern of names (`*` and `?` are any characters, but for `/`),
/// what is expected (`open`, `turn`, or verdicts joined by commas), and a reason for
/// people. The first line that fits a case counts; `#` begins a comment.
///
/// ```
/// use admiralty::judge::{Expectations, Expected, Verdict};
///
/// let file = "T3[4-6] open the program plays\nslow-* TLE,ILE\n";
/// let expectations: Expectations = file.parse()?;
/// assert_eq!(expectations.of("T35").expected, Expected::Open);
/// assert_eq!(expectations.of("T35").reason, "the program plays");
/// assert_eq!(expectations.of("T1").expected, Expected::Accepted);
/// # Ok::<(), admiralty::judge::ExpectationsError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Expectations(Vec<(GlobMatcher, Expectation)>);

/// What is expected of a case, and why.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Expectation {
    /// What is expected.
    pub expected: Expected,
    /// Why, for people; often empty.
    pub reason: String,
}

/// What is wrong with an expectations file.
#[derive(Debug, Error)]
#[error("line {line}: {kind}")]
pub struct ExpectationsError {
    /// The number of the line, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub kind: ExpectationsErrorKind,
}

/// What can be wrong with a line of an expectations file.
#[derive(Debug, Error)]
pub enum ExpectationsErrorKind {
    /// There is no second word.
    #[error("a pattern, and then `open`, `turn` or verdicts joined by commas")]
    Short,
    /// The pattern is none.
    #[error(transparent)]
    Pattern(#[from] globset::Error),
    /// A word is no verdict.
    #[error(transparent)]
    Verdict(#[from] ParseVerdictError),
}

impl Expectations {
    /// What is expected of a case of that name.
    pub fn of(&self, name: &str) -> Expectation {
        let mut fitting = self.0.iter().filter(|(pattern, _)| pattern.is_match(name));
        let first = fitting.next();
        first.map(|(_, found)| found.clone()).unwrap_or_default()
    }

    /// The patterns that fit none of those names.
    pub fn idle<'e>(&'e self, names: &'e [&str]) -> impl Iterator<Item = &'e str> {
        let patterns = self.0.iter().map(|(pattern, _)| pattern);
        patterns
            .filter(|pattern| !names.iter().any(|name| pattern.is_match(name)))
            .map(|pattern| pattern.glob().glob())
    }

    /// Whether a line fits that name.
    pub fn names(&self, name: &str) -> bool {
        self.0.iter().any(|(pattern, _)| pattern.is_match(name))
    }
}

impl FromStr for Expectations {
    type Err = ExpectationsError;

    fn from_str(text: &str) -> Result<Self, ExpectationsError> {
        let lines = (1..).zip(text.lines().map(str::trim));
        let lines = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
        let read = lines.map(|(number, line)| {
            read_line(line).map_err(|kind| ExpectationsError { line: number, kind })
        });
        Ok(Self(read.collect::<Result<_, _>>()?))
    }
}

fn read_line(line: &str) -> Result<(GlobMatcher, Expectation), ExpectationsErrorKind> {
    let short = ExpectationsErrorKind::Short;
    let (pattern, rest) = line.split_once(char::is_whitespace).ok_or(short)?;
    let rest = rest.trim_start();
    let (words, reason) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
    let expected = match words {
        "open" => Expected::Open,
        "turn" => Expected::Turn,
        verdicts => {
            let verdicts = verdicts.split(',').map(str::parse);
            Expected::OneOf(verdicts.collect::<Result<_, _>>()?)
        }
    };
    let expectation = Expectation {
        expected,
        reason: reason.trim_start().to_owned(),
    };
    Ok((pattern_of_names(pattern)?, expectation))
}

/// A pattern of names of cases: `*` and `?` are any characters, but for `/`.
///
/// # Errors
///
/// A bracket or a brace is open.
pub fn pattern_of_names(pattern: &str) -> Result<GlobMatcher, globset::Error> {
    let glob = globset::GlobBuilder::new(pattern)
        .literal_separator(true)
        .build();
    glob.map(|glob: Glob| glob.compile_matcher())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Expectations {
        text.parse().expect("an expectations file")
    }

    #[track_caller]
    fn wrong(text: &str) -> (usize, String) {
        let error = text.parse::<Expectations>().expect_err("a wrong line");
        (error.line, error.kind.to_string())
    }

    #[test]
    fn the_first_line_that_fits_counts() {
        let file = read("a1 open\na* WA one\n* RTE,MLE  two words \n");
        assert_eq!(file.of("a1").expected, Expected::Open);
        assert_eq!(file.of("a2").expected.to_string(), "WA");
        assert_eq!(file.of("b").expected.to_string(), "RTE,MLE");
        assert_eq!(file.of("b").reason, "two words");
        assert_eq!(file.of("sample/a1"), Expectation::default());
        assert!(file.names("b") && !file.names("sample/b"));
    }

    #[test]
    fn blanks_and_comments_do_not_count() {
        let file = read("\n  # x open\n\t a \t WA \t why \r\n#\n");
        assert!(!file.names("x") && !file.names("#"));
        assert_eq!(file.of("a").reason, "why");
        assert!(!read("").names(""));
    }

    #[test]
    fn a_wrong_line_is_named() {
        assert_eq!(wrong("# fine\n\na\n").0, 3);
        assert_eq!(wrong("a open\nb WA,\n").0, 2);
        assert_eq!(wrong("a AC WA\nb Open\n").0, 2);
        assert!(wrong("a nothing").1.contains("\"nothing\" is no verdict"));
        assert_eq!(wrong("[ open\n").0, 1);
    }

    #[test]
    fn patterns_that_fit_nothing_are_idle() {
        let file = read("a open\nb* WA\nsample/* WA\n** WA\n");
        let idle = |names: &[&'static str]| -> Vec<String> {
            file.idle(names).map(str::to_owned).collect()
        };
        assert_eq!(idle(&["a", "sample/b"]), ["b*"]);
        assert_eq!(idle(&["c"]), ["a", "b*", "sample/*"]);
        assert_eq!(idle(&[]).len(), 4);
    }

    /// By what is expected and what came, for all that can come.
    #[test]
    fn only_what_was_expected_stands() {
        let some = Expected::OneOf(vec![Verdict::WrongAnswer, Verdict::JudgeError]);
        for verdict in Verdict::ALL {
            let statuses = [
                Expected::Accepted,
                Expected::Turn,
                Expected::Open,
                some.clone(),
            ]
            .map(|expected| expected.status_of(verdict));
            let (failed, apart) = (ExpectedStatus::Failed, ExpectedStatus::Apart);
            let expected = match verdict {
                Verdict::Accepted => [
                    ExpectedStatus::Accepted,
                    ExpectedStatus::Accepted,
                    apart,
                    failed,
                ],
                Verdict::WrongAnswer => [failed, failed, failed, apart],
                // Not even if somebody expects it: nothing was judged.
                _ => [failed; 4],
            };
            assert_eq!(statuses, expected, "{verdict}");
        }
    }
}
