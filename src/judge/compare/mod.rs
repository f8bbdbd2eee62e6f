//! Comparing what a program prints with the answer it should print.
//!
//! Both are in memory: the limit of the output bounds them. The comparison says whether
//! the [`Mode`] accepts the output, which stricter or more lenient mode does, and where
//! the first difference is, with the lines around it.
//!
//! ```
//! use admiralty::judge::Verdict;
//! use admiralty::judge::compare::{Mode, compare};
//!
//! let answer = b"+++  #\nPARTS REMAINING:: A : 3 B : 0\n";
//! let output = b"+++  #\nPARTS REMAINING:: A : 3  B : 0\n";
//! let comparison = compare(Mode::FinalNewline, answer, output);
//! assert_eq!(comparison.verdict(), Verdict::PresentationError);
//! assert_eq!(comparison.strictest, Some(Mode::Tokens));
//! let difference = comparison.difference.expect("a blank too many");
//! assert_eq!((difference.found.line, difference.found.column), (2, 25));
//! ```

mod comparison;
mod mode;
mod snippet;
mod text;

pub use comparison::{Comparison, Difference, compare};
pub use mode::{Mode, ModeError, NUMBER_BYTES_MAX, Tolerance};
pub use snippet::{
    CONTEXT_LINES_MAX, HISTORY_BYTES, LINES_MAX, SNIPPET_LINE_BYTES_MAX, Snippet, SnippetLine,
};
