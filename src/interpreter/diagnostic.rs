//! A message for the author of a script.

use std::ops::Range;

use bstr::BString;

/// A message for the author of a script, with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// How bad it is.
    pub severity: Severity,
    /// A short name of the kind of message.
    pub code: &'static str,
    /// What is wrong, in a sentence.
    pub message: String,
    /// The number of the line, from 1.
    pub line: u64,
    /// The line without its line feed, or its beginning if it is very long.
    pub text: BString,
    /// The bytes of the line that it is about; may be empty.
    pub span: Range<usize>,
    /// What to show beside the marked bytes; may be empty.
    pub label: String,
    /// Notes.
    pub notes: Vec<String>,
    /// The line of an earlier error that this one may follow from.
    pub follows: Option<u64>,
}

/// How bad it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// It executes, but is probably not what was meant.
    Warning,
    /// It ends the execution.
    Error,
}
