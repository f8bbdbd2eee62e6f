//! How results came about: the program, the command, and the machine.

use std::time::Duration;

use admiralty_escape::escape;
use admiralty_process::{self as process, Limits, Program, StdinSource, Termination};
use admiralty_results::program_version;
use serde::Serialize;
use serde_json::Value;

use crate::BuildRule;
use crate::rules::CaseRules;
use crate::system::kernel;

/// How long a tool has to tell its version.
const VERSION_TIME: Duration = Duration::from_secs(10);
/// How much of what it tells is shown, in characters.
const VERSION_CHARS_MAX: usize = 100;

/// How results came about. No member has a path of this machine.
#[derive(Clone, Debug, Serialize)]
pub struct Provenance {
    /// The version of this program.
    pub version: String,
    /// The command line, as it was typed.
    pub command: String,
    /// The kernel and its version.
    pub kernel: String,
    /// The walls of the sandbox; empty without one.
    pub walls: Vec<String>,
    /// The compilers and interpreters that were used, and their versions.
    pub tools: Vec<String>,
    /// The limits and rules of cases that have none of their own.
    pub rules: Value,
    #[serde(skip)]
    limits: Limits,
}

impl Provenance {
    /// That of a run that begins now.
    pub fn new(command: String, walls: Vec<String>, rules: &CaseRules) -> Self {
        Self {
            version: program_version().to_owned(),
            command,
            kernel: kernel(),
            walls,
            tools: Vec::new(),
            rules: rules.named(),
            limits: rules.limits,
        }
    }

    /// Adds the versions of the tools that rules use.
    pub(crate) fn add_tools<'r>(&mut self, rules: impl Iterator<Item = &'r BuildRule>) {
        let mut tools: Vec<_> = rules.flat_map(BuildRule::tools).collect();
        tools.sort();
        tools.dedup();
        self.tools = tools.iter().filter_map(|tool| version(tool)).collect();
    }

    /// The same in lines.
    pub fn lines(&self) -> Vec<String> {
        let walls = match self.walls.as_slice() {
            [] => "none".to_owned(),
            walls => walls.join(", "),
        };
        let tools = self.tools.join("; ");
        let tools = (!tools.is_empty()).then(|| format!("Compilers and interpreters: {tools}"));
        [
            Some(format!("Admiralty {} on {}", self.version, self.kernel)),
            Some(format!("Command: {}", self.command)),
            tools,
            Some(format!("Sandbox: {walls}")),
            Some(format!("Limits of a run: {}", in_words(&self.limits))),
        ]
        .into_iter()
        .flatten()
        .collect()
    }
}

/// Limits as in `2 s of CPU time, 5 s in all, 256 MiB of memory`.
fn in_words(limits: &Limits) -> String {
    let mebibytes = |bytes: u64| bytes >> 20;
    let cpu = limits
        .cpu
        .map(|it| format!("{} s of CPU time", it.as_secs_f64()));
    let memory = limits
        .memory
        .map(|it| format!("{} MiB of memory", mebibytes(it)));
    let processes = limits.processes.map(|it| format!("{it} processes"));
    let all = [
        cpu,
        Some(format!("{} s in all", limits.wall.as_secs_f64())),
        memory,
        Some(format!("{} MiB of output", mebibytes(limits.output))),
        processes,
    ];
    all.into_iter().flatten().collect::<Vec<_>>().join(", ")
}

/// The first line of what a tool tells about its version, if it does.
fn version(tool: &str) -> Option<String> {
    let mut output = Vec::new();
    let run = process::run(
        &Program::new([tool, "--version"]),
        &StdinSource::Bytes(b""),
        &Limits::of_time(VERSION_TIME),
        &mut output,
        &|_| false,
    );
    let text = String::from_utf8_lossy(&output);
    let line = text.lines().map(str::trim).find(|line| !line.is_empty())?;
    let line: String = escape(line).chars().take(VERSION_CHARS_MAX).collect();
    run.is_ok_and(|run| run.end == Termination::Exited(0))
        .then(|| format!("{tool}: {line}"))
}
