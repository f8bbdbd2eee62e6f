//! `admiralty solo`.

mod report;

use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::sync::atomic::Ordering;
use std::time::Instant;

use admiralty::experiments::Experiment;
use admiralty::players::Placing;
use admiralty::players::classic::{Config, PolicyKind};
use clap::Args;
use clap::builder::TypedValueParser;

use super::values::{self, RulesArg, one_of, parse_rules, value};
use super::{CliError, progress, signals, streams};
use report::SoloReport;

#[derive(Debug, Args)]
pub struct SoloArgs {
    /// The rule set: italian, german, msx, russian or hasbro; `german:12` or `german 12` with the
    /// size of the waters, 10 to 20, if not 10
    #[arg(long, num_args = 1..=2, value_names = ["NAME[:N]", "N"], default_value = "hasbro")]
    rules: Vec<String>,
    /// A fleet other than the usual one: the number of ships of each class
    #[arg(long, value_name = "N,N,...", value_delimiter = ',')]
    fleet: Option<Vec<u8>>,
    /// The player: random, hunt, parity, density or posterior
    #[arg(long, default_value = "posterior")]
    strategy: PolicyKind,
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

/// Plays the games and prints how many shots they took.
pub fn solo(args: &SoloArgs) -> Result<(), CliError> {
    let experiment = Experiment {
        config: config(args)?,
        policy: args.strategy,
        placing: args.placing,
        believed: args.believed.unwrap_or(args.placing),
        games: args.games,
        seed: args.seed,
    };
    let threads = values::threads(args.concurrency);
    let stop = signals::on_signals()?;
    let style = progress::style("{bar:30} {pos}/{len} games, {per_sec}, {eta} left");
    let progress = progress::bar(args.games, style);
    let begun = Instant::now();
    let counts = experiment.run(threads, &stop, |games| progress.inc(games))?;
    let time = begun.elapsed();
    progress.finish_and_clear();
    let is_over = !stop.load(Ordering::Relaxed);
    let mut out = streams::output()?;
    let report = SoloReport::new(&experiment, &counts);
    if args.json {
        serde_json::to_writer_pretty(&mut out, &report).map_err(io::Error::from)?;
        writeln!(out)?;
    } else {
        report.write(&counts, time, &mut out)?;
    }
    out.flush()?;
    if is_over {
        Ok(())
    } else {
        Err(CliError::Interrupted(format!(
            "{} of {} games",
            counts.shots.count(),
            args.games
        )))
    }
}

fn config(args: &SoloArgs) -> Result<Config, CliError> {
    let RulesArg { rules, side } = parse_rules(&args.rules.join(":")).map_err(CliError::Usage)?;
    let side = side.unwrap_or(rules.board_sides.default);
    Ok(match &args.fleet {
        Some(counts) => Config::new(rules, side, counts.iter().copied().map(u32::from))?,
        None => Config::with_side(rules, side)?,
    })
}
