//! The files of `admiralty arena`.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufReader, BufWriter, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use admiralty::arena::report::{GamesTable, TournamentReport};
use admiralty::arena::{
    ArenaError, FinishedPair, PairResult, Standings, Tournament, journal, write_head,
};

use super::args::ArenaArgs;
use crate::cli::{CliError, streams};

/// The files that are written while a tournament is played, and after it.
pub struct Files<'a> {
    args: &'a ArenaArgs,
    journal: Option<Named<File>>,
    games: Option<Named<GamesTable<Box<dyn Write>>>>,
}

/// An output, and its name.
struct Named<W> {
    name: PathBuf,
    out: W,
}

impl<'a> Files<'a> {
    /// Opens all files, so that errors are reported before the first game, and counts the
    /// pairs of the journal.
    pub fn open(
        args: &'a ArenaArgs,
        tournament: &Tournament,
        standings: &mut Standings,
    ) -> Result<Self, CliError> {
        if let Some(path) = args.json.as_deref().filter(|path| !is_stdout(path)) {
            // The old report is kept until there is a new one.
            let file = OpenOptions::new().append(true).create(true).open(path);
            file.map_err(|error| cannot_write(path, error))?;
        }
        for folder in [&args.games_dir, &args.bot_log].into_iter().flatten() {
            fs::create_dir_all(folder).map_err(|error| cannot_write(folder, error))?;
        }
        let mut journal = match &args.resume {
            Some(path) => Some(open_journal(path)?),
            None => None,
        };
        if let Some(journal) = &mut journal {
            resume(journal, tournament, standings)?;
        }
        let mut games = match args.csv.as_deref() {
            Some(path) => Some(open_games(path)?),
            None => None,
        };
        if let (Some(journal), Some(games)) = (&mut journal, &mut games) {
            repeat_games(journal, tournament, games)?;
        }
        Ok(Self {
            args,
            journal,
            games,
        })
    }

    /// Writes a pair that was played. The journal comes last, because its pairs are never
    /// written again.
    pub fn add(
        &mut self,
        tournament: &Tournament,
        finished: &FinishedPair,
    ) -> Result<(), ArenaError> {
        if let (Some(folder), Some(records)) = (&self.args.games_dir, &finished.records) {
            for (game, record) in records.iter().enumerate() {
                let number = finished.pair.game(game);
                let path = folder.join(format!("game-{number:06}.ships"));
                let write = || {
                    let mut file = BufWriter::new(File::create(&path)?);
                    let result = &finished.result.games[game];
                    write_head(
                        tournament.settings(),
                        &finished.pair,
                        game,
                        result,
                        &mut file,
                    )?;
                    file.write_all(record)?;
                    file.flush()
                };
                write().map_err(|error| cannot_write(&path, error))?;
            }
        }
        if let Some(games) = &mut self.games {
            games
                .out
                .add(tournament.settings(), &finished.pair, &finished.result)
                .map_err(|error| cannot_write(&games.name, error.into()))?;
        }
        if let Some(journal) = &mut self.journal {
            journal::append(&finished.result, &mut journal.out)
                .map_err(|error| cannot_write(&journal.name, error))?;
        }
        Ok(())
    }

    /// Writes the report.
    pub fn finish(&mut self, report: &TournamentReport<'_>) -> Result<(), CliError> {
        if let Some(games) = &mut self.games {
            games
                .out
                .flush()
                .map_err(|error| cannot_write(&games.name, error))?;
        }
        let Some(path) = self.args.json.as_deref() else {
            return Ok(());
        };
        let mut json = serde_json::to_vec_pretty(report).map_err(io::Error::from)?;
        json.push(b'\n');
        if is_stdout(path) {
            let mut out = streams::output()?;
            out.write_all(&json)?;
            return Ok(out.flush()?);
        }
        Ok(fs::write(path, json).map_err(|error| cannot_write(path, error))?)
    }
}

