//! The files of a game: logs, and scripts saved by hand.

use std::cell::Cell;
use std::collections::BTreeSet;
use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::rc::Rc;

use admiralty_core::player::Player;
use admiralty_pages::replay::Replay;
use admiralty_play::screen::OpenLog;
use admiralty_play::{Controller, GameSession};
use admiralty_results::lock;

use super::saved_games::SavedGames;
use crate::streams::{self, replace};

/// Whether there is a file that is not empty.
pub fn is_there(path: &Path) -> bool {
    path.metadata().is_ok_and(|file| file.len() > 0)
}

/// The error that kept a log from being opened, shared with the caller.
pub type LogOpenError = Rc<Cell<Option<io::Error>>>;

/// Opens a log for each game: the named file, and for further games the same name with a
/// number. `is_taken` means the first game already uses it. The last error is also left in
/// `open_error`. Without a log, games of people are saved automatically.
pub fn opener(
    log: Option<PathBuf>,
    is_taken: bool,
    open_error: LogOpenError,
    saved_games: SavedGames,
) -> OpenLog {
    let mut games = u32::from(is_taken);
    Box::new(move |setup| {
        let has_people = Player::BOTH
            .iter()
            .any(|player| setup.controllers[*player] == Controller::Person);
        let Some(log) = &log else {
            let file = has_people.then(|| saved_games.begin()).flatten();
            return Ok(file.map(|file| Box::new(file) as Box<dyn Write>));
        };
        match open_next(log, &mut games) {
            Ok(file) => {
                if has_people {
                    saved_games.link(&numbered(log, games));
                }
                Ok(Some(Box::new(file)))
            }
            Err(error) => {
                open_error.set(Some(io::Error::new(error.kind(), error.to_string())));
                Err(error)
            }
        }
    })
}

/// Opens the log for the next game. A number is used up only if its file could be opened;
/// files of other games are skipped.
fn open_next(log: &Path, games: &mut u32) -> io::Result<File> {
    let mut number = *games + 1;
    let mut path = numbered(log, number);
    while number > 1 && is_there(&path) {
        number += 1;
        path = numbered(log, number);
    }
    if is_there(&path) {
        let taken = format!("{} exists", path.display());
        return Err(io::Error::new(io::ErrorKind::AlreadyExists, taken));
    }
    let file = File::create(path)?;
    lock(&file);
    *games = number;
    Ok(file)
}

fn numbered(log: &Path, number: u32) -> PathBuf {
    if number == 1 {
        return log.to_owned();
    }
    let mut name = log.to_owned().into_os_string();
    name.push(format!(".{number}"));
    name.into()
}

/// Whether a log is the script that its game is resumed from.
pub fn is_script(log: &Path, script: &Path) -> bool {
    streams::identity(log) == streams::identity(script)
}

/// Continues a script in its own file. What is there stays, except for a partial last line;
/// if the game is over, all of it stays.
pub fn write_on(session: &mut GameSession, path: &Path) -> io::Result<()> {
    if session.is_over() {
        return Ok(());
    }
    let end = session.script_end();
    if end.cut.is_some() {
        let file = OpenOptions::new().write(true).open(path)?;
        file.set_len(end.bytes)?;
    }
    let mut file = OpenOptions::new().append(true).open(path)?;
    lock(&file);
    if end.lacks_line_feed {
        file.write_all(b"\n")?;
    }
    file.write_all(&session.log().text()[end.logged..])?;
    session.log_mut().attach(Box::new(file), true)
}

/// Scripts saved by hand in this run. Only these files are overwritten, and only with more
/// of the same game.
#[derive(Debug, Default)]
pub struct Saves {
    paths: BTreeSet<String>,
}

impl Saves {
    pub fn save(&mut self, path: &str, script: &[u8]) -> io::Result<()> {
        if self.paths.contains(path) && is_begun_by(script, Path::new(path)) {
            return replace(Path::new(path), script);
        }
        let mut file = OpenOptions::new().write(true).create_new(true).open(path)?;
        file.write_all(script)?;
        self.paths.insert(path.to_owned());
        Ok(())
    }
}

/// Writes the page of a game beside its log, or in the current directory; an existing file is kept.
/// Returns the path of the page.
pub fn write_replay(script: &[u8], log: Option<&Path>) -> (String, io::Result<()>) {
    let log = log.unwrap_or(Path::new("game.ships"));
    let write = |path: &Path| {
        let replay = Replay::record(script).map_err(io::Error::other)?;
        let page = replay.page(&log.display().to_string(), None);
        let mut file = OpenOptions::new().write(true).create_new(true).open(path)?;
        file.write_all(page.as_bytes())
    };
    let mut path = log.with_extension("html");
    let mut number = 1;
    loop {
        match write(&path) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => number += 1,
            result => return (path.display().to_string(), result),
        }
        path = log.with_extension(format!("{number}.html"));
    }
}

/// Whether a file is a prefix of a script, so that nothing is lost when the script replaces
/// it.
fn is_begun_by(script: &[u8], path: &Path) -> bool {
    let is_short = |file: std::fs::Metadata| file.len() <= script.len() as u64;
    path.metadata().is_ok_and(is_short)
        && std::fs::read(path).is_ok_and(|before| script.starts_with(&before))
}

#[cfg(test)]
mod tests {
    use admiralty_core::rules::ITALIAN;
    use admiralty_play::Setup;

    use super::*;

    /// Saving the same game again overwrites the file; saving another game does not.
    #[test]
    fn only_the_same_game_is_written_over() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("game.ships").display().to_string();
        let mut saves = Saves::default();
        for script in ["[state]\nSRAND 1\n", "[state]\nSRAND 1\n[state]\n"] {
            saves.save(&path, script.as_bytes()).expect("saved");
        }
        let other = b"[state]\nSRAND 2\n[state]\n[playerA]\n";
        let refused = saves.save(&path, other).expect_err("another game");
        assert_eq!(refused.kind(), io::ErrorKind::AlreadyExists);
        let saved_games = std::fs::read_to_string(&path).expect("a script");
        assert_eq!(saved_games, "[state]\nSRAND 1\n[state]\n");
        std::fs::remove_file(&path).expect("removed");
        saves.save(&path, other).expect("nothing is there");
    }

    /// A number is used up only if its file could be opened, and no file is overwritten.
    #[test]
    fn the_logs_of_games_are_numbered_as_they_are_opened() {
        let folder = tempfile::tempdir().expect("a folder");
        let log = folder.path().join("new").join("game.ships");
        let error = LogOpenError::default();
        let saved_games = SavedGames::default();
        let setup = Setup::new(&ITALIAN, 1);
        let mut open = opener(Some(log.clone()), false, Rc::clone(&error), saved_games);
        assert!(open(&setup).is_err());
        let error = error.take().expect("it is told");
        assert_eq!(error.kind(), io::ErrorKind::NotFound);
        std::fs::create_dir(folder.path().join("new")).expect("a folder");
        std::fs::write(numbered(&log, 2), "another game").expect("written");
        for _ in 2..=3 {
            let mut sink = open(&setup).expect("opened").expect("a file");
            sink.write_all(b"a game").expect("written");
        }
        for (number, text) in [(1, "a game"), (2, "another game"), (3, "a game")] {
            let found = std::fs::read_to_string(numbered(&log, number));
            assert_eq!(found.expect("a file"), text);
        }
        assert!(!numbered(&log, 4).exists());
    }
}
