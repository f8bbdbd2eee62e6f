//! The report on a program, for the student who wrote it.

use admiralty_judge::report::{
    CommonCause, FailureCause, ProgramRow, Provenance, StatusCounts, mebibytes, seconds,
};
use admiralty_judge::{CaseResult, ExpectedStatus, Grading, Score, ShownParts};

use super::builds::{failed_build, warnings};
use super::failure_texts::{add_beside, failure, text_start};
use super::shown::{failure_id, shown_failures, shown_max, shown_parts, visible};
use super::verdict_words::{meanings, status_class};
use super::{ShortScript, foot};
use crate::document::{DataTable, Document, ReportSection, TableCell};
use crate::panes::{Pane, TextGroup};

/// The page of a program. It shows nothing about hidden cases, except their number and the points of
/// their groups.
#[derive(Clone, Debug)]
pub struct ProgramPage<'p> {
    /// The program and its results.
    pub row: &'p ProgramRow,
    /// The mode of comparing outputs.
    pub compare: &'p str,
    /// How the results came about, if that is known.
    pub provenance: Option<&'p Provenance>,
    /// How the cases earn points, and which are hidden.
    pub grading: Option<&'p Grading>,
    /// Short scripts that the program gets wrong as it does a case.
    pub scripts: &'p [ShortScript],
}

