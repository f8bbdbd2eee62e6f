//! The formats of game records: their detection, and writing in any of them.

use std::fmt;
use std::io::{self, Write};

use bstr::ByteSlice;
use thiserror::Error;

use super::cursor::{BYTE_ORDER_MARK, Cursor};
use super::words::{push_moves, words};
use super::{AutoPass, GAMES_MAX, PlayedGame, TextPlace, pgn, plain, wthor};
use crate::{Move, Position};

/// A format of game records.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TranscriptFormat {
    /// One game: moves, separated or not, on any number of lines.
    Plain,
    /// One game per line.
    Lines,
    /// Numbered moves with comments, optionally after tags.
    Pgn,
    /// A WTHOR database of tournament games.
    Wthor,
}

impl TranscriptFormat {
    /// All formats.
    pub const ALL: [Self; 4] = [Self::Plain, Self::Lines, Self::Pgn, Self::Wthor];

    /// The name, as on the command line and in reports.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Plain => "plain",
            Self::Lines => "lines",
            Self::Pgn => "pgn",
            Self::Wthor => "wthor",
        }
    }

    /// The format with a name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|format| format.name() == name)
    }

    /// Whether missing passes are inserted: in formats that write passes never or only
    /// sometimes.
    pub fn auto_pass(self) -> AutoPass {
        match self {
            Self::Lines | Self::Pgn | Self::Wthor => AutoPass::On,
            Self::Plain => AutoPass::Off,
        }
    }
}

impl fmt::Display for TranscriptFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The minimum number of moves in a line for it to be taken for a game.
const LINE_MOVES_MIN: usize = 8;

/// Detects the format of a text by its beginning, after white space and lines that begin
/// with `%`. A text that matches no other format is plain.
pub fn detect(text: &[u8]) -> TranscriptFormat {
    if wthor::year_of_database(text).is_ok() || wthor::is_header_likely(text) {
        return TranscriptFormat::Wthor;
    }
    let mut cursor = Cursor::new(text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text));
    cursor.skip_comment_lines();
    if is_pgn(cursor.rest()) {
        return TranscriptFormat::Pgn;
    }
    let first = cursor.take_line();
    cursor.skip_comment_lines();
    let second = cursor.take_line();
    match (squares(first), squares(second)) {
        (Some(_), None) if second.is_empty() => TranscriptFormat::Lines,
        // Two games, not parts of one: no square occurs twice in a game.
        (Some(first), Some(second)) if first & second != 0 => TranscriptFormat::Lines,
        _ => TranscriptFormat::Plain,
    }
}

/// The name of the format of a text that has games or positions in a format that is not read.
pub fn unread_format(text: &[u8]) -> Option<&'static str> {
    let mut cursor = Cursor::new(text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text));
    cursor.skip_comment_lines();
    let line = cursor.take_line();
    let position = line.split(|&byte| byte == b';').next().unwrap_or(line);
    // Games of a server have a number before them.
    let game = line.trim_ascii_start();
    let digits = game.iter().take_while(|byte| byte.is_ascii_digit()).count();
    if game[digits..].trim_ascii_start().starts_with(b"(;") {
        let is_ggf = line.contains_str("GM[Othello]");
        return Some(if is_ggf { "GGF" } else { "SGF" });
    }
    Position::of_text(position).is_ok().then_some("OBF")
}

/// Writes games one after another.
///
/// A database is written as a whole at the end, because its header has the number of
/// games. Its year is that of the first game whose date begins with a year.
#[derive(Debug)]
pub struct TranscriptWriter<W> {
    out: W,
    format: TranscriptFormat,
    games: u32,
    year: Option<u16>,
    records: Vec<u8>,
}

/// The reason why a game cannot be written.
#[derive(Debug, Error)]
pub enum WriteError {
    /// The format cannot express the first position.
    #[error("the format requires the starting position, and the game begins with another")]
    Start,
    /// A game without moves would be an empty line.
    #[error("this game has no moves and cannot be written as a line")]
    NoMoves,
    /// A plain text has only one game.
    #[error("a plain text has only one game")]
    Several,
    /// A database cannot have more games.
    #[error("a database has at most {GAMES_MAX} games")]
    TooMany,
    /// The output cannot be written.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// Writes one game, in the database format as a whole database.
///
/// # Errors
///
/// [`WriteError`], if the format cannot express the game.
pub fn write(game: &PlayedGame, format: TranscriptFormat) -> Result<Vec<u8>, WriteError> {
    let mut writer = TranscriptWriter::new(Vec::new(), format);
    writer.game(game)?;
    Ok(writer.finish()?)
}

impl<W: Write> TranscriptWriter<W> {
    /// A writer of games in a format.
    pub fn new(out: W, format: TranscriptFormat) -> Self {
        Self {
            out,
            format,
            games: 0,
            year: None,
            records: Vec::new(),
        }
    }

