//! In which way two programs do not agree, and which of these ways are known.

use std::collections::HashSet;
use std::fmt;

use super::symptom::{Symptom, SymptomKind};

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
            Origin::History => write!(f, "{symptom}, because of what was done before"),
        }
    }
}

/// What is known of a program.
#[derive(Default)]
pub(super) struct KnownDisagreements {
    /// In which ways it does not agree.
    signatures: HashSet<Signature>,
    /// The commands after which the board is wrong.
    roots: HashSet<String>,
    /// Those that are executed where they are to be refused, or the reverse.
    changing: HashSet<String>,
}

impl KnownDisagreements {
    pub fn contains(&self, signature: &Signature) -> bool {
        let root = signature.root();
        root.is_some_and(|root| self.roots.contains(root)) || self.signatures.contains(signature)
    }

    /// Takes note of a disagreement; says whether it does not come of one that is
    /// known.
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
