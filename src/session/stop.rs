//! Why an execution stops, on its way from a command to the judge's line.

use std::io;
use std::ops::Range;

use super::{Cause, Failure};
use crate::game::Refusal;
use crate::script::{Command, Fault, FaultKind, Tag, Token, Tokens};

/// Why the execution stops.
pub(super) enum Stop {
    Io(io::Error),
    Failed {
        command: Vec<u8>,
        cause: Cause,
        place: Where,
    },
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
    pub fn failed(command: Vec<u8>, cause: Cause, place: Where) -> Box<Self> {
        Box::new(Self::Failed {
            command,
            cause,
            place,
        })
    }

    #[cold]
    pub fn unknown(first: Token<'_>, rest: &Tokens<'_>) -> Box<Self> {
        let fault = Fault::new(FaultKind::UnknownCommand, first.span());
        Self::failed(
            echo(first, rest),
            Cause::Fault(fault),
            Where::Bytes(first.span()),
        )
    }

    #[cold]
    pub fn refused(command: &Command, refusal: Box<Refusal>) -> Box<Self> {
        let place = Where::Tokens(command.tokens_of(refusal.part()));
        Self::failed(command.to_bytes(), Cause::Refusal(refusal), place)
    }

    /// A command that the rule set has no use for in this group.
    #[cold]
    pub fn misplaced(command: &Command, tag: Tag) -> Box<Self> {
        let cause = Cause::Misplaced(command.word(), Some(tag));
        Self::failed(command.to_bytes(), cause, Where::Tokens(0..1))
    }

    /// The judge's line for a turn out of order has a blank after the tag.
    #[cold]
    pub fn turn(tag: Tag, refusal: Box<Refusal>) -> Box<Self> {
        let place = Where::Tokens(0..1);
        Self::failed(
            format!("{tag} ").into_bytes(),
            Cause::Refusal(refusal),
            place,
        )
    }

    /// A turn that the program cannot play.
    #[cold]
    pub fn refused_turn(tag: Tag, refusal: Box<Refusal>) -> Box<Self> {
        let place = Where::Tokens(0..1);
        Self::failed(tag.text().into(), Cause::Refusal(refusal), place)
    }

    #[cold]
    pub fn open_group(tag: Tag, open: Tag, opened_on: u64, first: Token<'_>) -> Box<Self> {
        let cause = Cause::GroupNotClosed(open, opened_on);
        Self::failed(tag.text().into(), cause, Where::Bytes(first.span()))
    }

    /// The failure, for the line it stopped on.
    ///
    /// # Errors
    ///
    /// The error of the output, if that is why.
    pub fn into_failure(self, number: u64, line: &[u8]) -> io::Result<Failure> {
        let (command, cause, place) = match self {
            Self::Io(error) => return Err(error),
            Self::Failed {
                command,
                cause,
                place,
            } => (command, cause, place),
        };
        let (line, text, span) = match place {
            Where::Bytes(span) => (number, line.to_vec(), span),
            Where::Tokens(tokens) => (number, line.to_vec(), span_of(line, tokens)),
            Where::Earlier(number, tokens) => (number, command.clone(), span_of(&command, tokens)),
        };
        Ok(Failure {
            command: command.into(),
            cause,
            line,
            text: text.into(),
            span,
        })
    }
}

/// A line as its tokens, joined by one blank.
pub(super) fn echo(first: Token<'_>, rest: &Tokens<'_>) -> Vec<u8> {
    let mut echo = first.text.to_vec();
    let rest = rest.join_rest();
    if !rest.is_empty() {
        echo.push(b' ');
        echo.extend_from_slice(&rest);
    }
    echo
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
