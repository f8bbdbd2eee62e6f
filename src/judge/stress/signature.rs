//! How two programs disagree, and which disagreements are known.

use std::collections::HashSet;
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
    /// The input is empty.
    EmptyInput,
    /// Since a command.
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

/// The known disagreements of a program.
#[derive(Default)]
pub(super) struct KnownDisagreements {
    /// Their signatures.
    signatures: HashSet<Signature>,
    /// The commands after which the board is wrong.
    roots: HashSet<String>,
    /// The commands that are executed instead of refused, or the reverse.
    changing: HashSet<String>,
}

impl KnownDisagreements {
    pub fn contains(&self, signature: &Signature) -> bool {
        let root = signature.root();
        root.is_some_and(|root| self.roots.contains(root)) || self.signatures.contains(signature)
    }

    /// Records a disagreement; returns whether it is not a consequence of a known one.
    pub fn insert(&mut self, signature: Signature, root: Option<String>) -> bool {
        let is_direct = signature.root().is_some();
        let is_new = root.is_none_or(|root| {
            let is_changed = !is_direct && self.changing.contains(&root);
            !is_changed && self.roots.insert(root)
        });
        if is_new && let SymptomKind::StateChange(command) = &signature.symptom.kind {
            self.changing.insert(command.clone());
        }
        self.signatures.insert(signature);
        is_new
    }
}
