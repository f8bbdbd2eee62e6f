//! In which way two programs do not agree.

use std::fmt;

use super::symptom::Symptom;

/// In which way two programs do not agree: the command and both reasons, or what is
/// different in a board and since which command, but not on which line or field. Two
/// scripts with the same signature most likely show the same mistake.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Signature {
    pub(super) symptom: Symptom,
    pub(super) origin: Origin,
}

/// Since when it is so.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Origin {
    /// Nobody has asked, or it is not known.
    Unknown,
    /// There was no input.
    EmptyInput,
    /// It is so after a command; before, it was not.
    After(String),
    /// It is so as well if the state is made by what is saved of it.
    AnyState,
    /// It is not so if the state is made by what is saved of it.
    History,
}

impl Signature {
    /// The command after which the board is wrong.
    pub(super) fn root(&self) -> Option<&str> {
        match &self.origin {
            Origin::After(command) if self.symptom.is_of_state() => Some(command),
            _ => None,
        }
    }
}

impl fmt::Display for Signature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { symptom, origin } = self;
        match origin {
            Origin::Unknown | Origin::AnyState => write!(f, "{symptom}"),
            Origin::EmptyInput => write!(f, "empty input: {symptom}"),
            Origin::After(command) => write!(f, "{symptom}, after {command}"),
            Origin::History => write!(f, "{symptom}, because of what was done before"),
        }
    }
}
