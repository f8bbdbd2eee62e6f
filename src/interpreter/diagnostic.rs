//! Something to tell the author of a script, with its place.

use std::ops::Range;

use bstr::BString;

/// Something to tell the author of a script, with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// How bad it is.
    pub severity: Severity,
    /// A short name of the kind of thing.
    pub code: &'static str,
    /// What is wrong, in a sentence.
    pub message: String,
    /// The number of the line, from 1.
    pub line: u64,
    /// The line, without its line feed; the beginning of it if it is very long.
    pub text: BString,
    /// The bytes of the line that it is about; may be empty.
    pub span: Range<usize>,
    /// What to write next to the marked bytes; may be empty.
    pub label: String,
    /// More to know.
    pub notes: Vec<String>,
    /// The line of an earlier error that this one may follow from.
    pub follows: Option<u64>,
}

/// How bad it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// Executes, but is probably not what was meant.
    Warning,
    /// Ends the execution.
    Error,
}
