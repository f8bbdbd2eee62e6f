//! The `result.json` of Classroom 50 (<https://github.com/foundation50/classroom50>).

use std::io::{self, Write};

use serde::Serialize;
use serde_json::json;

use super::junit::timestamp;
use super::{JudgeReport, to_json};
use crate::ExpectedStatus;
use admiralty_escape::escape;

/// By how many points are multiplied so that all are whole numbers: a point has a hundred parts.
const FACTORS: [u32; 9] = [1, 2, 4, 5, 10, 20, 25, 50, 100];

/// What a result says about the submission, which the judge cannot know.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Classroom50 {
    classroom: String,
    assignment: String,
    assignment_type: String,
    owner: String,
    submission: String,
    commit: String,
    release: String,
    review: String,
}

impl Classroom50 {
    /// Takes it from environment variables: those of Classroom 50's runner, or else those of GitHub.
    ///
    /// # Errors
    ///
    /// The names of variables that are missing.
    pub fn of_environment(
        variable: impl Fn(&str) -> Option<String>,
    ) -> Result<Self, Vec<&'static str>> {
        let get = |name: &str| variable(name).filter(|value| !value.is_empty());
        let repository = || {
            let server = get("GITHUB_SERVER_URL")?;
            Some(format!("{server}/{}", get("GITHUB_REPOSITORY")?))
        };
        let submission = get("SUBMISSION_TAG").or_else(|| get("GITHUB_REF_NAME"));
        let commit = get("COMMIT_URL")
            .or_else(|| Some(format!("{}/commit/{}", repository()?, get("GITHUB_SHA")?)));
        let release = get("RELEASE_URL").or_else(|| {
            let tag = submission.clone()?.replace('/', "%2F");
            Some(format!("{}/releases/tag/{tag}", repository()?))
        });
        let mut missing = Vec::new();
        let mut needed = |value: Option<String>, name| {
            value.unwrap_or_else(|| {
                missing.push(name);
                String::new()
            })
        };
        let of_submission = submission.filter(|it| it.starts_with("submit/"));
        let found = Self {
            classroom: needed(get("CLASSROOM"), "CLASSROOM"),
            assignment: needed(get("ASSIGNMENT"), "ASSIGNMENT"),
            assignment_type: get("ASSIGNMENT_TYPE").unwrap_or_else(|| "individual".to_owned()),
            owner: needed(get("OWNER").or_else(|| get("GITHUB_ACTOR")), "OWNER"),
            submission: needed(of_submission, "SUBMISSION_TAG (submit/...)"),
            review: get("REVIEW_URL")
                .or_else(|| commit.clone())
                .unwrap_or_default(),
            commit: needed(commit, "COMMIT_URL"),
            release: needed(release, "RELEASE_URL"),
        };
        if missing.is_empty() {
            Ok(found)
        } else {
            Err(missing)
        }
    }
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
struct ClassroomTest {
    test_name: String,
    passed: bool,
    score: u64,
    max_score: u64,
}

impl JudgeReport {
    /// Writes the result. Without points, each case that counts is worth one. A group that is hidden or
    /// counts as a whole is one test. If points are not whole numbers, all are multiplied by one.
    ///
    /// # Errors
    ///
    /// Those of `out`.
    pub fn write_classroom50(&self, of: &Classroom50, out: &mut dyn Write) -> io::Result<()> {
        let tests = self.classroom_tests();
        let [score, max_score] = [0, 1].map(|at| {
            let points = tests.iter().map(|test| [test.score, test.max_score][at]);
            points.sum::<u64>()
        });
        let mut result = json!({
            "schema": "classroom50/result/v1",
            "datetime": format!("{}Z", timestamp(self.begun)),
            "score": score,
            "max-score": max_score,
            "tests": tests,
        });
        if let (Some(result), Ok(serde_json::Value::Object(of))) =
            (result.as_object_mut(), serde_json::to_value(of))
        {
            result.extend(of);
        }
        writeln!(out, "{}", to_json(&result))
    }

