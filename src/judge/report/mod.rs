//! What came out of a judging, for other programs.

mod junit;
mod program_table;
mod rows;
mod tap;

use std::ffi::{OsStr, OsString};
use std::time::SystemTime;

use serde::Serialize;
use serde_json::{Value, json};

pub use program_table::{ProgramRow, ProgramTable};
pub use rows::{CsvRows, JsonRows, Rows};

use super::compare::{Difference, SnippetLine};
use super::{CaseResult, ExpectedStatus, Task, Verdict};
use crate::escape::escape;

/// What is said of cases that were not run.
const NOT_RUN: &str = "not run";

/// What came out of a judging.
#[derive(Clone, Debug)]
pub struct JudgeReport {
    /// The program and its arguments.
    pub program: Vec<String>,
    /// How outputs were judged.
    pub compare: String,
    /// When the judging began.
    pub begun: SystemTime,
    /// What was judged, in order.
    pub cases: Vec<CaseRecord>,
    /// The names of the cases after those, which were not run.
    pub not_run: Vec<String>,
    /// How many there are of each kind.
    pub summary: StatusCounts,
}

/// What came out of a case.
#[derive(Clone, Debug, Serialize)]
pub struct CaseRecord {
    /// The name of the case.
    pub name: String,
    /// The verdict.
    pub verdict: Verdict,
    /// How it counts.
    #[serde(rename = "standing")]
    pub status: ExpectedStatus,
    /// What was expected: `AC`, `open`, `turn`, or verdicts joined by commas.
    pub expected: String,
    /// Why that was expected.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// The CPU time, in seconds.
    pub cpu_seconds: f64,
    /// The time from start to end, in seconds.
    pub wall_seconds: f64,
    /// The most memory in use, in bytes.
    pub memory_bytes: u64,
    /// How often the case was run.
    pub runs: usize,
    /// How many of the runs had the verdict.
    pub worst_runs: usize,
    /// What the verdict does not say.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub detail: Option<String>,
    /// Where the output first differs from the answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub difference: Option<DifferencePlace>,
    /// The end of what the program said on standard error.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub stderr: String,
}

/// Where an output first differs from the answer.
#[derive(Clone, Debug, Serialize)]
pub struct DifferencePlace {
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
pub struct StatusCounts {
    /// Accepted.
    pub accepted: usize,
    /// As expected, but not to be accepted.
    pub apart: usize,
    /// Not as expected.
    pub failed: usize,
}

impl StatusCounts {
    /// Counts a case.
    pub fn add(&mut self, status: ExpectedStatus) {
        *match status {
            ExpectedStatus::Accepted => &mut self.accepted,
            ExpectedStatus::Apart => &mut self.apart,
            ExpectedStatus::Failed => &mut self.failed,
        } += 1;
    }
}

impl JudgeReport {
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
            summary: StatusCounts::default(),
        }
    }

    /// Says which tasks were not run.
    pub fn leave_out(&mut self, tasks: &[Task]) {
        let names = tasks.iter().map(|task| task.case.name.clone());
        self.not_run.extend(names);
    }

    /// Adds what came out of a task.
    pub fn add(&mut self, task: &Task, case_result: &CaseResult) {
        self.summary.add(case_result.status);
        self.cases.push(CaseRecord::new(task, case_result));
    }

    /// The program and its arguments as [`command_line`] writes them.
    pub fn command_line(&self) -> String {
        command_line(&self.program)
    }
}

impl Rows for JudgeReport {
    type Row = CaseRecord;

    const NAME: &'static str = "cases";

    fn rows(&self) -> &[CaseRecord] {
        &self.cases
    }

    fn head(&self) -> Vec<(&'static str, Value)> {
        vec![
            ("program", json!(self.program)),
            ("compare", json!(self.compare)),
        ]
    }

    fn tail(&self) -> Vec<(&'static str, Value)> {
        let not_run = (!self.not_run.is_empty()).then(|| ("not_run", json!(self.not_run)));
        let summary = ("summary", json!(self.summary));
        not_run.into_iter().chain([summary]).collect()
    }

    fn columns(&self) -> Vec<String> {
        let columns = "program case verdict standing expected cpu_seconds wall_seconds \
                       memory_bytes runs worst_runs detail";
        columns.split(' ').map(str::to_owned).collect()
    }

    fn fields(&self, record: &CaseRecord) -> Vec<String> {
        vec![
            self.command_line(),
            escape(&record.name).into_owned(),
            record.verdict.to_string(),
            record.status.to_string(),
            record.expected.clone(),
            record.cpu_seconds.to_string(),
            record.wall_seconds.to_string(),
            record.memory_bytes.to_string(),
            record.runs.to_string(),
            record.worst_runs.to_string(),
            escape(record.detail.as_deref().unwrap_or_default()).into_owned(),
        ]
    }
}

impl CaseRecord {
    /// The record of a task.
    pub fn new(task: &Task, case_result: &CaseResult) -> Self {
        let judged_run = &case_result.worst_run;
        let reason = &task.expectation.reason;
        Self {
            name: task.case.name.clone(),
            verdict: judged_run.verdict,
            status: case_result.status,
            expected: task.expectation.expected.to_string(),
            reason: Some(reason.clone()).filter(|reason| !reason.is_empty()),
            cpu_seconds: judged_run.usage.cpu.as_secs_f64(),
            wall_seconds: judged_run.usage.wall.as_secs_f64(),
            memory_bytes: judged_run.usage.memory,
            runs: case_result.runs,
            worst_runs: case_result.worst_runs,
            detail: judged_run.detail.clone(),
            difference: judged_run.difference().map(DifferencePlace::new),
            stderr: String::from_utf8_lossy(&judged_run.stderr_tail).into_owned(),
        }
    }

    /// In one line, what is wrong.
    fn message(&self) -> String {
        let place = self.difference.as_ref();
        let place = place.map(|place| format!("line {}, column {}", place.line, place.column));
        let is_usual = self.expected == Verdict::Accepted.code();
        let expected = (!is_usual).then(|| format!("expected {}", self.expected));
        let parts = [self.detail.clone(), place, expected];
        parts.into_iter().flatten().collect::<Vec<_>>().join("; ")
    }

    /// Why a case that is apart does not count.
    fn skip_reason(&self) -> &str {
        self.reason.as_deref().unwrap_or("no fixed answer")
    }
}

impl DifferencePlace {
    fn new(difference: &Difference) -> Self {
        let text = |line: &SnippetLine| line.text.to_string();
        Self {
            line: difference.found.line,
            column: difference.found.column,
            expected: difference.expected.text.as_ref().map(text),
            found: difference.found.text.as_ref().map(text),
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
