//! Merges the shards of random scripts.

use admiralty::judge::{ShardFinding, StressFindings};
use admiralty::results::{Header, NextResult, ResultsError};
use serde::Deserialize;

use super::Merging;
use crate::cli::CliError;
use crate::cli::judge::merging::{StressReport, StressSettings};

/// Writes the report of a search, and the scripts that it has found as cases.
pub fn merge(mut merging: Merging<'_>, header: &Header) -> Result<u8, CliError> {
    let settings = StressSettings::deserialize(&header.settings);
    let broken = |error| CliError::usage(format!("the settings of the search are broken: {error}"));
    let settings = settings.map_err(broken)?;
    merging.check()?;
    let mut findings = StressFindings::new(settings.findings);
    let (mut found, mut units) = (Vec::new(), 0);
    while findings.is_open() {
        match merging.set.read::<Vec<ShardFinding>>()? {
            NextResult::Result {
                unit,
                count,
                result,
            } => {
                units += count;
                for finding in result {
                    if findings.add(&finding) {
                        found.push((unit, finding.disagreement));
                    }
                }
            }
            NextResult::Gap(gap) if merging.args.partial => merging.set.leave_out(&gap),
            NextResult::Gap(_) if merging.args.watch => merging.wait()?,
            NextResult::Gap(gap) => return Err(ResultsError::from(gap).into()),
            NextResult::End => break,
        }
    }
    let mut missing = 0;
    if findings.is_open() {
        merging.check_complete()?;
        missing = header.units - units;
    }
    // The first unit is the empty input.
    let tried = match found.last() {
        Some((unit, _)) if !findings.is_open() => unit - 1,
        _ => settings.scripts - missing.min(settings.scripts),
    };
    let mut report = StressReport::new(&settings, merging.args.reports.html.as_deref());
    for (_, disagreement) in &found {
        report.add(disagreement)?;
    }
    report.write_page(tried)?;
    report.end(tried, missing)
}
