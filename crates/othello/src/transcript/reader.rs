//! The games of a text, one after another.

use super::cursor::{BYTE_ORDER_MARK, Cursor};
use super::wthor::{self, HEADER_BYTES, NO_NAMES};
use super::{
    DatabaseNames, ReadError, ReadErrorKind, TextPlace, TranscriptFormat, WrittenGame, WthorError,
    pgn, plain,
};

/// An iterator over the games of a text. Only one game is in memory at a time. After a
/// game that cannot be read, reading continues with the next.
///
/// ```
/// use admiralty_othello::transcript::{TranscriptFormat, WrittenGames};
///
/// let text = b"1. d3 (c4\n[White \"B. Rose\"]\n1. f5";
/// let mut games = WrittenGames::new(text, TranscriptFormat::Pgn)?;
/// assert!(games.next().expect("a game").is_err());
/// assert_eq!(games.next().expect("another")?.words.len(), 1);
/// assert!(games.next().is_none());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct WrittenGames<'t> {
    cursor: Cursor<'t>,
    format: TranscriptFormat,
    /// The year of the games, if this is a database.
    year: Option<u16>,
    names: &'t DatabaseNames,
    has_begun: bool,
}

impl<'t> WrittenGames<'t> {
    /// Reads the games of a text in a format.
    ///
    /// # Errors
    ///
    /// [`WthorError`], if the format is a database and the text is not one. In other
    /// formats, only single games can be wrong.
    pub fn new(text: &'t [u8], format: TranscriptFormat) -> Result<Self, WthorError> {
        let mut cursor = Cursor::new(text);
        let mut year = None;
        if format == TranscriptFormat::Wthor {
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
    pub fn with_names(self, names: &'t DatabaseNames) -> Self {
        Self { names, ..self }
    }

    /// The year of the games, if this is a database; 0 is unknown.
    pub fn year(&self) -> Option<u16> {
        self.year
    }
}

/// The beginning of a text.
const START: TextPlace = TextPlace { line: 1, column: 1 };

impl Iterator for WrittenGames<'_> {
    type Item = Result<WrittenGame, ReadError>;

    fn next(&mut self) -> Option<Result<WrittenGame, ReadError>> {
        let is_first = !self.has_begun;
        self.has_begun = true;
        let cursor = &mut self.cursor;
        let next = match self.format {
            // An empty text is a game without moves.
            TranscriptFormat::Plain => return is_first.then(|| plain::read(cursor)),
            TranscriptFormat::Wthor => {
                let year = self.year.unwrap_or_default();
                return wthor::read(cursor, year, self.names).map(Ok);
            }
            TranscriptFormat::Lines => plain::read_line(cursor),
            TranscriptFormat::Pgn => pgn::read(cursor),
        };
        next.or_else(|| is_first.then(|| Err(ReadErrorKind::NoGame.at(START))))
    }
}