    fn classroom_tests(&self) -> Vec<ClassroomTest> {
        let mut tests = Vec::new();
        let found = self
            .row
            .cases
            .iter()
            .map(|found| (&*found.name, Some(found)));
        let not_run = self.row.not_run.iter().map(|name| (&**name, None));
        for (name, found) in found.chain(not_run) {
            let points = match &self.grading {
                Some(grading) if grading.is_hidden(name) => None,
                Some(grading) => grading.points_of(name, found.map(|it| &it.worst_run)),
                None => match found.map(|it| it.status) {
                    Some(ExpectedStatus::Apart) => None,
                    status => Some([f64::from(status == Some(ExpectedStatus::Accepted)), 1.0]),
                },
            };
            tests.extend(points.map(|points| (escape(name).into_owned(), points)));
        }
        let grading = self.grading.iter().flat_map(|grading| &grading.groups);
        let scores = self.row.score.iter().flat_map(|score| &score.groups);
        for (_, score) in grading
            .zip(scores)
            .filter(|(group, _)| group.is_hidden || group.is_whole())
        {
            let points = [score.points, score.points_max];
            tests.push((escape(&score.name).into_owned(), points));
        }
        let is_whole = |points: f64| (points - points.round()).abs() < 1e-6;
        let all = || tests.iter().flat_map(|(_, points)| *points);
        let are_whole = |factor: &u32| all().all(|points| is_whole(points * f64::from(*factor)));
        let factor = FACTORS.into_iter().find(are_whole).unwrap_or(1);
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "points are not negative, and at most 10^9"
        )]
        let whole = |points: f64| (points * f64::from(factor)).round() as u64;
        let test = |(test_name, [score, max_score]): (String, [f64; 2])| ClassroomTest {
            test_name,
            passed: score >= max_score,
            score: whole(score),
            max_score: whole(max_score),
        };
        tests.into_iter().map(test).collect()
    }
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, UNIX_EPOCH};

    use serde_json::Value;

    use super::*;
    use crate::{CaseResult, JudgeConfig, Verdict};

    fn variable(name: &str) -> Option<String> {
        let value = match name {
            "CLASSROOM" => "cs",
            "ASSIGNMENT" => "ships",
            "GITHUB_ACTOR" => "ada",
            "SUBMISSION_TAG" => "submit/7",
            "GITHUB_SERVER_URL" => "https://git.example.org/x",
            "GITHUB_REPOSITORY" => "cs/ships-ada",
            "GITHUB_SHA" => "abc",
            _ => return None,
        };
        Some(value.to_owned())
    }

    #[test]
    fn a_result_has_whole_points_that_add_up() {
        let names = ["a", "b", "c", "d"];
        let config = "[[group]]\nname = \"half\"\ncases = [\"a\", \"b\"]\npoints = 1\n\
            [[group]]\nname = \"secret\"\ncases = [\"c\", \"d\"]\npoints = 3\nhidden = true\n";
        let config = JudgeConfig::parse(config, &names, false).expect("no error");
        let mut report = JudgeReport::new(&["ships".into()], String::new());
        report.begun = UNIX_EPOCH + Duration::from_secs(951_782_400);
        let grading = config.grading(&names, &names);
        for (name, verdict) in names.into_iter().zip(["AC", "WA", "AC", "WA"]) {
            let verdict: Verdict = verdict.parse().expect("a verdict");
            report.row.add(CaseResult::of(name, verdict));
        }
        report.row.grade(Some(&grading));
        report.grading = Some(grading);
        let of = Classroom50::of_environment(variable).expect("all variables");
        let mut json = Vec::new();
        report.write_classroom50(&of, &mut json).expect("a vector");
        let found: Value = serde_json::from_slice(&json).expect("JSON");
        let test = |name: &str, score, max_score| json!({"test-name": name, "passed": score == max_score, "score": score, "max-score": max_score});
        let commit = "https://git.example.org/x/cs/ships-ada/commit/abc";
        let expected = json!({
            "schema": "classroom50/result/v1",
            "classroom": "cs",
            "assignment": "ships",
            "assignment_type": "individual",
            "owner": "ada",
            "submission": "submit/7",
            "commit": commit,
            "release": "https://git.example.org/x/cs/ships-ada/releases/tag/submit%2F7",
            "review": commit,
            "datetime": "2000-02-29T00:00:00Z",
            "score": 4,
            "max-score": 8,
            // Halves of points, doubled.
            "tests": [test("a", 1, 1), test("b", 0, 1), test("secret", 3, 6)],
        });
        assert_eq!(found, expected);
        let missing = Classroom50::of_environment(|_| None).expect_err("nothing");
        assert_eq!(missing.len(), 6, "{missing:?}");
    }
}
