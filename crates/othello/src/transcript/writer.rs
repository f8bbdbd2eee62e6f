//! Writing games in any format.

use std::io::{self, Write};

use thiserror::Error;

use super::{Format, GAMES_MAX, PlayedGame, pgn, plain, wthor};
use crate::Position;

/// Writes games one after another.
///
/// A database is written as a whole at the end, because its header has the number of
/// games. Its year is that of the first game whose date begins with a year.
#[derive(Debug)]
pub struct Writer<W> {
    out: W,
    format: Format,
    games: u32,
    year: Option<u16>,
    records: Vec<u8>,
}

/// The reason why a game cannot be written.
#[derive(Debug, Error)]
pub enum WriteError {
    /// The format cannot express the first position.
    #[error("the game does not begin with the starting position, as the format requires")]
    Start,
    /// A game without moves would be an empty line.
    #[error("the game has no moves, and would be an empty line")]
    NoMoves,
    /// A plain text has only one game.
    #[error("a plain text is one game, and cannot have another")]
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
pub fn write(game: &PlayedGame, format: Format) -> Result<Vec<u8>, WriteError> {
    let mut writer = Writer::new(Vec::new(), format);
    writer.game(game)?;
    Ok(writer.finish()?)
}

impl<W: Write> Writer<W> {
    /// A writer of games in a format.
    pub fn new(out: W, format: Format) -> Self {
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
            Format::Plain if self.games > 0 => return Err(WriteError::Several),
            Format::Wthor if self.games == GAMES_MAX => return Err(WriteError::TooMany),
            Format::Plain | Format::Lines | Format::Wthor if !is_at_start => {
                return Err(WriteError::Start);
            }
            Format::Lines if game.discs().next().is_none() => return Err(WriteError::NoMoves),
            Format::Pgn if self.games > 0 => self.out.write_all(b"\n")?,
            _ => {}
        }
        let text = match self.format {
            Format::Plain => plain::write(game).into_bytes(),
            Format::Lines => plain::write_line(game).into_bytes(),
            Format::Pgn => pgn::write(game),
            Format::Wthor => {
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
        if self.format == Format::Wthor {
            let year = self.year.unwrap_or_default();
            self.out.write_all(&wthor::database(&self.records, year))?;
        }
        Ok(self.out)
    }
}