    /// Writes a game.
    ///
    /// # Errors
    ///
    /// [`WriteError`]; unless it is [`WriteError::Io`], nothing is written.
    pub fn game(&mut self, game: &PlayedGame) -> Result<(), WriteError> {
        let is_at_start = game.start() == Position::start();
        match self.format {
            TranscriptFormat::Plain if self.games > 0 => return Err(WriteError::Several),
            TranscriptFormat::Wthor if self.games == GAMES_MAX => return Err(WriteError::TooMany),
            TranscriptFormat::Plain | TranscriptFormat::Lines | TranscriptFormat::Wthor
                if !is_at_start =>
            {
                return Err(WriteError::Start);
            }
            TranscriptFormat::Lines if game.discs().next().is_none() => {
                return Err(WriteError::NoMoves);
            }
            TranscriptFormat::Pgn if self.games > 0 => self.out.write_all(b"\n")?,
            _ => {}
        }
        let text = match self.format {
            TranscriptFormat::Plain => plain::write(game).into_bytes(),
            TranscriptFormat::Lines => plain::write_line(game).into_bytes(),
            TranscriptFormat::Pgn => pgn::write(game),
            TranscriptFormat::Wthor => {
                self.records.extend(wthor::write(game));
                self.year = self.year.or_else(|| wthor::year(game));
                Vec::new()
            }
        };
        self.out.write_all(&text)?;
        self.games = self.games.saturating_add(1);
        Ok(())
    }

    /// Writes what is left, such as a whole database, and returns the output.
    ///
    /// # Errors
    ///
    /// If the output cannot be written.
    pub fn finish(mut self) -> io::Result<W> {
        if self.format == TranscriptFormat::Wthor {
            let year = self.year.unwrap_or_default();
            self.out.write_all(&wthor::database(&self.records, year))?;
        }
        Ok(self.out)
    }
}

/// The squares of the moves of a line, as bits, if the line is a game: at least
/// [`LINE_MOVES_MIN`] moves, the first of them legal, and perhaps a result.
fn squares(line: &[u8]) -> Option<u64> {
    let mut tokens = words(line).map(|(_, token)| token);
    let mut moves = Vec::new();
    let anywhere = TextPlace { line: 0, column: 0 };
    push_moves(&mut moves, tokens.next()?, anywhere).ok()?;
    if moves.len() < LINE_MOVES_MIN
        || tokens.next().is_some_and(|token| !plain::is_result(token))
        || tokens.next().is_some()
        || Position::start().play(moves[0].played?).is_err()
    {
        return None;
    }
    let mut bits = moves.iter().map(|word| match word.played? {
        Move::Disc(square) => Some(square.bit()),
        Move::Pass => Some(0),
    });
    bits.try_fold(0, |squares, bit| Some(squares | bit?))
}

/// Whether a text begins with a tag or a move number with a dot, after comments.
fn is_pgn(text: &[u8]) -> bool {
    let mut rest = text.trim_ascii_start();
    loop {
        let end = match rest.first() {
            Some(b'{') => b'}',
            Some(b';') => b'\n',
            _ => break,
        };
        let Some(comment) = memchr::memchr(end, rest) else {
            return false;
        };
        rest = rest[comment + 1..].trim_ascii_start();
    }
    let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let is_number = digits > 0 && rest.get(digits) == Some(&b'.');
    is_number || is_tag(rest)
}

fn is_tag(text: &[u8]) -> bool {
    let Some(line) = text.strip_prefix(b"[") else {
        return false;
    };
    let mut words = words(line.split(|&byte| byte == b'\n').next().unwrap_or_default());
    let name = words.next().map(|(_, name)| name).unwrap_or_default();
    let is_name = !name.is_empty() && name.iter().all(|b| b.is_ascii_alphanumeric() || *b == b'_');
    is_name
        && words
            .next()
            .is_some_and(|(_, value)| value.starts_with(b"\""))
}