/// Reads a whole file.
pub fn read(path: &Path) -> Result<Vec<u8>, CliError> {
    let (mut input, name) = streams::open(Some(path))?;
    let mut bytes = Vec::new();
    match input.read_to_end(&mut bytes) {
        Ok(_) => Ok(bytes),
        Err(source) => Err(CliError::Read { path: name, source }),
    }
}

pub fn is_stdout(path: &Path) -> bool {
    path == Path::new("-")
}

fn open_journal(path: &Path) -> Result<Named<File>, CliError> {
    let file = OpenOptions::new()
        .read(true)
        .write(true)
        .create(true)
        .truncate(false)
        .open(path);
    match file {
        Ok(out) => {
            if is_in_use(&out) {
                let message = "another tournament is writing to the journal";
                return Err(CliError::Usage(message.to_owned()));
            }
            Ok(Named {
                name: path.to_owned(),
                out,
            })
        }
        Err(source) => Err(CliError::Open {
            path: path.display().to_string(),
            source,
        }),
    }
}

/// Locks a journal for this process until it ends; returns whether another process has
/// locked it. On file systems without locks, nobody has.
#[cfg(unix)]
fn is_in_use(journal: &File) -> bool {
    use rustix::fs::{FlockOperation, flock};
    flock(journal, FlockOperation::NonBlockingLockExclusive) == Err(rustix::io::Errno::WOULDBLOCK)
}

#[cfg(not(unix))]
fn is_in_use(_journal: &File) -> bool {
    false
}

/// Counts the pairs of a journal, and prepares it for appending.
fn resume(
    journal: &mut Named<File>,
    tournament: &Tournament,
    standings: &mut Standings,
) -> Result<(), CliError> {
    let settings = tournament.settings();
    let count = |result: PairResult| {
        let next = standings.next_pair();
        let Some(pair) = next.filter(|pair| pair.number == result.pair) else {
            return Err(format!("pair {} does not come next", result.pair));
        };
        standings.add(&pair, &result);
        Ok(())
    };
    let input = BufReader::new(&journal.out);
    let bytes = journal::read(input, settings, count).map_err(ArenaError::from)?;
    let begin = |out: &mut File| {
        // An unfinished line is cut off.
        out.set_len(bytes)?;
        out.seek(SeekFrom::Start(bytes))?;
        if bytes == 0 {
            journal::begin(settings, out)?;
        }
        Ok(())
    };
    begin(&mut journal.out).map_err(|error| cannot_write(&journal.name, error))?;
    Ok(())
}

fn open_games(path: &Path) -> Result<Named<GamesTable<Box<dyn Write>>>, CliError> {
    let open = || -> io::Result<GamesTable<Box<dyn Write>>> {
        let out: Box<dyn Write> = if is_stdout(path) {
            Box::new(streams::output()?)
        } else {
            Box::new(File::create(path)?)
        };
        Ok(GamesTable::new(out)?)
    };
    match open() {
        Ok(out) => Ok(Named {
            name: path.to_owned(),
            out,
        }),
        Err(error) => Err(cannot_write(path, error).into()),
    }
}

/// Writes the games of the journal to the table of games.
fn repeat_games(
    journal: &mut Named<File>,
    tournament: &Tournament,
    games: &mut Named<GamesTable<Box<dyn Write>>>,
) -> Result<(), CliError> {
    let settings = tournament.settings();
    let mut standings = tournament.standings();
    let add = |result: PairResult| {
        let pair = standings.next_pair().ok_or("there are no more pairs")?;
        standings.add(&pair, &result);
        let added = games.out.add(settings, &pair, &result);
        added.map_err(|error| error.to_string())
    };
    let rewound = journal.out.seek(SeekFrom::Start(0));
    rewound.map_err(|error| cannot_write(&journal.name, error))?;
    let input = BufReader::new(&journal.out);
    journal::read(input, settings, add).map_err(ArenaError::from)?;
    let ended = journal.out.seek(SeekFrom::End(0));
    ended.map_err(|error| cannot_write(&journal.name, error))?;
    Ok(())
}

pub fn cannot_write(path: &Path, source: io::Error) -> ArenaError {
    ArenaError::Write {
        what: path.display().to_string(),
        source,
    }
}
