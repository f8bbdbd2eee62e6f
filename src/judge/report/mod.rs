//! What came out of a judging, for other programs.

mod csv;
mod json;
mod junit;
mod table;
mod tap;

use std::ffi::{OsStr, OsString};
use std::io::{self, Write};
use std::time::SystemTime;

use serde::Serialize;

pub use csv::{CasesCsv, ProgramsCsv};
pub use json::JsonStream;
pub use table::{Row, Table};

use super::compare::Difference;
use super::{Expected, Outcome, Standing, Task};
use crate::escape::escape;

/// What is said of cases that were not run.
const NOT_RUN: &str = "not run";

/// What came out of a judging.
#[derive(Clone, Debug)]
pub struct Report {
    /// The program and its arguments.
    pub program: Vec<String>,
    /// How outputs were judged.
    pub compare: String,
    /// When the judging began.
    pub begun: SystemTime,
    /// What was judged, in order.
    pub cases: Vec<Record>,
    /// The names of the cases after those, which were not run.
    pub not_run: Vec<String>,
    /// How many there are of each kind.
    pub summary: Summary,
}

/// What came out of a case.
#[derive(Clone, Debug, Serialize)]
pub struct Record {
    /// The name of the case.
    pub name: String,
    /// The verdict, abbreviated.
    pub verdict: &'static str,
    /// How it counts: `accepted`, `apart` or `failed`.
    pub standing: Standing,
    /// What was expected: `AC`, `open`, or verdicts joined by commas.
    pub expected: String,
    /// Why that was expected.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// The time on processors, in seconds.
    pub cpu_seconds: f64,
    /// The time from start to end, in seconds.
    pub wall_seconds: f64,
    /// The most memory in use, in bytes.
    pub memory_bytes: u64,
    /// How often the case was run, and how many runs had the verdict.
    pub runs: usize,
    /// How many of the runs had the verdict.
    pub worst_runs: usize,
    /// What the verdict does not say.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub detail: Option<String>,
    /// Where the output first differs from the answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub difference: Option<Place>,
    /// The end of what the program said on standard error.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub stderr: String,
}

/// Where an output first differs from the answer.
#[derive(Clone, Debug, Serialize)]
pub struct Place {
    /// The line of the output, from 1.
    pub line: u64,
    /// The column in it, from 1, in characters.
    pub column: u64,
    /// The line that was expected; nothing if the answer has ended.
    pub expected: Option<String>,
    /// The line that was found; nothing if the output has ended.
    pub found: Option<String>,
    /// How many more lines differ.
    pub more_lines: u64,
}

/// How many cases there are of each kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Summary {
    /// Accepted.
    pub accepted: usize,
    /// As expected, but not to be accepted.
    pub apart: usize,
    /// Not as expected.
    pub failed: usize,
}

impl Summary {
    /// Counts a case.
    pub fn add(&mut self, standing: Standing) {
        *match standing {
            Standing::Accepted => &mut self.accepted,
            Standing::Apart => &mut self.apart,
            Standing::Failed => &mut self.failed,
        } += 1;
    }

    /// How many cases there are.
    pub fn cases(&self) -> usize {
        self.accepted + self.apart + self.failed
    }
}

impl Report {
    /// A report of a program without any case.
    pub fn new(program: &[OsString], compare: String) -> Self {
        let words = program
            .iter()
            .map(|word| word.to_string_lossy().into_owned());
        Self {
            program: words.collect(),
            compare,
            begun: SystemTime::now(),
            cases: Vec::new(),
            not_run: Vec::new(),
            summary: Summary::default(),
        }
    }

    /// Says which tasks were not run.
    pub fn leave_out(&mut self, tasks: &[Task]) {
        let names = tasks.iter().map(|task| task.case.name.clone());
        self.not_run.extend(names);
    }

    /// Adds what came out of a task.
    pub fn add(&mut self, task: &Task, outcome: &Outcome) {
        self.summary.add(outcome.standing);
        self.cases.push(Record::new(task, outcome));
    }

