//! Reports of the judge for other programs, in JSON and CSV. Files of results have more: all
//! members of the rows.

use std::ffi::{OsStr, OsString};
use std::io::{self, Write};
use std::time::{Duration, SystemTime};

use admiralty_escape::{escape, escape_lines, is_visible};
use serde::ser::SerializeMap;
use serde::{Deserialize, Serialize, Serializer};
use serde_json::ser::{Formatter, Serializer as JsonSerializer};
use serde_json::{Value, json};

use crate::{Build, CaseResult, Expected, ExpectedStatus, Grading, JudgedRun, Score, Verdict};
use admiralty_compare::Difference;

mod changes;
mod clusters;
mod gradescope;
mod junit;
mod program_table;

pub use changes::{CaseChange, EarlierRun, ProgramChange, RunChanges};
pub use clusters::{ClusterProgram, FailureCluster, FailurePlace, clusters};
pub use junit::write_junit;
pub use program_table::{ProgramRow, ProgramTable};

const NOT_RUN: &str = "not run";

/// The report on a single program.
#[derive(Clone, Debug)]
pub struct JudgeReport {
    /// The program and its arguments.
    pub command: Vec<String>,
    /// How outputs were judged.
    pub compare: String,
    /// When judging began.
    pub begun: SystemTime,
    /// How the cases earn points, if they do.
    pub grading: Option<Grading>,
    /// The results; the name is the command line.
    pub row: ProgramRow,
}

/// How many cases have each status.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct StatusCounts {
    /// Accepted.
    pub accepted: usize,
    /// As expected, but not counted.
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
    /// An empty report on a program.
    pub fn new(program: &[OsString], compare: String) -> Self {
        let words = program.iter().map(|word| word.to_string_lossy().into());
        Self {
            command: words.collect(),
            compare,
            begun: SystemTime::now(),
            grading: None,
            row: ProgramRow {
                program: command_line(program),
                ..ProgramRow::default()
            },
        }
    }
}

impl RowReport for JudgeReport {
    type Row = CaseResult;

    const NAME: &'static str = "cases";

    fn rows(&self) -> &[CaseResult] {
        &self.row.cases
    }

    fn record(&self, row: &CaseResult) -> impl Serialize {
        CaseRecord(row)
    }

    fn head(&self) -> Vec<(&'static str, Value)> {
        vec![
            ("program", json!(self.command)),
            ("compare", json!(self.compare)),
        ]
    }

    fn tail(&self) -> Vec<(&'static str, Value)> {
        let row = &self.row;
        let not_run = (!row.not_run.is_empty()).then(|| ("not_run", json!(row.not_run)));
        let summary = ("summary", json!(row.summary));
        let score = row.score.as_ref().map(|score| ("score", json!(score)));
        not_run.into_iter().chain([summary]).chain(score).collect()
    }

    fn columns(&self) -> Vec<String> {
        let columns = "program case verdict standing expected cpu_seconds wall_seconds \
                       memory_bytes runs worst_runs unstable detail";
        let of_points = self.grading.iter().flat_map(|_| ["group", "points"]);
        columns
            .split(' ')
            .chain(of_points)
            .map(str::to_owned)
            .collect()
    }

    fn fields(&self, case_result: &CaseResult) -> Vec<String> {
        let run = &case_result.worst_run;
        let mut fields = vec![
            self.row.program.clone(),
            escape(&case_result.name).into_owned(),
            run.verdict.to_string(),
            case_result.status.to_string(),
            case_result.expectation.expected.to_string(),
            run.usage.cpu.as_secs_f64().to_string(),
            run.usage.wall.as_secs_f64().to_string(),
            run.usage.memory.to_string(),
            case_result.verdicts.len().to_string(),
            case_result.runs_with(run.verdict).to_string(),
            joined(case_result.unstable().iter().flatten()),
            escape(&run.remark().unwrap_or_default()).into_owned(),
        ];
        if let Some(grading) = &self.grading {
            let points = grading.points_of(&case_result.name, Some(run.verdict));
            fields.push(escape(grading.group_name(&case_result.name)).into_owned());
            fields.push(
                points
                    .map(|[points, _]| points.to_string())
                    .unwrap_or_default(),
            );
        }
        fields
    }
}

impl CaseResult {
    /// The verdict in one word, as in `WA`; all verdicts if it is unstable, as in `AC/RTE`; `open` if
    /// an open case ended normally.
    pub fn word(&self) -> String {
        match self.unstable() {
            Some(verdicts) => joined(&verdicts),
            None => self.status.word(self.worst_run.verdict).to_owned(),
        }
    }

    /// The sign of a result in a table of many: `.` if it is accepted, `o` if it does not count, `?` if
    /// it is unstable, otherwise a letter of the verdict.
    pub fn mark(&self) -> char {
        match (self.status, self.worst_run.verdict) {
            (ExpectedStatus::Accepted, _) => '.',
            (ExpectedStatus::Apart, _) => 'o',
            (ExpectedStatus::Failed, _) if self.unstable().is_some() => '?',
            (ExpectedStatus::Failed, Verdict::PresentationError) => 'p',
            (ExpectedStatus::Failed, verdict) => verdict.code().chars().next().unwrap_or('?'),
        }
    }

