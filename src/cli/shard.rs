//! Shards on the command line, and in the environment of the engine that runs them.

use std::env;
use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use admiralty::results::{Header, ResultsError, ResultsWriter, Shard, UnitResult};
use clap::Args;
use serde::de::DeserializeOwned;

use super::{CliError, streams};

/// The options of a run that can be divided or resumed.
#[derive(Debug, Args)]
#[command(next_help_heading = "Results")]
pub struct ShardArgs {
    /// Only shard I of N, for `admiralty merge`; `auto` or `auto/N`: as the engine says that runs it
    #[arg(long, value_name = "I/N", value_parser = parse_shard, requires = "out")]
    pub shard: Option<ShardArg>,
    /// Store all results in this file, and continue from it if it exists
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
}

/// A shard, or where it is to be read from.
#[derive(Clone, Copy, Debug)]
pub enum ShardArg {
    Given(Shard),
    /// From the environment, with the number of shards if given.
    Auto(Option<u64>),
}

fn parse_shard(text: &str) -> Result<ShardArg, String> {
    match text.split_once('/') {
        None if text == "auto" => Ok(ShardArg::Auto(None)),
        Some(("auto", count)) => {
            let count = count
                .parse()
                .map_err(|_| "expected auto/N, as in auto/16")?;
            Shard::new(1, count).map_err(|error| error.to_string())?;
            Ok(ShardArg::Auto(Some(count)))
        }
        _ => text
            .parse()
            .map(ShardArg::Given)
            .map_err(|error: admiralty::results::ShardError| error.to_string()),
    }
}

impl ShardArgs {
    /// The shard: the whole run unless another one is asked for.
    pub fn shard(&self) -> Result<Shard, CliError> {
        match self.shard {
            None => Ok(Shard::WHOLE),
            Some(ShardArg::Given(shard)) => Ok(shard),
            Some(ShardArg::Auto(count)) => {
                let (shard, source) = detect(count, &|name| env::var(name).ok())?;
                say(&format!("shard {shard}, from {source}"));
                // Bazel runs all tests in every shard unless this file is there.
                if let Some(path) = env::var_os("TEST_SHARD_STATUS_FILE") {
                    File::create(&path).map_err(CliError::cannot_write(path.as_ref()))?;
                }
                Ok(shard)
            }
        }
    }

    /// Checks that the file is one, and that a shard writes no report.
    pub fn check(&self, writes_report: bool) -> Result<(), CliError> {
        if self.out.as_deref().is_some_and(streams::is_standard) {
            return Err(CliError::usage("--out is a file; it cannot be a stream"));
        }
        if self.shard.is_some() && writes_report {
            let message = "a shard writes no report; `admiralty merge` writes that of all shards";
            return Err(CliError::usage(message));
        }
        Ok(())
    }
}

/// Opens a file of results as [`ResultsWriter::open`] does, and says if broken lines of it are dropped.
pub fn open_results<T: DeserializeOwned, E: From<ResultsError>>(
    path: &Path,
    header: Header,
    grows: Option<&str>,
    each: impl FnMut(UnitResult<T>) -> Result<(), E>,
) -> Result<ResultsWriter, E> {
    let results = ResultsWriter::open(path, header, grows, each)?;
    if let Some(line) = results.broken_line() {
        say(&format!(
            "line {line} of the results was broken; it and the lines after it are repeated"
        ));
    }
    Ok(results)
}

/// Prints a message on standard error.
pub fn say(message: &str) {
    // Errors are ignored: standard error may be closed.
    let _ = writeln!(io::stderr(), "admiralty: {message}");
}

/// An engine that runs shards, and the variables that it sets; empty where there is none.
struct Engine {
    name: &'static str,
    /// The number of the first task, if no variable has it.
    first: u64,
    /// Where to read the number of the task, and of tasks.
    task: &'static str,
    count_in: &'static str,
    /// Where to read the number of the first task, and the distance between the numbers of tasks.
    first_in: &'static str,
    step_in: &'static str,
}

