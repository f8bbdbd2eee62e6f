//! `admiralty arena`.

mod args;
mod files;
mod progress;
#[cfg(unix)]
mod seats;

use std::io::Write;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use admiralty::arena::report::TournamentReport;
use admiralty::arena::stats::Sprt;
use admiralty::arena::{
    BotTurn, Contestant, FinishedPair, GameLimits, Opening, Recording, Settings, Standings,
    Tournament, TournamentFormat, TurnLimits,
};
use admiralty::game::Game;
#[cfg(unix)]
use admiralty::process;

use super::values::{self, RulesArg};
use super::{CliError, signals, streams};
pub use args::ArenaArgs;
use files::Files;
use progress::{FirstFouls, PairProgress};

/// Plays a tournament, and kills all processes that bots have left behind.
pub fn arena(args: &ArenaArgs) -> Result<(), CliError> {
    #[cfg(unix)]
    process::adopt_orphans()?;
    let played = play(args);
    #[cfg(unix)]
    process::end_orphans();
    played
}

/// Plays a tournament, and prints the tables, unless standard output is used for other results.
fn play(args: &ArenaArgs) -> Result<(), CliError> {
    check_files(args)?;
    let mut results = [&args.json, &args.html, &args.csv].into_iter();
    let is_stdout_taken = results.any(is_stdout);
    let settings = settings(args)?;
    #[cfg(unix)]
    let lobby = seats::listen(args, &settings.players)?;
    for contestant in &settings.players {
        contestant.check()?;
    }
    let tournament = Tournament::new(settings)?;
    let (mut files, mut standings) = Files::open(args, &tournament)?;
    #[cfg(unix)]
    lobby.iter().for_each(seats::announce);
    let resumed = standings.pairs();
    let progress = PairProgress::new(&tournament, resumed);
    let stop = signals::on_signals()?;
    let log_turn = args.bot_log.as_deref().map(|directory| {
        move |game: u64, turn: &BotTurn<'_>| files::log_turn(directory, game, turn)
    });
    let recording = Recording {
        records: args.games_dir.is_some() || args.html.is_some(),
        bot_log: log_turn.as_ref().map(|log| log as _),
    };
    let mut first_fouls = FirstFouls::default();
    let begun = Instant::now();
    tournament.play(
        &mut standings,
        values::threads(args.concurrency),
        recording,
        &stop,
        |finished: FinishedPair, standings: &Standings| {
            files.add(&tournament, &finished)?;
            for foul in first_fouls.of(tournament.settings(), &finished) {
                progress.say(&foul);
            }
            progress.show(standings);
            Ok(())
        },
    )?;
    let time = begun.elapsed();
    progress.end();
    let report = TournamentReport::new(tournament.settings(), &standings);
    let written = files.finish(&report);
    let print = || {
        let mut out = streams::output()?;
        report.write_tables(&mut out)?;
        let played = 2 * (standings.pairs() - resumed);
        writeln!(out, "\n{}", summary(report.games, played, time))?;
        out.flush()
    };
    let printed = if is_stdout_taken { Ok(()) } else { print() };
    written?;
    // Check this first: a terminal that has hung up accepts no output.
    if standings.next_pair().is_some() {
        return Err(CliError::Interrupted(format!(
            "{} of {} pairs",
            standings.pairs(),
            tournament.pairs()
        )));
    }
    Ok(printed?)
}

/// Checks that no file would overwrite another.
fn check_files(args: &ArenaArgs) -> Result<(), CliError> {
    let files = [&args.json, &args.html, &args.csv, &args.resume, &args.start];
    let given = files.into_iter().flatten().map(PathBuf::as_path);
    streams::check_distinct(given, "--json, --html, --csv, --resume and --start")?;
    if is_stdout(&args.resume) {
        return Err(CliError::usage(
            "a journal is a file; it cannot be a stream",
        ));
    }
    Ok(())
}

#[expect(clippy::ref_option, reason = "the type of the arguments")]
fn is_stdout(file: &Option<PathBuf>) -> bool {
    file.as_deref().is_some_and(streams::is_standard)
}

fn settings(args: &ArenaArgs) -> Result<Settings, CliError> {
    Ok(Settings {
        players: Contestant::from_specs(&args.players)?,
        format: if args.gauntlet {
            TournamentFormat::Gauntlet
        } else {
            TournamentFormat::RoundRobin
        },
        games: args.games,
        seed: args.seed,
        opening: opening(args)?,
        limits: GameLimits {
            turns: args.turn_limit.get(),
            turn: TurnLimits {
                cpu: args.program.cpu,
                wall: args.program.wall(),
                memory: args.program.memory,
                processes: args.program.processes,
            },
            effort: args.effort.unwrap_or_default(),
        },
        sprt: match args.sprt.as_deref() {
            Some(&[elo0, elo1, alpha, beta]) => Some(Sprt::new(elo0, elo1, alpha, beta)?),
            _ => None,
        },
    })
}

fn opening(args: &ArenaArgs) -> Result<Opening, CliError> {
    let placing = args.placing;
    let mut opening = match (&args.start, args.rules) {
        (Some(path), _) => Opening::from_script(&streams::read(path)?, placing)?,
        (None, Some(RulesArg { rules, side })) => {
            let side = side.unwrap_or(rules.board_sides.default);
            Opening::of_game(Game::with_side(rules, side), placing)
        }
        (None, None) => Opening::fresh(placing),
    };
    if let Some(size) = args.board {
        opening.set_board(size);
    }
    if let Some(counts) = &args.fleet {
        opening.set_fleet(counts)?;
    }
    opening.reefs = args.reefs;
    if args.extended || args.auto {
        opening.base.set_extended();
    }
    if args.auto {
        opening.base.set_auto();
    }
    Ok(opening)
}

fn summary(games: u64, played: u64, time: Duration) -> String {
    let resumed = match games - played {
        0 => String::new(),
        before => format!(" after {before} from the journal"),
    };
    let rate = super::progress::rate(played, time);
    format!("{played} games{resumed} {rate}")
}
