//! The files of `admiralty arena` and `admiralty merge`: reports, games, and logs of bots.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use admiralty_arena::report::{GamesTable, TournamentReport, write_head};
use admiralty_arena::{
    ArenaError, FinishedPair, LoggedRun, PairMember, RECORD_BYTES_MAX, TournamentSettings,
};
use admiralty_core::player::Player;
use admiralty_pages::replay::Replay;
use admiralty_pages::{GAMES_LISTED_MAX, TournamentHistory, TournamentPage};
use admiralty_results::ByteText;

use super::args::ReportArgs;
use crate::streams::{self, Report, is_standard};
use crate::{CliError, replay};

/// The reports of a tournament, to which pairs are added in order.
pub struct TournamentReports<'a> {
    args: &'a ReportArgs,
    settings: &'a TournamentSettings,
    games: Option<GamesTable<Report>>,
    history: Option<TournamentHistory>,
    replays: Option<PathBuf>,
}

impl<'a> TournamentReports<'a> {
    /// Checks that all files can be written, so that errors are reported before the first game.
    pub fn new(args: &'a ReportArgs, settings: &'a TournamentSettings) -> Result<Self, CliError> {
        args.files().try_for_each(streams::check_writable)?;
        let replays = args.html.as_deref().and_then(replay::directory);
        if let Some(directory) = &replays {
            fs::create_dir_all(directory).map_err(CliError::cannot_write(directory))?;
        }
        let begin = |path| {
            let table = Report::begin(path).and_then(GamesTable::new);
            table.map_err(CliError::cannot_write(path))
        };
        Ok(Self {
            args,
            settings,
            games: args.csv.as_deref().map(begin).transpose()?,
            history: args.html.is_some().then(TournamentHistory::default),
            replays,
        })
    }

    pub fn add(&mut self, finished: &FinishedPair) -> Result<(), ArenaError> {
        if let Some(history) = &mut self.history {
            history.add(finished);
        }
        if let Some(directory) = &self.replays {
            for (game, ByteText(record)) in finished.records.iter().flatten().enumerate() {
                if finished.pair.game(game) <= GAMES_LISTED_MAX {
                    self.write_replay(directory, finished, game, record)?;
                }
            }
        }
        if let (Some(path), Some(games)) = (&self.args.csv, &mut self.games) {
            let added = games.add(self.settings, finished);
            added.map_err(cannot_write(path))?;
        }
        Ok(())
    }

    /// Writes the reports; if one cannot be written, the others are.
    pub fn finish(&mut self, report: &TournamentReport<'_>) -> Result<(), CliError> {
        let mut errors = Vec::new();
        if let (Some(path), Some(games)) = (&self.args.csv, self.games.take()) {
            let written = games.finish().and_then(Report::complete);
            errors.extend(written.map_err(CliError::cannot_write(path)).err());
        }
        if let Some(path) = &self.args.json {
            let mut json = serde_json::to_vec_pretty(report).map_err(io::Error::from)?;
            json.push(b'\n');
            errors.extend(streams::write(path, &json).err());
        }
        if let (Some(path), Some(history)) = (&self.args.html, &self.history) {
            let page = TournamentPage {
                report,
                history,
                replays: self.written_replays(),
            };
            errors.extend(streams::write(path, page.page().as_bytes()).err());
        }
        CliError::all(errors)
    }

    /// Prints the tables, unless standard output is used for other results.
    pub fn print(&self, report: &TournamentReport<'_>) -> io::Result<()> {
        if self.args.files().any(is_standard) {
            return Ok(());
        }
        let mut out = streams::output()?;
        report.write_tables(&mut out)?;
        out.flush()
    }

    fn write_replay(
        &self,
        directory: &Path,
        finished: &FinishedPair,
        game: usize,
        record: &[u8],
    ) -> Result<(), ArenaError> {
        let number = finished.pair.game(game);
        let [a, b] = Player::BOTH.map(|player| {
            let member = PairMember::playing(player, game);
            &self.settings.players[finished.pair.contestants[member as usize]].name
        });
        let title = format!("Game {number}: {a} against {b}");
        let path = directory.join(replay_name(number));
        let is_small = record.len() <= RECORD_BYTES_MAX;
        let recorded =
            is_small.then(|| Replay::record(&*script(self.settings, finished, game, record)));
        match recorded {
            Some(Ok(it)) => streams::replace(&path, replay::page(&it, &title, &title).as_bytes()),
            // Too large for a page; there must be no old one, either.
            _ => fs::remove_file(&path).or(Ok(())),
        }
        .map_err(cannot_write(&path))
    }

    /// The paths of the replays relative to the page, by the numbers of the games; games that are
    /// too large have none.
    fn written_replays(&self) -> BTreeMap<u64, String> {
        let name = self.replays.as_deref().and_then(Path::file_name);
        let (Some(directory), Some(name)) = (&self.replays, name) else {
            return BTreeMap::new();
        };
        (1..=GAMES_LISTED_MAX)
            .map(|game| (game, replay_name(game)))
            .filter(|(_, file)| directory.join(file).is_file())
            .map(|(game, file)| (game, format!("{}/{file}", name.to_string_lossy())))
            .collect()
    }
}

/// A game of a pair as a script that names the players and the result.
pub fn script(
    settings: &TournamentSettings,
    finished: &FinishedPair,
    game: usize,
    record: &[u8],
) -> Vec<u8> {
    let mut script = Vec::new();
    let result = &finished.games[game];
    let head = write_head(settings, &finished.pair, game, result, &mut script);
    debug_assert!(head.is_ok(), "a vector takes everything");
    script.extend_from_slice(record);
    script
}

pub fn write_games(
    directory: &Path,
    settings: &TournamentSettings,
    finished: &FinishedPair,
) -> Result<(), ArenaError> {
    for (game, ByteText(record)) in finished.records.iter().flatten().enumerate() {
        let path = directory.join(format!("game-{:06}.ships", finished.pair.game(game)));
        let script = script(settings, finished, game, record);
        fs::write(&path, script).map_err(cannot_write(&path))?;
    }
    Ok(())
}

/// Appends the standard error of a bot in a turn to its file, and after a foul writes its input and
/// output. Each bot of a game has its own files, which are overwritten in its first turn.
pub fn log_turn(directory: &Path, game: u64, turn: &LoggedRun<'_>) -> Result<(), ArenaError> {
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

/// Whether a directory has files of games.
pub fn has_games(directory: &Path) -> bool {
    let mut entries = fs::read_dir(directory).into_iter().flatten().flatten();
    entries.any(|entry| entry.file_name().as_encoded_bytes().starts_with(b"game-"))
}

pub fn cannot_write(path: &Path) -> impl Fn(io::Error) -> ArenaError {
    |source| ArenaError::Write {
        what: path.display().to_string(),
        source,
    }
}

fn replay_name(game: u64) -> String {
    format!("game-{game:06}.html")
}
