//! The errors of a line that do not depend on the state of the game.

use std::ops::Range;

use admiralty_escape::escape_bytes;
use admiralty_message::{Message, Phrase, message};

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
    Missing(&'static Phrase),
    /// There are more arguments than the command has.
    TooMany,
    /// Not a number; with what it should be.
    NotANumber(&'static Phrase),
    /// A number out of range; with what it should be, and the least and the greatest.
    OutOfRange(&'static Phrase, [&'static str; 2]),
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
    #[expect(clippy::too_many_lines, reason = "a text for each kind")]
    pub fn explain(&self, line: &[u8]) -> (Message, &'static str) {
        let rules = self.rules.as_ref();
        let usage = self.usage();
        let bytes = line.get(self.span()).unwrap_or_default();
        let word = shown(bytes);
        match self.kind {
            ParseErrorKind::Missing(what) => (
                message!(
                    "syntax-missing",
                    [argument = what, usage],
                    "{argument} is missing: the command is {usage}"
                ),
                what.english,
            ),
            ParseErrorKind::UnknownCommand => not_a_command(line, bytes),
            ParseErrorKind::TooMany => (
                message!(
                    "syntax-too-many",
                    [word, usage],
                    "{word} is an extra argument: the command is {usage}"
                ),
                "one argument too many",
            ),
            ParseErrorKind::NotANumber(what) => (
                message!(
                    "syntax-not-a-number",
                    [word, argument = what],
                    "{word} is not a number; {argument} is expected"
                ),
                "not a number",
            ),
            ParseErrorKind::OutOfRange(what, [min, max]) => (
                message!(
                    "syntax-out-of-range",
                    [word, argument = what, min, max],
                    "{word} is out of range: {argument} must be a number from {min} to {max}"
                ),
                "out of range",
            ),
            ParseErrorKind::NotAPlayer => (
                message!(
                    "syntax-not-a-player",
                    [word],
                    "{word} is not a player; a player is A or B"
                ),
                "not a player",
            ),
            ParseErrorKind::NotADirection => {
                let names = list(rules.map_or(&Direction::ALL[..], |rules| rules.directions));
                let (others, last) = names.rsplit_once(", ").unwrap_or(("", &names));
                let message = message!(
                    "syntax-not-a-direction",
                    [word, others, last],
                    "{word} is not a direction; a direction is {others} or {last}"
                );
                (message, "not a direction")
            }
            ParseErrorKind::NotAMovement => (
                message!(
                    "syntax-not-a-movement",
                    [word],
                    "{word} is not a movement; a ship moves F (forward), L (left) or R (right)"
                ),
                "not a movement",
            ),
            ParseErrorKind::NotAClass => {
                let message = match rules {
                    Some(rules) => message!(
                        "syntax-not-a-class",
                        [
                            word,
                            names = list(rules.classes.iter().map(|class| class.name))
                        ],
                        "{word} is not a class of ships; the classes are {names}"
                    ),
                    None => message!("syntax-no-class", [word], "{word} is not a class of ships"),
                };
                (message, "not a class")
            }
            ParseErrorKind::NotAPrintMode => (
                message!(
                    "syntax-not-a-print-mode",
                    [word],
                    "{word} is not a print mode; PRINT 0 is basic, PRINT 1 is extended"
                ),
                "neither 0 nor 1",
            ),
            ParseErrorKind::NotSegments(Some(class)) => {
                let title = rules.map_or("ship", |rules| rules.title(&class));
                let message = message!(
                    "syntax-not-segments-of",
                    [word, length = class.length, class = class.name],
                    "{word} is not the state of a {title}: it has {length} segments, and each is 1 (healthy) or 0 (destroyed)"
                );
                (message, "one digit for each segment")
            }
            ParseErrorKind::NotSegments(None) => (
                message!(
                    "syntax-not-segments",
                    [word],
                    "{word} is not the state of a ship: each segment is 1 (healthy) or 0 (destroyed)"
                ),
                "one digit for each segment",
            ),
            ParseErrorKind::NotARuleSet => (
                message!(
                    "syntax-not-a-rule-set",
                    [
                        word,
                        names = list(RuleSet::ALL.iter().map(|rules| rules.name))
                    ],
                    "{word} is not a rule set; the rule sets are {names}"
                ),
                "not a rule set",
            ),
            ParseErrorKind::NotAnOption(rules) => (
                message!(
                    "syntax-not-an-option",
                    [word, rules = rules.name],
                    "{word} is not an option of the rule set {rules}"
                ),
                "not an option",
            ),
            ParseErrorKind::NotASide(rules) => {
                let (rules, BoardSides { min, max, .. }) = (rules.name, rules.board_sides);
                if min == max {
                    let message = message!(
                        "syntax-only-one-side",
                        [word, rules, max],
                        "{word} is an extra argument: waters of {rules} always have {max} rows and {max} columns"
                    );
                    (message, "one argument too many")
                } else {
                    let message = message!(
                        "syntax-no-such-side",
                        [word, rules, min, max],
                        "{word} is out of range: waters of {rules} have {min} to {max} rows, and as many columns"
                    );
                    (message, "no such size")
                }
            }
        }
    }

    /// The syntax of the command.
    pub(super) fn usage(&self) -> Message {
        let Some(keyword) = self.keyword else {
            return Message::default();
        };
        if let (Keyword::SetFleet, Some(rules)) = (keyword, self.rules) {
            let counts = rules.classes.iter().map(|_| " n").collect::<String>();
            let usage = format!("{keyword} P{counts}");
            let names = list(rules.classes.iter().map(|class| class.name));
            return message!(
                "usage-counts-of",
                [usage, names],
                "{usage}, the counts of {names}"
            );
        }
        let whole = keyword.usage();
        let Some((usage, more)) = whole.split_once(", ") else {
            return whole.into();
        };
        match more.strip_prefix("or ") {
            Some(other) => message!("usage-or", [usage, other], "{whole}"),
            None if keyword == Keyword::SetFleet => message!("usage-counts", [usage], "{whole}"),
            None => message!("usage-options", [usage], "{whole}"),
        }
    }
}

/// Explains why a line has no command, of which `word` is the first word.
fn not_a_command(line: &[u8], word: &[u8]) -> (Message, &'static str) {
    if is_binary(line) {
        let message = message!("syntax-binary-line", "this is binary data, not a script");
        return (message, "not text");
    }
    let marked = word.strip_prefix(BYTE_ORDER_MARK);
    if let Some(rest) = marked.filter(|rest| !rest.is_empty()) {
        let message = message!(
            "syntax-byte-order-mark",
            [word = shown(rest)],
            "a byte order mark (U+FEFF) stands before {word}"
        );
        return (message, "begins with a byte order mark");
    }
    let message = message!(
        "syntax-not-a-command",
        [word = shown(word)],
        "{word} is not a command"
    );
    (message, "not a command")
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
