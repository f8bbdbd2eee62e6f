//! Merges the shards of a tournament.

use admiralty_arena::report::TournamentReport;
use admiralty_arena::stats::SprtVerdict;
use admiralty_arena::{FinishedPair, Settings, Standings, Tournament};
use admiralty_results::Header;

use super::{Merging, UNDECIDED};
use crate::CliError;
use crate::arena::{PairProgress, Reports};
use crate::shard::say;

pub fn merge(mut merging: Merging<'_>, header: &Header) -> Result<u8, CliError> {
    let tournament = Tournament::new(Settings::from_header(header)?)?;
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
    let mut reports = Reports::new(&merging.args.reports, settings)?;
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
    merging: &mut Merging<'_>,
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

/// When a test was decided, if it was.
fn decided(standings: &Standings) -> Option<String> {
    let sprt = standings.sprt()?;
    let pairs = standings.pairs();
    (sprt.verdict != SprtVerdict::Open)
        .then(|| format!("decided by pair {pairs}, game {}: {sprt}", 2 * pairs))
}
