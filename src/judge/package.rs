//! `admiralty package`.

use std::env;
use std::io::{self, Write};
use std::path::PathBuf;

use admiralty_escape::escape;
use admiralty_judge::Package;
use clap::Args;

use super::args::{ComparisonArgs, LimitArgs, SelectionArgs, common_or_rare};
use super::select;
use crate::CliError;

#[derive(Debug, Args)]
#[command(mut_args(common_or_rare))]
pub struct PackageArgs {
    /// Directory of NAME.in and NAME.out files
    cases: PathBuf,
    /// The directory of the package, which must not exist yet, or be empty
    directory: PathBuf,
    #[command(flatten)]
    selection: SelectionArgs,
    #[command(flatten)]
    comparing: ComparisonArgs,
    #[command(flatten)]
    limits: LimitArgs,
}

/// Writes the cases as a problem package, and prints how many.
pub fn package(args: &PackageArgs) -> Result<u8, CliError> {
    let usual = args.comparing.rules(&args.limits)?;
    let tasks = select(&args.selection.request(&args.cases, &usual))?.tasks;
    let name = args.cases.canonicalize()?;
    let package = Package {
        name: &name.file_stem().unwrap_or_default().to_string_lossy(),
        tasks: &tasks,
        usual: &usual,
        program: &env::current_exe()?,
    };
    let mut out = io::stdout();
    let cases = match package.write(&args.directory)? {
        1 => "1 case".to_owned(),
        count => format!("{count} cases"),
    };
    let directory = args.directory.display().to_string();
    writeln!(out, "{cases} in {}", escape(&directory))?;
    let left_out: Vec<_> = package.left_out().map(escape).collect();
    if !left_out.is_empty() {
        let names = left_out.join(", ");
        writeln!(
            out,
            "left out, as a package has no expected verdicts: {names}"
        )?;
    }
    Ok(0)
}
