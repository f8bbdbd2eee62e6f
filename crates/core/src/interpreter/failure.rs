//! Failures of a script: the line that is printed, and its explanation as a diagnostic.

use std::fmt;
use std::ops::Range;

use admiralty_message::{Message, message};
use bstr::BString;

use crate::game::{Meant, Refusal};
use crate::player::Player;
use crate::rules::RuleSet;
use crate::script::{
    Advice, CommandPart, Keyword, Line, ParseError, Reason, Replacement, Tag, Tokens, span_of,
};

/// A failure of a script. `Display` writes the line that is printed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// The command as the printed line quotes it.
    pub command: BString,
    /// Why it failed.
    pub(super) kind: FailureKind,
    /// The number of the line, from 1.
    pub line: u64,
    /// The line without its line feed, or its beginning if it is very long.
    pub text: BString,
    /// The bytes of the line that the failure is about.
    pub span: Range<usize>,
}

/// Why a line failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum FailureKind {
    /// The line is not a command, or its arguments are invalid.
    Syntax(Box<ParseError>),
    /// The command is not allowed here; with the group it is in, if any.
    Misplaced(Keyword, Option<Tag>),
    /// The rule set, whose name follows, does not have the command.
    NotInRules(Keyword, &'static str),
    /// The rules refuse the command.
    Refusal(Box<Refusal>),
    /// A tag inside a group that another tag opened; with the group's tag and line.
    GroupNotClosed(Tag, u64),
    /// The line is longer than [`Line::BYTES_MAX`].
    LineTooLong,
}

impl From<Box<Refusal>> for FailureKind {
    fn from(refusal: Box<Refusal>) -> Self {
        Self::Refusal(refusal)
    }
}

impl FailureKind {
    /// Why a command is not allowed in a group, or outside all groups.
    pub(super) const fn misplaced(keyword: Keyword, within: Option<Tag>, rules: &RuleSet) -> Self {
        match within {
            Some(tag) if keyword.is_in_group(tag) && !keyword.is_in(rules) => {
                Self::NotInRules(keyword, rules.name)
            }
            _ => Self::Misplaced(keyword, within),
        }
    }

    fn reason(&self) -> Reason {
        match self {
            Self::Syntax(error) => error.reason(),
            Self::Misplaced(..) | Self::NotInRules(..) => Reason::CommandNotAvailable,
            Self::Refusal(refusal) => refusal.reason(),
            Self::GroupNotClosed(..) => Reason::GroupNotClosed,
            Self::LineTooLong => Reason::LineTooLong,
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (command, reason) = (&self.command, self.reason());
        write!(f, "INVALID OPERATION \"{command}\": {reason}")
    }
}

impl Failure {
    /// The reason that is printed.
    pub fn reason(&self) -> Reason {
        self.kind.reason()
    }

    /// The refusal by the rules, unless the line is no command or not allowed where it is.
    pub const fn refusal(&self) -> Option<&Refusal> {
        match &self.kind {
            FailureKind::Refusal(refusal) => Some(refusal),
            _ => None,
        }
    }

    /// The line that is printed, with its line feed.
    pub fn to_bytes(&self) -> Vec<u8> {
        let reason = self.reason().text().as_bytes();
        let command = self.command.as_slice();
        [b"INVALID OPERATION \"", command, b"\": ", reason, b"\n"].concat()
    }

    /// A failure of a line, located at some of its tokens. The printed line quotes `command`.
    #[cold]
    pub(super) fn new(
        kind: FailureKind,
        command: impl Into<BString>,
        line: u64,
        text: &[u8],
        tokens: Range<usize>,
    ) -> Box<Self> {
        Box::new(Self {
            command: command.into(),
            kind,
            line,
            text: text.into(),
            span: span_of(text, tokens),
        })
    }

    /// A failure of a line that is quoted as written, except for blanks.
    #[cold]
    pub(super) fn quoting(
        kind: FailureKind,
        line: u64,
        text: &[u8],
        tokens: Range<usize>,
    ) -> Box<Self> {
        Self::new(kind, Tokens::new(text).join_rest(), line, text, tokens)
    }

    /// The failure of a turn that the program cannot play, located at its tag.
    #[cold]
    pub fn of_turn(player: Player, refusal: Box<Refusal>, line: u64) -> Box<Self> {
        let tag = Tag::Player(player).text();
        Self::new(refusal.into(), tag, line, tag.as_bytes(), 0..1)
    }

