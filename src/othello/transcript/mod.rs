//! Games as text: reading moves, and playing them.
//!
//! ```
//! use admiralty::othello::Color;
//! use admiralty::othello::transcript::{AutoPass, check, read_plain};
//!
//! let text = b"d3 c3 c4\ne3";
//! let checked = check(&read_plain(text), AutoPass::Off);
//! assert!(checked.fault.is_none());
//! assert_eq!(checked.position.to_move(), Color::Black);
//! ```

mod check;
mod plain;

pub use check::{AutoPass, Checked, Fault, FaultKind, check};
pub use plain::read_plain;

use bstr::BString;

use super::Move;

/// How much of a word that is no move is kept, in bytes.
pub const WORD_BYTES_MAX: usize = 64;

/// A word of a transcript: a move, or what should be one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word {
    /// The word as it stands there, at most [`WORD_BYTES_MAX`] bytes of it.
    pub text: BString,
    /// The move; none, if it is not one.
    pub played: Option<Move>,
    /// The line that it stands in, from 1.
    pub line: u64,
    /// The column that it begins in, from 1, in bytes.
    pub column: u64,
}
