//! `admiralty arena`.

use std::collections::BTreeSet;
use std::env;
use std::fs;
use std::io::{self, Write};
use std::path::Path;
use std::path::PathBuf;
use std::time::Instant;

use admiralty_arena::report::TournamentReport;
use admiralty_arena::stats::Sprt;
use admiralty_arena::{
    Contestant, FinishedPair, FoulKind, GameLimits, LoggedRun, Opening, PairMember, PlayerKind,
    Recording, Standings, Tournament, TournamentFormat, TournamentSettings,
};
use admiralty_core::game::Game;
use admiralty_core::player::Player;
use admiralty_escape::{escape, escape_path};
use admiralty_pages::GAMES_LISTED_MAX;
use admiralty_process as process;
use admiralty_results::{ResultsWriter, UnitResult};
use indicatif::ProgressBar;

use crate::error::say;
use crate::progress::{self, say_rate};
use crate::sandbox::hidden;
use crate::shard::open_results;
use crate::values::{self, RulesArg};
use crate::{CliError, signals, streams};

mod args;
mod reports;
mod seats;

pub use args::{ArenaArgs, ReportArgs};
pub use reports::TournamentReports;

/// Plays a tournament, and kills all processes that bots have left behind.
pub fn arena(args: &ArenaArgs) -> Result<(), CliError> {
    process::adopt_orphans()?;
    let played = play(args);
    process::end_orphans();
    played
}

/// A progress bar on standard error, if that is a terminal.
pub struct PairProgress(ProgressBar);

impl PairProgress {
    pub fn new(tournament: &Tournament, resumed: u64) -> Self {
        let style = progress::style("{bar:30} {pos}/{len} pairs{rate}{left} {msg}");
        let bar = progress::bar(tournament.pairs(), style).with_position(resumed);
        // The first pair may take long.
        bar.tick();
        // Earlier games do not count for the rate.
        bar.reset_eta();
        Self(bar)
    }

    pub fn show(&self, standings: &Standings) {
        self.0.set_position(standings.pairs());
        if self.0.is_hidden() {
            return;
        }
        if let Some(sprt) = standings.sprt() {
            let [lower, upper] = sprt.bounds;
            let message = format!("LLR {:.2} ({lower:.2}, {upper:.2})", sprt.ratio);
            self.0.set_message(message);
        } else if let (2, Some((_, tally))) =
            (standings.players().len(), standings.pairings().next())
        {
            let elo = tally.pentanomial.elo();
            self.0.set_message(format!("Elo {elo:+.0}"));
        }
    }

    /// Prints lines on standard error, above the bar.
    pub fn say(&self, lines: &str) {
        // Errors are ignored: standard error may be closed.
        self.0.suspend(|| {
            let _ = io::stderr().write_all(lines.as_bytes());
        });
    }

    pub fn end(&self) {
        self.0.finish_and_clear();
    }
}

fn play(args: &ArenaArgs) -> Result<(), CliError> {
    check_files(args)?;
    let shard = args.results.shard();
    let settings = settings(args)?;
    let lobby = seats::listen(args, &settings.players)?;
    for contestant in &settings.players {
        contestant.check()?;
    }
    let tournament = Tournament::new(settings)?;
    let units = tournament.pairs();
    let tournament = tournament.shard(shard);
    let settings = tournament.settings();
    // Before a file is begun, which would be left without its name.
    let stop = signals::on_signals()?;
    let mut reports = TournamentReports::new(&args.reports, settings)?;
    for directory in game_directories(args) {
        fs::create_dir_all(directory).map_err(CliError::cannot_write(directory))?;
    }
    let mut standings = tournament.standings();
    let mut results = None;
    if let Some(path) = &args.results.out {
        let header = settings.header(units, shard)?;
        let add = |saved: UnitResult<FinishedPair>| match standings.next_pair() {
            Some(pair) => {
                let finished = FinishedPair {
                    pair,
                    ..saved.result
                };
                standings.add(&pair, &finished.games);
                reports.add(&finished)
            }
            // The test was decided before.
            None => Ok(()),
        };
        let grows = Some(TournamentSettings::GROWS);
        results = Some(open_results(path, header, grows, add)?);
    }
    lobby.iter().for_each(seats::announce);
    let resumed = standings.pairs();
    note_earlier_games(args, resumed);
    let progress = PairProgress::new(&tournament, resumed);
    let log_turn = args.bot_log.as_deref().map(|directory| {
        move |game: u64, turn: &LoggedRun<'_>| reports::log_turn(directory, game, turn)
    });
    let are_some_recorded = args.reports.html.is_some() || results.is_some();
    let recording = Recording {
        records: match (&args.games_dir, are_some_recorded) {
            (Some(_), _) => u64::MAX,
            (None, true) => GAMES_LISTED_MAX,
            (None, false) => 0,
        },
        bot_log: log_turn.as_ref().map(|log| log as _),
    };
    let mut first_fouls = FirstFouls::default();
    let begun = Instant::now();
    let played = tournament.play(
        &mut standings,
        values::threads(args.concurrency),
        recording,
        &stop,
        |mut finished: FinishedPair, standings: &Standings| {
            if let Some(directory) = &args.games_dir {
                reports::write_games(directory, settings, &finished)?;
            }
            reports.add(&finished)?;
            // The results come last, because their games are never written again.
            if let Some(results) = &mut results {
                if finished.pair.game(0) > GAMES_LISTED_MAX {
                    finished.records = None;
                }
                results.append(1, &finished)?;
            }
            for foul in first_fouls.of(settings, &finished) {
                progress.say(&foul);
            }
            progress.show(standings);
            Ok(())
        },
    );
    progress.end();
    played?;
    let is_over = standings.next_pair().is_none();
    if let Some(results) = results.as_mut().filter(|_| is_over) {
        results.finish()?;
    }
    if args.results.shard.is_none() {
        let report = TournamentReport::new(settings, &standings);
        let written = reports.finish(&report);
        let printed = reports.print(&report);
        written?;
        // Check this first: a terminal that has hung up accepts no output.
        if is_over {
            printed?;
        }
    }
    if !is_over {
        return Err(CliError::Interrupted(format!(
            "{} of {} pairs",
            standings.pairs(),
            tournament.pairs()
        )));
    }
    say_rate(2 * (standings.pairs() - resumed), "games", begun);
    Ok(())
}