    /// The explanation of the failure.
    pub fn diagnostic(&self) -> Diagnostic {
        let (message, label) = self.explain();
        let Advice { notes, replacement } = self.advice();
        Diagnostic {
            severity: Severity::Error,
            code: self.reason().text(),
            message,
            line: self.line,
            text: self.text.clone(),
            span: self.span.clone(),
            label,
            notes,
            replacement,
            related: self.related(),
            run_note: None,
            follows: None,
        }
    }

    /// A message, and a label to show next to the marked bytes.
    fn explain(&self) -> (Message, String) {
        let (message, label) = match &self.kind {
            FailureKind::Syntax(error) => error.explain(&self.text),
            FailureKind::Refusal(refusal) => return (refusal.message(), refusal.label()),
            FailureKind::Misplaced(keyword, Some(tag)) => (
                message!(
                    "misplaced-in-group",
                    [keyword, tag],
                    "{keyword} does not belong in a {tag} group"
                ),
                "not here",
            ),
            FailureKind::Misplaced(keyword, None) => (
                message!(
                    "misplaced-outside",
                    [keyword],
                    "{keyword} stands outside all groups"
                ),
                "not here",
            ),
            FailureKind::NotInRules(keyword, rules) => (
                message!(
                    "not-in-rules",
                    [keyword, rules],
                    "{keyword} is not a command of the rule set {rules}"
                ),
                "not in this game",
            ),
            FailureKind::GroupNotClosed(open, line) => (
                message!(
                    "group-still-open",
                    [open, line],
                    "the {open} group opened on line {line} is still open: close it with {open} first"
                ),
                "another group",
            ),
            FailureKind::LineTooLong => (
                message!(
                    "line-over-limit",
                    [max = Line::BYTES_MAX],
                    "the line is longer than {max} bytes"
                ),
                "begins here",
            ),
        };
        (message, label.to_owned())
    }

    /// The other lines that the failure is about.
    fn related(&self) -> Vec<RelatedLine> {
        match self.kind {
            FailureKind::GroupNotClosed(_, line) => vec![RelatedLine {
                line,
                message: "opened here",
            }],
            _ => Vec::new(),
        }
    }

    fn advice(&self) -> Advice {
        let note = match &self.kind {
            FailureKind::Syntax(error) => return error.advice(&self.text),
            FailureKind::Refusal(refusal) => {
                return Advice {
                    notes: refusal.note().into_iter().collect(),
                    replacement: self.replacement(refusal),
                };
            }
            FailureKind::Misplaced(Keyword::Print, _) => message!(
                "note-print-belongs",
                "PRINT belongs in a group, [state] or a player's"
            ),
            FailureKind::Misplaced(Keyword::Shot, Some(Tag::Player(_))) => message!(
                "note-shot-or-shoot",
                "a player shoots with SHOOT; SHOT, in a [state] group, is a shot of a saved game"
            ),
            FailureKind::Misplaced(Keyword::Shot, _) => message!(
                "note-shot-belongs",
                "it belongs in a [state] group, of a rule set that announces shots"
            ),
            FailureKind::Misplaced(keyword, _) if keyword.is_in_group(Tag::PLAYER_A) => message!(
                "note-belongs-in-turn",
                "it belongs in a player's turn, a [playerA] or [playerB] group"
            ),
            FailureKind::Misplaced(..) => {
                message!("note-belongs-in-state", "it belongs in a [state] group")
            }
            FailureKind::NotInRules(Keyword::Shot, _) => {
                message!("note-not-announced", "shots are not announced in it")
            }
            FailureKind::NotInRules(..) => message!(
                "note-nothing-moves",
                "nothing moves in it, and the board cannot be changed"
            ),
            FailureKind::GroupNotClosed(..) | FailureKind::LineTooLong => return Advice::default(),
        };
        Advice::note(note)
    }

    /// The probable correction of a command that the rules refuse.
    fn replacement(&self, refusal: &Refusal) -> Option<Replacement> {
        let meant = refusal.meant()?;
        let mut spans = Tokens::new(&self.text).map(|token| token.span());
        let marked = spans.position(|span| span.start == self.span.start)?;
        let row = marked - usize::from(refusal.part() == CommandPart::Column);
        let (tokens, text) = match meant {
            Meant::Field(field) => (row..row + 2, field.to_string()),
            Meant::Direction(direction) => (row + 2..row + 3, direction.to_string()),
        };
        let span = span_of(&self.text, tokens);
        Some(Replacement { span, text })
    }
}

/// Another line that a diagnostic is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct RelatedLine {
    /// The number of the line, from 1.
    pub line: u64,
    /// What is there.
    pub message: &'static str,
}

