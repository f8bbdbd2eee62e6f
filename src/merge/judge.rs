//! Merges the shards of a class.

use admiralty_judge::class::StoredClass;
use admiralty_judge::report::ProgramTable;
use admiralty_results::Header;

use super::MergeRun;
use crate::CliError;
use crate::judge::ResultArgs;
use crate::judge::class_pages::ClassPages;
use crate::judge::files::RowFiles;
use crate::judge::grade::write;

const TITLE: &str = "Class";

pub fn merge_class(mut merging: MergeRun<'_>, header: &Header) -> Result<u8, CliError> {
    let broken = |error| CliError::usage(format!("the settings of the judge are broken: {error}"));
    let mut stored = StoredClass::new(header).map_err(broken)?;
    merging.check_complete()?;
    let reports = &merging.args.reports;
    let results = ResultArgs {
        json: reports.json.clone(),
        csv: reports.csv.clone(),
        ..ResultArgs::default()
    };
    let mut files = RowFiles::of(&results);
    let pages = reports.html.as_deref();
    let pages = pages.map(|directory| ClassPages::merged(directory, TITLE.into()));
    let mut pages = pages.transpose()?;
    merging
        .set
        .read_keyed(|shard, line| stored.add(shard, line))?;
    let settings = stored.settings.clone();
    let mut table = ProgramTable::new(settings.cases, settings.compare, settings.grading);
    for row in stored.rows() {
        table.programs.push(row);
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
