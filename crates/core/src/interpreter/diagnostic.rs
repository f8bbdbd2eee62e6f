//! A message for the author of a script.

use std::ops::Range;

use bstr::BString;

/// A message for the author of a script, with its position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// The severity.
    pub severity: Severity,
    /// A short name of the kind of message.
    pub code: &'static str,
    /// What is wrong, in a sentence.
    pub message: String,
    /// The number of the line, from 1.
    pub line: u64,
    /// The line without its line feed, or its beginning if it is very long.
    pub text: BString,
    /// The bytes of the line that the message is about; may be empty.
    pub span: Range<usize>,
    /// What to show next to the marked bytes; may be empty.
    pub label: String,
    /// Notes.
    pub notes: Vec<String>,
    /// The line of an earlier error that may have caused this one.
    pub follows: Option<u64>,
}

/// The severity of a diagnostic.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// The line executes, but is probably a mistake.
    Warning,
    /// The line ends the execution.
    Error,
}
