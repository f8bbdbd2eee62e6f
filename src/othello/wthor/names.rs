//! The names of players and tournaments, which are in separate files (`.jou`, `.trn`).
//!
//! A file is a header of 16 bytes and fields of a fixed size, each with a name that ends at
//! a 0. A database refers to them by number, from 0.

use bstr::{BString, ByteSlice};
use thiserror::Error;

use super::HEADER_BYTES;

/// The size of a player's name and of a tournament's, in bytes.
const PLAYER_BYTES: usize = 20;
const TOURNAMENT_BYTES: usize = 26;

/// The names for the numbers of a database; none by default.
#[derive(Clone, Debug, Default)]
pub struct Names {
    players: Vec<u8>,
    tournaments: Vec<u8>,
}

/// Why some bytes are not a list of names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error(
    "a list of names has a header of 16 bytes and {name_bytes} bytes for each; there are {bytes} bytes"
)]
pub struct NamesError {
    /// The size of a name.
    pub name_bytes: usize,
    /// The size of the file.
    pub bytes: usize,
}

/// The names of a database without files of names.
pub(in crate::othello) static NO_NAMES: Names = Names {
    players: Vec::new(),
    tournaments: Vec::new(),
};

impl Names {
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

    pub(in crate::othello) fn player(&self, number: u16) -> Option<BString> {
        name(&self.players, PLAYER_BYTES, number)
    }

    pub(in crate::othello) fn tournament(&self, number: u16) -> Option<BString> {
        name(&self.tournaments, TOURNAMENT_BYTES, number)
    }
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
