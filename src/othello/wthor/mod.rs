//! The databases of tournament games of the French federation (WTHOR, `.wtb`).
//!
//! A database is a header of 16 bytes and records of 68 bytes, all little-endian. A record
//! has the numbers of the tournament and the players, black's final score, the
//! theoretical score, and up to 60 moves, each ten times the row plus the column, both
//! from 1. Passes are left out; 0 ends the moves.

mod names;
mod replay;

use thiserror::Error;

use super::{Position, Square};
pub(super) use names::NO_NAMES;
pub use names::{Names, NamesError};

/// The sizes of the header and of a record, in bytes.
pub(super) const HEADER_BYTES: usize = 16;
pub(super) const RECORD_BYTES: usize = 68;
/// The offsets of the parts of a record.
const TOURNAMENT_AT: usize = 0;
const BLACK_AT: usize = 2;
const WHITE_AT: usize = 4;
const DISCS_AT: usize = 6;
const THEORETICAL_AT: usize = 7;
const MOVES_AT: usize = 8;
const MOVES: usize = RECORD_BYTES - MOVES_AT;

/// The bytes that the creation date of a database can have; some databases leave it 0.
const CENTURIES: [u8; 4] = [0, 19, 20, 21];
const YEARS_MAX: u8 = 99;
const MONTHS_MAX: u8 = 12;
const DAYS_MAX: u8 = 31;

/// The maximum number of games in a database.
pub const GAMES_MAX: u32 = 1 << 24;

/// A database in memory.
#[derive(Clone, Copy, Debug)]
pub struct Database<'d> {
    /// The year of the games, from the header.
    pub year: u16,
    records: &'d [[u8; RECORD_BYTES]],
}

/// A game of a database.
#[derive(Clone, Copy, Debug)]
pub struct Record<'d>(&'d [u8; RECORD_BYTES]);

/// Why some bytes are not a database.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum WthorError {
    /// The header is incomplete.
    #[error("a WTHOR database begins with a header of 16 bytes; there are {0} bytes")]
    Short(usize),
    /// The boards have another size.
    #[error("the games are played on boards of size {0}, not 8")]
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

impl<'d> Database<'d> {
    /// Reads a database.
    ///
    /// # Errors
    ///
    /// [`WthorError`], if the bytes are not a database.
    pub fn new(bytes: &'d [u8]) -> Result<Self, WthorError> {
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
        Ok(Self {
            year: u16::from_le_bytes([header[10], header[11]]),
            records: records.as_chunks().0,
        })
    }

    /// Whether bytes begin like a database, perhaps a damaged one: with a creation date in
    /// bytes that no text begins with.
    pub(super) fn is_header_likely(bytes: &[u8]) -> bool {
        matches!(bytes, [century, year, month, day, ..]
            if CENTURIES.contains(century) && *year <= YEARS_MAX && *month <= MONTHS_MAX && *day <= DAYS_MAX)
    }

    /// The games, in order.
    pub fn records(&self) -> impl ExactSizeIterator<Item = Record<'d>> {
        self.records.iter().map(Record)
    }

    /// Plays all games, and calls `each` with the last position of each; `None` if a move
    /// is illegal.
    pub fn replay_all(&self, mut each: impl FnMut(Record<'d>, Option<Position>)) {
        for some in self.records.chunks(replay::AT_ONCE) {
            for (record, replay) in some.iter().zip(replay::replay(some)) {
                each(Record(record), replay);
            }
        }
    }
}

impl<'d> Record<'d> {
    /// The record in some bytes, if they have the right length.
    pub(super) fn new(bytes: &'d [u8]) -> Option<Self> {
        bytes.try_into().ok().map(Self)
    }

    /// The bytes of the moves, up to the last that is not 0.
    pub(super) fn moves(self) -> &'d [u8] {
        let moves = &self.0[MOVES_AT..];
        let end = moves.iter().rposition(|&byte| byte != 0);
        &moves[..end.map_or(0, |last| last + 1)]
    }

    /// The black player, the white player and the tournament, as numbers in [`Names`].
    pub(super) fn numbers(self) -> [u16; 3] {
        [BLACK_AT, WHITE_AT, TOURNAMENT_AT]
            .map(|at| u16::from_le_bytes([self.0[at], self.0[at + 1]]))
    }

    #[inline]
    pub(super) fn square(byte: u8) -> Option<Square> {
        Square::new((byte / 10).wrapping_sub(1), (byte % 10).wrapping_sub(1))
    }

    /// Black's score in the record; in a finished game, the empty squares count for the
    /// winner.
    pub fn black_discs(&self) -> u8 {
        self.0[DISCS_AT]
    }

    /// A final or theoretical score of more than 64 discs, if there is one.
    pub fn impossible_score(&self) -> Option<u8> {
        let scores = [self.0[DISCS_AT], self.0[THEORETICAL_AT]];
        scores.into_iter().find(|&score| score > 64)
    }
}
