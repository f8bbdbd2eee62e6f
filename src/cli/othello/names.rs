//! The lists of players and tournaments that lie beside a database.

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use admiralty::othello::wthor::{Names, NamesError};

/// How the lists end, in any case.
const PLAYERS: &str = "jou";
const TOURNAMENTS: &str = "trn";

/// What the lists are called that all databases share.
const SHARED: &str = "wthor";

/// How much of a list is read at most: more than the numbers of a database reach.
const LIST_BYTES_MAX: u64 = 1 << 21;

/// The lists, as far as they are there.
#[derive(Default)]
pub struct Lists {
    players: Option<Vec<u8>>,
    tournaments: Option<Vec<u8>>,
}

impl Lists {
    /// Reads the lists beside a database. What cannot be read is passed over, with a note.
    pub fn beside(database: &Path) -> Self {
        Self {
            players: list(database, PLAYERS, |list| Names::default().set_players(list)),
            tournaments: list(database, TOURNAMENTS, |list| {
                Names::default().set_tournaments(list)
            }),
        }
    }

    /// The names of the lists.
    pub fn names(&self) -> Names<'_> {
        let mut names = Names::default();
        // They are lists, or they would not have been kept.
        if let Some(players) = &self.players {
            let _ = names.set_players(players);
        }
        if let Some(tournaments) = &self.tournaments {
            let _ = names.set_tournaments(tournaments);
        }
        names
    }
}

/// Reads a list, where it is.
fn list(
    database: &Path,
    ending: &str,
    check: impl Fn(&[u8]) -> Result<(), NamesError>,
) -> Option<Vec<u8>> {
    let path = find(database, ending)?;
    let checked = read(&path).and_then(|list| match check(&list) {
        Ok(()) => Ok(list),
        Err(error) => Err(io::Error::other(error)),
    });
    match checked {
        Ok(list) => Some(list),
        Err(error) => {
            let path = path.display();
            // Without names, games are games all the same.
            let _ = writeln!(io::stderr(), "admiralty: note: {path} is not used: {error}");
            None
        }
    }
}

/// The list with the name of the database, else the one that all share, else the only
/// one.
fn find(database: &Path, ending: &str) -> Option<PathBuf> {
    let directory = match database.parent()? {
        directory if directory.as_os_str().is_empty() => Path::new("."),
        directory => directory,
    };
    let is = |part: Option<&std::ffi::OsStr>, name: &std::ffi::OsStr| {
        part.is_some_and(|part| part.eq_ignore_ascii_case(name))
    };
    let entries = fs::read_dir(directory).ok()?.flatten();
    let mut lists: Vec<PathBuf> = entries
        .map(|entry| entry.path())
        .filter(|path| is(path.extension(), ending.as_ref()) && path.is_file())
        .collect();
    let own = database.file_stem()?;
    for name in [own, SHARED.as_ref()] {
        if let Some(list) = lists.iter().find(|list| is(list.file_stem(), name)) {
            return Some(list.clone());
        }
    }
    lists.pop().filter(|_| lists.is_empty())
}

fn read(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let mut file = File::open(path)?.take(LIST_BYTES_MAX + 1);
    file.read_to_end(&mut bytes)?;
    if bytes.len() as u64 > LIST_BYTES_MAX {
        return Err(io::ErrorKind::FileTooLarge.into());
    }
    Ok(bytes)
}
