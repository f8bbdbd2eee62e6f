//! Programs, cases and differences in JSON.

use std::io::{self, Write};

use admiralty_compare::Difference;
use admiralty_escape::is_visible;
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};
use serde_json::ser::{Formatter, Serializer as JsonSerializer};

use super::StatusCounts;
use super::program_table::ProgramRow;
use crate::build::Build;
use crate::case_result::CaseResult;
use crate::expectations::ExpectedStatus;
use crate::grading::{Grading, Score};

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
pub(super) struct CaseRecord<'r> {
    pub found: &'r CaseResult,
    /// What the teacher tells those who fail it.
    pub hint: Option<&'r str>,
}

impl<'r> CaseRecord<'r> {
    pub fn new(found: &'r CaseResult, grading: Option<&'r Grading>) -> Self {
        let hint = grading.and_then(|grading| grading.hint(&found.name));
        let hint = hint.filter(|_| found.status == ExpectedStatus::Failed);
        Self { found, hint }
    }
}

/// The results of a program in JSON.
#[derive(Serialize)]
pub(super) struct ProgramRecord<'r> {
    program: &'r str,
    #[serde(flatten)]
    summary: StatusCounts,
    #[serde(skip_serializing_if = "Option::is_none")]
    late_days: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<&'r Score>,
    #[serde(skip_serializing_if = "Option::is_none")]
    build: Option<&'r Build>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<&'r str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cause: Option<String>,
    cases: Vec<CaseRecord<'r>>,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    not_run: &'r [String],
}

/// A difference without the lines around it.
struct DifferenceRecord<'r>(&'r Difference);

impl<'r> ProgramRecord<'r> {
    pub fn new(row: &'r ProgramRow, grading: Option<&'r Grading>) -> Self {
        let cases = row.cases.iter();
        Self {
            program: &row.program,
            summary: row.summary,
            late_days: row.late_days,
            score: row.score.as_ref(),
            build: row.build.as_ref(),
            error: row.error.as_deref(),
            cause: row.cause().map(|cause| cause.with_remedy()),
            cases: cases.map(|found| CaseRecord::new(found, grading)).collect(),
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
        } = self.found;
        let mut object = serializer.serialize_map(None)?;
        object.serialize_entry("name", &self.found.name)?;
        object.serialize_entry("verdict", &run.verdict)?;
        object.serialize_entry("standing", &self.found.status)?;
        object.serialize_entry("expected", &expectation.expected.to_string())?;
        if !expectation.reason.is_empty() {
            object.serialize_entry("reason", &expectation.reason)?;
        }
        object.serialize_entry("cpu_seconds", &run.usage.cpu.as_secs_f64())?;
        object.serialize_entry("wall_seconds", &run.usage.wall.as_secs_f64())?;
        object.serialize_entry("memory_bytes", &run.usage.memory)?;
        object.serialize_entry("runs", &self.found.verdicts.len())?;
        object.serialize_entry("worst_runs", &self.found.runs_with(run.verdict))?;
        if let Some(verdicts) = self.found.unstable() {
            object.serialize_entry("unstable", &verdicts)?;
        }
        if let Some(share) = run.share {
            object.serialize_entry("share", &share)?;
        }
        if let Some(remark) = run.remark() {
            object.serialize_entry("detail", &remark)?;
        }
        if let Some(difference) = run.difference() {
            object.serialize_entry("difference", &DifferenceRecord(difference))?;
        }
        if let Some(hint) = self.hint {
            object.serialize_entry("hint", hint)?;
        }
        for (name, text) in [("input", &self.found.input), ("output", &run.output_start)] {
            if let Some(start) = text
                .as_ref()
                .filter(|_| self.found.status == ExpectedStatus::Failed)
            {
                object.serialize_entry(name, &start.text())?;
            }
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
