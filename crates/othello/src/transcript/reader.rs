//! The games of a text, one after another, and the tools of the readers of all formats: the cursor
//! and the splitting of words.

use bstr::ByteSlice;
use memchr::memchr_iter;
use thiserror::Error;

use super::wthor::{self, HEADER_BYTES, NO_NAMES};
use super::{
    DatabaseNames, TextPlace, TranscriptFormat, TranscriptWord, VALUE_BYTES_MAX, VARIATIONS_MAX,
    WORDS_MAX, WrittenGame, WthorError, pgn, plain,
};
use crate::{Move, PositionError};

/// The byte order mark in UTF-8, which some editors put before a text.
pub const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

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

/// The reason why a game cannot be read, and the place.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{place}: {kind}")]
pub struct ReadError {
    /// The place of the error.
    pub place: TextPlace,
    /// The kind of error.
    pub kind: ReadErrorKind,
}

/// The kinds of errors in a game apart from its moves.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ReadErrorKind {
    /// The text has no game.
    #[error("there is no game in this format")]
    NoGame,
    /// A tag is malformed.
    #[error("a tag is [Name \"value\"], in one line")]
    Tag,
    /// A name, place or date is too long.
    #[error("a value has more than {VALUE_BYTES_MAX} bytes")]
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
    #[error("variations are nested more than {VARIATIONS_MAX} deep")]
    TooDeep,
    /// A bracket closes nothing.
    #[error("a bracket closes here that was not opened")]
    NothingOpen,
    /// A character stands where a move should begin.
    #[error("{} is not part of a move: separate moves with blanks, or not at all", shown(*.0))]
    NotInMoves(char),
    /// The position is malformed.
    #[error(transparent)]
    Position(#[from] PositionError),
}

impl ReadErrorKind {
    pub(super) fn at(self, place: TextPlace) -> ReadError {
        ReadError { place, kind: self }
    }
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

/// A reading position in a text, which knows its line and column.
#[derive(Clone, Debug)]
pub struct Cursor<'t> {
    text: &'t [u8],
    at: usize,
    /// The offset up to which lines were counted, the line there, and where it begins.
    counted: usize,
    line: u64,
    line_start: usize,
}

impl<'t> Cursor<'t> {
    pub fn new(text: &'t [u8]) -> Self {
        Self {
            text,
            at: 0,
            counted: 0,
            line: 1,
            line_start: 0,
        }
    }

    /// The text after the cursor.
    pub fn rest(&self) -> &'t [u8] {
        &self.text[self.at..]
    }

    pub fn peek(&self) -> Option<u8> {
        self.rest().first().copied()
    }

    /// Takes at most `count` bytes.
    pub fn take(&mut self, count: usize) -> &'t [u8] {
        let taken = &self.rest()[..count.min(self.rest().len())];
        self.at += taken.len();
        taken
    }

    pub fn take_while(&mut self, is_wanted: impl Fn(u8) -> bool) -> &'t [u8] {
        let count = self.rest().iter().position(|&byte| !is_wanted(byte));
        self.take(count.unwrap_or(self.rest().len()))
    }

    /// Takes the next byte if it is `byte`; returns whether it was.
    pub fn accept(&mut self, byte: u8) -> bool {
        let is_there = self.peek() == Some(byte);
        self.at += usize::from(is_there);
        is_there
    }

    pub fn skip_white_space(&mut self) {
        self.take_while(|byte| byte.is_ascii_whitespace());
    }

    /// Skips white space and comments, which begin with `%` after white space and end with
    /// the line.
    pub fn skip_comment_lines(&mut self) {
        self.skip_white_space();
        while self.peek() == Some(b'%') {
            self.take_line();
            self.skip_white_space();
        }
    }

    /// Takes the rest of the line and its newline; returns it without the newline.
    pub fn take_line(&mut self) -> &'t [u8] {
        let line = self.take_while(|byte| byte != b'\n');
        self.take(1);
        line
    }

    pub fn is_at_line_start(&self) -> bool {
        self.at == 0 || self.text[self.at - 1] == b'\n'
    }

    pub fn place(&mut self) -> TextPlace {
        for newline in memchr_iter(b'\n', &self.text[self.counted..self.at]) {
            self.line += 1;
            self.line_start = self.counted + newline + 1;
        }
        self.counted = self.at;
        TextPlace {
            line: self.line,
            column: (self.at - self.line_start + 1) as u64,
        }
    }
}

/// The words of a line, each with its offset. All Unicode white space separates words, because text
/// copied from web pages contains it.
pub fn words(line: &[u8]) -> impl Iterator<Item = (usize, &[u8])> {
    let is_between = |c: char| c.is_whitespace() || c == ZERO_WIDTH_SPACE;
    let words = line.fields_with(is_between);
    words.map(|word| (word.as_ptr().addr() - line.as_ptr().addr(), word))
}

/// This is not white space by Unicode's definition.
const ZERO_WIDTH_SPACE: char = '\u{200b}';

/// The longest token that counts as one word if it is not made of moves only, in bytes. Letters only
/// are always one word.
const ONE_WORD_BYTES_MAX: usize = 4;

/// The characters other than letters and digits with which a word may begin: one that is meant as a
/// pass or a result.
const WORD_MARKS: [char; 5] = ['-', '\u{2013}', '\u{2014}', '+', '*'];

/// Splits a token into moves that are written without blanks. If that fails, the moves
/// before the bad word are kept only if the token is too long to be one word.
///
/// # Errors
///
/// [`ReadErrorKind::NotInMoves`], if moves are separated by anything but blanks.
pub fn push_moves(
    words: &mut Vec<TranscriptWord>,
    token: &[u8],
    place: TextPlace,
) -> Result<(), ReadError> {
    let before = words.len();
    let mut rest = token;
    while !rest.is_empty() && words.len() < WORDS_MAX {
        let at = place.after(token.len() - rest.len());
        let Some((played, length)) = Move::prefix_of(rest) else {
            let follows_move = words.len() > before;
            if let (Some(mark), _) = bstr::decode_utf8(rest)
                && !mark.is_alphanumeric()
                && (follows_move || !WORD_MARKS.contains(&mark))
            {
                return Err(ReadErrorKind::NotInMoves(mark).at(at));
            }
            let is_one_word =
                token.len() <= ONE_WORD_BYTES_MAX || token.iter().all(u8::is_ascii_alphabetic);
            if follows_move && is_one_word {
                words.truncate(before);
                words.push(TranscriptWord::new(token, place));
            } else {
                words.push(TranscriptWord::new(&rest[..bad_word(rest)], at));
            }
            return Ok(());
        };
        words.push(TranscriptWord {
            played: Some(played),
            ..TranscriptWord::new(&rest[..length], at)
        });
        rest = &rest[length..];
    }
    Ok(())
}

/// The length of the first word of a text that does not begin with a move: two characters if these
/// are a letter and a digit, in any order, otherwise all of the text.
fn bad_word(text: &[u8]) -> usize {
    let mut chars = text.char_indices();
    match (chars.next(), chars.next()) {
        (Some((_, _, first)), Some((_, end, second)))
            if first.is_alphabetic() && second.is_numeric()
                || first.is_numeric() && second.is_alphabetic() =>
        {
            end
        }
        _ => text.len(),
    }
}

/// A character in a message: as it is if that is safe and plain, otherwise by its number.
pub fn shown(c: char) -> String {
    if c.is_ascii_graphic() {
        format!("\"{c}\"")
    } else {
        format!("U+{:04X}", u32::from(c))
    }
}
