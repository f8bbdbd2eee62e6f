//! Parsing a line.

use super::argument::{ArgumentReader, Parsed};
use super::{Command, Keyword, ParseError, ParseErrorKind, Tag, Tokens};
use crate::rules::RuleSet;

/// A parsed line, independent of the state of the game.
///
/// There are two readers of lines, [`parse_line`] and a fast path for the most common lines
/// of long scripts. Both return this.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Line {
    /// An empty line, or only blanks.
    Blank,
    /// A tag alone on its line.
    Tag(Tag),
    /// A command.
    Command(Command),
    /// Anything else.
    Invalid(Box<ParseError>),
}

/// Reads a line; the classes of ships are those of the rule set.
///
/// ```
/// use admiralty_core::rules::SHIPS;
/// use admiralty_core::script::{Line, Tag, parse_line};
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
        let kind = ParseErrorKind::UnknownCommand;
        return Line::Invalid(ParseError::new(kind, None, rules, first.span()));
    };
    parse_arguments(keyword, tokens, rules).map_or_else(Line::Invalid, Line::Command)
}

#[inline]
fn parse_arguments(
    keyword: Keyword,
    tokens: Tokens<'_>,
    rules: &'static RuleSet,
) -> Parsed<Command> {
    let mut args = ArgumentReader::new(keyword, tokens, rules);
    let command = Command::read(keyword, &mut args)?;
    args.finish()?;
    Ok(command)
}

/// Reads a line as a command; the classes of ships are those of the rule set.
///
/// # Errors
///
/// The first error of the line. For a blank line or a tag it is
/// [`ParseErrorKind::UnknownCommand`].
pub fn parse_command(text: &[u8], rules: &'static RuleSet) -> Result<Command, Box<ParseError>> {
    match parse_line(text, rules) {
        Line::Command(command) => Ok(command),
        Line::Invalid(error) => Err(error),
        Line::Blank | Line::Tag(_) => {
            let first = Tokens::new(text).next();
            let span = first.map_or(0..0, |first| first.span());
            let kind = ParseErrorKind::UnknownCommand;
            Err(ParseError::new(kind, None, rules, span))
        }
    }
}
