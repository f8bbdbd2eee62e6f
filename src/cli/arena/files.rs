//! The files of `admiralty arena`.

use std::fs::{self, File};
use std::io::{self, BufReader, BufWriter, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use admiralty::arena::report::{GamesTable, TournamentReport, write_head};
use admiralty::arena::{
    ArenaError, BotTurn, FinishedPair, PairMember, Standings, Tournament, journal,
};

use admiralty::player::Player;
use admiralty::report::replay::Replay;
use admiralty::report::{GAMES_LISTED_MAX, TournamentHistory, tournament_page};

use super::args::ArenaArgs;
use crate::cli::streams::{self, is_standard};
use crate::cli::{CliError, replay};

/// The files that are written during and after a tournament.
pub struct Files<'a> {
    args: &'a ArenaArgs,
    journal: Option<(&'a Path, File)>,
    games: Option<(&'a Path, GamesTable<Box<dyn Write>>)>,
    /// What the page needs.
    history: TournamentHistory,
    /// The directory of replays.
    replays: Option<PathBuf>,
}

impl<'a> Files<'a> {
    /// Opens all files, so that errors are reported before the first game, and counts the pairs of
    /// the journal; returns the standings after them.
    pub fn open(
        args: &'a ArenaArgs,
        tournament: &Tournament,
    ) -> Result<(Self, Standings), CliError> {
        for path in [&args.json, &args.html].into_iter().flatten() {
            streams::check_writable(path).map_err(cannot_write(path))?;
        }
        let replays = args.html.as_deref().and_then(replay::directory);
        let directories = [&args.games_dir, &args.bot_log, &replays];
        for directory in directories.into_iter().flatten() {
            fs::create_dir_all(directory).map_err(cannot_write(directory))?;
        }
        let mut standings = tournament.standings();
        let mut history = TournamentHistory::new(standings.players().len());
        let mut journal = None;
        if let Some(path) = &args.resume {
            let mut file = open_journal(path)?;
            standings = resume(path, &mut file, tournament, &mut history)?;
            journal = Some((path.as_path(), file));
        }
        let mut games = None;
        if let Some(path) = &args.csv {
            let mut table = open_games(path).map_err(cannot_write(path))?;
            if let Some((journal_path, file)) = &mut journal {
                file.rewind().map_err(cannot_write(journal_path))?;
                journal::replay(tournament, BufReader::new(file), |pair, result| {
                    let added = table.add(tournament.settings(), pair, result);
                    added.map_err(cannot_write(path))
                })?;
            }
            games = Some((path.as_path(), table));
        }
        let files = Self {
            args,
            journal,
            games,
            history,
            replays,
        };
        Ok((files, standings))
    }

    /// Writes a pair. The journal comes last, because its pairs are never written again.
    pub fn add(
        &mut self,
        tournament: &Tournament,
        finished: &FinishedPair,
    ) -> Result<(), ArenaError> {
        let FinishedPair {
            pair,
            result,
            records,
        } = finished;
        let settings = tournament.settings();
        self.history.add(pair, result);
        for (game, record) in records.iter().flatten().enumerate() {
            let mut script = Vec::new();
            let head = write_head(settings, pair, game, &result.games[game], &mut script);
            debug_assert!(head.is_ok(), "a vector takes everything");
            script.extend_from_slice(record);
            let number = pair.game(game);
            if let Some(directory) = &self.args.games_dir {
                let path = directory.join(format!("game-{number:06}.ships"));
                fs::write(&path, &script).map_err(cannot_write(&path))?;
            }
            if let Some(directory) = self.replays.as_deref()
                && number <= GAMES_LISTED_MAX
            {
                let [a, b] = Player::BOTH.map(|player| {
                    let member = PairMember::playing(player, game);
                    &settings.players[pair.contestants[member as usize]].name
                });
                let title = format!("Game {number}: {a} against {b}");
                let path = directory.join(replay_name(number));
                match Replay::record(&*script) {
                    Ok(it) => streams::replace(&path, replay::page(&it, &title, &title).as_bytes()),
                    // Too large for a page; there must be no old one, either.
                    Err(_) => fs::remove_file(&path).or(Ok(())),
                }
                .map_err(cannot_write(&path))?;
            }
        }
        if let Some((path, games)) = &mut self.games {
            let added = games.add(settings, pair, result);
            added.map_err(cannot_write(path))?;
        }
        if let Some((path, journal)) = &mut self.journal {
            let appended = journal::append(result, journal);
            appended.map_err(cannot_write(path))?;
        }
        Ok(())
    }

    /// Writes the reports; if one cannot be written, the others are.
    pub fn finish(&mut self, report: &TournamentReport<'_>) -> Result<(), CliError> {
        let mut errors = Vec::new();
        if let Some((path, games)) = &mut self.games {
            let flushed = games.flush().map_err(CliError::cannot_write(path));
            errors.extend(flushed.err());
        }
        if let Some(path) = &self.args.json {
            let mut json = serde_json::to_vec_pretty(report).map_err(io::Error::from)?;
            json.push(b'\n');
            errors.extend(streams::write(path, &json).err());
        }
        if let Some(path) = &self.args.html {
            let page = tournament_page(report, &self.history, |game| self.replay(game));
            errors.extend(streams::write(path, page.as_bytes()).err());
        }
        CliError::all(errors)
    }

    /// The path of the replay of a game relative to the page, if there is one: games of the journal
    /// may have been played without.
    fn replay(&self, game: u64) -> Option<String> {
        let (directory, file) = (self.replays.as_deref()?, replay_name(game));
        let name = directory.file_name()?.to_string_lossy();
        let is_there = directory.join(&file).is_file();
        is_there.then(|| format!("{name}/{file}"))
    }
}

fn replay_name(game: u64) -> String {
    format!("game-{game:06}.html")
}

/// Opens a journal, and locks it for as long as this process runs.
fn open_journal(path: &Path) -> Result<File, CliError> {
    let mut options = File::options();
    options.read(true).write(true).create(true).truncate(false);
    let file = options.open(path).map_err(|source| CliError::Open {
        path: path.display().to_string(),
        source,
    })?;
    if !streams::lock(&file) {
        return Err(CliError::usage(
            "another tournament is writing to the journal",
        ));
    }
    Ok(file)
}

/// Counts the pairs of a journal, and prepares it for appending.
fn resume(
    path: &Path,
    journal: &mut File,
    tournament: &Tournament,
    history: &mut TournamentHistory,
) -> Result<Standings, ArenaError> {
    let input = BufReader::new(&*journal);
    let (standings, bytes) = journal::replay(tournament, input, |pair, result| {
        history.add(pair, result);
        Ok(())
    })?;
    let mut begin = || {
        // Drop an incomplete last line.
        journal.set_len(bytes)?;
        journal.seek(SeekFrom::Start(bytes))?;
        if bytes == 0 {
            journal::begin(tournament.settings(), journal)?;
        }
        Ok(())
    };
    begin().map_err(cannot_write(path))?;
    Ok(standings)
}

fn open_games(path: &Path) -> io::Result<GamesTable<Box<dyn Write>>> {
    GamesTable::new(if is_standard(path) {
        Box::new(streams::output()?)
    } else {
        Box::new(File::create(path)?)
    })
}

/// Appends the standard error of a bot in a turn to its file, and after a foul writes its input and
/// output. Each bot of a game has its own files, which are overwritten in its first turn.
pub fn log_turn(directory: &Path, game: u64, turn: &BotTurn<'_>) -> Result<(), ArenaError> {
    let path =
        |extension: &str| directory.join(format!("game-{game:06}-{}.{extension}", turn.player));
    let run = turn.run;
    let (log, input, output) = (path("log"), path("in"), path("out"));
    let is_first = turn.turn <= 2;
    let write_log = || {
        let mut options = File::options();
        options.create(true).append(!is_first);
        let file = options.write(true).truncate(is_first).open(&log)?;
        let mut out = BufWriter::new(file);
        write!(out, "--- turn {}, {}", turn.turn, turn.name)?;
        if let Some(foul) = &run.foul {
            write!(out, ", {}: {}", foul.kind, foul.detail)?;
        }
        writeln!(out)?;
        out.write_all(&run.stderr)?;
        if run.stderr.last().is_some_and(|&byte| byte != b'\n') {
            writeln!(out)?;
        }
        out.flush()
    };
    write_log().map_err(cannot_write(&log))?;
    for (path, bytes) in [(&input, &run.input), (&output, &run.output)] {
        let result = match (&run.foul, is_first) {
            (Some(_), _) => fs::write(path, bytes),
            (None, true) => match fs::remove_file(path) {
                Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
                result => result,
            },
            (None, false) => Ok(()),
        };
        result.map_err(cannot_write(path))?;
    }
    Ok(())
}

fn cannot_write(path: &Path) -> impl Fn(io::Error) -> ArenaError {
    |source| ArenaError::Write {
        what: path.display().to_string(),
        source,
    }
}
