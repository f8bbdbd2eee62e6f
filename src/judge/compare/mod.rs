//! Comparing what a program prints with the answer it should print.
//!
//! A [`Comparator`] reads the answer as far as it needs to and takes the output
//! as it comes. What it keeps does not grow with either of them: of lines around
//! the first difference it keeps a window, and whether a more lenient [`Mode`]
//! would accept is told by fingerprints.
//!
//! ```
//! use admiralty::judge::Verdict;
//! use admiralty::judge::compare::{Comparator, Mode};
//!
//! let answer = "+++  #\nPARTS REMAINING:: A : 3 B : 0\n";
//! let mut comparator = Comparator::new(Mode::FinalNewline, answer.as_bytes());
//! comparator.push(b"+++  #\nPARTS REMAI")?;
//! comparator.push(b"NING:: A : 3  B : 0\n")?;
//! let comparison = comparator.finish()?;
//! assert_eq!(comparison.verdict(), Verdict::PresentationError);
//! assert_eq!(comparison.strictest, Some(Mode::Tokens));
//! let difference = comparison.difference.expect("a blank too many");
//! assert_eq!((difference.found.line, difference.found.column), (2, 25));
//! # Ok::<(), std::io::Error>(())
//! ```

mod board;
mod bytes;
mod capture;
mod comparator;
mod comparison;
mod digest;
mod feed;
mod matcher;
mod mode;
mod number;
mod text;
mod track;

pub use board::{BOARD_COLUMNS_MAX, BOARD_ROWS_MAX, BoardDifference, BoardRow};
pub use capture::{SNIPPET_LINE_BYTES_MAX, Snippet, SnippetLine};
pub use comparator::Comparator;
pub use comparison::{CONTEXT_LINES_MAX, Comparison, Difference};
pub use mode::{Mode, ModeError, Tolerance};
pub use number::NUMBER_BYTES_MAX;
pub use track::HISTORY_BYTES;
