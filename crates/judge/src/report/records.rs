//! The rows of reports in JSON. Files of results have more: all members of the rows.

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use super::{ProgramRow, StatusCounts};
use crate::compare::Difference;
use crate::{Build, CaseResult, Score};

/// The result of a case. Empty members are left out.
pub struct CaseRecord<'r>(pub &'r CaseResult);

#[derive(Serialize)]
pub struct ProgramRecord<'r> {
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
