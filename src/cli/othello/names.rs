//! The lists of players and tournaments beside a database.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use admiralty::othello::wthor::{Names, NamesError};

use super::input::read_bounded;
use crate::cli::streams;

/// The name of the lists that all databases share.
const SHARED: &str = "wthor";

/// The most that is read of a list: more than the numbers of a database can refer to.
const LIST_BYTES_MAX: u64 = 1 << 21;

/// Reads the lists beside a database, where they exist.
pub fn beside(database: &Path) -> Names {
    let mut names = Names::default();
    read_list(database, "jou", |list| names.set_players(list));
    read_list(database, "trn", |list| names.set_tournaments(list));
    names
}

/// Reads a list. If that fails, prints a note: games can be read without names.
fn read_list(
    database: &Path,
    extension: &str,
    set: impl FnOnce(Vec<u8>) -> Result<(), NamesError>,
) {
    let Some(path) = find(database, extension) else {
        return;
    };
    let list = File::open(&path).and_then(|file| read_bounded(file, LIST_BYTES_MAX));
    if let Err(error) = list.and_then(|list| set(list).map_err(io::Error::other)) {
        let path = path.display();
        let _ = writeln!(io::stderr(), "admiralty: note: {path} is not used: {error}");
    }
}

/// The list with the name of the database, else the shared one, else the only one; in upper or
/// lower case.
fn find(database: &Path, extension: &str) -> Option<PathBuf> {
    let is = |part: Option<&std::ffi::OsStr>, name: &std::ffi::OsStr| {
        part.is_some_and(|part| part.eq_ignore_ascii_case(name))
    };
    let entries = fs::read_dir(streams::directory_of(database))
        .ok()?
        .flatten();
    let mut lists: Vec<PathBuf> = entries
        .map(|entry| entry.path())
        .filter(|path| is(path.extension(), extension.as_ref()) && path.is_file())
        .collect();
    for name in [database.file_stem()?, SHARED.as_ref()] {
        if let Some(list) = lists.iter().find(|list| is(list.file_stem(), name)) {
            return Some(list.clone());
        }
    }
    lists.pop().filter(|_| lists.is_empty())
}