    /// The failure, in one line.
    fn message(&self) -> String {
        let found = self.worst_run.difference().map(|it| &it.found);
        let place = found.map(|found| format!("line {}, column {}", found.line, found.column));
        let code = self.expectation.expected.to_string();
        let is_usual = code == Verdict::Accepted.code();
        let expected = (!is_usual).then(|| format!("expected {code}"));
        let parts = [self.instability(), self.worst_run.remark(), place, expected];
        parts.into_iter().flatten().collect::<Vec<_>>().join("; ")
    }

    /// The difference, and the program's standard error.
    fn description(&self) -> String {
        let mut lines = Vec::new();
        let run = &self.worst_run;
        lines.extend(run.difference().into_iter().flat_map(Difference::lines));
        if !run.stderr_tail.is_empty() {
            lines.push("standard error:".to_owned());
            lines.extend(escape_lines(&run.stderr()));
        }
        lines.join("\n")
    }

    /// Remarks on the result, in one line.
    pub fn remarks(&self) -> String {
        let CaseResult {
            expectation,
            worst_run,
            ..
        } = self;
        let difference = worst_run.difference().filter(|difference| {
            let is_shown = worst_run.verdict.is_about_output();
            !is_shown && difference.found.text.is_some()
        });
        let place = difference.map(|it| format!("differs from line {} on", it.found.line));
        let (expected, reason) = (&expectation.expected, &expectation.reason);
        let expectation = match (self.status, expected) {
            (ExpectedStatus::Apart, _) if !reason.is_empty() => Some(reason.clone()),
            (ExpectedStatus::Apart, Expected::Open) => Some("no fixed answer".to_owned()),
            (ExpectedStatus::Apart, _) => Some(format!("as expected: {expected}")),
            (ExpectedStatus::Accepted, _) | (_, Expected::Accepted) => None,
            (ExpectedStatus::Failed, _) => Some(format!("expected {expected}")),
        };
        let remarks = [self.instability(), worst_run.remark(), place, expectation];
        remarks.into_iter().flatten().collect::<Vec<_>>().join("; ")
    }

    /// The number of runs of an unstable case by verdict.
    fn instability(&self) -> Option<String> {
        let count = |verdict| format!("{} x {verdict}", self.runs_with(verdict));
        let counts: Vec<_> = self.unstable()?.into_iter().map(count).collect();
        Some(format!("unstable: {}", counts.join(", ")))
    }

    fn skip_reason(&self) -> &str {
        match &*self.expectation.reason {
            "" => "no fixed answer",
            reason => reason,
        }
    }
}

impl JudgedRun {
    /// The time that is relevant to the verdict, and the memory.
    pub fn time_and_memory(&self) -> [String; 2] {
        let is_idle = self.verdict == Verdict::IdlenessLimitExceeded;
        let usage = &self.usage;
        let time = if is_idle { usage.wall } else { usage.cpu };
        [seconds(time), mebibytes(usage.memory)]
    }
}

/// Verdicts as in `AC/RTE`.
fn joined<'v>(verdicts: impl IntoIterator<Item = &'v Verdict>) -> String {
    let codes: Vec<_> = verdicts.into_iter().map(|verdict| verdict.code()).collect();
    codes.join("/")
}

/// A time in seconds.
pub fn seconds(time: Duration) -> String {
    format!("{:.3} s", time.as_secs_f64())
}

/// An amount of memory in MiB.
pub fn mebibytes(bytes: u64) -> String {
    let mebibytes = bytes as f64 / f64::from(1 << 20);
    format!("{mebibytes:.1} MiB")
}

/// A program and its arguments in one line, quoted for a shell, with invisible characters escaped.
pub fn command_line<S: AsRef<OsStr>>(words: &[S]) -> String {
    let words: Vec<_> = words
        .iter()
        .map(|word| word.as_ref().to_string_lossy())
        .collect();
    let line = shlex::try_join(words.iter().map(|word| &**word));
    // Nothing but a NUL byte prevents quoting, and no argument has one.
    escape(&line.unwrap_or_else(|_| words.join(" "))).into_owned()
}

/// The wall-clock time of the worst runs of all cases.
fn wall_seconds(cases: &[CaseResult]) -> f64 {
    let times = cases.iter().map(|found| found.worst_run.usage.wall);
    times.sum::<Duration>().as_secs_f64()
}

/// A report that is a list of rows.
pub trait RowReport {
    /// A row.
    type Row;

    /// The name of the rows in JSON.
    const NAME: &'static str;

    /// The rows so far.
    fn rows(&self) -> &[Self::Row];

    /// A row in JSON.
    fn record(&self, row: &Self::Row) -> impl Serialize;

