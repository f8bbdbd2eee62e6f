//! Records of a database as games, and back.

use super::cursor::Cursor;
use super::{Game, PlayedGame, Told, Word, WriteError};
use crate::othello::wthor::{Database, HEADER_BYTES, RECORD_BYTES, Record};
use crate::othello::{Move, Scoring};

/// Reads the next record, of the games of a year.
pub fn read(cursor: &mut Cursor<'_>, year: u16) -> Option<Game> {
    let record = Record::new(cursor.take(RECORD_BYTES))?;
    Some(Game::of_record(record, year))
}

impl Game {
    /// The game of a record, of the games of a year. Of who played, databases have
    /// numbers only.
    pub fn of_record(record: Record<'_>, year: u16) -> Self {
        let words = (1..).zip(record.moves()).map(|(number, byte)| {
            let place = (0, number);
            match Record::square(byte) {
                Some(square) => Word {
                    played: Some(Move::Disc(square)),
                    ..Word::new(square.to_string().as_bytes(), place)
                },
                None => Word::new(byte.to_string().as_bytes(), place),
            }
        });
        let mut game = Self::new(0);
        game.words.extend(words);
        game.tags.date = (year > 0).then(|| year.to_string().into());
        let black = record.black_discs();
        // More discs than squares tell nothing.
        let white = 64_u8.checked_sub(black);
        game.told = white.map(|white| Told::Counts { black, white });
        game
    }
}

/// The year that a game was played in, if its date begins with it.
pub fn year(game: &PlayedGame) -> Option<u16> {
    let digits = game.tags.date.as_ref()?.get(..4)?;
    let is_year = digits.iter().all(u8::is_ascii_digit);
    is_year.then(|| std::str::from_utf8(digits).ok()?.parse().ok())?
}

/// Writes a record: nobody is known, and both scores are that of the end.
pub fn write(game: &PlayedGame) -> Result<Vec<u8>, WriteError> {
    WriteError::unless_at_start(game)?;
    let discs = match game.told {
        Some(Told::Counts { black, .. }) if !game.is_finished() => u32::from(black),
        _ => game.score(Scoring::EmptiesToWinner).black,
    };
    let discs = u8::try_from(discs).unwrap_or(u8::MAX);
    let mut record = vec![0, 0, 0, 0, 0, 0, discs, discs];
    let bytes = game.moves().iter().filter_map(|played| match played {
        Move::Disc(square) => Some(10 * (square.row() + 1) + square.column() + 1),
        Move::Pass => None,
    });
    record.extend(bytes);
    record.resize(RECORD_BYTES, 0);
    Ok(record)
}

/// The database of some records.
pub fn database(records: &[u8], year: u16) -> Vec<u8> {
    let mut bytes = vec![0; 4];
    let games = u32::try_from(records.len() / RECORD_BYTES).unwrap_or(u32::MAX);
    bytes.extend(games.to_le_bytes());
    bytes.extend([0, 0]);
    bytes.extend(year.to_le_bytes());
    bytes.extend([8, 0, 0, 0]);
    debug_assert_eq!(bytes.len(), HEADER_BYTES);
    bytes.extend(records);
    debug_assert!(Database::new(&bytes).is_ok());
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_discs_than_squares_tell_no_result() {
        let counts = |black, white| Some(Told::Counts { black, white });
        for (discs, told) in [(0, counts(0, 64)), (64, counts(64, 0)), (65, None)] {
            let mut bytes = [0; RECORD_BYTES];
            bytes[6] = discs;
            let record = Record::new(&bytes).expect("a record");
            assert_eq!(Game::of_record(record, 0).told, told, "{discs}");
        }
    }
}
