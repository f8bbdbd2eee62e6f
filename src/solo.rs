//! `admiralty solo`.

use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::time::Instant;

use admiralty_core::rules::RuleSet;
use admiralty_pages::solo_page;
use admiralty_players::Placing;
use admiralty_players::classic::{ClassicConfig, PolicyKind};
use admiralty_solo::{Experiment, GAMES_MAX, ShotCounts, SoloReport, SoloSettings, SoloStore};
use clap::Args;
use clap::builder::TypedValueParser;

use crate::completions::words;
use crate::shard::{self, ShardArgs};
use crate::streams::{self, is_standard};
use crate::values::{self, RulesArg, number, one_of, parse_rules, positive, seed, value};
use crate::{CliError, progress, signals};

#[derive(Debug, Args)]
pub struct SoloArgs {
    /// The rule set: italian, german, msx, russian or hasbro; `german:12` with the size of the
    /// waters, 10 to 20, if not 10
    #[arg(long, value_name = "NAME[:N]", default_value = "hasbro", add = words(classic_names))]
    rules: String,
    /// A fleet other than the usual one: the number of ships of each class
    #[arg(long, value_name = "N,N,...", value_delimiter = ',', value_parser = number(0..=u8::MAX))]
    fleet: Option<Vec<u8>>,
    /// The player: random, hunt, parity, density or posterior; several, separated by commas, get
    /// the same fleets
    #[arg(
        long,
        default_value = "posterior",
        value_name = "NAME,...",
        value_delimiter = ',',
        add = words(|| PolicyKind::ALL.map(PolicyKind::name))
    )]
    strategy: Vec<PolicyKind>,
    /// The number of games
    #[arg(long, default_value = "1000", value_parser = number(1..=GAMES_MAX))]
    games: u64,
    /// How fleets are placed
    #[arg(long, default_value = "seq", value_parser = placing_parser())]
    placing: Placing,
    /// How the player assumes fleets are placed [default: as they are]
    #[arg(long, value_name = "PLACING", value_parser = placing_parser())]
    believed: Option<Placing>,
    /// The random seed
    #[arg(long, default_value = "1", value_parser = seed())]
    seed: u64,
    /// Games played in parallel [default: one per core]
    #[arg(long, short = 'j', value_name = "N", value_parser = positive())]
    concurrency: Option<NonZeroUsize>,
    /// Print the results as JSON
    #[arg(long)]
    json: bool,
    /// Write the results as a page, with charts; `-` is standard output
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    #[command(flatten)]
    results: ShardArgs,
}

fn classic_names() -> impl Iterator<Item = &'static str> {
    RuleSet::classic().map(|rules| rules.name)
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
    let reports = ReportFiles {
        json: args.json.then_some(Path::new("-")),
        html: args.html.as_deref(),
    };
    reports.check(args.results.out.as_deref())?;
    args.results.check(reports.files().next().is_some())?;
    let shard = args.results.shard();
    let config = config(args)?;
    let experiment = |&policy: &PolicyKind| Experiment {
        config: config.clone(),
        policy,
        placing: args.placing,
        believed: args.believed.unwrap_or(args.placing),
        games: args.games,
        seed: args.seed,
    };
    let experiments: Vec<_> = args.strategy.iter().map(experiment).collect();
    let settings = SoloSettings::new(&experiments);
    let settings = settings.ok_or_else(|| CliError::usage("there is no player"))?;
    // Before a file is begun, which would be left without its name.
    let stop = signals::on_signals()?;
    let mut results = SoloStore::open(args.results.out.as_deref(), &settings, &experiments, shard)?;
    shard::say_broken(results.broken_line());
    let threads = values::threads(args.concurrency);
    let style = progress::style("{bar:30} {pos}/{len} games{rate}{left}");
    let parts = (0..experiments.len()).map(|player| settings.games_of(player, shard));
    let parts: Vec<_> = parts.map(|part| (part, part.len(args.games))).collect();
    let games = parts.iter().map(|(_, games)| games).sum();
    let progress = progress::bar(games, style).with_position(results.games());
    progress.reset_eta();
    for (player, (experiment, &(part, _))) in experiments.iter().zip(&parts).enumerate() {
        let begun = Instant::now();
        let done = results.counts[player].shots.count();
        experiment.run_shard(part, done, threads, &stop, |game| {
            progress.inc(1);
            results.add(player, game)
        })?;
        results.write_line()?;
        let played = results.counts[player].shots.count() - done;
        let name = format!("games of {}", experiment.policy.name());
        progress.suspend(|| progress::say_rate(played, &name, begun));
        if stop.load(Ordering::Relaxed) {
            break;
        }
    }
    progress.finish_and_clear();
    let done = results.games();
    if done == games {
        results.finish()?;
    }
    if args.results.shard.is_none() {
        let runs = experiments.iter().zip(&results.counts);
        // Without those who have not played.
        let runs = runs.filter(|(_, counts)| counts.shots.count() > 0);
        reports.write(&runs.collect::<Vec<_>>(), experiments.len())?;
    }
    if done < games {
        return Err(CliError::Interrupted(format!("{done} of {games} games")));
    }
    Ok(())
}

