//! The options of runs that can be divided or resumed.

use std::path::{Path, PathBuf};

use admiralty_results::{Header, ResultsError, ResultsWriter, Shard, UnitResult};
use clap::Args;
use serde::de::DeserializeOwned;

use super::CliError;
use super::streams;
use crate::error::say;

// The options of a run that can be divided or resumed.
#[derive(Debug, Default, Args)]
#[command(next_help_heading = "Results")]
pub struct ShardArgs {
    /// Only shard I of N, for `admiralty merge`
    #[arg(long, value_name = "I/N", requires = "out")]
    pub shard: Option<Shard>,
    /// Store all results in this file, and continue from it if it exists
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
}

impl ShardArgs {
    /// The shard: the whole run unless another one is asked for.
    pub fn shard(&self) -> Shard {
        self.shard.unwrap_or(Shard::WHOLE)
    }

    /// Checks that the file is one, and that a shard writes no report.
    pub fn check(&self, writes_report: bool) -> Result<(), CliError> {
        if self.out.as_deref().is_some_and(streams::is_standard) {
            return Err(CliError::usage("--out needs a file, not a stream"));
        }
        if self.shard.is_some() && writes_report {
            let message =
                "a shard writes no report; `admiralty merge` writes the report of all shards";
            return Err(CliError::usage(message));
        }
        Ok(())
    }
}

/// Opens a file of results as [`ResultsWriter::open`] does, and says if broken lines are dropped.
pub fn open_results<T: DeserializeOwned, E: From<ResultsError>>(
    path: &Path,
    header: Header,
    grows: Option<&str>,
    each: impl FnMut(UnitResult<T>) -> Result<(), E>,
) -> Result<ResultsWriter, E> {
    let results = ResultsWriter::open(path, header, grows, each)?;
    say_broken(results.broken_line);
    Ok(results)
}

/// Says if broken lines of a file of results are dropped.
pub fn say_broken(broken_line: Option<u64>) {
    if let Some(line) = broken_line {
        say(&format!(
            "line {line} of the results was broken; repeating it and the lines after it"
        ));
    }
}
