//! The games of a text, one after another.

use thiserror::Error;

use super::cursor::Cursor;
use super::wthor::{self, HEADER_BYTES, NO_NAMES};
use super::{Format, Game, Names, Place, VALUE_BYTES_MAX, VARIATIONS_MAX, WthorError, pgn, plain};
use crate::PositionError;

/// The byte order mark in UTF-8, which some editors put before a text.
pub(super) const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// An iterator over the games of a text. Only one game is in memory at a time. After a
/// game that cannot be read, reading continues with the next.
///
/// ```
/// use admiralty_othello::transcript::{Format, Games};
///
/// let mut games = Games::new(b"1. d3 (c4\n[White \"B. Rose\"]\n1. f5", Format::Pgn)?;
/// assert!(games.next().expect("a game").is_err());
/// assert_eq!(games.next().expect("another")?.words.len(), 1);
/// assert!(games.next().is_none());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Games<'t> {
    cursor: Cursor<'t>,
    format: Format,
    /// The year of the games, if this is a database.
    year: Option<u16>,
    names: &'t Names,
    has_begun: bool,
}

/// Why and where a game cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{place}: {kind}")]
pub struct ReadError {
    /// The place of the error.
    pub place: Place,
    /// The kind of error.
    pub kind: ReadErrorKind,
}

/// The kinds of errors in a game apart from its moves.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ReadErrorKind {
    /// The text has no game.
    #[error("there is no game of that format")]
    NoGame,
    /// A tag is malformed.
    #[error("a tag is [Name \"value\"], in one line")]
    Tag,
    /// A name, place or date is too long.
    #[error("a value of more than {VALUE_BYTES_MAX} bytes")]
    LongValue,
    /// A comment does not end.
    #[error("the comment has no closing brace")]
    OpenComment,
    /// A variation does not end.
    #[error("a variation has no closing parenthesis")]
    OpenVariation,
    /// A closing brace is left over, because a comment contains another.
    #[error("a comment begins within a comment; they do not nest")]
    NestedComment,
    /// Variations are nested too deeply.
    #[error("variations in more than {VARIATIONS_MAX} others")]
    TooDeep,
    /// Something is closed that was not opened.
    #[error("something is closed here that was not opened")]
    NothingOpen,
    /// The position is malformed.
    #[error(transparent)]
    Position(#[from] PositionError),
}

impl ReadErrorKind {
    pub(super) fn at(self, place: Place) -> ReadError {
        ReadError { place, kind: self }
    }
}

impl<'t> Games<'t> {
    /// Reads the games of a text in a format.
    ///
    /// # Errors
    ///
    /// [`WthorError`], if the format is a database and the text is not one. In other
    /// formats, only single games can be wrong.
    pub fn new(text: &'t [u8], format: Format) -> Result<Self, WthorError> {
        let mut cursor = Cursor::new(text);
        let mut year = None;
        if format == Format::Wthor {
            year = Some(wthor::year_of_database(text)?);
            cursor.take(HEADER_BYTES);
        } else if text.starts_with(BYTE_ORDER_MARK) {
            cursor.take(BYTE_ORDER_MARK.len());
        }
        Ok(Self {
            cursor,
            format,
            year,
            names: &NO_NAMES,
            has_begun: false,
        })
    }

    /// Uses these names for the numbers of a database.
    #[must_use]
    pub fn with_names(self, names: &'t Names) -> Self {
        Self { names, ..self }
    }

    /// The year of the games, if this is a database; 0 is unknown.
    pub fn year(&self) -> Option<u16> {
        self.year
    }
}

/// The beginning of a text.
const START: Place = Place { line: 1, column: 1 };

impl Iterator for Games<'_> {
    type Item = Result<Game, ReadError>;

    fn next(&mut self) -> Option<Result<Game, ReadError>> {
        let is_first = !self.has_begun;
        self.has_begun = true;
        let cursor = &mut self.cursor;
        let next = match self.format {
            // An empty text is a game without moves.
            Format::Plain => return is_first.then(|| Ok(plain::read(cursor))),
            Format::Wthor => {
                let year = self.year.unwrap_or_default();
                return wthor::read(cursor, year, self.names).map(Ok);
            }
            Format::Lines => plain::read_line(cursor).map(Ok),
            Format::Pgn => pgn::read(cursor),
        };
        next.or_else(|| is_first.then(|| Err(ReadErrorKind::NoGame.at(START))))
    }
}
