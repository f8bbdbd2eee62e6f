//! `admiralty merge`.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use admiralty_arena::report::TournamentReport;
use admiralty_arena::stats::SprtVerdict;
use admiralty_arena::{ArenaError, FinishedPair, Standings, Tournament, TournamentSettings};
use admiralty_results::{
    Header, MissingShards, NextResult, ResultsError, RunKind, ShardSet, UnitResult,
};
use admiralty_solo::{ShotCounts, SoloSettings};
use clap::Args;
use clap::builder::ValueHint;
use serde::de::DeserializeOwned;

use crate::arena::{PairProgress, ReportArgs, TournamentReports};
use crate::error::say;
use crate::judge::COMMON;
use crate::solo::ReportFiles;
use crate::{CliError, signals, streams, values};

mod judge;

/// How often files that grow are read.
const WATCH_INTERVAL: Duration = Duration::from_secs(1);

/// The exit code if all results are there, and the test has not been decided.
const UNDECIDED: u8 = 1;

const HTML_HELP: &str = "Write the report as a page; for the programs of a class, a directory of \
    pages";

#[derive(Debug, Args)]
#[command(
    mut_arg("json", |arg| arg.help_heading(COMMON)),
    mut_arg("html", |arg| arg.help(HTML_HELP).help_heading(COMMON)),
    mut_arg("csv", |arg| {
        arg.help("Write the results as CSV; `-` is standard output").help_heading(COMMON)
    }),
)]
pub struct MergeArgs {
    /// The files of all shards; @LIST reads their names from a file, one per line, and @- from
    /// standard input
    #[arg(required = true, value_name = "FILE", value_hint = ValueHint::AnyPath)]
    files: Vec<String>,
    #[command(flatten)]
    reports: ReportArgs,
    /// Report on what is there, even if files or results are missing or broken; the report says how
    /// many are missing
    #[arg(long, help_heading = COMMON)]
    partial: bool,
    /// Wait for shards that are still running, and write the report when a test of --sprt is decided
    /// (exit code 0), or when all results are there (with --sprt, exit code 1)
    #[arg(long, conflicts_with = "partial", help_heading = COMMON)]
    watch: bool,
}

pub fn merge(args: &MergeArgs) -> Result<u8, CliError> {
    let given = || args.reports.files();
    streams::check_distinct(given(), "--json, --html and --csv")?;
    let paths = paths(&args.files)?;
    streams::check_kept(paths.iter().map(PathBuf::as_path), given())?;
    // Not before the names are read: nothing could interrupt that.
    let stop = signals::on_signals()?;
    let mut merging = MergeRun {
        set: ShardSet::new(paths, args.partial),
        args,
        stop: &stop,
    };
    let header = merging.header()?;
    args.check_formats(header.kind)?;
    match header.kind {
        RunKind::Arena => merge_tournament(merging, &header),
        RunKind::Solo => merge_solo(merging, &header),
        RunKind::Grade => judge::merge_class(merging, &header),
    }
}

impl MergeArgs {
    /// Checks that the kind of run has the formats that are asked for.
    fn check_formats(&self, kind: RunKind) -> Result<(), CliError> {
        let formats = [
            (
                "--json",
                &self.reports.json,
                &[RunKind::Arena, RunKind::Solo, RunKind::Grade][..],
            ),
            (
                "--html",
                &self.reports.html,
                &[RunKind::Arena, RunKind::Solo, RunKind::Grade],
            ),
            (
                "--csv",
                &self.reports.csv,
                &[RunKind::Arena, RunKind::Grade],
            ),
        ];
        for (name, file, kinds) in formats {
            if file.is_some() && !kinds.contains(&kind) {
                return Err(CliError::usage(format!("{kind} has no {name}")));
            }
        }
        Ok(())
    }
}

struct MergeRun<'a> {
    set: ShardSet,
    args: &'a MergeArgs,
    stop: &'a AtomicBool,
}

impl MergeRun<'_> {
    /// The header of the run, for which `--watch` waits.
    fn header(&mut self) -> Result<Header, CliError> {
        loop {
            if let Some(header) = self.set.discover()? {
                return Ok(header.clone());
            }
            if !self.args.watch {
                self.check_complete()?;
                return Err(CliError::usage("the files have no results"));
            }
            self.wait()?;
        }
    }

    /// Checks all files, which may be broken only with `--partial`. Returns what is missing.
    fn check(&self) -> Result<MissingShards, CliError> {
        let threads = values::threads(None);
        let missing = self.set.check::<ArenaError>(threads, self.stop)?;
        self.check_stop("checking files")?;
        if self.args.partial || missing.broken_lines.is_empty() {
            return Ok(missing);
        }
        Err(ResultsError::from(missing).into())
    }

    fn check_stop(&self, work: &str) -> Result<(), CliError> {
        if self.stop.load(Ordering::Relaxed) {
            return Err(CliError::Interrupted(work.to_owned()));
        }
        Ok(())
    }

    /// Checks all files, which must be complete except with `--partial`. With `--watch`, waits
    /// until they are.
    fn check_complete(&mut self) -> Result<(), CliError> {
        loop {
            let missing = self.check()?;
            for error in &missing.broken_lines {
                say(&format!("{error}; ignoring this line and those after it"));
            }
            match self.args {
                _ if missing.is_empty() => return Ok(()),
                MergeArgs { watch: true, .. } => self.wait()?,
                MergeArgs { partial: true, .. } => return Ok(()),
                _ => return Err(ResultsError::from(missing).into()),
            }
        }
    }

    /// The next result in order. With `--watch`, waits for one that is missing; with `--partial`, goes
    /// on without it, or if a result means nothing without those before, ends there.
    fn next<T: DeserializeOwned>(
        &mut self,
        needs_all_before: bool,
    ) -> Result<Option<UnitResult<T>>, CliError> {
        loop {
            self.check_stop("reading results")?;
            let next = match self.set.read() {
                Err(error @ ResultsError::Broken { .. }) => {
                    // It names the line; the check names the shard, too.
                    self.check()?;
                    return Err(error.into());
                }
                next => next?,
            };
            match next {
                NextResult::Result(result) => return Ok(Some(result)),
                NextResult::Gap if self.args.partial && needs_all_before => return Ok(None),
                NextResult::Gap if self.args.partial => self.set.leave_out(),
                NextResult::Gap if self.args.watch => self.wait()?,
                NextResult::Gap => {
                    self.check_complete()?;
                    return Err(CliError::usage("the files changed during the merge"));
                }
                NextResult::End => return Ok(None),
            }
        }
    }

    /// Waits until files may have grown.
    fn wait(&mut self) -> Result<(), CliError> {
        const STEP: Duration = Duration::from_millis(50);
        let mut waited = Duration::ZERO;
        while waited < WATCH_INTERVAL {
            self.check_stop("waiting for results")?;
            thread::sleep(STEP);
            waited += STEP;
        }
        self.set.discover()?;
        Ok(())
    }
}

