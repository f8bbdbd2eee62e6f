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
    if let Some(line) = results.broken_line {
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

/// An engine that runs shards.
struct Engine {
    name: &'static str,
    /// The number of the first task, if no variable has it.
    first: u64,
    /// The variables with the number of the task, of the first task, the distance between the
    /// numbers of tasks, and how many there are; empty where there is none.
    variables: [&'static str; 4],
}

const SLURM: [&str; 4] = [
    "SLURM_ARRAY_TASK_ID",
    "SLURM_ARRAY_TASK_MIN",
    "SLURM_ARRAY_TASK_STEP",
    "SLURM_ARRAY_TASK_COUNT",
];

/// The engines. Those that may run within others come first.
const ENGINES: [Engine; 7] = [
    Engine {
        name: "GNU parallel",
        first: 1,
        variables: ["PARALLEL_SEQ", "", "", ""],
    },
    Engine {
        name: "Bazel",
        first: 0,
        variables: ["TEST_SHARD_INDEX", "", "", "TEST_TOTAL_SHARDS"],
    },
    Engine {
        name: "HyperQueue",
        first: 1,
        variables: ["HQ_TASK_ID", "", "", ""],
    },
    Engine {
        name: "Slurm",
        first: 1,
        variables: SLURM,
    },
    Engine {
        name: "Kubernetes",
        first: 0,
        variables: ["JOB_COMPLETION_INDEX", "", "", ""],
    },
    Engine {
        name: "GitLab",
        first: 1,
        variables: ["CI_NODE_INDEX", "", "", "CI_NODE_TOTAL"],
    },
    Engine {
        name: "CircleCI",
        first: 0,
        variables: ["CIRCLE_NODE_INDEX", "", "", "CIRCLE_NODE_TOTAL"],
    },
];

/// What an engine says.
struct Found {
    number: u64,
    count: Option<u64>,
    /// The engine and the variables.
    source: String,
}

type Environment<'e> = &'e dyn Fn(&str) -> Option<String>;

fn find(engine: &Engine, env: Environment<'_>) -> Result<Option<Found>, CliError> {
    let names = engine.variables;
    let mut sources = Vec::new();
    let mut values = [None; 4];
    for (name, value) in names.into_iter().zip(&mut values) {
        // Without a task, the others do not matter.
        if sources.is_empty() && name != names[0] {
            break;
        }
        if let Some(text) = env(name).filter(|text| !text.is_empty()) {
            let wrong = |_| CliError::Usage(format!("{name} is \"{text}\", not a number"));
            *value = Some(text.parse::<u64>().map_err(wrong)?);
            sources.push(format!("{name}={text}"));
        }
    }
    let [Some(task), begin, step, count] = values else {
        return Ok(None);
    };
    let (first, step) = (begin.unwrap_or(engine.first), step.unwrap_or(1).max(1));
    let source = format!("{} of {}", sources.join(", "), engine.name);
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

/// The shard that the environment says, and the variables that it was read from.
fn detect(count: Option<u64>, env: Environment<'_>) -> Result<(Shard, String), CliError> {
    let usage = |message: String| Err(CliError::Usage(message));
    let mut found = Vec::new();
    for engine in &ENGINES {
        found.extend(find(engine, env)?);
    }
    // Some engines number even a single task.
    if found.iter().any(|it| it.count != Some(1)) {
        found.retain(|it| it.count != Some(1));
    }
    let Some(inner) = found.first() else {
        let names = ENGINES.map(|engine| engine.variables[0]).join(", ");
        return usage(format!(
            "--shard auto: none of {names} is set; give --shard I/N"
        ));
    };
    let source = &inner.source;
    for other in &found[1..] {
        let counts = other.count.zip(inner.count);
        if other.number != inner.number || counts.is_some_and(|(one, other)| one != other) {
            return usage(format!(
                "--shard auto: {source} and {} are different shards; give --shard I/N",
                other.source
            ));
        }
    }
    let count = match (found.iter().find_map(|it| it.count), count) {
        (Some(known), Some(count)) if known != count => {
            return usage(format!(
                "--shard auto/{count}: there are {known} tasks, by {source}"
            ));
        }
        (Some(count), _) | (None, Some(count)) => count,
        (None, None) => {
            return usage(format!(
                "--shard auto: {source} does not say how many shards there are; give auto/N"
            ));
        }
    };
    let shard = Shard::new(inner.number, count);
    let shard = shard.map_err(|error| CliError::usage(format!("{source}: {error}")))?;
    Ok((shard, source.clone()))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The number of shards if it is given, the variables, and what is found. Engines may agree, and one
    /// with a single task does not count.
    const SHARDS: &str = "\
        16 | PARALLEL_SEQ=3 | 3/16
        8 | HQ_TASK_ID=1 | 1/8
        8 | JOB_COMPLETION_INDEX=7 | 8/8
        | TEST_SHARD_INDEX=0 TEST_TOTAL_SHARDS=4 | 1/4
        | CI_NODE_INDEX=4 CI_NODE_TOTAL=4 | 4/4
        | CIRCLE_NODE_INDEX=3 CIRCLE_NODE_TOTAL=4 | 4/4
        | SLURM_ARRAY_TASK_ID=5 SLURM_ARRAY_TASK_MIN=1 SLURM_ARRAY_TASK_COUNT=8 | 5/8
        | SLURM_ARRAY_TASK_ID=20 SLURM_ARRAY_TASK_MIN=0 SLURM_ARRAY_TASK_STEP=10 SLURM_ARRAY_TASK_COUNT=3 | 3/3
        | PARALLEL_SEQ=3 CI_NODE_INDEX=3 CI_NODE_TOTAL=4 | 3/4
        16 | PARALLEL_SEQ=3 CIRCLE_NODE_INDEX=0 CIRCLE_NODE_TOTAL=1 | 3/16
        | CIRCLE_NODE_INDEX=0 CIRCLE_NODE_TOTAL=1 | 1/1";
    const ERRORS: &str = "\
        | | none of PARALLEL_SEQ
        | PARALLEL_SEQ= | none of PARALLEL_SEQ
        | PARALLEL_SEQ=3 | does not say how many
        2 | PARALLEL_SEQ=3 | there is no shard 3 of 2
        2 | PARALLEL_SEQ=x | not a number
        2 | HQ_TASK_ID=0 | not numbered 1, 2
        4 | CI_NODE_INDEX=1 CI_NODE_TOTAL=8 | there are 8 tasks
        | CI_NODE_INDEX=1 CI_NODE_TOTAL=0 | 1 to 1048576 shards, not 0
        | SLURM_ARRAY_TASK_ID=7 SLURM_ARRAY_TASK_MIN=1 SLURM_ARRAY_TASK_COUNT=3 | no shard 7 of 3
        | SLURM_ARRAY_TASK_ID=7 SLURM_ARRAY_TASK_MIN=0 SLURM_ARRAY_TASK_STEP=2 SLURM_ARRAY_TASK_COUNT=9 | not numbered 0, 2
        4 | PARALLEL_SEQ=3 JOB_COMPLETION_INDEX=3 | PARALLEL_SEQ=3 of GNU parallel and JOB_COMPLETION_INDEX=3 of Kubernetes";

    #[test]
    fn engines_say_which_shard_it_is() {
        let shards = SHARDS.lines().map(|line| (line, false));
        let errors = ERRORS.lines().map(|line| (line, true));
        for (line, is_error) in shards.chain(errors) {
            let parts: Vec<_> = line.split('|').map(str::trim).collect();
            let [count, variables, expected] = parts[..] else {
                panic!("{line}")
            };
            let env = |name: &str| {
                let mut pairs = variables.split(' ').filter_map(|pair| pair.split_once('='));
                pairs.find_map(|(key, value)| (key == name).then(|| value.to_owned()))
            };
            match detect(count.parse().ok(), &env).map_err(|error| error.to_string()) {
                Ok((shard, _)) => assert_eq!(shard.to_string(), expected, "{line}"),
                Err(error) => assert!(is_error && error.contains(expected), "{line}: {error}"),
            }
        }
    }
}
