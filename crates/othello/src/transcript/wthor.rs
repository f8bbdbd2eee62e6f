//! The databases of tournament games of the French federation (WTHOR, `.wtb`).
//!
//! A database is a header of 16 bytes and records of 68 bytes, all little-endian. A record
//! has the numbers of the tournament and the players, black's final score, the
//! theoretical score, and up to 60 moves, each ten times the row plus the column, both
//! from 1. Passes are left out; 0 ends the moves.
//!
//! The names of players and tournaments are in separate files (`.jou`, `.trn`). Such a file
//! is a header of 16 bytes and fields of a fixed size, each with a name that ends at a 0. A
//! database refers to them by number, from 0.

use bstr::{BString, ByteSlice};
use thiserror::Error;

use super::cursor::Cursor;
use super::game::value;
use super::{PlayedGame, ReportedResult, TextPlace, TranscriptWord, WrittenGame};
use crate::{Move, Scoring, Square};

/// The sizes of the header and of a record, in bytes.
pub(super) const HEADER_BYTES: usize = 16;
const RECORD_BYTES: usize = 68;
/// The offsets of the parts of a record.
const TOURNAMENT_AT: usize = 0;
const BLACK_AT: usize = 2;
const WHITE_AT: usize = 4;
const DISCS_AT: usize = 6;
const THEORETICAL_AT: usize = 7;
const MOVES_AT: usize = 8;

/// The bytes that the creation date of a database can have; some databases leave it 0.
const CENTURIES: [u8; 4] = [0, 19, 20, 21];
const YEARS_MAX: u8 = 99;
const MONTHS_MAX: u8 = 12;
const DAYS_MAX: u8 = 31;

/// The size of a player's name and of a tournament's, in bytes.
const PLAYER_BYTES: usize = 20;
const TOURNAMENT_BYTES: usize = 26;

/// The maximum number of games in a database.
pub const GAMES_MAX: u32 = 1 << 24;

/// The names for the numbers of a database; none by default.
#[derive(Clone, Debug, Default)]
pub struct DatabaseNames {
    players: Vec<u8>,
    tournaments: Vec<u8>,
}

/// The reason why a file is not a list of names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error(
    "a list of names has a header of 16 bytes and {name_bytes} bytes for each name; this file has {bytes} bytes"
)]
pub struct NamesError {
    /// The size of a name.
    pub name_bytes: usize,
    /// The size of the file.
    pub bytes: usize,
}

/// The names of a database without files of names.
pub(super) static NO_NAMES: DatabaseNames = DatabaseNames {
    players: Vec::new(),
    tournaments: Vec::new(),
};

/// The reason why a file is not a database.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum WthorError {
    /// The header is incomplete.
    #[error("not a WTHOR database: only {0} bytes long")]
    Short(usize),
    /// The boards have another size.
    #[error("the boards have {0} rows, not 8")]
    Size(u8),
    /// The number of records is not that in the header.
    #[error("the header announces {games} games, but {bytes} bytes of 68-byte records follow")]
    Length {
        /// The number of games in the header.
        games: u32,
        /// The number of bytes after the header.
        bytes: usize,
    },
}

impl DatabaseNames {
    /// Takes the names of players from a file `.jou`.
    ///
    /// # Errors
    ///
    /// [`NamesError`], if the file has the wrong size.
    pub fn set_players(&mut self, file: Vec<u8>) -> Result<(), NamesError> {
        self.players = list(file, PLAYER_BYTES)?;
        Ok(())
    }

    /// Takes the names of tournaments from a file `.trn`.
    ///
    /// # Errors
    ///
    /// [`NamesError`], if the file has the wrong size.
    pub fn set_tournaments(&mut self, file: Vec<u8>) -> Result<(), NamesError> {
        self.tournaments = list(file, TOURNAMENT_BYTES)?;
        Ok(())
    }

    fn player(&self, number: u16) -> Option<BString> {
        name(&self.players, PLAYER_BYTES, number)
    }

    fn tournament(&self, number: u16) -> Option<BString> {
        name(&self.tournaments, TOURNAMENT_BYTES, number)
    }
}

/// The year of the games of a database, from its header; 0 is unknown.
///
/// # Errors
///
/// [`WthorError`], if the bytes are not a database.
pub fn year_of_database(bytes: &[u8]) -> Result<u16, WthorError> {
    let (header, records) = bytes
        .split_first_chunk::<HEADER_BYTES>()
        .ok_or(WthorError::Short(bytes.len()))?;
    let games = u32::from_le_bytes([header[4], header[5], header[6], header[7]]);
    if ![0, 8].contains(&header[12]) {
        return Err(WthorError::Size(header[12]));
    }
    if games > GAMES_MAX || games as usize * RECORD_BYTES != records.len() {
        let bytes = records.len();
        return Err(WthorError::Length { games, bytes });
    }
    Ok(u16::from_le_bytes([header[10], header[11]]))
}