impl ProgramPage<'_> {
    /// The page.
    pub fn page(&self) -> String {
        let row = self.row;
        let build = || row.build.as_ref();
        let sections = [
            row.score.as_ref().map(|score| self.points(score)),
            build().and_then(failed_build),
            row.error.is_none().then(|| self.case_table()),
        ];
        let warnings = build().and_then(warnings);
        let failures = shown_failures(&row.cases, self.grading)
            .map(|(number, found)| self.failure_section(number, found));
        Document {
            command: "judge",
            title: row.program.clone(),
            facts: self.facts(),
            lead: self.lead(),
            sections: sections
                .into_iter()
                .flatten()
                .chain(failures)
                .chain(warnings)
                .collect(),
            foot: foot(self.compare, self.provenance),
            ..Document::default()
        }
        .page()
    }

    fn facts(&self) -> Vec<String> {
        let usages =
            || visible(&self.row.cases, self.grading).map(|(_, found)| &found.worst_run.usage);
        let slowest = usages().map(|usage| usage.cpu).max().map(seconds);
        let memory = usages().map(|usage| usage.memory).max().map(mebibytes);
        let facts = [
            slowest.map(|time| format!("at most {time} of CPU time")),
            memory.map(|memory| format!("at most {memory}")),
        ];
        facts.into_iter().flatten().collect()
    }

    fn lead(&self) -> Vec<String> {
        let row = self.row;
        let late = row.lateness().map(|late| format!("Handed in {late}."));
        let points = row.score.as_ref().map(|score| format!("{score} points."));
        let points = points.into_iter().chain(late);
        if let Some(error) = row.error.clone() {
            let error = if row.is_build_failed() {
                "The program could not be built.".to_owned()
            } else {
                error
            };
            return [error].into_iter().chain(points).collect();
        }
        let StatusCounts {
            accepted,
            apart,
            failed,
        } = row.summary;
        let of = row.cases.len() + row.not_run.len() - apart;
        let failed = match failed {
            0 => "Nothing failed.".to_owned(),
            1 => "One case failed.".to_owned(),
            failed => format!("{failed} cases failed."),
        };
        let accepted = format!("{accepted} of {of} cases accepted.");
        let lead = [accepted, failed].into_iter().chain(points);
        let cause = self.cause();
        let cause = cause.map(|it| format!("In {} cases, {}.", it.cases, it.cause));
        lead.chain(cause).collect()
    }

    /// What most of the failures have in common, as far as students see more than their verdicts.
    fn cause(&self) -> Option<CommonCause> {
        let shown = visible(&self.row.cases, self.grading).map(|(_, found)| found);
        CommonCause::of(
            shown.filter(|found| shown_parts(found, self.grading) != ShownParts::Verdict),
        )
    }

    /// Remarks on a case as far as they are shown, unless the common cause says as much.
    fn remarks(&self, found: &CaseResult) -> String {
        let cause = FailureCause::of(found);
        if cause.is_some() && cause == self.cause().map(|common| common.cause) {
            return String::new();
        }
        found.shown_remarks(shown_parts(found, self.grading))
    }

    /// The points by group, and why.
    fn points(&self, score: &Score) -> ReportSection {
        let row = |name: &str, points: f64, of: f64, reason: String| {
            let name = TableCell::from(name).with_class("name");
            let reason = TableCell::from(reason).with_class("wide");
            vec![
                name,
                points.to_string().into(),
                of.to_string().into(),
                reason,
            ]
        };
        let reasons = self.grading.iter().flat_map(|it| it.reasons(score));
        let groups = score.groups.iter().zip(reasons);
        let rows = groups.map(|(it, reason)| row(&it.name, it.points, it.points_max, reason));
        let head = ["group", "points", "of", "why"];
        let table = DataTable::new("Points", 1, head, rows);
        let all = row("all", score.points, score.points_max, String::new());
        ReportSection {
            id: "points".to_owned(),
            ..ReportSection::of_table("Points", table.with_total(all))
        }
    }

    fn case_table(&self) -> ReportSection {
        let mut failed = 0;
        let shown_max = shown_max(self.grading);
        let ProgramRow { cases, not_run, .. } = self.row;
        let shown: Vec<_> = shown_failures(cases, self.grading)
            .map(|(number, _)| number)
            .collect();
        let rows = visible(cases, self.grading).map(|(number, found)| {
            let run = &found.worst_run;
            let [time, memory] = run.time_and_memory();
            failed += usize::from(found.status == ExpectedStatus::Failed);
            let is_shown = shown.contains(&number);
            let name = TableCell::from(found.name.as_str())
                .with_class("name")
                .with_link(is_shown.then(|| format!("#{}", failure_id(number))));
            let group = self.grading.map(|it| it.group_name(&found.name).into());
            let cells = [
                TableCell::from(found.word()).with_class(status_class(found.status)),
                time.into(),
                memory.into(),
                TableCell::from(self.remarks(found)).with_class("wide"),
            ];
            [name].into_iter().chain(group).chain(cells).collect()
        });
        let rows: Vec<_> = rows.collect();
        let group = self.grading.map(|_| "group");
        let head = ["case"]
            .into_iter()
            .chain(group)
            .chain(["verdict", "time", "memory", "remarks"]);
        let hidden = cases.len() - rows.len();
        let is_shown = |name: &&String| !self.grading.is_some_and(|it| it.is_hidden(name));
        let shown: Vec<_> = not_run.iter().filter(is_shown).cloned().collect();
        let hidden = match hidden + not_run.len() - shown.len() {
            0 => None,
            1 => Some("One case is hidden.".to_owned()),
            hidden => Some(format!("{hidden} cases are hidden.")),
        };
        let not_run = (!shown.is_empty()).then(|| format!("Not run: {}.", shown.join(", ")));
        let cut = (failed > shown_max).then(|| match shown_max {
            0 => "The differences are not shown.".to_owned(),
            1 => "Only the first failed case is shown below.".to_owned(),
            _ => format!("The first {shown_max} failed cases are shown below."),
        });
        let meanings = meanings(visible(cases, self.grading).map(|(_, found)| found));
        let notes = [not_run, hidden, cut, meanings];
        let text_columns = 2 + usize::from(self.grading.is_some());
        ReportSection {
            notes: notes.into_iter().flatten().collect(),
            ..ReportSection::of_table("Cases", DataTable::new("Cases", text_columns, head, rows))
        }
    }

    /// A failed case as far as it is shown, and a short script if there is one.
    fn failure_section(&self, number: usize, found: &CaseResult) -> ReportSection {
        let parts = shown_parts(found, self.grading);
        let script = self.scripts.iter().find(|it| it.case == found.name);
        let script = script.filter(|_| parts == ShownParts::All);
        let script_panes = script.map(|script| {
            let found = &script.found;
            let mut panes = vec![Pane::script("script", &found.shrunk.script)];
            let mut notes = Vec::new();
            for group in failure(&found.judged_run, parts) {
                panes.extend(group.panes);
                notes.extend(group.notes);
            }
            TextGroup {
                heading: format!("A short script, with the same fault: {}", found.signature),
                panes,
                links: script.link("Replay of the short script"),
                notes,
            }
        });
        let hint = self.grading.and_then(|it| it.hint(&found.name));
        let mut texts = failure(&found.worst_run, parts);
        if let Some(input) = found.input.as_ref().filter(|_| parts == ShownParts::All) {
            add_beside(&mut texts, text_start("input", input));
        }
        let remarks = Some(self.remarks(found)).filter(|it| !it.is_empty());
        ReportSection {
            id: failure_id(number),
            heading: format!("{}: {}", found.name, found.word()),
            lead: hint.map(|hint| format!("Hint: {hint}")).unwrap_or_default(),
            panes: texts.into_iter().chain(script_panes).collect(),
            notes: remarks.into_iter().collect(),
            ..ReportSection::default()
        }
    }
}

/// What pages of programs must show, and must not.
#[cfg(test)]
mod tests {
    use proptest::collection::vec;
    use proptest::option;
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;
    use crate::judge::{FAILURES_SHOWN_MAX, explained_failures};
    use admiralty_compare::{ComparisonMode, compare};
    use admiralty_judge::stress::Shrunk;
    use admiralty_judge::{
        Build, Disagreement, Expectation, Expected, JudgedRun, Signature, TextStart, Verdict,
        VerdictDetail,
    };
    use admiralty_process::Usage;

    /// The run of a case, by number; the last case is not run.
    const OUTCOMES: usize = 6;

    /// Text that occurs in everything that belongs to a program, and in everything that belongs to a
    /// hidden case.
    fn of_program(program: usize) -> String {
        format!("program-{program}-mark")
    }