const fn engine(
    name: &'static str,
    first: u64,
    task: &'static str,
    count_in: &'static str,
) -> Engine {
    Engine {
        name,
        first,
        task,
        count_in,
        first_in: "",
        step_in: "",
    }
}

/// The engines. Those that may run within others come first.
const ENGINES: [Engine; 7] = [
    engine("GNU parallel", 1, "PARALLEL_SEQ", ""),
    engine("Bazel", 0, "TEST_SHARD_INDEX", "TEST_TOTAL_SHARDS"),
    engine("HyperQueue", 1, "HQ_TASK_ID", ""),
    Engine {
        first_in: "SLURM_ARRAY_TASK_MIN",
        step_in: "SLURM_ARRAY_TASK_STEP",
        ..engine("Slurm", 1, "SLURM_ARRAY_TASK_ID", "SLURM_ARRAY_TASK_COUNT")
    },
    engine("Kubernetes", 0, "JOB_COMPLETION_INDEX", ""),
    engine("GitLab", 1, "CI_NODE_INDEX", "CI_NODE_TOTAL"),
    engine("CircleCI", 0, "CIRCLE_NODE_INDEX", "CIRCLE_NODE_TOTAL"),
];

/// What an engine says.
struct Found {
    number: u64,
    count: Option<u64>,
    /// The engine and the variables.
    source: String,
}

type Environment<'e> = &'e dyn Fn(&str) -> Option<String>;

impl Engine {
    fn find(&self, env: Environment<'_>) -> Result<Option<Found>, CliError> {
        let mut sources = Vec::new();
        let mut read = |name: &str| -> Result<Option<u64>, CliError> {
            let Some(text) = env(name).filter(|text| !text.is_empty()) else {
                return Ok(None);
            };
            sources.push(format!("{name}={text}"));
            let number = text.parse().map(Some);
            number.map_err(|_| CliError::usage(format!("{name} is \"{text}\", not a number")))
        };
        let Some(task) = read(self.task)? else {
            return Ok(None);
        };
        let first = read(self.first_in)?.unwrap_or(self.first);
        let step = read(self.step_in)?.unwrap_or(1).max(1);
        let count = read(self.count_in)?;
        let source = format!("{} of {}", sources.join(", "), self.name);
        match task.checked_sub(first) {
            Some(distance) if distance % step == 0 => Ok(Some(Found {
                number: distance / step + 1,
                count,
                source,
            })),
            _ => Err(CliError::usage(format!(
                "{source}: the tasks are not numbered {first}, {} and so on",
                first + step
            ))),
        }
    }
}