    /// The program and its arguments as [`command_line`] writes them.
    pub fn command_line(&self) -> String {
        command_line(&self.program)
    }

    /// Begins to write it as JSON: an object, in which each case is a line that can be
    /// added as soon as it was judged.
    ///
    /// # Errors
    ///
    /// Those of `out`.
    pub fn begin_json<W: Write>(&self, out: W) -> io::Result<JsonStream<W>> {
        #[derive(Serialize)]
        struct Head<'r> {
            program: &'r [String],
            compare: &'r str,
        }
        let head = Head {
            program: &self.program,
            compare: &self.compare,
        };
        JsonStream::begin(out, &head, "cases")
    }

    /// Ends what [`Report::begin_json`] began.
    ///
    /// # Errors
    ///
    /// Those of the output.
    pub fn end_json<W: Write>(&self, stream: JsonStream<W>) -> io::Result<()> {
        #[derive(Serialize)]
        struct Tail<'r> {
            #[serde(skip_serializing_if = "<[_]>::is_empty")]
            not_run: &'r [String],
            summary: Summary,
        }
        stream.end(&Tail {
            not_run: &self.not_run,
            summary: self.summary,
        })
    }
}

impl Record {
    /// The record of a task.
    pub fn new(task: &Task, outcome: &Outcome) -> Self {
        let judgement = &outcome.judgement;
        let reason = &task.expectation.reason;
        Self {
            name: task.case.name.clone(),
            verdict: judgement.verdict.code(),
            standing: outcome.standing,
            expected: task.expectation.expected.to_string(),
            reason: Some(reason.clone()).filter(|reason| !reason.is_empty()),
            cpu_seconds: judgement.usage.cpu.as_secs_f64(),
            wall_seconds: judgement.usage.wall.as_secs_f64(),
            memory_bytes: judgement.usage.memory,
            runs: outcome.runs,
            worst_runs: outcome.worst_runs,
            detail: judgement.detail.clone(),
            difference: judgement.difference().map(Place::new),
            stderr: String::from_utf8_lossy(&judgement.complaint).into_owned(),
        }
    }

    /// In one line, what is wrong.
    fn message(&self) -> String {
        let place = self.difference.as_ref();
        let place = place.map(|place| format!("line {}, column {}", place.line, place.column));
        let expected = (self.expected != "AC").then(|| format!("expected {}", self.expected));
        let parts = [self.detail.clone(), place, expected];
        parts.into_iter().flatten().collect::<Vec<_>>().join("; ")
    }
}

impl Place {
    fn new(difference: &Difference) -> Self {
        let line = |text: &Option<super::compare::Excerpt>| {
            let text = text.as_ref();
            text.map(|text| text.text.to_string())
        };
        Self {
            line: difference.found.line,
            column: difference.found.column,
            expected: line(&difference.expected.text),
            found: line(&difference.found.text),
            more_lines: difference.more_lines,
        }
    }
}

/// A program and its arguments in one line, as a shell would take them, but with what
/// is not visible escaped.
pub fn command_line<S: AsRef<OsStr>>(words: &[S]) -> String {
    let words: Vec<_> = words
        .iter()
        .map(|word| word.as_ref().to_string_lossy())
        .collect();
    let line = shlex::try_join(words.iter().map(|word| &**word));
    // A zero byte cannot be quoted, but no argument has one.
    escape(&line.unwrap_or_else(|_| words.join(" "))).into_owned()
}

/// How many more lines differ, if there are any.
pub fn more_lines(count: u64) -> Option<String> {
    match count {
        0 => None,
        1 => Some("and 1 more line differs".to_owned()),
        more => Some(format!("and {more} more lines differ")),
    }
}

impl std::fmt::Display for Expected {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Accepted => f.write_str("AC"),
            Self::Open => f.write_str("open"),
            Self::Turn => f.write_str("turn"),
            Self::OneOf(verdicts) => {
                let codes: Vec<_> = verdicts.iter().map(|verdict| verdict.code()).collect();
                f.write_str(&codes.join(","))
            }
        }
    }
}
