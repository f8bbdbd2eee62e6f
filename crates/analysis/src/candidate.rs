//! A text that is offered.

/// A text that may be written next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// The text; it may have several words.
    pub text: String,
    /// What it is.
    pub detail: String,
}

#[expect(
    clippy::needless_pass_by_value,
    reason = "texts of many types are written"
)]
pub fn candidate(text: impl ToString, detail: impl Into<String>) -> Candidate {
    Candidate {
        text: text.to_string(),
        detail: detail.into(),
    }
}
