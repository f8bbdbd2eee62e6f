//! `admiralty solo`.

use std::io::{self, Write};
use std::num::{NonZeroU64, NonZeroUsize};
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use admiralty_arena::experiments::{
    Experiment, GAMES_MAX, GameShots, Histogram, ShotCounts, SoloSettings,
};
use admiralty_core::rules::RuleSet;
use admiralty_pages::solo_page;
use admiralty_players::Placing;
use admiralty_players::classic::{ClassicConfig, PolicyKind};
use admiralty_results::{ResultsWriter, Shard, UnitResult};
use clap::Args;
use clap::builder::TypedValueParser;
use serde::{Serialize, Serializer};

use crate::completions::words;
use crate::shard::{ShardArgs, open_results};
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
    let mut results =
        SoloResults::open(args.results.out.as_deref(), &settings, &experiments, shard)?;
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

const GAMES_PER_LINE_MAX: u64 = 4096;
/// After what time a line is written even for fewer games; they are lost if the program is killed.
const LINE_INTERVAL: Duration = Duration::from_secs(10);

pub struct SoloResults<'e> {
    experiments: &'e [Experiment],
    pub counts: Vec<ShotCounts>,
    /// The games of the next line.
    line: ShotCounts,
    line_begun: Instant,
    file: Option<ResultsWriter>,
}

impl<'e> SoloResults<'e> {
    /// Opens the file, if there is one, and counts the games in it.
    pub fn open(
        path: Option<&Path>,
        settings: &SoloSettings,
        experiments: &'e [Experiment],
        shard: Shard,
    ) -> Result<Self, CliError> {
        let mut counts = SoloSettings::no_games(experiments);
        let mut file = None;
        if let Some(path) = path {
            let add = |line: UnitResult<ShotCounts>| {
                settings.merge(&mut counts, &line)?;
                Ok::<_, CliError>(())
            };
            file = Some(open_results(path, settings.header(shard), None, add)?);
        }
        Ok(Self {
            experiments,
            counts,
            line: ShotCounts::default(),
            line_begun: Instant::now(),
            file,
        })
    }

    pub fn games(&self) -> u64 {
        self.counts.iter().map(|counts| counts.shots.count()).sum()
    }

    /// Counts the next game of a player.
    pub fn add(&mut self, player: usize, game: &GameShots) -> Result<(), CliError> {
        let config = &self.experiments[player].config;
        self.counts[player].add(config, game);
        if self.file.is_none() {
            return Ok(());
        }
        if self.line.first_shots.is_empty() {
            self.line = ShotCounts::new(config);
            self.line_begun = Instant::now();
        }
        self.line.add(config, game);
        let games = self.line.shots.count();
        if games >= GAMES_PER_LINE_MAX || self.line_begun.elapsed() >= LINE_INTERVAL {
            self.write_line()?;
        }
        Ok(())
    }

    /// Writes the line of the games that are not in the file yet.
    pub fn write_line(&mut self) -> Result<(), CliError> {
        let line = std::mem::take(&mut self.line);
        let games = line.shots.count();
        match &mut self.file {
            Some(file) if games > 0 => Ok(file.append(games, &line)?),
            _ => Ok(()),
        }
    }

    pub fn finish(&mut self) -> Result<(), CliError> {
        let file = self.file.as_mut();
        Ok(file.map_or(Ok(()), ResultsWriter::finish)?)
    }
}

/// The longest bar of the histogram, in characters.
const BAR_MAX: u64 = 50;
/// The percentiles reported besides the median.
const PERCENTILES: [u64; 5] = [5, 25, 75, 95, 99];
/// The most rows of the histogram, so that the whole report fits a screen of 24 lines.
const HISTOGRAM_ROWS: u32 = 16;

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

#[derive(Serialize)]
pub struct SoloReport {
    rules: &'static str,
    side: u8,
    fleet: Vec<u8>,
    strategy: &'static str,
    placing: &'static str,
    believed: &'static str,
    seed: u64,
    games: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    missing_games: Option<NonZeroU64>,
    shots: SoloStatistics,
    misses: SoloStatistics,
}

#[derive(Serialize)]
struct SoloStatistics {
    mean: Option<f64>,
    standard_error: Option<f64>,
    median: Option<u32>,
    #[serde(serialize_with = "as_map")]
    percentiles: [Option<u32>; PERCENTILES.len()],
    worst: Option<u32>,
    /// Each number of shots with its number of games.
    histogram: Vec<(u32, u64)>,
}

fn as_map<S: Serializer>(
    percentiles: &[Option<u32>; PERCENTILES.len()],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let names = PERCENTILES.map(|of_100| format!("p{of_100}"));
    serializer.collect_map(names.iter().zip(percentiles))
}

impl SoloReport {
    pub fn new(experiment: &Experiment, counts: &ShotCounts) -> Self {
        let classes = experiment.config.classes.iter();
        Self {
            rules: experiment.config.name,
            side: experiment.config.side,
            fleet: classes.map(|class| class.count).collect(),
            strategy: experiment.policy.name(),
            placing: experiment.placing.name(),
            believed: experiment.believed.name(),
            seed: experiment.seed,
            games: counts.shots.count(),
            missing_games: NonZeroU64::new(experiment.missing_games(counts)),
            shots: SoloStatistics::new(&counts.shots),
            misses: SoloStatistics::new(&counts.misses),
        }
    }

    pub fn write(&self, counts: &ShotCounts, out: &mut impl Write) -> io::Result<()> {
        let (side, placing) = (self.side, self.placing);
        writeln!(
            out,
            "{} against {}, {side} x {side} fields, fleets placed as {placing}",
            self.strategy, self.rules
        )?;
        self.shots.write("shots", out)?;
        self.misses.write("misses", out)?;
        writeln!(out)?;
        let (width, bins) = counts.shots.bins(HISTOGRAM_ROWS);
        let most = bins.iter().map(|&(_, count)| count).max().unwrap_or(1);
        for (first, count) in bins {
            let shots = match width {
                1 => first.to_string(),
                _ => format!("{first}-{}", first + width - 1),
            };
            #[expect(clippy::cast_possible_truncation, reason = "at most BAR_MAX")]
            let bar = "#".repeat((count * BAR_MAX).div_ceil(most) as usize);
            writeln!(out, "{}", format!("{shots:>7} {count:8} {bar}").trim_end())?;
        }
        match self.missing_games {
            None => writeln!(out, "\n{} games", self.games),
            Some(missing) => writeln!(
                out,
                "\n{} games; this is a partial report: {missing} games are missing",
                self.games
            ),
        }
    }
}

impl SoloStatistics {
    fn new(histogram: &Histogram) -> Self {
        Self {
            mean: histogram.mean(),
            standard_error: histogram.standard_error(),
            median: histogram.percentile(50),
            percentiles: PERCENTILES.map(|of_100| histogram.percentile(of_100)),
            worst: histogram.worst(),
            histogram: histogram.iter().collect(),
        }
    }

    fn write(&self, name: &str, out: &mut impl Write) -> io::Result<()> {
        write!(
            out,
            "{name}: mean {:.3} +- {:.3}, median {}",
            self.mean.unwrap_or_default(),
            self.standard_error.unwrap_or_default(),
            self.median.unwrap_or_default(),
        )?;
        for (of_100, number) in PERCENTILES.iter().zip(self.percentiles) {
            write!(out, ", {of_100} % {}", number.unwrap_or_default())?;
        }
        writeln!(out, ", worst {}", self.worst.unwrap_or_default())
    }
}