    /// The kinds of groups: whether students do not see their cases, and what they see of a failed one.
    const KINDS: [(bool, &str); 4] = [
        (false, "all"),
        (false, "own"),
        (false, "verdict"),
        (true, "all"),
    ];

    fn of_case(case: usize, kind: usize) -> String {
        let what = if KINDS[kind].0 { "hidden" } else { "visible" };
        format!("{what}-{case}-mark")
    }

    /// Text of the input, the answer and the checker, which only pages that show all may have.
    fn of_answer(case: &str) -> String {
        format!("answer-{case}")
    }

    fn of_output(program: usize, case: &str) -> String {
        format!("printed-{program}-{case}")
    }

    fn grading(kinds: &[usize], findings: Option<usize>) -> Grading {
        let group = |(is_hidden, show): (bool, &str)| json!({"name": "group", "is_whole": false, "is_hidden": is_hidden, "show": show, "accepted": ["AC"]});
        let cases = || kinds.iter().enumerate();
        let shares = cases().map(|(case, &kind)| (of_case(case, kind), json!([kind, 100.0])));
        // Every second case has one.
        let hints = cases().step_by(2);
        let hints = hints.map(|(case, &kind)| (of_case(case, kind), json!("a hint")));
        let grading = json!({
            "findings": findings,
            "groups": KINDS.map(group),
            "shares": shares.collect::<serde_json::Map<_, _>>(),
            "hints": hints.collect::<serde_json::Map<_, _>>(),
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
        let answer = format!("first\n{}\nlast\n", of_answer(case));
        let output = format!("first\n{}\nlast\n", of_output(program, case));
        let differs = verdict != Verdict::Accepted;
        let output = if differs { &output } else { &answer };
        let comparison = compare(ComparisonMode::Exact, answer.as_bytes(), output.as_bytes());
        let message = format!("{}, not {}", of_answer(case), of_program(program));
        JudgedRun {
            verdict,
            detail: differs.then_some(VerdictDetail::Message(message)),
            usage: Usage::default(),
            comparison: Some(comparison),
            stderr_tail: of_output(program, case).into(),
            output_start: differs.then(|| TextStart::of(output.as_bytes())),
            output: None,
            output_hash: None,
        }
    }

    fn case_result(program: usize, case: &str, outcome: usize) -> CaseResult {
        let worst_run = run(program, case, outcome);
        CaseResult {
            name: case.to_owned(),
            status: Expected::Accepted.status_of(worst_run.verdict),
            input: Some(TextStart::of(of_answer(case).as_bytes())),
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
        let mark = format!("{} {}", of_program(program), of_answer(case));
        let signature = Signature::of_unexpected_line(mark.clone());
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
    fn row(program: usize, kinds: &[usize], outcomes: &[usize], grading: &Grading) -> ProgramRow {
        let cases = kinds.iter().enumerate();
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
            late_days: None,
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
            kinds in vec(0..KINDS.len(), 1..8),
            all in vec(vec(0..OUTCOMES, 8), 2..5),
            findings in option::of(0..4_usize),
        ) {
            let grading = grading(&kinds, findings);
            let outcomes = all.iter().map(|outcomes| &outcomes[..kinds.len()]).enumerate();
            let rows: Vec<_> = outcomes
                .map(|(program, outcomes)| row(program, &kinds, outcomes, &grading))
                .collect();
            for (program, row) in rows.iter().enumerate() {
                let scripts: Vec<_> = row.cases.iter().map(|found| script(program, found)).collect();
                let page = ProgramPage {
                    row,
                    compare: "exact",
                    provenance: None,
                    grading: Some(&grading),
                    scripts: &scripts,
                };
                let page = plain(&page.page());
                prop_assert!(page.contains(&of_program(program)));
                for other in (0..rows.len()).filter(|other| *other != program) {
                    prop_assert!(!page.contains(&of_program(other)));
                }
                let shown = shown_failures(&row.cases, Some(&grading));
                let shown: Vec<_> = shown.map(|(_, found)| &*found.name).collect();
                for (case, &kind) in kinds.iter().enumerate() {
                    let name = of_case(case, kind);
                    let (is_hidden, show) = KINDS[kind];
                    let is_named = page.contains(&name);
                    prop_assert_eq!(is_named, !is_hidden && row.error.is_none());
                    let is_explained = shown.contains(&&*name);
                    let has_output = page.contains(&of_output(program, &name));
                    prop_assert_eq!(has_output, is_explained && show != "verdict");
                    let has_answer = page.contains(&of_answer(&name));
                    prop_assert!(show == "all" && !is_hidden || !has_answer);
                    prop_assert!(has_answer || show != "all" || !is_explained);
                }
                prop_assert!(shown.len() <= findings.unwrap_or(FAILURES_SHOWN_MAX));
                prop_assert_eq!(page.matches("id=\"failure-").count(), shown.len());
                let explained = explained_failures(&row.cases, Some(&grading)).count();
                prop_assert_eq!(page.matches("Replay of the short script").count(), explained);
            }
        }
    }
}
