//! Merges the shards of games against hidden fleets.

use admiralty_arena::experiments::{ShotCounts, SoloSettings};
use admiralty_results::Header;

use super::Merging;
use crate::CliError;
use crate::solo::ReportFiles;

pub fn merge(mut merging: Merging<'_>, header: &Header) -> Result<u8, CliError> {
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
        settings.merge(&mut counts, &line);
    }
    let runs: Vec<_> = experiments.iter().zip(&counts).collect();
    reports.write(&runs, experiments.len())?;
    Ok(0)
}
