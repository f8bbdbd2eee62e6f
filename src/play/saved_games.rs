//! Games saved automatically, so that the last one can be resumed.

use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use admiralty_play::GameSession;
use admiralty_results::lock;

use crate::streams;

/// The number of games kept; the oldest are deleted first.
const KEPT_MAX: usize = 20;
/// Longer scripts are not read to offer their game.
const SCRIPT_BYTES_MAX: u64 = 8 << 20;

/// The directory of saved games: a file for each, and a link to each named log. Nothing is
/// saved if it is `None`.
#[derive(Clone, Debug, Default)]
pub struct SavedGames {
    directory: Option<PathBuf>,
}

impl SavedGames {
    pub fn of_user() -> Self {
        Self {
            directory: streams::state_directory("play"),
        }
    }

    /// A new file for a game, if one can be created; errors are not reported because this
    /// is a convenience.
    pub fn begin(&self) -> Option<File> {
        let file = self.enter(|path| {
            let mut options = OpenOptions::new();
            options.append(true).create_new(true).open(path)
        })?;
        lock(&file);
        Some(file)
    }

    /// Links to the log of a game.
    pub fn link(&self, log: &Path) {
        let Ok(log) = log.canonicalize() else { return };
        let is_linked = |(path, _): &(PathBuf, _)| path.canonicalize().is_ok_and(|to| to == log);
        if !self.entries().iter().any(is_linked) {
            self.enter(|path| link_to(&log, path));
        }
    }

    /// Creates a file with a new name, and deletes old games.
    fn enter<T>(&self, open: impl Fn(&Path) -> io::Result<T>) -> Option<T> {
        const NAMES_MAX: u32 = 100;
        let directory = self.directory.as_ref()?;
        fs::create_dir_all(directory).ok()?;
        for (path, _) in self.entries().iter().skip(KEPT_MAX - 1) {
            let _ = fs::remove_file(path);
        }
        let now = SystemTime::now().duration_since(UNIX_EPOCH);
        let seconds = now.map_or(0, |now| now.as_secs());
        for number in 1..=NAMES_MAX {
            match open(&directory.join(format!("{seconds}-{number}.ships"))) {
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                opened => return opened.ok(),
            }
        }
        None
    }

    /// The saved games, latest first.
    fn entries(&self) -> Vec<(PathBuf, SystemTime)> {
        let Some(Ok(directory)) = self.directory.as_ref().map(fs::read_dir) else {
            return Vec::new();
        };
        let paths = directory.filter_map(|entry| Some(entry.ok()?.path()));
        let scripts = paths.filter(|path| path.extension().is_some_and(|end| end == "ships"));
        let mut entries: Vec<_> = scripts
            .map(|path| {
                let modified = path.metadata().and_then(|file| file.modified());
                (path, modified.unwrap_or(UNIX_EPOCH))
            })
            .collect();
        entries.sort_by(|one, other| other.1.cmp(&one.1).then_with(|| other.0.cmp(&one.0)));
        entries
    }

    /// The latest game with a person that is not over and not being played elsewhere.
    pub fn last(&self) -> Option<(PathBuf, GameSession)> {
        let mut entries = self.entries().into_iter();
        entries.find_map(|(path, _)| {
            let session = read(&path).ok()?;
            let is_left = !session.is_over() && session.people() > 0;
            is_left.then_some((path, session))
        })
    }
}

/// The game in a file, unless another process plays it.
pub fn read(path: &Path) -> io::Result<GameSession> {
    let file = File::open(path)?;
    if !lock(&file) || file.metadata()?.len() > SCRIPT_BYTES_MAX {
        return Err(io::ErrorKind::ResourceBusy.into());
    }
    GameSession::resume(&file).map_err(io::Error::other)
}

#[cfg(unix)]
fn link_to(log: &Path, path: &Path) -> io::Result<()> {
    std::os::unix::fs::symlink(log, path)
}

#[cfg(not(unix))]
fn link_to(_: &Path, _: &Path) -> io::Result<()> {
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::io::Write;
    use std::time::Duration;

    use super::*;

    const PLAYED: &str = "[state]\nRULES italian\nSET_AI_PLAYER B\n[state]\n";
    const OVER: &str = "[state]\nRULES italian\nSET_FLEET A 0 0 1\nSET_FLEET B 0 0 1\n\
        SHIP A 0 0 N 0 LAN 1\nSHIP B 11 0 N 0 LAN 1\n[state]\n[playerA]\nSHOOT 11 0\n[playerA]\n";
    const WATCHED: &str = "[state]\nRULES msx\nSET_AI_PLAYER A\nSET_AI_PLAYER B\n[state]\n";

    fn saved_games(folder: &Path) -> SavedGames {
        SavedGames {
            directory: Some(folder.join("play")),
        }
    }

    /// Writes a game last played this many minutes after the first.
    fn write(mut file: File, script: &str, minutes: u64) {
        file.write_all(script.as_bytes()).expect("written");
        let when = UNIX_EPOCH + Duration::from_secs(60 * (minutes + 1));
        file.set_modified(when).expect("a time");
    }

    #[test]
    fn the_last_game_that_somebody_has_left_is_found() {
        let folder = tempfile::tempdir().expect("a folder");
        let saved_games = saved_games(folder.path());
        assert!(saved_games.last().is_none());
        for (minutes, script) in (0..).zip(["broken", PLAYED, WATCHED, OVER]) {
            write(saved_games.begin().expect("a file"), script, minutes);
        }
        let (path, session) = saved_games.last().expect("a game");
        assert_eq!(fs::read_to_string(&path).expect("a script"), PLAYED);
        assert_eq!(session.rules().name, "italian");
    }

    #[test]
    fn a_game_that_is_being_played_is_not_offered() {
        let folder = tempfile::tempdir().expect("a folder");
        let saved_games = saved_games(folder.path());
        let mut file = saved_games.begin().expect("a file");
        file.write_all(PLAYED.as_bytes()).expect("written");
        assert!(saved_games.last().is_none());
        drop(file);
        assert!(saved_games.last().is_some());
    }

    /// A new game overwrites no other, and only the oldest games are deleted.
    #[test]
    fn the_last_games_are_kept() {
        let folder = tempfile::tempdir().expect("a folder");
        let saved_games = saved_games(folder.path());
        let count = KEPT_MAX as u64 + 3;
        for minutes in 0..count {
            write(
                saved_games.begin().expect("a file"),
                &format!("# {minutes}"),
                minutes,
            );
        }
        let texts = saved_games.entries().into_iter();
        let texts = texts.map(|(path, _)| fs::read_to_string(path).expect("a file"));
        let expected = (3..count).rev().map(|minutes| format!("# {minutes}"));
        assert!(texts.eq(expected));
    }

    #[cfg(unix)]
    #[test]
    fn a_log_is_the_last_game_too() {
        let folder = tempfile::tempdir().expect("a folder");
        let saved_games = saved_games(folder.path());
        let log = folder.path().join("game.ships");
        fs::write(&log, PLAYED).expect("written");
        for _ in 0..2 {
            saved_games.link(&log);
        }
        assert_eq!(saved_games.entries().len(), 1);
        let (path, _) = saved_games.last().expect("a game");
        assert_eq!(path.canonicalize().expect("a path"), log);
        fs::remove_file(&log).expect("removed");
        assert!(saved_games.last().is_none());
    }
}
