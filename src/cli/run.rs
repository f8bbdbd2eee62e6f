//! `admiralty run`, and what `admiralty` does without a subcommand.

use std::io::{self, IsTerminal};
use std::path::Path;

use admiralty::ai::Lineup;
use admiralty::session::{self, Ending, RunError};

use super::args::When;
use super::stats::{self, Stats};
use super::{CliError, snippet, streams};

/// Runs a script and explains its error, if it has one and that is wanted; then
/// prints statistics, if they are.
pub fn run(
    file: Option<&Path>,
    lineup: &Lineup,
    explain: When,
    stats: Option<Stats>,
) -> Result<(), CliError> {
    let (input, name) = streams::open(file)?;
    let mut output = streams::output()?;
    let played = session::play_out(input, &mut output, lineup);
    let (ending, game) = played.map_err(|error| match error {
        RunError::Read(source) => CliError::Read {
            path: name.clone(),
            source,
        },
        RunError::Write(source) => CliError::Write(source),
    })?;
    if let Some(Ending::Failed(failure)) = &ending
        && wants_explanation(explain)
    {
        // The script was judged, whether or not that can be told.
        let _ = snippet::print(&failure.diagnostic(), &name, io::stderr());
    }
    if let Some(stats) = stats {
        stats::print(stats, &game, ending.as_ref(), io::stderr())?;
    }
    Ok(())
}

fn wants_explanation(when: When) -> bool {
    match when {
        When::Always => true,
        When::Never => false,
        When::Auto => io::stderr().is_terminal() && !io::stdout().is_terminal(),
    }
}
