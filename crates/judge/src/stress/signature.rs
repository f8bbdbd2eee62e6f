//! How two programs disagree, and which disagreements are known.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::symptom::{Symptom, SymptomKind};

/// How two programs disagree: the command and both reasons, or what differs on a board and since
/// which command, but not the line or field. Two scripts with the same signature most likely show
/// the same mistake.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Signature {
    pub(super) symptom: Symptom,
    pub(super) origin: Origin,
}

/// Since when the programs disagree.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Origin {
    /// Not known, or not determined.
    Unknown,
    EmptyInput,
    After(String),
    /// In the same state, however it was reached: also after loading it as a saved state.
    AnyState,
    /// Not after loading the same state as a saved one.
    History,
}

impl Signature {
    /// The command after which the board is wrong.
    pub(super) fn root(&self) -> Option<&str> {
        match (&self.symptom.kind, &self.origin) {
            (SymptomKind::State, Origin::After(command)) => Some(command),
            _ => None,
        }
    }
}

impl fmt::Display for Signature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let symptom = &self.symptom.text;
        match &self.origin {
            Origin::Unknown | Origin::AnyState => f.write_str(symptom),
            Origin::EmptyInput => write!(f, "empty input: {symptom}"),
            Origin::After(command) => write!(f, "{symptom}, after {command}"),
            Origin::History => write!(f, "{symptom}, because of earlier commands"),
        }
    }
}
