//! The errors of a line that do not depend on the state of the game.

use std::ops::Range;

use admiralty_escape::escape_bytes;

use super::{Keyword, Reason, Tag};
use crate::geometry::Direction;
use crate::rules::{BoardSides, RuleSet, ShipClass};
use crate::strangers::{BYTE_ORDER_MARK, is_binary};

/// An error in a line, and where it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseError {
    /// The kind of error.
    pub(crate) kind: ParseErrorKind,
    /// The keyword of the line, if it begins with one.
    pub keyword: Option<Keyword>,
    /// The rule set that the line was read for.
    pub(super) rules: Option<RuleSet>,
    /// The group that the line is in, if that is known.
    pub(crate) group: Option<Tag>,
    start: usize,
    end: usize,
}

/// The kinds of errors in a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ParseErrorKind {
    /// The first word is not a command.
    UnknownCommand,
    /// An argument is missing; with what it would be.
    Missing(&'static str),
    /// There are more arguments than the command has.
    TooMany,
    /// Not a number; with what it should be.
    NotANumber(&'static str),
    /// A number out of range; with what it should be, and the range.
    OutOfRange(&'static str, &'static str),
    /// Not a player.
    NotAPlayer,
    /// Not a direction, or not one in which ships of the rule set may point.
    NotADirection,
    /// Not a movement.
    NotAMovement,
    /// Not a class of the rule set.
    NotAClass,
    /// Not a print mode.
    NotAPrintMode,
    /// Not one digit 0 or 1 for each segment of the class, if that is known.
    NotSegments(Option<ShipClass>),
    /// Not a rule set.
    NotARuleSet,
    /// The rule set has no such option.
    NotAnOption(&'static RuleSet),
    /// The rule set does not allow this side of the waters, or has only one.
    NotASide(&'static RuleSet),
}

impl ParseError {
    /// An error in a span of bytes of a line.
    pub(super) fn new(
        kind: ParseErrorKind,
        keyword: Option<Keyword>,
        rules: Option<&RuleSet>,
        span: Range<usize>,
    ) -> Box<Self> {
        Box::new(Self {
            kind,
            keyword,
            rules: rules.copied(),
            group: None,
            start: span.start,
            end: span.end,
        })
    }

    /// The bytes of the line that are wrong; empty where something is missing.
    pub const fn span(&self) -> Range<usize> {
        self.start..self.end
    }

    /// The reason that is printed.
    pub const fn reason(&self) -> Reason {
        match self.kind {
            ParseErrorKind::UnknownCommand => Reason::UnknownCommand,
            _ => Reason::InvalidArguments,
        }
    }

    /// Whether the line may be correct under another rule set.
    pub(crate) fn is_of_rules(&self) -> bool {
        match self.kind {
            ParseErrorKind::NotAClass
            | ParseErrorKind::NotADirection
            | ParseErrorKind::NotSegments(_) => true,
            ParseErrorKind::Missing(_) | ParseErrorKind::TooMany => {
                self.keyword == Some(Keyword::SetFleet)
            }
            _ => false,
        }
    }

    /// Explains the error, given the line: a sentence, and a short label to show next to the
    /// bytes.
    pub fn explain(&self, line: &[u8]) -> (String, &'static str) {
        let rules = self.rules.as_ref();
        let usage = self.usage();
        let (label, fault) = match self.kind {
            ParseErrorKind::Missing(what) => {
                return (format!("{what} is missing: the command is {usage}"), what);
            }
            ParseErrorKind::UnknownCommand => ("not a command", "not a command".to_owned()),
            ParseErrorKind::TooMany => (
                "one argument too many",
                format!("an extra argument: the command is {usage}"),
            ),
            ParseErrorKind::NotANumber(what) => {
                ("not a number", format!("not a number; {what} is expected"))
            }
            ParseErrorKind::OutOfRange(what, range) => (
                "out of range",
                format!("out of range: {what} must be {range}"),
            ),
            ParseErrorKind::NotAPlayer => (
                "not a player",
                "not a player; a player is A or B".to_owned(),
            ),
            ParseErrorKind::NotADirection => {
                let names = list(rules.map_or(&Direction::ALL[..], |rules| rules.directions));
                let (others, last) = names.rsplit_once(", ").unwrap_or(("", &names));
                let fault = format!("not a direction; a direction is {others} or {last}");
                ("not a direction", fault)
            }
            ParseErrorKind::NotAMovement => (
                "not a movement",
                "not a movement; a ship moves F (forward), L (left) or R (right)".to_owned(),
            ),
            ParseErrorKind::NotAClass => {
                let names = rules.map(|rules| list(rules.classes.iter().map(|class| class.name)));
                let classes = names.map(|names| format!("; the classes are {names}"));
                let fault = format!("not a class of ships{}", classes.unwrap_or_default());
                ("not a class", fault)
            }
            ParseErrorKind::NotAPrintMode => (
                "neither 0 nor 1",
                "not a print mode; PRINT 0 is basic, PRINT 1 is extended".to_owned(),
            ),
            ParseErrorKind::NotSegments(class) => {
                let fault = match class {
                    Some(class) => {
                        let title = rules.map_or("ship", |rules| rules.title(&class));
                        let length = class.length;
                        format!("not the state of a {title}: it has {length} segments, and each")
                    }
                    None => "not the state of a ship: each segment".to_owned(),
                };
                (
                    "one digit for each segment",
                    format!("{fault} is 1 (healthy) or 0 (destroyed)"),
                )
            }
            ParseErrorKind::NotARuleSet => {
                let names = list(RuleSet::ALL.iter().map(|rules| rules.name));
                (
                    "not a rule set",
                    format!("not a rule set; the rule sets are {names}"),
                )
            }
            ParseErrorKind::NotAnOption(rules) => (
                "not an option",
                format!("not an option of the rule set {}", rules.name),
            ),
            ParseErrorKind::NotASide(rules) => {
                let (name, BoardSides { min, max, .. }) = (rules.name, rules.board_sides);
                if min == max {
                    let fault = format!(
                        "an extra argument: waters of {name} always have {max} rows and {max} columns"
                    );
                    ("one argument too many", fault)
                } else {
                    let fault = format!(
                        "out of range: waters of {name} have {min} to {max} rows, and as many columns"
                    );
                    ("no such size", fault)
                }
            }
        };
        let word = line.get(self.span()).unwrap_or_default();
        if self.kind == ParseErrorKind::UnknownCommand {
            if is_binary(line) {
                return ("this is binary data, not a script".to_owned(), "not text");
            }
            if let Some(rest) = word
                .strip_prefix(BYTE_ORDER_MARK)
                .filter(|rest| !rest.is_empty())
            {
                let message = format!("a byte order mark (U+FEFF) stands before {}", shown(rest));
                return (message, "begins with a byte order mark");
            }
        }
        (format!("{} is {fault}", shown(word)), label)
    }

    /// The syntax of the command.
    pub(super) fn usage(&self) -> String {
        match self.keyword {
            Some(Keyword::SetFleet) if let Some(rules) = self.rules => {
                let classes = rules.classes.iter();
                let counts = classes.clone().map(|_| " n").collect::<String>();
                let names = list(classes.map(|class| class.name));
                format!("{} P{counts}, the counts of {names}", Keyword::SetFleet)
            }
            Some(keyword) => keyword.usage().to_owned(),
            None => String::new(),
        }
    }
}

pub(super) fn list(names: impl IntoIterator<Item: ToString>) -> String {
    let names = names.into_iter().map(|name| name.to_string());
    names.collect::<Vec<_>>().join(", ")
}

/// How much of a token is shown; every word of the language is shorter.
pub(super) const SHOWN_BYTES_MAX: usize = 40;

/// A token as shown in a message: quoted, and truncated if it is very long.
pub(super) fn shown(token: &[u8]) -> String {
    if token.len() <= SHOWN_BYTES_MAX {
        return format!("`{}`", escape_bytes(token));
    }
    let first = &token[..SHOWN_BYTES_MAX];
    // Do not cut within a character.
    let whole = first.utf8_chunks().last();
    let cut = whole.map_or(0, |chunk| chunk.invalid().len());
    format!("`{}...`", escape_bytes(&first[..first.len() - cut]))
}