/// A message for the author of a script, with its position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// The severity.
    pub severity: Severity,
    /// A short name of the kind of message.
    pub code: &'static str,
    /// The error, in a sentence.
    pub message: Message,
    /// The number of the line, from 1.
    pub line: u64,
    /// The line without its line feed, or its beginning if it is very long.
    pub text: BString,
    /// The bytes of the line that the message is about; may be empty.
    pub span: Range<usize>,
    /// The label of the marked bytes; may be empty.
    pub label: String,
    /// What else explains the error, and how to avoid it.
    pub notes: Vec<Message>,
    /// A correction that the author may have meant.
    pub replacement: Option<Replacement>,
    /// The other lines that the message is about.
    pub related: Vec<RelatedLine>,
    /// What a run does on this line, if the error ends it.
    pub run_note: Option<Message>,
    /// The line of an earlier error that may have caused this one.
    pub follows: Option<u64>,
}

impl Diagnostic {
    /// The message and the notes, a line each; the lines that they are about are left to [`Self::related`].
    pub fn explanation(&self) -> String {
        let lines: Vec<&str> = self.explanation_lines().map(|line| &**line).collect();
        lines.join("\n")
    }

    /// The lines of [`Self::explanation`].
    pub fn explanation_lines(&self) -> impl Iterator<Item = &Message> {
        [&self.message].into_iter().chain(&self.notes)
    }

    /// The other lines that the message is about, and the line of the error that may have caused this one.
    pub fn related_lines(&self) -> impl Iterator<Item = RelatedLine> {
        let follows = self.follows.map(|line| RelatedLine {
            line,
            message: "this may be the cause",
        });
        self.related.iter().copied().chain(follows)
    }

    /// The notes, and what a run does here.
    pub fn all_notes(&self) -> impl Iterator<Item = &Message> {
        self.notes.iter().chain(&self.run_note)
    }

    /// Serialises the message and the notes so that they can be translated.
    pub fn translate(&mut self) {
        let notes = self.notes.iter_mut().chain(&mut self.run_note);
        notes
            .chain([&mut self.message])
            .for_each(Message::translate);
    }

    /// The columns of the line that the message is about, in characters from 1.
    pub fn columns(&self) -> Range<usize> {
        self.columns_of(&self.span)
    }

    /// The columns of some bytes of the line, in characters from 1.
    pub fn columns_of(&self, span: &Range<usize>) -> Range<usize> {
        let column = |at: usize| {
            let before = &self.text[..at.min(self.text.len())];
            String::from_utf8_lossy(before).chars().count() + 1
        };
        column(span.start)..column(span.end)
    }
}

/// The position is `line`, `column` and `end_column`, all from 1; that of `replacement`, `column`
/// and `end_column`.
#[cfg(feature = "serde")]
impl serde::Serialize for Diagnostic {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        use serde::ser::SerializeStruct;
        let columns = self.columns();
        let optional = [
            self.replacement.is_some(),
            self.follows.is_some(),
            !self.related.is_empty(),
        ];
        let fields = 8 + optional.into_iter().map(usize::from).sum::<usize>();
        let mut object = serializer.serialize_struct("Diagnostic", fields)?;
        object.serialize_field("line", &self.line)?;
        object.serialize_field("column", &columns.start)?;
        object.serialize_field("end_column", &columns.end)?;
        object.serialize_field("severity", self.severity.name())?;
        object.serialize_field("code", self.code)?;
        object.serialize_field("message", &self.message)?;
        object.serialize_field("label", &self.label)?;
        object.serialize_field("notes", &self.all_notes().collect::<Vec<_>>())?;
        if let Some(Replacement { span, text }) = &self.replacement {
            let Range { start, end } = self.columns_of(span);
            let replacement = ReplacementInLine {
                column: start,
                end_column: end,
                text,
            };
            object.serialize_field("replacement", &replacement)?;
        }
        if !self.related.is_empty() {
            object.serialize_field("related", &self.related)?;
        }
        if let Some(line) = self.follows {
            object.serialize_field("follows", &line)?;
        }
        object.end()
    }
}

#[cfg(feature = "serde")]
#[derive(serde::Serialize)]
struct ReplacementInLine<'r> {
    column: usize,
    end_column: usize,
    text: &'r str,
}

/// The severity of a diagnostic.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// The line executes, but is probably a mistake.
    Warning,
    /// The line ends the execution.
    Error,
}

impl Severity {
    /// The name, in lower case.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }
}