/// The directories that get files of each game.
fn game_directories(args: &ArenaArgs) -> impl Iterator<Item = &Path> {
    let directories = [&args.games_dir, &args.bot_log].into_iter().flatten();
    directories.map(PathBuf::as_path)
}

/// Notes that a directory has files of earlier games, which would be taken for those of this run; a run
/// that continues has them, and so have the other shards of a run.
fn note_earlier_games(args: &ArenaArgs, resumed: u64) {
    if resumed > 0 || args.results.shard.is_some() {
        return;
    }
    for directory in game_directories(args).filter(|it| reports::has_games(it)) {
        let directory = directory.display();
        say(&format!(
            "note: {directory} has files of earlier games, and keeps those that this run does not replace"
        ));
    }
}

/// Checks that no file would overwrite another.
fn check_files(args: &ArenaArgs) -> Result<(), CliError> {
    let others = [&args.results.out, &args.start].into_iter().flatten();
    let given = args.reports.files().chain(others.map(PathBuf::as_path));
    streams::check_distinct(given, "--json, --html, --csv, --out and --start")?;
    args.results.check(args.reports.files().next().is_some())
}

fn settings(args: &ArenaArgs) -> Result<TournamentSettings, CliError> {
    let mut players = Contestant::from_specs(&args.players)?;
    limit(args, &mut players)?;
    let players = confined(args, players)?;
    Ok(TournamentSettings {
        players,
        format: if args.gauntlet {
            TournamentFormat::Gauntlet
        } else {
            TournamentFormat::RoundRobin
        },
        games: args.games,
        seed: seed(args)?,
        opening: opening(args)?,
        same_fleets: args.same_fleets,
        limits: GameLimits {
            turns: args.turn_limit.get(),
            turn: args.limits(),
            effort: args.effort.unwrap_or_default(),
            adjudication: args.adjudicate,
        },
        sprt: match args.sprt.as_deref() {
            Some(&[elo0, elo1, alpha, beta]) => {
                let sprt = Sprt::new(elo0, elo1, alpha, beta)?;
                Some(if args.nelo { sprt.normalised() } else { sprt })
            }
            _ => None,
        },
        hashed: args
            .hash
            .iter()
            .map(|path| path.display().to_string())
            .collect(),
    })
}

/// Gives bots limits of their own.
fn limit(args: &ArenaArgs, players: &mut [Contestant]) -> Result<(), CliError> {
    for own in &args.limit {
        let name = escape(&own.name);
        let Some(player) = players.iter_mut().find(|player| player.name == name) else {
            return Err(CliError::usage(format!(
                "--limit: no player is called \"{name}\""
            )));
        };
        if matches!(player.kind, PlayerKind::Native(_)) {
            let message =
                format!("--limit: \"{name}\" is a built-in player, whose limit is --effort");
            return Err(CliError::usage(message));
        }
        player.limits = Some(own.limits(&args.limits()));
    }
    Ok(())
}

/// The scripts of a directory with their paths, sorted by name.
fn scripts(directory: &Path) -> Result<Vec<(String, Vec<u8>)>, CliError> {
    let name = escape_path(directory);
    let entries = fs::read_dir(directory).map_err(CliError::cannot_read(&name))?;
    let paths = entries.map(|entry| entry.map(|entry| entry.path()));
    let paths: io::Result<Vec<_>> = paths.collect();
    let mut paths = paths.map_err(CliError::cannot_read(&name))?;
    paths.retain(|path| path.is_file());
    paths.sort();
    let read = |path: PathBuf| Ok((escape_path(&path), streams::read(&path)?));
    paths.into_iter().map(read).collect()
}

