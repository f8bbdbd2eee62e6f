//! The databases of tournament games of the French federation (WTHOR, `.wtb`).
//!
//! A header of 16 bytes, and then records of 68 bytes, all little-endian: the
//! numbers of the tournament and the players, the discs that black has at the
//! end, a score, and up to 60 moves as ten times the row plus the column, both
//! from 1. Passes are left out; 0 ends the moves.

mod names;
mod replay;

use thiserror::Error;

use super::{Position, Square};
pub(super) use names::NO_NAMES;
pub use names::{Names, NamesError};

/// How long the header and the records are, in bytes.
pub(super) const HEADER_BYTES: usize = 16;
pub(super) const RECORD_BYTES: usize = 68;
/// Where the parts of a record begin.
const TOURNAMENT_AT: usize = 0;
const BLACK_AT: usize = 2;
const WHITE_AT: usize = 4;
const DISCS_AT: usize = 6;
const THEORETICAL_AT: usize = 7;
const MOVES_AT: usize = 8;
const MOVES: usize = RECORD_BYTES - MOVES_AT;

/// What the bytes of the date can be on which a database was made. Some do not have
/// it.
const CENTURIES: [u8; 4] = [0, 19, 20, 21];
const YEARS_MAX: u8 = 99;
const MONTHS_MAX: u8 = 12;
const DAYS_MAX: u8 = 31;

/// The most games that a header can have.
pub const GAMES_MAX: u32 = 1 << 24;

/// A database in memory.
#[derive(Clone, Copy, Debug)]
pub struct Database<'d> {
    /// The year of the games, as the header has it.
    pub year: u16,
    records: &'d [u8],
}

/// A game of a database.
#[derive(Clone, Copy, Debug)]
pub struct Record<'d>(&'d [u8]);

/// Why some bytes are not a database.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum WthorError {
    /// There is not even a header.
    #[error("a WTHOR database begins with a header of 16 bytes; there are {0} bytes")]
    Short(usize),
    /// Boards of another size.
    #[error("the games are played on boards of size {0}, not 8")]
    Size(u8),
    /// There are more or fewer records than the header says.
    #[error("the header tells of {games} games, and there are {bytes} bytes of records of 68")]
    Length {
        /// The games of the header.
        games: u32,
        /// The bytes after it.
        bytes: usize,
    },
}

impl<'d> Database<'d> {
    /// Reads a database.
    ///
    /// # Errors
    ///
    /// [`WthorError`].
    pub fn new(bytes: &'d [u8]) -> Result<Self, WthorError> {
        let (header, records) = bytes
            .split_at_checked(HEADER_BYTES)
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
            records,
        })
    }

    /// Whether bytes begin like a database, though they may be broken: with the
    /// date on which it was made, in bytes that no text has there.
    pub(super) fn is_header_likely(bytes: &[u8]) -> bool {
        matches!(bytes, [century, year, month, day, ..]
            if CENTURIES.contains(century) && *year <= YEARS_MAX && *month <= MONTHS_MAX && *day <= DAYS_MAX)
    }

    /// The games, in order.
    pub fn records(&self) -> impl ExactSizeIterator<Item = Record<'d>> {
        self.records.chunks_exact(RECORD_BYTES).map(Record)
    }

    /// Plays all games, and hands out the last position of each; none, if a move is illegal.
    pub fn replay_all(&self, mut each: impl FnMut(Record<'d>, Option<Position>)) {
        for some in self.records.chunks(replay::AT_ONCE * RECORD_BYTES) {
            let records = some.chunks_exact(RECORD_BYTES).map(Record);
            for (record, replay) in records.zip(replay::replay(some)) {
                each(record, replay);
            }
        }
    }
}

impl<'d> Record<'d> {
    /// A record, if it is long enough.
    pub(super) fn new(bytes: &'d [u8]) -> Option<Self> {
        (bytes.len() == RECORD_BYTES).then_some(Self(bytes))
    }

    /// The bytes of the moves, up to the last that is not 0.
    pub(super) fn moves(self) -> &'d [u8] {
        let moves = &self.0[MOVES_AT..];
        let end = moves.iter().rposition(|&byte| byte != 0);
        &moves[..end.map_or(0, |last| last + 1)]
    }

    /// Who played black and white, and in which tournament, as numbers of [`Names`].
    pub(super) fn numbers(self) -> [u16; 3] {
        [BLACK_AT, WHITE_AT, TOURNAMENT_AT]
            .map(|at| u16::from_le_bytes([self.0[at], self.0[at + 1]]))
    }

    /// The square that a byte is.
    #[inline]
    pub(super) fn square(byte: u8) -> Option<Square> {
        Square::new((byte / 10).wrapping_sub(1), (byte % 10).wrapping_sub(1))
    }

    /// The discs of black at the end, as the record has them; if the game was
    /// finished, with the empty squares given to the winner.
    pub fn black_discs(&self) -> u8 {
        self.0[DISCS_AT]
    }

    /// A score, at the end or in theory, that no board has room for.
    pub fn impossible_score(&self) -> Option<u8> {
        let scores = [self.0[DISCS_AT], self.0[THEORETICAL_AT]];
        scores.into_iter().find(|&score| score > 64)
    }
}
