//! Merges the shards of random scripts.

use admiralty_judge::{ShardFinding, StressFindings};
use admiralty_results::Header;
use serde::Deserialize;

use super::Merging;
use crate::CliError;
use crate::judge::stress_report::{StressReport, StressSettings};

/// Writes the report of a search, and the scripts that it has found as cases.
pub fn merge(mut merging: Merging<'_>, header: &Header) -> Result<u8, CliError> {
    let settings = StressSettings::deserialize(&header.settings);
    let broken = |error| CliError::usage(format!("the settings of the search are broken: {error}"));
    let settings = settings.map_err(broken)?;
    merging.check()?;
    let mut findings = StressFindings::new(settings.findings);
    let (mut found, mut units) = (Vec::new(), 0);
    while findings.is_open()
        && let Some(line) = merging.next::<Vec<ShardFinding>>(false)?
    {
        units += line.count;
        for finding in line.result {
            if findings.add(&finding) {
                found.push((line.key, finding.disagreement));
            }
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
