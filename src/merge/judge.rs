//! Merges the shards of the programs of a class.

use admiralty_judge::report::{ProgramRow, ProgramTable};
use admiralty_results::Header;
use serde::Deserialize;

use super::MergeRun;
use crate::CliError;
use crate::judge::ResultArgs;
use crate::judge::class_pages::ClassPages;
use crate::judge::files::RowFiles;
use crate::judge::grade::write;
use crate::judge::saved::ClassSettings;

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
    let mut files = RowFiles::new(results.json.as_deref(), results.csv.as_deref());
    let pages = reports.html.as_deref();
    let pages = pages.map(|directory| ClassPages::merged(directory, TITLE.into()));
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