/// Whether bytes begin like a database, perhaps a damaged one: with a creation date in
/// bytes that no text begins with.
pub fn is_header_likely(bytes: &[u8]) -> bool {
    matches!(bytes, [century, year, month, day, ..]
        if CENTURIES.contains(century) && *year <= YEARS_MAX && *month <= MONTHS_MAX && *day <= DAYS_MAX)
}

/// Reads the next record of a database whose games were played in `year`; 0 is unknown.
pub fn read(cursor: &mut Cursor<'_>, year: u16, names: &DatabaseNames) -> Option<WrittenGame> {
    let record: &[u8; RECORD_BYTES] = cursor.take(RECORD_BYTES).try_into().ok()?;
    let mut game = WrittenGame::new(0);
    for (column, &byte) in (1..).zip(moves(record)) {
        let place = TextPlace { line: 0, column };
        game.words.push(match square(byte) {
            Some(square) => TranscriptWord {
                played: Some(Move::Disc(square)),
                ..TranscriptWord::new(square.to_string().as_bytes(), place)
            },
            None => TranscriptWord::new(byte.to_string().as_bytes(), place),
        });
    }
    let number = |at: usize| u16::from_le_bytes([record[at], record[at + 1]]);
    let known = |name: Option<BString>| value(&name?);
    game.tags.date = (year > 0).then(|| year.to_string().into());
    game.tags.black = known(names.player(number(BLACK_AT)));
    game.tags.white = known(names.player(number(WHITE_AT)));
    game.tags.event = known(names.tournament(number(TOURNAMENT_AT)));
    let scores = [record[DISCS_AT], record[THEORETICAL_AT]];
    let impossible = scores.into_iter().find(|&score| score > 64);
    game.reported = Some(match impossible {
        Some(score) => ReportedResult::Impossible(score),
        None => ReportedResult::Counts {
            black: record[DISCS_AT],
            white: 64 - record[DISCS_AT],
        },
    });
    Some(game)
}

/// The bytes of the moves, up to the last that is not 0.
fn moves(record: &[u8; RECORD_BYTES]) -> &[u8] {
    let moves = &record[MOVES_AT..];
    let end = moves.iter().rposition(|&byte| byte != 0);
    &moves[..end.map_or(0, |last| last + 1)]
}

fn square(byte: u8) -> Option<Square> {
    Square::new((byte / 10).wrapping_sub(1), (byte % 10).wrapping_sub(1))
}

/// The year of a game, if its date begins with four digits.
pub fn year(game: &PlayedGame) -> Option<u16> {
    let digits = game.tags.date.as_ref()?.get(..4)?;
    let is_year = digits.iter().all(u8::is_ascii_digit);
    is_year.then(|| std::str::from_utf8(digits).ok()?.parse().ok())?
}

/// Writes a record, with unknown players and the final score as both scores.
pub fn write(game: &PlayedGame) -> Vec<u8> {
    let discs = match game.reported {
        Some(ReportedResult::Counts { black, .. }) if !game.is_finished() => u32::from(black),
        _ => game.score(Scoring::EmptiesToWinner).black,
    };
    let discs = u8::try_from(discs).unwrap_or(u8::MAX);
    let mut record = vec![0, 0, 0, 0, 0, 0, discs, discs];
    record.extend(game.discs().map(|at| 10 * (at.row() + 1) + at.column() + 1));
    record.resize(RECORD_BYTES, 0);
    record
}

/// Writes a database: a header and the records.
pub fn database(records: &[u8], year: u16) -> Vec<u8> {
    let mut bytes = vec![0; 4];
    let games = u32::try_from(records.len() / RECORD_BYTES).unwrap_or(u32::MAX);
    bytes.extend(games.to_le_bytes());
    bytes.extend([0, 0]);
    bytes.extend(year.to_le_bytes());
    bytes.extend([8, 0, 0, 0]);
    debug_assert_eq!(bytes.len(), HEADER_BYTES);
    bytes.extend(records);
    debug_assert!(year_of_database(&bytes).is_ok());
    bytes
}

/// Reads the names of a file. Their number in the header is ignored, because not all files
/// have it.
fn list(mut file: Vec<u8>, name_bytes: usize) -> Result<Vec<u8>, NamesError> {
    let bytes = file.len();
    if bytes < HEADER_BYTES || !(bytes - HEADER_BYTES).is_multiple_of(name_bytes) {
        return Err(NamesError { name_bytes, bytes });
    }
    file.drain(..HEADER_BYTES);
    Ok(file)
}

fn name(list: &[u8], name_bytes: usize, number: u16) -> Option<BString> {
    let name = list.chunks_exact(name_bytes).nth(number.into())?;
    let name = name.split(|&byte| byte == 0).next()?;
    // Old lists are in Latin-1, whose bytes are the first 256 code points of Unicode.
    Some(match name.to_str() {
        Ok(_) => name.into(),
        Err(_) => name
            .iter()
            .map(|&byte| char::from(byte))
            .collect::<String>()
            .into(),
    })
}
