//! `admiralty arena`.

mod args;
mod bot_log;
mod files;
mod first_fouls;

use std::collections::BTreeSet;
use std::io::{self, IsTerminal, Write};
use std::num::NonZeroUsize;
use std::path::Path;
use std::time::{Duration, Instant};

use admiralty::arena::report::{TournamentReport, write_tables};
use admiralty::arena::stats::Sprt;
use admiralty::arena::{
    ArenaError, BotTurn, Contestant, FinishedPair, GameLimits, Opening, Recording, Settings,
    Standings, Tournament, TournamentFormat, TurnLimits,
};
use admiralty::game::Game;
#[cfg(unix)]
use admiralty::process;
use indicatif::{ProgressBar, ProgressState, ProgressStyle};

use super::values::RulesArg;
use super::{CliError, signals, streams};
pub use args::ArenaArgs;
use files::Files;
use first_fouls::FirstFouls;

/// Plays a tournament, and ends all processes that bots have left behind.
pub fn arena(args: &ArenaArgs) -> Result<(), CliError> {
    #[cfg(unix)]
    process::adopt_orphans()?;
    let played = play(args);
    #[cfg(unix)]
    process::end_orphans();
    played
}

/// Plays a tournament, and prints the tables, unless another result goes to standard output.
fn play(args: &ArenaArgs) -> Result<(), CliError> {
    check_files(args)?;
    let is_stdout_taken = is_stdout(args.json.as_deref()) || is_stdout(args.csv.as_deref());
    let tournament = prepare(args)?;
    let workers = args
        .concurrency
        .or_else(|| std::thread::available_parallelism().ok())
        .unwrap_or(NonZeroUsize::MIN);
    let mut standings = tournament.standings();
    let mut files = Files::open(args, &tournament, &mut standings)?;
    let resumed = standings.pairs();
    let progress = PairProgress::new(&tournament, resumed);
    let stop = signals::on_signals()?;
    let log_turn = args
        .bot_log
        .as_deref()
        .map(|folder| move |game: u64, turn: &BotTurn<'_>| bot_log::log_turn(folder, game, turn));
    let recording = Recording {
        records: args.games_dir.is_some(),
        bot_log: log_turn.as_ref().map(|log| log as _),
    };
    let mut first_fouls = FirstFouls::default();
    let begun = Instant::now();
    tournament.play(
        &mut standings,
        workers,
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
    files.finish(&report)?;
    let print = || {
        let mut out = streams::output()?;
        write_tables(&report, &mut out)?;
        let played = 2 * (standings.pairs() - resumed);
        writeln!(out, "\n{}", summary(report.games, played, time))?;
        out.flush()
    };
    let printed = if is_stdout_taken { Ok(()) } else { print() };
    // A terminal that has hung up takes no output.
    if standings.next_pair().is_some() {
        return Err(CliError::Interrupted(format!(
            "{} of {} pairs",
            standings.pairs(),
            tournament.pairs()
        )));
    }
    Ok(printed?)
}

/// Makes sure that no file is overwritten by another one.
fn check_files(args: &ArenaArgs) -> Result<(), CliError> {
    let files = [&args.json, &args.csv, &args.resume, &args.start];
    let mut known = BTreeSet::new();
    let mut given = files.into_iter().flatten();
    if !given.all(|path| known.insert(streams::identity(path))) {
        let message = "two of --json, --csv, --resume and --start are the same file";
        return Err(CliError::Usage(message.to_owned()));
    }
    if is_stdout(args.resume.as_deref()) {
        let message = "a journal is a file; it cannot be a stream";
        return Err(CliError::Usage(message.to_owned()));
    }
    Ok(())
}

fn is_stdout(file: Option<&Path>) -> bool {
    file.is_some_and(files::is_stdout)
}

fn prepare(args: &ArenaArgs) -> Result<Tournament, CliError> {
    let contestants = Contestant::from_specs(&args.players).map_err(ArenaError::from)?;
    let opening = opening(args)?;
    let limits = GameLimits {
        turns: args.turn_limit.get(),
        turn: TurnLimits {
            cpu: args.program.cpu,
            wall: args.program.wall(),
            memory: args.program.memory,
            processes: args.program.processes,
        },
        effort: args.effort.unwrap_or_default(),
    };
    let format = if args.gauntlet {
        TournamentFormat::Gauntlet
    } else {
        TournamentFormat::RoundRobin
    };
    let sprt = match args.sprt.as_deref() {
        Some(&[elo0, elo1, alpha, beta]) => {
            Some(Sprt::new(elo0, elo1, alpha, beta).map_err(ArenaError::from)?)
        }
        _ => None,
    };
    let settings = Settings::new(
        &contestants,
        &opening,
        &limits,
        format,
        args.games,
        args.seed,
        sprt,
    );
    for contestant in &contestants {
        contestant.check().map_err(ArenaError::from)?;
    }
    Ok(Tournament::new(settings, contestants, opening, limits)?)
}

fn opening(args: &ArenaArgs) -> Result<Opening, CliError> {
    let placing = args.placing;
    let mut opening = match &args.start {
        Some(path) => {
            let script = files::read(path)?;
            Opening::from_script(&script, placing).map_err(ArenaError::from)?
        }
        None => match args.rules {
            Some(RulesArg { rules, side }) => {
                let side = side.unwrap_or(rules.board_sides.default);
                Opening::of_game(Game::with_side(rules, side), placing)
            }
            None => Opening::fresh(placing),
        },
    };
    if let Some(size) = args.board {
        opening.set_board(size);
    }
    if let Some(counts) = &args.fleet {
        opening.set_fleet(counts).map_err(ArenaError::from)?;
    }
    opening.set_reefs(args.reefs);
    opening.set_modes(args.extended || args.auto, args.auto);
    Ok(opening)
}

fn summary(games: u64, played: u64, time: Duration) -> String {
    let seconds = time.as_secs_f64();
    let resumed = match games - played {
        0 => String::new(),
        before => format!(" after {before} from the journal"),
    };
    #[expect(clippy::cast_precision_loss, reason = "a rate is rounded")]
    let rate = played as f64 / seconds.max(1e-9);
    format!("{played} games{resumed} in {seconds:.2} s: {rate:.0} games/s")
}

/// A bar on standard error, if that is a terminal.
struct PairProgress(ProgressBar);

impl PairProgress {
    fn new(tournament: &Tournament, resumed: u64) -> Self {
        const TEMPLATE: &str = "{bar:30} {pos}/{len} pairs, {rate}/s, {eta} left {msg}";
        if !io::stderr().is_terminal() {
            return Self(ProgressBar::hidden());
        }
        let bar = ProgressBar::new(tournament.pairs()).with_position(resumed);
        let bar = match ProgressStyle::with_template(TEMPLATE) {
            Ok(style) => bar.with_style(style.with_key(
                "rate",
                |state: &ProgressState, out: &mut dyn std::fmt::Write| {
                    let _ = write!(out, "{:.0}", state.per_sec());
                },
            )),
            Err(_) => bar,
        };
        // The first pair may take long.
        bar.tick();
        // The games of the journal were not played at this rate.
        bar.reset_eta();
        Self(bar)
    }

    fn show(&self, standings: &Standings) {
        self.0.set_position(standings.pairs());
        if self.0.is_hidden() {
            return;
        }
        if let Some((sprt, ratio, _)) = standings.sprt() {
            let [lower, upper] = sprt.bounds();
            self.0
                .set_message(format!("LLR {ratio:.2} ({lower:.2}, {upper:.2})"));
        } else if let (2, Some((_, tally))) =
            (standings.players().len(), standings.pairings().next())
        {
            self.0
                .set_message(format!("Elo {:+.0}", tally.pentanomial.elo()));
        }
    }

    /// Prints lines on standard error, above the bar.
    fn say(&self, lines: &str) {
        // Nobody may read them.
        self.0.suspend(|| {
            let _ = io::stderr().write_all(lines.as_bytes());
        });
    }

    fn end(&self) {
        self.0.finish_and_clear();
    }
}
