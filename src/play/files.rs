//! The files of a game: logs, scripts saved by hand, and games saved automatically, so that the
//! last one can be resumed.

use std::cell::Cell;
use std::collections::BTreeSet;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::time::{SystemTime, UNIX_EPOCH};

use admiralty_core::player::Player;
use admiralty_pages::replay::Replay;
use admiralty_play::screen::OpenLog;
use admiralty_play::{Controller, GameSession};
use admiralty_results::lock;

use crate::streams::{self, replace};

/// The number of games kept; the oldest are deleted first.
const KEPT_MAX: usize = 20;
/// Longer scripts are not read to offer their game.
const SCRIPT_BYTES_MAX: u64 = 8 << 20;

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
pub struct SavedScripts {
    paths: BTreeSet<String>,
}

impl SavedScripts {
    pub fn save(&mut self, path: &str, script: &[u8]) -> io::Result<()> {
        if self.paths.contains(path) && is_begun_by(script, Path::new(path)) {
            return replace(Path::new(path), script);
        }
        streams::write_new(Path::new(path), script)?;
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
        streams::write_new(path, page.as_bytes())
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
            let session = read_game(&path).ok()?;
            let is_left = !session.is_over() && session.people() > 0;
            is_left.then_some((path, session))
        })
    }
}

/// The game in a file, unless another process plays it.
pub fn read_game(path: &Path) -> io::Result<GameSession> {
    let file = File::open(path)?;
    if !lock(&file) || file.metadata()?.len() > SCRIPT_BYTES_MAX {
        return Err(io::ErrorKind::ResourceBusy.into());
    }
    GameSession::resume(&file).map_err(io::Error::other)
}

/// Whether a file is a prefix of a script, so that nothing is lost when the script replaces
/// it.
fn is_begun_by(script: &[u8], path: &Path) -> bool {
    let is_short = |file: std::fs::Metadata| file.len() <= script.len() as u64;
    path.metadata().is_ok_and(is_short)
        && std::fs::read(path).is_ok_and(|before| script.starts_with(&before))
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

    use admiralty_core::rules::RuleSet;
    use admiralty_play::Setup;

    use super::*;

    /// Saving the same game again overwrites the file; saving another game does not.
    #[test]
    fn only_the_same_game_is_written_over() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("game.ships").display().to_string();
        let mut saves = SavedScripts::default();
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
        let setup = Setup::new(RuleSet::ITALIAN, 1);
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
