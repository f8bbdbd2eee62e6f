//! The names of players and tournaments, which are in files of their own (`.jou`, `.trn`).
//!
//! A header of 16 bytes, and then names of a fixed size, ended by a 0. A database
//! refers to them by number, from 0.

use bstr::{BString, ByteSlice};
use thiserror::Error;

use super::HEADER_BYTES;

/// How many bytes the name of a player has, and that of a tournament.
const PLAYER_BYTES: usize = 20;
const TOURNAMENT_BYTES: usize = 26;

/// The names that the numbers of a database stand for; by default none.
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
    /// How long each name is.
    pub name_bytes: usize,
    /// How many bytes there are.
    pub bytes: usize,
}

/// The names where there are none.
pub(in crate::othello) static NO_NAMES: Names = Names {
    players: Vec::new(),
    tournaments: Vec::new(),
};

impl Names {
    /// Takes the names of players from a file `.jou`.
    ///
    /// # Errors
    ///
    /// [`NamesError`].
    pub fn set_players(&mut self, file: Vec<u8>) -> Result<(), NamesError> {
        self.players = list(file, PLAYER_BYTES)?;
        Ok(())
    }

    /// Takes the names of tournaments from a file `.trn`.
    ///
    /// # Errors
    ///
    /// [`NamesError`].
    pub fn set_tournaments(&mut self, file: Vec<u8>) -> Result<(), NamesError> {
        self.tournaments = list(file, TOURNAMENT_BYTES)?;
        Ok(())
    }

    /// The player of a number.
    pub(in crate::othello) fn player(&self, number: u16) -> Option<BString> {
        name(&self.players, PLAYER_BYTES, number)
    }

    /// The tournament of a number.
    pub(in crate::othello) fn tournament(&self, number: u16) -> Option<BString> {
        name(&self.tournaments, TOURNAMENT_BYTES, number)
    }
}

/// The names of a file. Their number in the header is not needed, and not everybody sets it.
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
    // Old lists are in Latin-1, which is the beginning of Unicode.
    Some(match name.to_str() {
        Ok(_) => name.into(),
        Err(_) => name
            .iter()
            .map(|&byte| char::from(byte))
            .collect::<String>()
            .into(),
    })
}