fn paths(files: &[String]) -> Result<Vec<PathBuf>, CliError> {
    let mut paths = Vec::new();
    for file in files {
        let Some(list) = file.strip_prefix('@') else {
            paths.push(PathBuf::from(file));
            continue;
        };
        let text = streams::read(Path::new(list))?;
        let text = String::from_utf8(text);
        let text = text.map_err(|_| CliError::usage(format!("{list} is not in UTF-8")))?;
        let names = text.lines().filter(|name| !name.is_empty());
        paths.extend(names.map(PathBuf::from));
    }
    Ok(paths)
}

fn merge_tournament(mut merging: MergeRun<'_>, header: &Header) -> Result<u8, CliError> {
    let tournament = Tournament::new(TournamentSettings::from_header(header)?)?;
    let settings = tournament.settings();
    let (is_tested, is_partial) = (settings.sprt.is_some(), merging.args.partial);
    if is_tested || merging.args.watch {
        // Nothing is written before it is known that there is a report.
        let progress = PairProgress::new(&tournament, 0);
        let counted = count(&mut merging, &tournament, |_, standings| {
            progress.show(standings);
            Ok(())
        })?;
        progress.end();
        match decided(&counted) {
            Some(decided) => say(&decided),
            None => merging.check_complete()?,
        }
        merging.set.rewind()?;
    } else {
        merging.check_complete()?;
    }
    let mut reports = TournamentReports::new(&merging.args.reports, settings)?;
    let standings = count(&mut merging, &tournament, |finished, _| {
        Ok(reports.add(finished)?)
    })?;
    let mut report = TournamentReport::new(settings, &standings);
    let is_over = decided(&standings).is_some();
    if is_partial && !is_over {
        report.missing_pairs = header.units - standings.pairs();
    }
    reports.finish(&report)?;
    reports.print(&report)?;
    Ok(if merging.args.watch && is_tested && !is_over {
        UNDECIDED
    } else {
        0
    })
}

/// Counts all pairs in order, until a test is decided.
fn count(
    merging: &mut MergeRun<'_>,
    tournament: &Tournament,
    mut each: impl FnMut(&FinishedPair, &Standings) -> Result<(), CliError>,
) -> Result<Standings, CliError> {
    let is_tested = tournament.settings().sprt.is_some();
    let mut standings = tournament.standings();
    // A test is about the pairs in order, so it ends where one is missing.
    while standings.next_pair().is_some()
        && let Some(saved) = merging.next::<FinishedPair>(is_tested)?
    {
        let unit = saved.key;
        let pair = tournament.pair(unit - 1);
        let pair = pair.ok_or_else(|| CliError::usage(format!("there is no pair {unit}")))?;
        let finished = FinishedPair {
            pair,
            ..saved.result
        };
        standings.add(&pair, &finished.games);
        each(&finished, &standings)?;
    }
    Ok(standings)
}

/// Where the test was decided, if it was.
fn decided(standings: &Standings) -> Option<String> {
    let sprt = standings.sprt()?;
    let pairs = standings.pairs();
    (sprt.verdict != SprtVerdict::Open)
        .then(|| format!("decided by pair {pairs}, game {}: {sprt}", 2 * pairs))
}

fn merge_solo(mut merging: MergeRun<'_>, header: &Header) -> Result<u8, CliError> {
    let args = merging.args;
    let settings = SoloSettings::from_header(header);
    let experiments = settings.as_ref().and_then(SoloSettings::experiments);
    let (Some(settings), Some(experiments)) = (settings, experiments) else {
        return Err(CliError::usage("the settings of the games are broken"));
    };
    let reports = ReportFiles {
        json: args.reports.json.as_deref(),
        html: args.reports.html.as_deref(),
    };
    reports.check(None)?;
    merging.check_complete()?;
    let mut counts = SoloSettings::no_games(&experiments);
    while let Some(line) = merging.next::<ShotCounts>(false)? {
        settings.merge(&mut counts, &line)?;
    }
    let runs: Vec<_> = experiments.iter().zip(&counts).collect();
    reports.write(&runs, experiments.len())?;
    Ok(0)
}
