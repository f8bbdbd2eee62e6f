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

mod board;
mod comparison;
mod first_difference;
mod mode;
mod number;
mod snippet;
mod split;

pub use board::{BOARD_COLUMNS_MAX, BOARD_ROWS_MAX, BoardDifference, BoardRow};
pub use comparison::{CONTEXT_LINES_MAX, Comparison, Difference, compare};
pub use mode::{Mode, ModeError, Tolerance};
pub use number::NUMBER_BYTES_MAX;
pub use snippet::{HISTORY_BYTES, SNIPPET_LINE_BYTES_MAX, Snippet, SnippetLine};
