//! The files of `admiralty arena`.

use std::fs::{self, File};
use std::io::{self, BufReader, BufWriter, Seek, SeekFrom, Write};
use std::path::Path;

use admiralty::arena::report::{GamesTable, TournamentReport, write_head};
use admiralty::arena::{ArenaError, BotTurn, FinishedPair, Standings, Tournament, journal};

use super::args::ArenaArgs;
use crate::cli::CliError;
use crate::cli::streams::{self, is_standard};

/// The files that are written during and after a tournament.
pub struct Files<'a> {
    args: &'a ArenaArgs,
    journal: Option<(&'a Path, File)>,
    games: Option<(&'a Path, GamesTable<Box<dyn Write>>)>,
}

impl<'a> Files<'a> {
    /// Opens all files, so that errors are reported before the first game, and counts the pairs of
    /// the journal; returns the standings after them.
    pub fn open(
        args: &'a ArenaArgs,
        tournament: &Tournament,
    ) -> Result<(Self, Standings), CliError> {
        if let Some(path) = &args.json {
            streams::check_writable(path).map_err(cannot_write(path))?;
        }
        for directory in [&args.games_dir, &args.bot_log].into_iter().flatten() {
            fs::create_dir_all(directory).map_err(cannot_write(directory))?;
        }
        let mut standings = tournament.standings();
        let mut journal = None;
        if let Some(path) = &args.resume {
            let mut file = open_journal(path)?;
            standings = resume(path, &mut file, tournament)?;
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
        if let (Some(directory), Some(records)) = (&self.args.games_dir, records) {
            for (game, record) in records.iter().enumerate() {
                let path = directory.join(format!("game-{:06}.ships", pair.game(game)));
                let write = || {
                    let mut file = BufWriter::new(File::create(&path)?);
                    write_head(settings, pair, game, &result.games[game], &mut file)?;
                    file.write_all(record)?;
                    file.flush()
                };
                write().map_err(cannot_write(&path))?;
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

    /// Writes the report.
    pub fn finish(&mut self, report: &TournamentReport<'_>) -> Result<(), CliError> {
        if let Some((path, games)) = &mut self.games {
            games.flush().map_err(cannot_write(path))?;
        }
        let Some(path) = self.args.json.as_deref() else {
            return Ok(());
        };
        let mut json = serde_json::to_vec_pretty(report).map_err(io::Error::from)?;
        json.push(b'\n');
        if is_standard(path) {
            let mut out = streams::output()?;
            out.write_all(&json)?;
            return Ok(out.flush()?);
        }
        Ok(fs::write(path, json).map_err(cannot_write(path))?)
    }
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
) -> Result<Standings, ArenaError> {
    let input = BufReader::new(&*journal);
    let (standings, bytes) = journal::replay(tournament, input, |_, _| Ok(()))?;
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
