//! Merges the shards of the programs of a class, and of random scripts.

use admiralty_judge::report::{ProgramRow, ProgramTable};
use admiralty_judge::{ShardFinding, StressFindings};
use admiralty_results::Header;
use serde::Deserialize;

use super::MergeRun;
use crate::CliError;
use crate::judge::ResultArgs;
use crate::judge::class_pages::ClassPages;
use crate::judge::files::RowFiles;
use crate::judge::programs::write;
use crate::judge::saved::ClassSettings;
use crate::judge::stress::{StressReport, StressSettings};

const TITLE: &str = "Class";

pub fn merge_programs(mut merging: MergeRun<'_>, header: &Header) -> Result<u8, CliError> {
    let settings = ClassSettings::deserialize(&header.settings);
    let broken = |error| CliError::usage(format!("the settings of the judge are broken: {error}"));
    let settings = settings.map_err(broken)?;
    merging.check_complete()?;
    let reports = &merging.args.reports;
    let results = ResultArgs {
        json: reports.json.clone(),
        csv: reports.csv.clone(),
        ..ResultArgs::default()
    };
    let mut files = RowFiles::new(&results);
    let pages = reports.html.as_deref();
    let pages = pages.map(|directory| ClassPages::new(directory, TITLE.into()));
    let mut pages = pages.transpose()?;
    let mut table = ProgramTable::new(settings.cases, settings.compare, settings.grading);
    while let Some(row) = merging.next::<ProgramRow>(false)? {
        table.programs.push(row.result);
        files.add(&table)?;
        if let Some(pages) = &mut pages {
            pages.add(&table)?;
        }
    }
    table.missing = header.units - table.programs.len() as u64;
    if let Some(pages) = &pages {
        pages.end(&table)?;
    }
    write(&table, files, settings.counted, &results)
}

/// Writes the report of a search, and the scripts that it has found as cases.
pub fn merge_stress(mut merging: MergeRun<'_>, header: &Header) -> Result<u8, CliError> {
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
