//! The names of players and tournaments, which are in files of their own (`.jou`, `.trn`).
//!
//! A header of 16 bytes, and then a name in so many bytes, ended by a 0. A database
//! tells the places of its names, from 0.

use bstr::{BString, ByteSlice};
use thiserror::Error;

use super::HEADER_BYTES;

/// How many bytes the name of a player has, and that of a tournament.
const PLAYER_BYTES: usize = 20;
const TOURNAMENT_BYTES: usize = 26;

/// The names that the numbers of a database stand for; by default none.
#[derive(Clone, Copy, Debug, Default)]
pub struct Names<'d> {
    players: &'d [u8],
    tournaments: &'d [u8],
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

impl<'d> Names<'d> {
    /// Takes the names of players from a file `.jou`.
    ///
    /// # Errors
    ///
    /// [`NamesError`].
    pub fn set_players(&mut self, file: &'d [u8]) -> Result<(), NamesError> {
        self.players = list(file, PLAYER_BYTES)?;
        Ok(())
    }

    /// Takes the names of tournaments from a file `.trn`.
    ///
    /// # Errors
    ///
    /// [`NamesError`].
    pub fn set_tournaments(&mut self, file: &'d [u8]) -> Result<(), NamesError> {
        self.tournaments = list(file, TOURNAMENT_BYTES)?;
        Ok(())
    }

    /// The player of a number.
    pub(in crate::othello) fn player(&self, number: u16) -> Option<BString> {
        name(self.players, PLAYER_BYTES, number)
    }

    /// The tournament of a number.
    pub(in crate::othello) fn tournament(&self, number: u16) -> Option<BString> {
        name(self.tournaments, TOURNAMENT_BYTES, number)
    }
}

/// The names of a file. Their number in the header is not needed, and not everybody sets it.
fn list(file: &[u8], name_bytes: usize) -> Result<&[u8], NamesError> {
    let names = file.get(HEADER_BYTES..);
    names
        .filter(|names| names.len() % name_bytes == 0)
        .ok_or(NamesError {
            name_bytes,
            bytes: file.len(),
        })
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

#[cfg(test)]
mod tests {
    use super::*;

    fn file(names: &[&[u8]], name_bytes: usize) -> Vec<u8> {
        let mut bytes = vec![0; HEADER_BYTES];
        for name in names {
            bytes.extend(*name);
            bytes.resize(bytes.len() + name_bytes - name.len(), 0);
        }
        bytes
    }

    #[test]
    fn names_are_found_by_number() {
        let players = file(
            &[
                b"???",
                b"Piau Fran\xe7ois\0junk",
                "Tast\u{e9}t".as_bytes(),
                &[b'x'; 20],
            ],
            20,
        );
        let tournaments = file(&[b"Tournoi de Boulogne (1985)"], 26);
        let mut names = Names::default();
        assert_eq!(names.player(0), None);
        names.set_players(&players).expect("a list");
        names.set_tournaments(&tournaments).expect("a list");
        for (number, name) in [
            (0, "???"),
            (1, "Piau François"),
            (2, "Tastét"),
            (3, &"x".repeat(20)),
        ] {
            assert_eq!(names.player(number), Some(name.into()));
        }
        assert_eq!(names.player(4), None);
        assert_eq!(
            names.tournament(0),
            Some("Tournoi de Boulogne (1985)".into())
        );
        assert_eq!(names.tournament(u16::MAX), None);
    }

    #[test]
    fn what_is_no_list_is_refused() {
        for bytes in [0, 15, 35, 37] {
            let error = NamesError {
                name_bytes: PLAYER_BYTES,
                bytes,
            };
            assert_eq!(Names::default().set_players(&vec![0; bytes]), Err(error));
        }
        let mut names = Names::default();
        assert_eq!(names.set_players(&[0; HEADER_BYTES]), Ok(()));
        assert_eq!(
            names
                .set_tournaments(&[0; 36])
                .map_err(|error| error.name_bytes),
            Err(26)
        );
    }
}
