//! What a line says.

use super::{Command, Keyword, ParseError, ParseErrorKind, Tag, Tokens, parse_arguments};
use crate::rules::RuleSet;

/// What a line says, whatever the state of the game.
///
/// There are two readers of lines, [`parse_line`] and, for speed, a fast path for the
/// lines that long scripts are made of. Both return this.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Line {
    /// Blanks only.
    Blank,
    /// A tag alone on its line.
    Tag(Tag),
    /// A command.
    Command(Command),
    /// Neither; with the keyword, if the line begins with one.
    Invalid(Option<Keyword>, ParseError),
}

/// Reads a line, for a rule set whose classes it may name.
///
/// ```
/// use admiralty::rules::SHIPS;
/// use admiralty::script::{Line, Tag, parse_line};
/// assert_eq!(parse_line(b" [state]\r", &SHIPS), Line::Tag(Tag::State));
/// assert_eq!(parse_line(b" \t", &SHIPS), Line::Blank);
/// ```
pub fn parse_line(text: &[u8], rules: &'static RuleSet) -> Line {
    let mut tokens = Tokens::new(text);
    let Some(first) = tokens.next() else {
        return Line::Blank;
    };
    if let Some(tag) = Tag::from_token(first.text)
        && tokens.clone().next().is_none()
    {
        return Line::Tag(tag);
    }
    let Some(keyword) = Keyword::from_token(first.text) else {
        let error = ParseError::new(ParseErrorKind::UnknownCommand, first.span());
        return Line::Invalid(None, error);
    };
    match parse_arguments(keyword, tokens, rules) {
        Ok(command) => Line::Command(command),
        Err(error) => Line::Invalid(Some(keyword), error),
    }
}

/// Reads a line as a command, for a rule set whose classes it may name.
///
/// # Errors
///
/// The first error of the line. A blank line and a tag are
/// [`ParseErrorKind::UnknownCommand`].
pub fn parse_command(text: &[u8], rules: &'static RuleSet) -> Result<Command, ParseError> {
    match parse_line(text, rules) {
        Line::Command(command) => Ok(command),
        Line::Invalid(_, error) => Err(error),
        Line::Blank | Line::Tag(_) => {
            let first = Tokens::new(text).next();
            let span = first.map_or(0..0, |first| first.span());
            Err(ParseError::new(ParseErrorKind::UnknownCommand, span))
        }
    }
}
