//! The files of a game: the log, and what is saved by hand.

use std::collections::BTreeSet;
use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use admiralty::play::Log;
use admiralty::play::screen::OpenLog;

use crate::cli::{CliError, streams};

/// A log is never written over another game.
pub fn check_is_new(log: Option<&Path>) -> Result<(), CliError> {
    match log {
        Some(path) if path.metadata().is_ok_and(|file| file.len() > 0) => {
            Err(CliError::LogExists(path.display().to_string()))
        }
        _ => Ok(()),
    }
}

/// Opens the log of each game: the file that is named, and for further games
/// the same with their number. `is_taken` says that the first game has it.
pub fn opener(log: Option<PathBuf>, is_taken: bool) -> OpenLog {
    Box::new(move |game| {
        let Some(log) = &log else {
            return Ok(None);
        };
        let game = game + u32::from(is_taken);
        let path = if game == 1 {
            log.clone()
        } else {
            let mut name = log.clone().into_os_string();
            name.push(format!(".{game}"));
            name.into()
        };
        if path.metadata().is_ok_and(|file| file.len() > 0) {
            let taken = format!("{} exists", path.display());
            return Err(io::Error::new(io::ErrorKind::AlreadyExists, taken));
        }
        Ok(Some(Box::new(File::create(path)?)))
    })
}

/// Has a game that goes on from a script written on: to the same file, or to
/// another one with all that came before.
pub fn attach(log: &mut Log, path: &Path, script: &Path) -> Result<(), CliError> {
    let is_same = streams::identity(path) == streams::identity(script);
    if !is_same {
        check_is_new(Some(path))?;
    }
    let attached = if is_same {
        rewrite(log, path)
    } else {
        File::create(path).and_then(|file| log.attach(Box::new(file), false))
    };
    attached.map_err(|source| CliError::WriteFile {
        path: path.display().to_string(),
        source,
    })
}

/// Writes the script anew, without a last line that was broken off, and goes on
/// in it. It is there as a whole at every moment.
fn rewrite(log: &mut Log, path: &Path) -> io::Result<()> {
    replace(path, log.text())?;
    let file = OpenOptions::new().append(true).open(path)?;
    log.attach(Box::new(file), true)
}

/// Puts a file in the place of another one, all at once.
fn replace(path: &Path, text: &[u8]) -> io::Result<()> {
    let path = path.canonicalize().unwrap_or_else(|_| path.to_owned());
    let folder = path
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty());
    let mut file = tempfile::NamedTempFile::new_in(folder.unwrap_or(Path::new(".")))?;
    file.write_all(text)?;
    if let Ok(before) = path.metadata() {
        file.as_file().set_permissions(before.permissions())?;
    }
    file.persist(&path)?;
    Ok(())
}

/// The files that were saved by hand: only those are written over.
#[derive(Debug, Default)]
pub struct Saves {
    paths: BTreeSet<String>,
}

impl Saves {
    /// Saves a script.
    pub fn save(&mut self, path: &str, script: &[u8]) -> io::Result<()> {
        if self.paths.contains(path) {
            return replace(Path::new(path), script);
        }
        let mut file = OpenOptions::new().write(true).create_new(true).open(path)?;
        file.write_all(script)?;
        self.paths.insert(path.to_owned());
        Ok(())
    }
}