/// The shard that the environment says, and the variables that it was read from.
fn detect(count: Option<u64>, env: Environment<'_>) -> Result<(Shard, String), CliError> {
    let mut found = Vec::new();
    for engine in &ENGINES {
        found.extend(engine.find(env)?);
    }
    // Some engines number even a single task.
    if found.iter().any(|it| it.count != Some(1)) {
        found.retain(|it| it.count != Some(1));
    }
    let Some(inner) = found.first() else {
        let names = ENGINES.map(|engine| engine.task).join(", ");
        let message = format!("--shard auto: none of {names} is set; give --shard I/N");
        return Err(CliError::usage(message));
    };
    for other in &found[1..] {
        let differs = other
            .count
            .zip(inner.count)
            .is_some_and(|(one, other)| one != other);
        if other.number != inner.number || differs {
            return Err(CliError::usage(format!(
                "--shard auto: {} and {} are different shards; give --shard I/N",
                inner.source, other.source
            )));
        }
    }
    let known = found.iter().find_map(|it| it.count);
    let source = &inner.source;
    let count = match (known, count) {
        (Some(known), Some(count)) if known != count => {
            return Err(CliError::usage(format!(
                "--shard auto/{count}: there are {known} tasks, by {source}"
            )));
        }
        (Some(count), _) | (None, Some(count)) => count,
        (None, None) => {
            return Err(CliError::usage(format!(
                "--shard auto: {source} does not say how many shards there are; give auto/N"
            )));
        }
    };
    let shard = Shard::new(inner.number, count);
    let shard = shard.map_err(|error| CliError::usage(format!("{source}: {error}")))?;
    Ok((shard, inner.source.clone()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn detected(count: Option<u64>, variables: &str) -> String {
        let env = |name: &str| {
            let mut pairs = variables.split(' ').filter_map(|pair| pair.split_once('='));
            pairs.find_map(|(key, value)| (key == name).then(|| value.to_owned()))
        };
        match detect(count, &env) {
            Ok((shard, _)) => shard.to_string(),
            Err(error) => error.to_string(),
        }
    }

    #[test]
    fn engines_say_which_shard_it_is() {
        for (count, variables, expected) in [
            (Some(16), "PARALLEL_SEQ=3", "3/16"),
            (Some(8), "HQ_TASK_ID=1", "1/8"),
            (Some(8), "JOB_COMPLETION_INDEX=7", "8/8"),
            (None, "TEST_SHARD_INDEX=0 TEST_TOTAL_SHARDS=4", "1/4"),
            (None, "CI_NODE_INDEX=4 CI_NODE_TOTAL=4", "4/4"),
            (None, "CIRCLE_NODE_INDEX=3 CIRCLE_NODE_TOTAL=4", "4/4"),
            (
                None,
                "SLURM_ARRAY_TASK_ID=5 SLURM_ARRAY_TASK_MIN=1 SLURM_ARRAY_TASK_COUNT=8",
                "5/8",
            ),
            (
                None,
                "SLURM_ARRAY_TASK_ID=20 SLURM_ARRAY_TASK_MIN=0 SLURM_ARRAY_TASK_STEP=10 SLURM_ARRAY_TASK_COUNT=3",
                "3/3",
            ),
            // Two that agree, and one that has a single task.
            (
                None,
                "PARALLEL_SEQ=3 CI_NODE_INDEX=3 CI_NODE_TOTAL=4",
                "3/4",
            ),
            (
                Some(16),
                "PARALLEL_SEQ=3 CIRCLE_NODE_INDEX=0 CIRCLE_NODE_TOTAL=1",
                "3/16",
            ),
            (None, "CIRCLE_NODE_INDEX=0 CIRCLE_NODE_TOTAL=1", "1/1"),
        ] {
            assert_eq!(detected(count, variables), expected, "{variables}");
        }
    }

    #[test]
    fn nonsense_is_refused() {
        for (count, variables, message) in [
            (None, "", "none of PARALLEL_SEQ"),
            (None, "PARALLEL_SEQ=", "none of PARALLEL_SEQ"),
            (None, "PARALLEL_SEQ=3", "does not say how many"),
            (Some(2), "PARALLEL_SEQ=3", "there is no shard 3 of 2"),
            (Some(2), "PARALLEL_SEQ=x", "not a number"),
            (Some(2), "HQ_TASK_ID=0", "not numbered 1, 2"),
            (
                Some(4),
                "CI_NODE_INDEX=1 CI_NODE_TOTAL=8",
                "there are 8 tasks",
            ),
            (
                None,
                "CI_NODE_INDEX=1 CI_NODE_TOTAL=0",
                "1 to 1048576 shards, not 0",
            ),
            (
                None,
                "SLURM_ARRAY_TASK_ID=7 SLURM_ARRAY_TASK_MIN=1 SLURM_ARRAY_TASK_COUNT=3",
                "no shard 7 of 3",
            ),
            (
                None,
                "SLURM_ARRAY_TASK_ID=7 SLURM_ARRAY_TASK_MIN=0 SLURM_ARRAY_TASK_STEP=2 SLURM_ARRAY_TASK_COUNT=9",
                "not numbered 0, 2",
            ),
            (
                Some(4),
                "PARALLEL_SEQ=3 JOB_COMPLETION_INDEX=3",
                "PARALLEL_SEQ=3 of GNU parallel and JOB_COMPLETION_INDEX=3 of Kubernetes",
            ),
        ] {
            let found = detected(count, variables);
            assert!(found.contains(message), "{variables}: {found}");
        }
    }
}
