//! `admiralty solo`.

mod report;

use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::atomic::Ordering;
use std::time::Instant;

use admiralty::experiments::{Experiment, ShotCounts};
use admiralty::players::Placing;
use admiralty::players::classic::{Config, PolicyKind};
use admiralty::report::{solo_chart, solo_page};
use clap::Args;
use clap::builder::TypedValueParser;

use super::values::{self, RulesArg, one_of, parse_rules, value};
use super::{CliError, progress, signals, streams};
use report::SoloReport;
use streams::is_standard;

#[derive(Debug, Args)]
pub struct SoloArgs {
    /// The rule set: italian, german, msx, russian or hasbro; `german:12` or `german 12` with the
    /// size of the waters, 10 to 20, if not 10
    #[arg(long, num_args = 1..=2, value_names = ["NAME[:N]", "N"], default_value = "hasbro")]
    rules: Vec<String>,
    /// A fleet other than the usual one: the number of ships of each class
    #[arg(long, value_name = "N,N,...", value_delimiter = ',')]
    fleet: Option<Vec<u8>>,
    /// The player: random, hunt, parity, density or posterior; several, separated by commas, get
    /// the same fleets
    #[arg(
        long,
        default_value = "posterior",
        value_name = "NAME,...",
        value_delimiter = ','
    )]
    strategy: Vec<PolicyKind>,
    /// The number of games
    #[arg(long, default_value = "1000", value_parser = clap::value_parser!(u64).range(1..=1_000_000_000_000))]
    games: u64,
    /// How fleets are placed
    #[arg(long, default_value = "seq", value_parser = placing_parser())]
    placing: Placing,
    /// How the player assumes fleets are placed [default: as they are]
    #[arg(long, value_name = "PLACING", value_parser = placing_parser())]
    believed: Option<Placing>,
    /// The random seed
    #[arg(long, default_value = "1")]
    seed: u64,
    /// How many games are played in parallel [default: one per core]
    #[arg(long, short = 'j', value_name = "N")]
    concurrency: Option<NonZeroUsize>,
    /// Print the results as JSON
    #[arg(long)]
    json: bool,
    /// Write the results as a page, with charts; `-` is standard output
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Write the histogram as SVG; `-` is standard output
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
}

fn placing_parser() -> impl TypedValueParser<Value = Placing> {
    one_of([
        value(
            "seq",
            "Ship by ship, longest first, each legal place equally likely",
            Placing::Seq,
        ),
        value("uni", "Each whole fleet equally likely", Placing::Uni),
    ])
}

/// Plays the games of all players, and prints how many shots they took.
pub fn solo(args: &SoloArgs) -> Result<(), CliError> {
    let files = || [&args.html, &args.svg].into_iter().flatten();
    streams::check_distinct(files().map(PathBuf::as_path), "--html and --svg")?;
    for path in files() {
        streams::check_writable(path).map_err(CliError::cannot_write(path))?;
    }
    let config = config(args)?;
    let experiment = |&policy: &PolicyKind| Experiment {
        config: config.clone(),
        policy,
        placing: args.placing,
        believed: args.believed.unwrap_or(args.placing),
        games: args.games,
        seed: args.seed,
    };
    let threads = values::threads(args.concurrency);
    let stop = signals::on_signals()?;
    let style = progress::style("{bar:30} {pos}/{len} games, {per_sec}, {eta} left");
    let games = args.games.saturating_mul(args.strategy.len() as u64);
    let progress = progress::bar(games, style);
    let mut played = Vec::new();
    for experiment in args.strategy.iter().map(experiment) {
        let begun = Instant::now();
        let counts = experiment.run(threads, &stop, |games| progress.inc(games))?;
        let name = format!("games of {}", experiment.policy.name());
        progress.suspend(|| progress::say_rate(counts.shots.count(), &name, begun));
        played.push((experiment, counts));
        if stop.load(Ordering::Relaxed) {
            break;
        }
    }
    progress.finish_and_clear();
    let runs: Vec<_> = played.iter().map(|(it, counts)| (it, counts)).collect();
    let mut errors = Vec::new();
    if let Some(path) = &args.html {
        errors.extend(streams::write(path, solo_page(&runs).as_bytes()).err());
    }
    if let Some(path) = &args.svg {
        errors.extend(streams::write(path, solo_chart(&runs).as_bytes()).err());
    }
    if !files().any(|path| is_standard(path)) {
        errors.extend(print(args, &played).err().map(CliError::from));
    }
    CliError::all(errors)?;
    if stop.load(Ordering::Relaxed) {
        let done: u64 = runs.iter().map(|(_, counts)| counts.shots.count()).sum();
        return Err(CliError::Interrupted(format!("{done} of {games} games")));
    }
    Ok(())
}

/// Prints the results: as text one after the other, as JSON an array if there are several.
fn print(args: &SoloArgs, played: &[(Experiment, ShotCounts)]) -> io::Result<()> {
    let mut out = streams::output()?;
    let report = |(experiment, counts): &(_, _)| SoloReport::new(experiment, counts);
    if args.json {
        let reports: Vec<_> = played.iter().map(report).collect();
        match (&reports[..], args.strategy.len()) {
            ([only], 1) => serde_json::to_writer_pretty(&mut out, only)?,
            (all, _) => serde_json::to_writer_pretty(&mut out, all)?,
        }
        writeln!(out)?;
    } else {
        for (number, run) in played.iter().enumerate() {
            if number > 0 {
                writeln!(out)?;
            }
            report(run).write(&run.1, &mut out)?;
        }
    }
    out.flush()
}

fn config(args: &SoloArgs) -> Result<Config, CliError> {
    let RulesArg { rules, side } = parse_rules(&args.rules.join(":")).map_err(CliError::Usage)?;
    let side = side.unwrap_or(rules.board_sides.default);
    Ok(match &args.fleet {
        Some(counts) => Config::new(rules, side, counts.iter().copied().map(u32::from))?,
        None => Config::with_side(rules, side)?,
    })
}
