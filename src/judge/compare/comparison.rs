//! Comparing two texts, and what that finds.

use super::first_difference::{FirstDifference, pairs};
use super::text::{Part, line_start, lines};
use super::{Mode, Snippet};
use crate::judge::Verdict;

/// What a comparison has found.
#[derive(Clone, Debug, PartialEq)]
pub struct Comparison {
    /// Whether the mode accepts the output.
    pub accepted: bool,
    /// The strictest mode that accepts it. [`Mode::Float`] only if that is the
    /// mode, because it depends on the tolerance.
    pub strictest: Option<Mode>,
    /// The first difference in the sense of the mode.
    pub difference: Option<Box<Difference>>,
}

/// The first difference between what was expected and what was found.
#[derive(Clone, Debug, PartialEq)]
pub struct Difference {
    /// In which sense it is one.
    pub mode: Mode,
    /// Where it is in the answer. The lines have the same numbers in both texts,
    /// unless tokens are compared or a text has ended before.
    pub expected: Snippet,
    /// Where it is in the output.
    pub found: Snippet,
    /// How many lines differ after those, in the sense of the mode, when they
    /// are compared in pairs up to the ends of both. A line that only one text
    /// has differs, unless only something that does not count is in it.
    pub more_lines: u64,
    /// Whether the only difference is one line feed at the end.
    pub is_final_newline: bool,
}

/// Compares an output with the answer.
pub fn compare(mode: Mode, answer: &[u8], output: &[u8]) -> Comparison {
    let accepts = |mode: &Mode| FirstDifference::find(*mode, answer, output).is_none();
    let first = FirstDifference::find(mode, answer, output);
    let from_strictest = [
        Mode::Exact,
        Mode::FinalNewline,
        Mode::Trailing,
        Mode::Tokens,
        mode,
    ];
    Comparison {
        accepted: first.is_none(),
        strictest: from_strictest.into_iter().find(accepts),
        difference: first.map(|first| {
            Box::new(Difference {
                mode,
                expected: Snippet::new(answer, first.expected),
                found: Snippet::new(output, first.found),
                more_lines: count_more_lines(mode, answer, output, first),
                is_final_newline: first.is_final_newline,
            })
        }),
    }
}

impl Comparison {
    /// The verdict about the output.
    pub fn verdict(&self) -> Verdict {
        match self.strictest {
            _ if self.accepted => Verdict::Accepted,
            Some(_) => Verdict::PresentationError,
            None => Verdict::WrongAnswer,
        }
    }
}

/// How many pairs of lines differ after those with the first difference.
fn count_more_lines(mode: Mode, answer: &[u8], output: &[u8], first: FirstDifference) -> u64 {
    let following = |text, place: Option<usize>| {
        lines(text, place.map_or(text.len(), |at| line_start(text, at))).skip(1)
    };
    let pairs = pairs(
        following(answer, first.expected),
        following(output, first.found),
    );
    let is_other = |pair: &[Option<Part<'_>>; 2]| {
        let [one, other] = pair.map(|line| Some(line?.bytes));
        mode.lines_differ(one, other)
    };
    pairs.filter(is_other).count() as u64
}
