//! How a script fails: the line that the judge prints, and what to tell a person.

use std::fmt;
use std::ops::Range;

use bstr::BString;

use crate::escape::{explain_invisible, is_utf16};
use crate::game::Reason;
use crate::game::Refusal;
use crate::interpreter::diagnostic::{Diagnostic, Severity};
use crate::rules::RuleSet;
use crate::script::{Fault, LINE_BYTES_MAX, Tag, Word};

/// How a script failed. `Display` writes what the judge prints.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// The command as the judge's line quotes it.
    pub command: BString,
    /// Why it failed.
    pub cause: Cause,
    /// The number of the line, from 1.
    pub line: u64,
    /// The line, without its line feed; the beginning of it if it is very long.
    pub text: BString,
    /// The bytes of the line that are to blame.
    pub span: Range<usize>,
}

/// Why a command failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cause {
    /// The line is no command, or its arguments do not fit.
    Fault(Fault),
    /// The command does not belong there; the group it stands in, if any.
    Misplaced(Word, Option<Tag>),
    /// The rule set has no such command.
    NotInRules(Word, &'static RuleSet),
    /// The rules refuse it.
    Refusal(Box<Refusal>),
    /// A tag inside a group that another tag opened; the group and its line.
    GroupNotClosed(Tag, u64),
    /// The line is longer than [`LINE_BYTES_MAX`].
    LineTooLong,
}

impl From<Fault> for Cause {
    fn from(fault: Fault) -> Self {
        Self::Fault(fault)
    }
}

impl From<Box<Refusal>> for Cause {
    fn from(refusal: Box<Refusal>) -> Self {
        Self::Refusal(refusal)
    }
}

impl Cause {
    /// Why a command cannot stand in a group, or outside all.
    pub const fn misplaced(word: Word, within: Option<Tag>, rules: &'static RuleSet) -> Self {
        match within {
            Some(tag) if word.is_of_kind(tag.kind()) && !word.is_in(rules) => {
                Self::NotInRules(word, rules)
            }
            _ => Self::Misplaced(word, within),
        }
    }

    /// What the judge prints.
    pub fn reason(&self) -> Reason {
        match self {
            Self::Fault(fault) => fault.reason(),
            Self::Misplaced(..) | Self::NotInRules(..) => Reason::CommandNotAvailable,
            Self::Refusal(refusal) => refusal.reason(),
            Self::GroupNotClosed(..) => Reason::GroupNotClosed,
            Self::LineTooLong => Reason::LineTooLong,
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "INVALID OPERATION \"{}\": {}",
            self.command,
            self.cause.reason()
        )
    }
}

impl Failure {
    /// The line that the judge prints, with its line feed.
    pub fn to_bytes(&self) -> Vec<u8> {
        let reason = self.cause.reason().text().as_bytes();
        [
            b"INVALID OPERATION \"",
            self.command.as_slice(),
            b"\": ",
            reason,
            b"\n",
        ]
        .concat()
    }

    /// What to tell a person.
    pub fn diagnostic(&self) -> Diagnostic {
        let (message, label) = self.words();
        Diagnostic {
            severity: Severity::Error,
            code: self.cause.reason().text(),
            message,
            line: self.line,
            text: self.text.clone(),
            span: self.span.clone(),
            label,
            notes: self.notes(),
            follows: None,
        }
    }

    fn words(&self) -> (String, String) {
        match &self.cause {
            Cause::Fault(fault) => (fault.describe(&self.text), fault.label().to_owned()),
            Cause::Misplaced(word, within) => {
                let place = match within {
                    Some(tag) => format!("does not belong in a {tag} group"),
                    None => "stands outside all groups".to_owned(),
                };
                (format!("{word} {place}"), "not here".to_owned())
            }
            Cause::NotInRules(word, rules) => (
                format!("{word} is no command of the rule set {}", rules.name),
                "not in this game".to_owned(),
            ),
            Cause::Refusal(refusal) => (refusal.to_string(), refusal.label()),
            Cause::GroupNotClosed(open, line) => (
                format!("the {open} group opened on line {line} is still open"),
                format!("close it with {open} first"),
            ),
            Cause::LineTooLong => (
                format!("the line is longer than {LINE_BYTES_MAX} bytes"),
                "begins here".to_owned(),
            ),
        }
    }

    fn notes(&self) -> Vec<String> {
        match &self.cause {
            Cause::Fault(_) if is_utf16(&self.text) => explain_invisible(&self.text),
            Cause::Fault(fault) => {
                let suggestion = fault.suggestion(&self.text).into_iter();
                suggestion.chain(explain_invisible(&self.text)).collect()
            }
            Cause::Misplaced(Word::Shot, Some(Tag::Player(_))) => {
                vec!["a player shoots with SHOOT; SHOT, in a [state] group, is a shot of a saved game".to_owned()]
            }
            Cause::Misplaced(word, _) => vec![home_of(*word).to_owned()],
            Cause::NotInRules(Word::Shot, _) => vec!["shots are not announced in it".to_owned()],
            Cause::NotInRules(..) => {
                vec!["in it nothing moves, and the board stays as it is".to_owned()]
            }
            Cause::Refusal(refusal) => refusal.note().into_iter().collect(),
            Cause::GroupNotClosed(..) | Cause::LineTooLong => Vec::new(),
        }
    }
}

/// Where a command belongs.
const fn home_of(word: Word) -> &'static str {
    match word {
        Word::Print => "PRINT belongs in a group, [state] or a player's",
        Word::PlaceShip | Word::Shoot | Word::Move | Word::Spy => {
            "it belongs in a player's turn, a [playerA] or [playerB] group"
        }
        Word::Shot => "it belongs in a [state] group, of a rule set that announces shots",
        _ => "it belongs in a [state] group",
    }
}
