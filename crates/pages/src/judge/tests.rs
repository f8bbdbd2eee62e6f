//! What pages of programs show, and what they must not.

use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use serde_json::json;

use super::*;
use admiralty_judge::compare::{Mode, compare};
use admiralty_judge::report::{ProgramRow, StatusCounts};
use admiralty_judge::stress::Shrunk;
use admiralty_judge::{
    Build, CaseResult, Detail, Disagreement, Expectation, Expected, Grading, JudgedRun, Signature,
    Verdict,
};
use admiralty_process::Usage;

/// What happens in a case, by number; the last one is not run.
const OUTCOMES: usize = 6;

/// Text that occurs in everything that belongs to a program, and in everything that belongs to a
/// hidden case.
fn of_program(program: usize) -> String {
    format!("program-{program}-mark")
}

fn of_case(case: usize, is_hidden: bool) -> String {
    let kind = if is_hidden { "hidden" } else { "visible" };
    format!("{kind}-{case}-mark")
}

fn grading(hidden: &[bool], findings: Option<usize>) -> Grading {
    let group = |name: &str, is_hidden: bool| json!({"name": name, "is_whole": false, "is_hidden": is_hidden, "accepted": ["AC"]});
    let shares = hidden.iter().enumerate().map(|(case, &is_hidden)| {
        let share = json!([usize::from(is_hidden), 100.0]);
        (of_case(case, is_hidden), share)
    });
    let grading = json!({
        "findings": findings,
        "groups": [group("basics", false), group("others", true)],
        "shares": shares.collect::<serde_json::Map<_, _>>(),
    });
    serde_json::from_value(grading).expect("a grading")
}

fn run(program: usize, case: &str, outcome: usize) -> JudgedRun {
    let verdict = [
        Verdict::Accepted,
        Verdict::WrongAnswer,
        Verdict::PresentationError,
        Verdict::RuntimeError,
        Verdict::TimeLimitExceeded,
    ][outcome];
    let answer = format!("first\n{case}\nlast\n");
    let output = format!("first\n{} {case}\nlast\n", of_program(program));
    let differs = verdict != Verdict::Accepted;
    let output = if differs { &output } else { &answer };
    let comparison = compare(Mode::Exact, answer.as_bytes(), output.as_bytes());
    let text = format!("{} {case}", of_program(program));
    JudgedRun {
        verdict,
        detail: differs.then(|| Detail::Message(text.clone())),
        usage: Usage::default(),
        comparison: Some(comparison),
        stderr_tail: text.into(),
        output: None,
        output_hash: None,
    }
}

fn case_result(program: usize, case: &str, outcome: usize) -> CaseResult {
    let worst_run = run(program, case, outcome);
    CaseResult {
        name: case.to_owned(),
        status: Expected::Accepted.status_of(worst_run.verdict),
        expectation: Expectation {
            expected: Expected::Accepted,
            reason: case.to_owned(),
        },
        verdicts: vec![Verdict::Accepted, worst_run.verdict],
        worst_run,
    }
}

fn script(program: usize, found: &CaseResult) -> ShortScript {
    let case = &found.name;
    let mark = format!("{} {case}", of_program(program));
    let signature = json!({"symptom": {"UnexpectedLine": {"word": mark}}, "origin": "Unknown"});
    let signature: Signature = serde_json::from_value(signature).expect("a signature");
    ShortScript {
        case: case.clone(),
        replay: Some(format!("{mark}.html")),
        found: Disagreement {
            seed: None,
            signature,
            lines: 3,
            shrunk: Shrunk {
                script: mark.clone().into(),
                attempts: 1,
                is_minimal: true,
            },
            answer: mark.into(),
            judged_run: run(program, case, 1),
        },
    }
}

/// A program with these outcomes; none if it could not be built.
fn row(program: usize, hidden: &[bool], outcomes: &[usize], grading: &Grading) -> ProgramRow {
    let cases = hidden.iter().enumerate();
    let names: Vec<_> = cases.map(|(case, &it)| of_case(case, it)).collect();
    let run = outcomes.iter().take_while(|it| **it + 1 < OUTCOMES);
    let run = names.iter().zip(run);
    let cases: Vec<_> = run
        .map(|(case, &it)| case_result(program, case, it))
        .collect();
    let mut summary = StatusCounts::default();
    for found in &cases {
        summary.add(found.status);
    }
    let failed = cases.is_empty();
    let mark = of_program(program);
    ProgramRow {
        program: mark.clone(),
        summary,
        score: Some(grading.score(&cases)),
        build: Some(Build {
            key: mark.clone(),
            rule: "C".to_owned(),
            main: None,
            failed,
            messages: vec![mark.clone()],
            others: Vec::new(),
            command: Vec::new(),
        }),
        error: failed.then_some(mark),
        not_run: names[cases.len()..].to_vec(),
        cases,
    }
}

/// The text of a page without marks inside words.
fn plain(page: &str) -> String {
    page.replace("<mark>", "").replace("</mark>", "")
}

proptest! {
    #[test]
    fn a_page_shows_nothing_of_other_programs_and_nothing_hidden(
        hidden in vec(any::<bool>(), 1..8),
        all in vec(vec(0..OUTCOMES, 8), 2..5),
        findings in option::of(0..4_usize),
    ) {
        let grading = grading(&hidden, findings);
        let outcomes = all.iter().map(|outcomes| &outcomes[..hidden.len()]).enumerate();
        let rows: Vec<_> = outcomes
            .map(|(program, outcomes)| row(program, &hidden, outcomes, &grading))
            .collect();
        for (program, row) in rows.iter().enumerate() {
            let scripts: Vec<_> = row.cases.iter().map(|found| script(program, found)).collect();
            let page = ProgramPage {
                row,
                compare: "exact",
                grading: Some(&grading),
                scripts: &scripts,
            };
            let page = plain(&page.page());
            prop_assert!(page.contains(&of_program(program)));
            for other in (0..rows.len()).filter(|other| *other != program) {
                prop_assert!(!page.contains(&of_program(other)));
            }
            for (case, &is_hidden) in hidden.iter().enumerate() {
                let is_shown = page.contains(&of_case(case, is_hidden));
                prop_assert_eq!(is_shown, !is_hidden && row.error.is_none());
            }
            let failures = shown_failures(&row.cases, Some(&grading)).count();
            prop_assert!(failures <= findings.unwrap_or(FAILURES_SHOWN_MAX));
            prop_assert_eq!(page.matches("id=\"failure-").count(), failures);
            prop_assert_eq!(page.matches("Replay of the short script").count(), failures);
        }
    }
}
