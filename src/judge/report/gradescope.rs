//! The `results.json` of a Gradescope autograder
//! (<https://gradescope-autograders.readthedocs.io/en/latest/specs/#output-format>).

use std::io::{self, Write};

use serde::Serialize;
use serde_json::json;

use super::rows::to_json;
use super::{JudgeReport, NOT_RUN, wall_seconds};
use crate::escape::escape;
use crate::judge::{CaseResult, ExpectedStatus, GroupScore};

#[derive(Debug, Serialize)]
struct GradescopeTest {
    name: String,
    status: &'static str,
    visibility: &'static str,
    output: String,
    /// Left out if the test earns nothing by itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    max_score: Option<f64>,
}

impl JudgeReport {
    /// Writes the report for Gradescope. Without points, each case that counts is worth one. A group
    /// that earns its points as a whole is a test beside its cases. Hidden cases are hidden tests, and
    /// of the others, only as many differences are shown as students may see.
    ///
    /// # Errors
    ///
    /// Those of `out`.
    pub fn write_gradescope(&self, out: &mut dyn Write) -> io::Result<()> {
        let findings = self.grading.as_ref().and_then(|grading| grading.findings);
        let mut findings = findings.unwrap_or(usize::MAX);
        let mut tests = Vec::new();
        let row = &self.row;
        for found in &row.cases {
            let mut test = self.test(&found.name, Some(found));
            let is_failed = found.status == ExpectedStatus::Failed;
            if is_failed && test.visibility == VISIBLE {
                match findings.checked_sub(1) {
                    Some(left) => findings = left,
                    None => test.output.clear(),
                }
            }
            tests.push(test);
        }
        tests.extend(row.not_run.iter().map(|name| self.test(name, None)));
        let groups = self.grading.iter().flat_map(|grading| &grading.groups);
        for (group, score) in groups.zip(row.score.iter().flat_map(|score| &score.groups)) {
            if group.is_whole {
                tests.push(whole(score, group.is_hidden));
            }
        }
        let sum = tests.iter().filter_map(|test| test.score).sum();
        let results = json!({
            // The tests' points are rounded.
            "score": row.score.as_ref().map_or(sum, |score| score.points),
            "execution_time": wall_seconds(&row.cases),
            "stdout_visibility": "hidden",
            "test_name_format": "text",
            "test_output_format": "text",
            "tests": tests,
        });
        writeln!(out, "{}", to_json(&results))
    }

    /// The test of a case, which may not have been run.
    fn test(&self, case: &str, found: Option<&CaseResult>) -> GradescopeTest {
        let verdict = found.map(|found| found.worst_run.verdict);
        let status = found.map(|found| found.status);
        let points = match &self.grading {
            Some(grading) => grading.points_of(case, verdict),
            None if status == Some(ExpectedStatus::Apart) => None,
            None => Some([f64::from(status == Some(ExpectedStatus::Accepted)), 1.0]),
        };
        let grading = self.grading.as_ref();
        let is_hidden = grading.is_some_and(|grading| grading.is_hidden(case));
        GradescopeTest {
            name: escape(case).into_owned(),
            status: passed(matches!(status, Some(status) if status != ExpectedStatus::Failed)),
            visibility: visibility(is_hidden),
            output: found.map_or_else(|| NOT_RUN.to_owned(), output),
            score: points.map(|[score, _]| score),
            max_score: points.map(|[_, max_score]| max_score),
        }
    }
}

/// The test of a group that earns its points as a whole.
fn whole(group: &GroupScore, is_hidden: bool) -> GradescopeTest {
    GradescopeTest {
        name: format!("all of {}", escape(&group.name)),
        status: passed(group.points >= group.points_max),
        visibility: visibility(is_hidden),
        output: String::new(),
        score: Some(group.points),
        max_score: Some(group.points_max),
    }
}

/// What a test says: the verdict, and what went wrong.
fn output(found: &CaseResult) -> String {
    let remarks = escape(&found.remarks()).into_owned();
    let description = match found.status {
        ExpectedStatus::Failed => found.description(),
        _ => String::new(),
    };
    let parts = [found.word(), remarks, description];
    let parts = parts.into_iter().filter(|part| !part.is_empty());
    parts.collect::<Vec<_>>().join("\n")
}

const VISIBLE: &str = "visible";

const fn visibility(is_hidden: bool) -> &'static str {
    if is_hidden { "hidden" } else { VISIBLE }
}

const fn passed(is_passed: bool) -> &'static str {
    if is_passed { "passed" } else { "failed" }
}
