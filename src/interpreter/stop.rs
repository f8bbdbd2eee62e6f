//! Why an execution stops, on its way from a command to the judge's line.

use std::io;
use std::ops::Range;

use super::{Failure, FailureKind};
use crate::game::Reason;
use crate::game::Refusal;
use crate::script::{Command, ParseError, ParseErrorKind, Tag, Token, Tokens};

/// Why the execution stops.
pub(super) enum Stop {
    Io(io::Error),
    Failed {
        echo: Echo,
        kind: FailureKind,
        place: Where,
    },
}

/// How the judge's line quotes the command.
pub(super) enum Echo {
    /// By the tokens of the line, joined by one blank.
    Tokens,
    /// As these bytes.
    Bytes(Vec<u8>),
}

/// The place of a failure.
pub(super) enum Where {
    /// Bytes of the current line.
    Bytes(Range<usize>),
    /// Tokens of the current line.
    Tokens(Range<usize>),
    /// Tokens of the command, which stood on an earlier line.
    Earlier(u64, Range<usize>),
}

impl Stop {
    #[cold]
    pub fn failed(echo: Echo, kind: FailureKind, place: Where) -> Box<Self> {
        Box::new(Self::Failed { echo, kind, place })
    }

    #[cold]
    pub fn unknown(first: Token<'_>) -> Box<Self> {
        Self::error(ParseError::new(
            ParseErrorKind::UnknownCommand,
            first.span(),
        ))
    }

    #[cold]
    pub fn error(error: ParseError) -> Box<Self> {
        Self::failed(
            Echo::Tokens,
            FailureKind::ParseError(error),
            Where::Bytes(error.span()),
        )
    }

    #[cold]
    pub fn refused(command: &Command, refusal: Box<Refusal>) -> Box<Self> {
        let place = Where::Tokens(command.tokens_of(refusal.part()));
        let echo = match refusal.reason() {
            Reason::InvalidArguments => Echo::Tokens,
            _ => Echo::Bytes(command.to_bytes()),
        };
        Self::failed(echo, FailureKind::Refusal(refusal), place)
    }

    /// A command that the rule set has no use for in this group.
    #[cold]
    pub fn misplaced(command: &Command, tag: Tag) -> Box<Self> {
        let kind = FailureKind::Misplaced(command.keyword(), Some(tag));
        Self::failed(Echo::Bytes(command.to_bytes()), kind, Where::Tokens(0..1))
    }

    /// The judge's line for a turn out of order has a blank after the tag.
    #[cold]
    pub fn turn(tag: Tag, refusal: Box<Refusal>) -> Box<Self> {
        let echo = Echo::Bytes(format!("{tag} ").into_bytes());
        Self::failed(echo, FailureKind::Refusal(refusal), Where::Tokens(0..1))
    }

    /// A turn that the program cannot play.
    #[cold]
    pub fn refused_turn(tag: Tag, refusal: Box<Refusal>) -> Box<Self> {
        let echo = Echo::Bytes(tag.text().into());
        Self::failed(echo, FailureKind::Refusal(refusal), Where::Tokens(0..1))
    }

    #[cold]
    pub fn open_group(tag: Tag, open: Tag, opened_on: u64) -> Box<Self> {
        let kind = FailureKind::GroupNotClosed(open, opened_on);
        let echo = Echo::Bytes(tag.text().into());
        Self::failed(echo, kind, Where::Tokens(0..1))
    }

    /// The failure, for the line it stopped on.
    ///
    /// # Errors
    ///
    /// The error of the output, if that is why.
    #[cold]
    pub fn into_failure(self, number: u64, line: &[u8]) -> io::Result<Failure> {
        let (echo, kind, place) = match self {
            Self::Io(error) => return Err(error),
            Self::Failed { echo, kind, place } => (echo, kind, place),
        };
        let command = match echo {
            Echo::Tokens => Tokens::new(line).join_rest(),
            Echo::Bytes(bytes) => bytes,
        };
        let (line, text, span) = match place {
            Where::Bytes(span) => (number, line.to_vec(), span),
            Where::Tokens(tokens) => (number, line.to_vec(), span_of(line, tokens)),
            Where::Earlier(number, tokens) => (number, command.clone(), span_of(&command, tokens)),
        };
        Ok(Failure {
            command: command.into(),
            kind,
            line,
            text: text.into(),
            span,
        })
    }
}

/// The bytes that a range of tokens takes.
fn span_of(line: &[u8], tokens: Range<usize>) -> Range<usize> {
    let spans = Tokens::new(line)
        .enumerate()
        .filter(|(i, _)| tokens.contains(i))
        .map(|(_, token)| token.span());
    spans
        .reduce(|first, last| first.start..last.end)
        .unwrap_or(0..line.len())
}
