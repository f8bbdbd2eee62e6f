//! What was found in a script, before it is explained: an explanation takes longer than to execute a line, and is
//! left out if nobody asks for it.

use admiralty_message::{Message, message};

use crate::interpreter::{Diagnostic, Failure, Severity};

/// Something that was found in a script.
#[derive(Clone, PartialEq, Eq)]
pub(super) enum Finding {
    Warning(Diagnostic),
    Error(FoundError),
}

/// An error before its explanation.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct FoundError {
    pub failure: Failure,
    pub is_binary: bool,
    pub severity: Severity,
    /// A note to add to those of the failure.
    pub note: Option<Message>,
    pub run_note: Option<Message>,
    pub follows: Option<u64>,
}

impl Finding {
    /// The diagnostic to report.
    pub fn explain(self) -> Diagnostic {
        let found = match self {
            Self::Warning(warning) => return warning,
            Self::Error(found) => found,
        };
        let mut diagnostic = found.failure.diagnostic();
        if found.is_binary {
            diagnostic.message =
                message!("syntax-binary-file", "this is a binary file, not a script");
            diagnostic.label = String::from("not text");
            diagnostic.notes.clear();
            diagnostic.replacement = None;
        }
        diagnostic.severity = found.severity;
        diagnostic.notes.extend(found.note);
        diagnostic.run_note = found.run_note;
        diagnostic.follows = found.follows;
        diagnostic
    }
}
