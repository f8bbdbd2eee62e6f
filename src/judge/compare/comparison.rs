//! What a comparison has found.

use super::{BoardDifference, Mode, Snippet};
use crate::judge::Verdict;

/// How many lines are kept before and after the difference; see also [`BoardDifference`].
pub const CONTEXT_LINES_MAX: usize = 3;

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
    /// The board that the difference is in.
    pub board: Option<BoardDifference>,
}

impl Comparison {
    /// What that says of the output.
    pub fn verdict(&self) -> Verdict {
        match self.strictest {
            _ if self.accepted => Verdict::Accepted,
            Some(_) => Verdict::PresentationError,
            None => Verdict::WrongAnswer,
        }
    }
}

impl Snippet {
    /// Leaves only the lines that are shown around the difference.
    pub(super) fn shorten(&mut self) {
        let surplus = self.before.len().saturating_sub(CONTEXT_LINES_MAX);
        self.before.drain(..surplus);
        self.after.truncate(CONTEXT_LINES_MAX);
    }
}
