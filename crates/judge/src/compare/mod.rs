//! Compares the output of a program with the answer.
//!
//! Both are in memory, bounded by the output limit. The result is whether the [`Mode`] accepts the
//! output, which stricter or more lenient mode does, and where the first difference is, with the
//! lines around it.
//!
//! ```
//! use admiralty_judge::Verdict;
//! use admiralty_judge::compare::{Mode, compare};
//!
//! let answer = b"+++  #\nPARTS REMAINING:: A : 3 B : 0\n";
//! let output = b"+++  #\nPARTS REMAINING:: A : 3  B : 0\n";
//! let comparison = compare(Mode::FinalNewline, answer, output);
//! assert_eq!(comparison.verdict(), Verdict::PresentationError);
//! assert_eq!(comparison.strictest, Some(Mode::Tokens));
//! let difference = comparison.difference.expect("a blank too many");
//! assert_eq!((difference.found.line, difference.found.column), (2, 25));
//! ```

mod cells;
mod comparison;
mod drawn_board;
mod mode;
mod notes;
mod snippet;
mod text;

pub use cells::{Cell, cell_at, cells, width};
pub use comparison::{Comparison, Difference, compare};
pub use drawn_board::{BoardRow, DrawnBoard};
pub use mode::{Mode, ModeError, NUMBER_BYTES_MAX, Tolerance};
pub use notes::{heading, notes};
pub use snippet::{
    CONTEXT_LINES_MAX, HISTORY_BYTES, LINES_MAX, SNIPPET_LINE_BYTES_MAX, Snippet, SnippetLine,
};
