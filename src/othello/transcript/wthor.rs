//! Conversion between games and records of a WTHOR database.

use bstr::BString;

use super::cursor::Cursor;
use super::game::value;
use super::{Game, Place, PlayedGame, ReportedResult, Word};
use crate::othello::wthor::{Database, HEADER_BYTES, Names, RECORD_BYTES, Record};
use crate::othello::{Move, Scoring};

/// Reads the next record of a database whose games were played in `year`.
pub fn read(cursor: &mut Cursor<'_>, year: u16, names: &Names) -> Option<Game> {
    let record = Record::new(cursor.take(RECORD_BYTES))?;
    Some(Game::of_record(record, year, names))
}

impl Game {
    /// The game of a record in a database whose games were played in `year`; 0 is unknown.
    pub fn of_record(record: Record<'_>, year: u16, names: &Names) -> Self {
        let words = (1..).zip(record.moves()).map(|(column, &byte)| {
            let place = Place { line: 0, column };
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
        let [black, white, tournament] = record.numbers();
        let known = |name: Option<BString>| value(&name?);
        game.tags.black = known(names.player(black));
        game.tags.white = known(names.player(white));
        game.tags.event = known(names.tournament(tournament));
        let black = record.black_discs();
        game.reported = Some(match record.impossible_score() {
            Some(score) => ReportedResult::Impossible(score),
            None => ReportedResult::Counts {
                black,
                white: 64 - black,
            },
        });
        game
    }
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
    debug_assert!(Database::new(&bytes).is_ok());
    bytes
}