fn config(args: &SoloArgs) -> Result<ClassicConfig, CliError> {
    let RulesArg { rules, side } = parse_rules(&args.rules).map_err(CliError::Usage)?;
    let side = side.unwrap_or(rules.board_sides.min);
    Ok(match &args.fleet {
        Some(counts) => ClassicConfig::new(rules, side, counts.iter().copied().map(u32::from))?,
        None => ClassicConfig::with_side(rules, side)?,
    })
}

/// Where the reports of `admiralty solo` and `admiralty merge` are written to.
pub struct ReportFiles<'p> {
    pub json: Option<&'p Path>,
    pub html: Option<&'p Path>,
}

impl<'p> ReportFiles<'p> {
    pub fn files(&self) -> impl Iterator<Item = &'p Path> {
        [self.json, self.html].into_iter().flatten()
    }

    /// Checks that no file would overwrite another, and that all can be written.
    pub fn check(&self, results: Option<&Path>) -> Result<(), CliError> {
        let json = self.json.filter(|path| !is_standard(path));
        let all = [self.html, json, results].into_iter().flatten();
        streams::check_distinct(all, "--json, --html and --out")?;
        self.files().try_for_each(streams::check_writable)
    }

    /// Writes the reports, and prints the text unless standard output is used; if one cannot be
    /// written, the others are. JSON is an array if there are several players.
    pub fn write(
        &self,
        runs: &[(&Experiment, &ShotCounts)],
        players: usize,
    ) -> Result<(), CliError> {
        let mut errors = Vec::new();
        if let Some(path) = self.html {
            errors.extend(streams::write(path, solo_page(runs).as_bytes()).err());
        }
        let is_stdout_taken = self.html.is_some_and(is_standard);
        let reports = runs
            .iter()
            .map(|&(experiment, counts)| SoloReport::new(experiment, counts));
        let reports: Vec<_> = reports.collect();
        let json = self
            .json
            .filter(|path| !(is_stdout_taken && is_standard(path)));
        if let Some(path) = json {
            let text = match (&reports[..], players) {
                ([only], 1) => serde_json::to_string_pretty(only),
                (all, _) => serde_json::to_string_pretty(all),
            };
            let written = text.map_err(io::Error::from).map_err(CliError::from);
            let written =
                written.and_then(|text| streams::write(path, format!("{text}\n").as_bytes()));
            errors.extend(written.err());
        }
        if !self.files().any(is_standard) {
            errors.extend(print(&reports, runs).err().map(CliError::from));
        }
        CliError::all(errors)
    }
}

fn print(reports: &[SoloReport], runs: &[(&Experiment, &ShotCounts)]) -> io::Result<()> {
    let mut out = streams::output()?;
    for (number, (report, (_, counts))) in reports.iter().zip(runs).enumerate() {
        if number > 0 {
            writeln!(out)?;
        }
        report.write(counts, &mut out)?;
    }
    out.flush()
}