/// The seed that is given, that of the results to continue from, or a random one.
fn seed(args: &ArenaArgs) -> Result<u64, CliError> {
    if let Some(seed) = args.seed {
        return Ok(seed);
    }
    if args.results.shard.is_some() {
        let message = "--shard needs --seed N: all shards of a run have the same seed";
        return Err(CliError::usage(message));
    }
    let begun = match &args.results.out {
        Some(path) => ResultsWriter::existing_header(path)?,
        None => None,
    };
    let begun = begun.and_then(|header| header.settings["seed"].as_u64());
    Ok(begun.unwrap_or_else(values::secret_seed))
}

fn opening(args: &ArenaArgs) -> Result<Opening, CliError> {
    let placing = args.placing;
    let mut opening = match (&args.openings, &args.start, args.rules) {
        (Some(directory), _, _) => Opening::from_scripts(scripts(directory)?, placing)?,
        (None, Some(path), _) => Opening::from_script(&streams::read(path)?, placing)?,
        (None, None, Some(RulesArg { rules, side })) => {
            let side = side.unwrap_or(rules.board_sides.min);
            Opening::of_game(Game::with_side(rules, side), placing)
        }
        (None, None, None) => Opening::fresh(placing),
    };
    if let Some(size) = args.board {
        opening.set_board(size)?;
    }
    if let Some(counts) = &args.fleet {
        opening.set_fleet(counts)?;
    }
    opening.reefs = args.reefs;
    if args.extended || args.auto {
        opening.set_modes(args.auto)?;
    }
    Ok(opening)
}

/// The players, with each bot in a sandbox. It hides the files of the tournament, which tell the seed and past
/// games, and those that the command lines of the other bots name.
fn confined(args: &ArenaArgs, mut players: Vec<Contestant>) -> Result<Vec<Contestant>, CliError> {
    let files = [
        &args.results.out,
        &args.games_dir,
        &args.bot_log,
        &args.start,
        &args.openings,
        &args.tokens,
    ];
    let files: Vec<_> = files.into_iter().flatten().map(|path| &**path).collect();
    let named: Vec<_> = players.iter().map(|it| named_files(it.command())).collect();
    let mut remark = None;
    for (player, own) in players.iter_mut().zip(&named) {
        if player.command().is_empty() {
            continue;
        }
        let of_others = named.iter().flatten();
        let of_others = of_others.filter(|path| !own.contains(path) && !is_tool(path));
        let secret = files.iter().copied().chain(args.reports.files());
        let secret = secret.chain(of_others.map(PathBuf::as_path));
        let none: [&Path; 0] = [];
        let (sandbox, unprotected) = args.sandbox.sandbox(hidden(secret, none))?;
        if let Some(sandbox) = sandbox {
            player.confine(&sandbox);
        }
        remark = unprotected;
    }
    if let Some(remark) = remark {
        say(&remark);
    }
    Ok(players)
}

/// The files that a command line names, without links.
fn named_files(command: &[String]) -> Vec<PathBuf> {
    let files = command.iter().filter(|word| Path::new(word).is_file());
    files
        .filter_map(|word| Path::new(word).canonicalize().ok())
        .collect()
}

/// Whether a file is a program of the machine, such as an interpreter, which is no secret of a bot.
fn is_tool(path: &Path) -> bool {
    let tools = env::var_os("PATH").unwrap_or_default();
    let mut tools = env::split_paths(&tools).filter_map(|it| it.canonicalize().ok());
    let is_local = path.starts_with("/usr/local");
    path.starts_with("/usr") && !is_local || tools.any(|it| path.parent() == Some(&it))
}

/// The fouls reported so far: only the first of each kind for each player.
#[derive(Default)]
struct FirstFouls(BTreeSet<(usize, FoulKind)>);

impl FirstFouls {
    /// The reports on a pair, one for each game with a new kind of foul.
    pub fn of(&mut self, settings: &TournamentSettings, finished: &FinishedPair) -> Vec<String> {
        let mut shown = Vec::new();
        for (number, game) in finished.games.iter().enumerate() {
            let (Some(foul), Some(winner)) = (&game.foul, game.winner) else {
                continue;
            };
            let loser = finished.pair.contestants[winner.other() as usize];
            if !self.0.insert((loser, foul.kind)) {
                continue;
            }
            let name = |member: PairMember| {
                let contestant = finished.pair.contestants[member as usize];
                escape(&settings.players[contestant].name)
            };
            let [a, b] = Player::BOTH.map(|player| name(PairMember::playing(player, number)));
            shown.push(format!(
                "admiralty: {} lost game {} ({a} against {b}) in turn {}, {}: {}{}\n",
                name(winner.other()),
                finished.pair.game(number),
                game.turns + 1,
                foul.kind,
                escape(&foul.detail),
                game.quoted_stderr()
            ));
        }
        shown
    }
}