    /// The members of the JSON object before the rows.
    fn head(&self) -> Vec<(&'static str, Value)>;

    /// The members after the rows, known only at the end.
    fn tail(&self) -> Vec<(&'static str, Value)>;

    /// The names of the CSV columns.
    fn columns(&self) -> Vec<String>;

    /// The fields of a CSV row.
    fn fields(&self, row: &Self::Row) -> Vec<String>;
}

/// A value as JSON in one line, with invisible characters escaped. A JSON string is also a YAML
/// string.
///
/// # Panics
///
/// If a key is not text.
pub fn to_json(value: &impl Serialize) -> String {
    let mut text = Vec::new();
    let mut serializer = JsonSerializer::with_formatter(&mut text, VisibleFormatter);
    let written = value.serialize(&mut serializer);
    written.expect("a vector takes everything, and all keys are text");
    String::from_utf8(text).expect("JSON is in UTF-8")
}

/// Escapes invisible characters.
struct VisibleFormatter;

impl Formatter for VisibleFormatter {
    fn write_string_fragment<W: ?Sized + Write>(
        &mut self,
        writer: &mut W,
        fragment: &str,
    ) -> io::Result<()> {
        for c in fragment.chars() {
            if is_visible(c) {
                write!(writer, "{c}")?;
            } else {
                for unit in c.encode_utf16(&mut [0; 2]) {
                    write!(writer, "\\u{unit:04x}")?;
                }
            }
        }
        Ok(())
    }
}

/// The result of a case in JSON. Empty members are left out.
struct CaseRecord<'r>(pub &'r CaseResult);

/// The results of a program in JSON.
#[derive(Serialize)]
struct ProgramRecord<'r> {
    program: &'r str,
    #[serde(flatten)]
    summary: StatusCounts,
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<&'r Score>,
    #[serde(skip_serializing_if = "Option::is_none")]
    build: Option<&'r Build>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<&'r str>,
    cases: Vec<CaseRecord<'r>>,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    not_run: &'r [String],
}

/// A difference without the lines around it.
struct DifferenceRecord<'r>(&'r Difference);

impl<'r> From<&'r ProgramRow> for ProgramRecord<'r> {
    fn from(row: &'r ProgramRow) -> Self {
        Self {
            program: &row.program,
            summary: row.summary,
            score: row.score.as_ref(),
            build: row.build.as_ref(),
            error: row.error.as_deref(),
            cases: row.cases.iter().map(CaseRecord).collect(),
            not_run: &row.not_run,
        }
    }
}

impl Serialize for CaseRecord<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let CaseResult {
            expectation,
            worst_run: run,
            ..
        } = self.0;
        let mut object = serializer.serialize_map(None)?;
        object.serialize_entry("name", &self.0.name)?;
        object.serialize_entry("verdict", &run.verdict)?;
        object.serialize_entry("standing", &self.0.status)?;
        object.serialize_entry("expected", &expectation.expected.to_string())?;
        if !expectation.reason.is_empty() {
            object.serialize_entry("reason", &expectation.reason)?;
        }
        object.serialize_entry("cpu_seconds", &run.usage.cpu.as_secs_f64())?;
        object.serialize_entry("wall_seconds", &run.usage.wall.as_secs_f64())?;
        object.serialize_entry("memory_bytes", &run.usage.memory)?;
        object.serialize_entry("runs", &self.0.verdicts.len())?;
        object.serialize_entry("worst_runs", &self.0.runs_with(run.verdict))?;
        if let Some(verdicts) = self.0.unstable() {
            object.serialize_entry("unstable", &verdicts)?;
        }
        if let Some(remark) = run.remark() {
            object.serialize_entry("detail", &remark)?;
        }
        if let Some(difference) = run.difference() {
            object.serialize_entry("difference", &DifferenceRecord(difference))?;
        }
        if let Some(hash) = &run.output_hash {
            object.serialize_entry("output_hash", hash)?;
        }
        if !run.stderr_tail.is_empty() {
            object.serialize_entry("stderr", &run.stderr())?;
        }
        object.end()
    }
}

impl Serialize for DifferenceRecord<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_map(None)?;
        object.serialize_entry("line", &self.0.found.line)?;
        object.serialize_entry("column", &self.0.found.column)?;
        object.serialize_entry("expected", &self.0.expected.shown())?;
        object.serialize_entry("found", &self.0.found.shown())?;
        object.serialize_entry("more_lines", &self.0.more_lines)?;
        object.end()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn invisible_characters_are_escaped_and_parse_back() {
        let text = "a\"\\\n\u{1}\u{7f}\u{85}\u{202e}\u{feff}\u{fffe}\u{e0041}é";
        let written = to_json(&text);
        let expected = r#""a\"\\\n\u0001\u007f\u0085\u202e\ufeff\ufffe\udb40\udc41é""#;
        assert_eq!(written, expected);
        let read: String = serde_json::from_str(&written).expect("JSON");
        assert_eq!(read, text);
    }
}
