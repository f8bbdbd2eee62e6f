//! The `results.json` of a Gradescope autograder
//! (<https://gradescope-autograders.readthedocs.io/en/latest/specs/#output-format>).

use std::io::{self, Write};

use serde::Serialize;
use serde_json::json;

use super::{JudgeReport, NOT_RUN, to_json, wall_seconds};
use crate::{CaseResult, ExpectedStatus, Grading, GroupScore, ShownParts};
use admiralty_escape::escape;

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
        let findings_max = self.grading.as_ref().and_then(|grading| grading.findings);
        let mut findings_left = findings_max.unwrap_or(usize::MAX);
        let mut tests = Vec::new();
        let row = &self.row;
        for found in &row.cases {
            let mut test = self.test(&found.name, Some(found));
            let is_failed = found.status == ExpectedStatus::Failed;
            if is_failed && test.visibility == VISIBLE {
                match findings_left.checked_sub(1) {
                    Some(left) => findings_left = left,
                    None => test.output.clear(),
                }
            }
            tests.push(test);
        }
        tests.extend(row.not_run.iter().map(|name| self.test(name, None)));
        let groups = self.grading.iter().flat_map(|grading| &grading.groups);
        for (group, score) in groups.zip(row.score.iter().flat_map(|score| &score.groups)) {
            if group.is_whole() {
                tests.push(whole(score, group.is_hidden));
            }
        }
        let sum = tests.iter().filter_map(|test| test.score).sum();
        let results = json!({
            // The sum of many fractions would not be exact.
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
        let run = found.map(|found| &found.worst_run);
        let status = found.map(|found| found.status);
        let points = match &self.grading {
            Some(grading) => grading.points_of(case, run),
            None if status == Some(ExpectedStatus::Apart) => None,
            None => Some([f64::from(status == Some(ExpectedStatus::Accepted)), 1.0]),
        };
        let grading = self.grading.as_ref();
        let is_hidden = grading.is_some_and(|grading| grading.is_hidden(case));
        GradescopeTest {
            name: escape(case).into_owned(),
            status: passed(matches!(status, Some(status) if status != ExpectedStatus::Failed)),
            visibility: visibility(is_hidden),
            output: found.map_or_else(|| NOT_RUN.to_owned(), |found| output(found, grading)),
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

/// The text of a test: the verdict, and the failure as far as students see it.
fn output(found: &CaseResult, grading: Option<&Grading>) -> String {
    let parts = grading.map_or(ShownParts::All, |it| it.shown_parts(&found.name));
    let remarks = escape(&found.shown_remarks(parts)).into_owned();
    let (mut hint, mut description) = (String::new(), String::new());
    if found.status == ExpectedStatus::Failed {
        let given = grading.and_then(|it| it.hint(&found.name));
        hint = given
            .map(|hint| format!("hint: {hint}"))
            .unwrap_or_default();
        description = found.description(parts);
    }
    let lines: Vec<_> = [found.word(), remarks, hint, description]
        .into_iter()
        .filter(|text| !text.is_empty())
        .collect();
    lines.join("\n")
}

const VISIBLE: &str = "visible";

const fn visibility(is_hidden: bool) -> &'static str {
    if is_hidden { "hidden" } else { VISIBLE }
}

const fn passed(is_passed: bool) -> &'static str {
    if is_passed { "passed" } else { "failed" }
}

#[cfg(test)]
mod tests {
    use proptest::collection::vec;
    use proptest::option;
    use proptest::prelude::*;
    use serde_json::Value;

    use super::*;
    use crate::{JudgeConfig, Verdict};

    /// A number of points to the hundredth.
    fn rounded(points: f64) -> String {
        format!("{points:.2}")
    }

    /// A group of cases that are called `GROUP-NUMBER`: its points, whether they are for each case, for
    /// all, and hidden, and the weight of each case and whether it is right, if it was run.
    type GradedCases = (f64, [bool; 3], Vec<(f64, Option<bool>)>);

    fn groups() -> impl Strategy<Value = Vec<GradedCases>> {
        let case = (0.0..5.0, option::weighted(0.9, any::<bool>()));
        let points = prop_oneof![0.0..20.0, (0_u32..20).prop_map(f64::from)];
        vec((points, any::<[bool; 3]>(), vec(case, 1..9)), 1..5)
    }

    fn config(groups: &[GradedCases]) -> String {
        let group =
            |(number, (points, [is_each, is_whole, is_hidden], cases)): (_, &GradedCases)| {
                let weights = cases
                    .iter()
                    .enumerate()
                    .map(|(case, (weight, _))| format!("\"{number}-{case}\" = {weight}"));
                format!(
                    "[[group]]\nname = \"{number}\"\ncases = [\"{number}-*\"]\n{} = {points}\n\
                 scoring = \"{}\"\nhidden = {is_hidden}\nweights = {{ {} }}\n",
                    if *is_each { "points-each" } else { "points" },
                    if *is_whole { "all" } else { "each" },
                    weights.collect::<Vec<_>>().join(", "),
                )
            };
        groups.iter().enumerate().map(group).collect()
    }

    proptest! {
        #[test]
        fn tests_add_up_to_the_score(groups in groups()) {
            let of_group = |(number, (.., cases)): (usize, &GradedCases)| -> Vec<_> {
                let numbered = cases.iter().enumerate();
                let case = |(case, (_, is_right)): (usize, &(f64, Option<bool>))| {
                    (format!("{number}-{case}"), *is_right)
                };
                numbered.map(case).collect()
            };
            let cases: Vec<_> = groups.iter().enumerate().flat_map(of_group).collect();
            let names: Vec<_> = cases.iter().map(|(name, _)| &**name).collect();
            let config = JudgeConfig::parse(&config(&groups), &names, false).expect("no error");
            let grading = config.grading(&names, &names);
            let mut report = JudgeReport::new(&["ships".into()], String::new());
            for (name, is_right) in &cases {
                match is_right {
                    Some(true) => report.row.add(CaseResult::of(name, Verdict::Accepted)),
                    Some(false) => report.row.add(CaseResult::of(name, Verdict::WrongAnswer)),
                    None => report.row.not_run.push(name.clone()),
                }
            }
            report.row.grade(Some(&grading));
            report.grading = Some(grading);
            let mut json = Vec::new();
            report.write_gradescope(&mut json).expect("a vector");
            let json: Value = serde_json::from_slice(&json).expect("JSON");
            let tests = json["tests"].as_array().expect("tests");
            let sum = |key: &str| {
                let numbers = tests.iter().filter_map(|test| test.get(key)?.as_f64());
                rounded(numbers.sum())
            };
            let score = report.row.score.expect("points");
            prop_assert_eq!(&json["score"], &json!(score.points));
            prop_assert_eq!(sum("score"), rounded(score.points));
            prop_assert_eq!(sum("max_score"), rounded(score.points_max));
            for test in tests.iter().filter(|test| test.get("score").is_some()) {
                let is_passed = test["status"] == "passed";
                let earned = if is_passed { &test["max_score"] } else { &json!(0.0) };
                prop_assert_eq!(&test["score"], earned);
            }
            // The shares of a group are its points, rounded only once.
            for ((points, [is_each, ..], weights), score) in groups.iter().zip(&score.groups) {
                let weight: f64 = weights.iter().map(|(weight, _)| weight).sum();
                let exact = if *is_each { points * weight } else { *points };
                prop_assert!((score.points_max - exact).abs() < 0.0051, "{score:?}, not {exact}");
            }
        }
    }
}
