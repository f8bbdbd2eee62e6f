//! The journal of a tournament, from which it can be resumed.
//!
//! Lines of JSON: the first one has the settings, each other one a pair, in
//! order. A line counts if its line feed was written. The number of games in the settings
//! is that of the first run; a tournament can be resumed with more games.

use std::io::{self, BufRead, Read, Write};

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::{PairResult, Schedule, Settings};

/// The format, in the first line.
const FORMAT: &str = "admiralty-arena-journal-2";
/// What formats of all versions begin with.
const FORMATS: &str = "admiralty-arena-journal-";

/// The longest line, in bytes.
pub const LINE_BYTES_MAX: u64 = 64 << 20;

/// The first line.
#[derive(Serialize, Deserialize)]
struct Header {
    journal: String,
    settings: Settings,
}

/// Why a journal cannot be gone on with.
#[derive(Debug, Error)]
pub enum JournalError {
    /// It cannot be read.
    #[error("cannot read the journal: {0}")]
    Read(#[from] io::Error),
    /// It is something else.
    #[error("this is no journal of the arena")]
    NoJournal,
    /// It is in a format of another version, which has played by other rules.
    #[error("the journal was written by another version of this program")]
    OtherVersion,
    /// It has more pairs than are to be played.
    #[error("the journal has more games than {games} of each pairing")]
    MoreGames {
        /// How many games each pairing is to have.
        games: u32,
    },
    /// It belongs to another tournament.
    #[error("the journal is of another tournament: its {name} is {theirs}, not {ours}")]
    Settings {
        /// The name of the setting.
        name: String,
        /// Its value here.
        ours: String,
        /// Its value in the journal.
        theirs: String,
    },
    /// A line, not the last one, is broken.
    #[error("line {line} of the journal is broken: {message}")]
    Line {
        /// The number of the line, from 1.
        line: u64,
        /// What is wrong with it.
        message: String,
    },
}

/// Writes the first line.
///
/// # Errors
///
/// What `out` returns.
pub fn begin(settings: &Settings, out: &mut impl Write) -> io::Result<()> {
    out.write_all(&header(settings)?)?;
    out.flush()
}

/// Writes the line of a pair at once.
///
/// # Errors
///
/// What `out` returns.
pub fn append(pair: &PairResult, out: &mut impl Write) -> io::Result<()> {
    let mut line = serde_json::to_vec(pair)?;
    line.push(b'\n');
    out.write_all(&line)?;
    out.flush()
}

/// Reads a journal, and hands each pair to `each`; how many bytes of it count.
/// What comes after them is a line that was not written to its end. If nothing
/// counts, the journal has not begun.
///
/// # Errors
///
/// [`JournalError`]; or what `each` says is wrong with a pair.
pub fn read(
    mut input: impl BufRead,
    settings: &Settings,
    mut each: impl FnMut(PairResult) -> Result<(), String>,
) -> Result<u64, JournalError> {
    let pairs = Schedule::new(settings.format, settings.players.len(), settings.games).pairs();
    let mut line = Vec::new();
    let mut bytes = 0;
    for number in 1.. {
        line.clear();
        let length = input
            .by_ref()
            .take(LINE_BYTES_MAX)
            .read_until(b'\n', &mut line)?;
        if line.last() != Some(&b'\n') {
            let begins = number == 1 && !header(settings)?.starts_with(&line);
            if begins || length as u64 == LINE_BYTES_MAX {
                return Err(JournalError::NoJournal);
            }
            break;
        }
        if number == 1 {
            check_header(&line, settings)?;
        } else {
            let broken = |message| JournalError::Line {
                line: number,
                message,
            };
            let pair: PairResult =
                serde_json::from_slice(&line).map_err(|error| broken(error.to_string()))?;
            if pair.pair >= pairs {
                return Err(JournalError::MoreGames {
                    games: settings.games,
                });
            }
            each(pair).map_err(broken)?;
        }
        bytes += length as u64;
    }
    Ok(bytes)
}

fn header(settings: &Settings) -> io::Result<Vec<u8>> {
    let mut line = serde_json::to_vec(&Header {
        journal: FORMAT.to_owned(),
        settings: settings.clone(),
    })?;
    line.push(b'\n');
    Ok(line)
}

fn check_header(line: &[u8], settings: &Settings) -> Result<(), JournalError> {
    /// The part of the line that all versions have.
    #[derive(Deserialize)]
    struct FormatVersion {
        journal: String,
    }
    let FormatVersion { journal } =
        serde_json::from_slice(line).map_err(|_| JournalError::NoJournal)?;
    if journal != FORMAT {
        return Err(if journal.starts_with(FORMATS) {
            JournalError::OtherVersion
        } else {
            JournalError::NoJournal
        });
    }
    let mut header: Header = serde_json::from_slice(line).map_err(|_| JournalError::NoJournal)?;
    header.settings.games = settings.games;
    match settings.difference(&header.settings) {
        Some((name, ours, theirs)) => Err(JournalError::Settings { name, ours, theirs }),
        None => Ok(()),
    }
}
