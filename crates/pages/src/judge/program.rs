//! The report on a program, for the student who wrote it.

use std::collections::HashSet;
use std::time::SystemTime;

use admiralty_judge::report::{
    CommonCause, FailureCause, ProgramRow, Provenance, StatusCounts, day, mebibytes, seconds,
};
use admiralty_judge::{CaseResult, ExpectedStatus, Grading, Score, ShownParts};

use super::builds::{failed_build, warnings};
use super::failure_texts::{add_beside, failure, text_start};
use super::playground::open_in_playground;
use super::shown::{failure_id, shown_failures, shown_max, shown_parts, visible};
use super::verdict_words::{meanings, status_class};
use super::{ShortScript, foot};
use crate::document::{DataTable, Document, ReportSection, TableCell};
use crate::panes::{Pane, TextGroup};

/// The most failed cases of a group that are named beside its points.
const FAILED_NAMED_MAX: usize = 5;

/// The page of a program. It shows nothing about hidden cases, except their number and the points of
/// their groups.
#[derive(Clone, Debug)]
pub struct ProgramPage<'p> {
    /// The program and its results.
    pub row: &'p ProgramRow,
    /// The name of the assignment; empty if it is not known.
    pub assignment: &'p str,
    /// When judging began.
    pub begun: SystemTime,
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
        let judged = || row.error.is_none().then_some(());
        let failures = shown_failures(&row.cases, self.grading);
        let failures = failures.enumerate().map(|(place, (number, found))| {
            let section = self.failure_section(number, found);
            match place {
                0 => ReportSection {
                    kicker: "The first failed case",
                    ..section
                },
                _ => section.folded(),
            }
        });
        let sections = [
            judged().and_then(|()| self.score().map(|score| self.points(score))),
            build().and_then(failed_build),
        ];
        let cases = judged().map(|()| self.case_sections());
        let warnings = build().and_then(warnings);
        Document {
            command: "judge",
            title: row.program.clone(),
            facts: self.facts(),
            headline: self.headline(),
            lead: self.lead(),
            sections: sections
                .into_iter()
                .flatten()
                .chain(failures)
                .chain(cases.into_iter().flatten())
                .chain(warnings)
                .collect(),
            foot: foot(self.compare, self.provenance),
            ..Document::default()
        }
        .page()
    }

    /// The points, if there are any to earn.
    fn score(&self) -> Option<&Score> {
        let score = self.row.score.as_ref();
        score.filter(|score| score.points_max > 0.0)
    }

    /// How many cases there are that count.
    fn counted(&self) -> usize {
        self.row.cases.len() + self.row.not_run.len() - self.row.summary.apart
    }

    fn headline(&self) -> [String; 2] {
        let accepted = self.row.summary.accepted.to_string();
        match self.score() {
            Some(score) => [
                score.points.to_string(),
                format!("of {} points", score.points_max),
            ],
            None if self.row.error.is_some() => Default::default(),
            None => [accepted, format!("of {} cases accepted", self.counted())],
        }
    }

    fn facts(&self) -> Vec<String> {
        let usages =
            || visible(&self.row.cases, self.grading).map(|(_, found)| &found.worst_run.usage);
        let slowest = usages().map(|usage| usage.cpu).max().map(seconds);
        let memory = usages().map(|usage| usage.memory).max().map(mebibytes);
        let facts = [
            Some(self.assignment.to_owned()).filter(|it| !it.is_empty()),
            Some(day(self.begun)),
            slowest.map(|time| format!("at most {time} of CPU time")),
            memory.map(|memory| format!("at most {memory}")),
        ];
        facts.into_iter().flatten().collect()
    }

    fn lead(&self) -> Vec<String> {
        let row = self.row;
        let late = row.lateness().map(|late| format!("Handed in {late}."));
        if let Some(error) = row.error.clone() {
            let error = match error.strip_prefix("not judged: ") {
                _ if row.is_build_failed() => "The program could not be built.".to_owned(),
                Some(reason) => format!("This was not judged: {reason}."),
                None => error,
            };
            return [error].into_iter().chain(late).collect();
        }
        let StatusCounts {
            accepted, failed, ..
        } = row.summary;
        let accepted = self.score().map(|_| {
            let of = self.counted();
            format!("{accepted} of {of} cases accepted.")
        });
        let failed = match failed {
            0 => "Nothing failed.".to_owned(),
            1 => "One case failed.".to_owned(),
            failed => format!("{failed} cases failed."),
        };
        let cause = self.cause();
        let cause = cause.map(|it| format!("In {} cases, {}.", it.cases, it.cause));
        let counts: Vec<_> = accepted.into_iter().chain([failed]).collect();
        let lead = [counts.join(" ")].into_iter().chain(cause);
        lead.chain(late).collect()
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

    /// The points by group, why, and which cases take points away.
    fn points(&self, score: &Score) -> ReportSection {
        let row = |name: &str, [points, of]: [f64; 2], reason: String| {
            vec![
                TableCell::from(name).with_class("name"),
                TableCell::from(points.to_string()).with_class(points_class(points, of)),
                of.to_string().into(),
                TableCell::from(reason).with_class("wide"),
            ]
        };
        let failed = score.groups.iter().map(|group| self.failed_in(&group.name));
        let failed: Vec<_> = failed.collect();
        let has_failed = failed.iter().any(|cell| !cell.text.is_empty());
        let reasons = self.grading.iter().flat_map(|it| it.reasons(score));
        let groups = score.groups.iter().zip(reasons).zip(failed);
        let rows = groups.map(|((it, reason), failed)| {
            let cells = row(&it.name, [it.points, it.points_max], reason);
            let failed = has_failed.then_some(failed.with_class("wide"));
            cells.into_iter().chain(failed).collect()
        });
        let head = ["group", "points", "of", "why"].into_iter();
        let head = head.chain(has_failed.then_some("failed cases"));
        let table = DataTable::new("Points", 1, head, rows);
        let penalty = score.penalty.and_then(|_| self.row.lateness());
        let points = [score.points, score.points_max];
        let mut all = row("all", points, penalty.unwrap_or_default());
        all.resize_with(table.head.len(), TableCell::default);
        ReportSection {
            id: "points".to_owned(),
            ..ReportSection::of_table("Points", table.with_total(all))
        }
    }

    /// The failed cases of a group, as far as they are not hidden, with a link to the first.
    fn failed_in(&self, group: &str) -> TableCell {
        let grading = self.grading;
        let is_of_group = |name: &str| grading.is_some_and(|it| it.group_name(name) == group);
        let failed: Vec<_> = visible(&self.row.cases, grading)
            .filter(|(_, found)| found.status == ExpectedStatus::Failed)
            .filter(|(_, found)| is_of_group(&found.name))
            .collect();
        let names = failed.iter().take(FAILED_NAMED_MAX);
        let mut names: Vec<_> = names.map(|(_, found)| found.name.clone()).collect();
        if failed.len() > names.len() {
            names.push(format!("and {} more", failed.len() - names.len()));
        }
        let first = failed.first().map(|(number, _)| *number);
        let mut shown = shown_failures(&self.row.cases, grading);
        let link = shown.find(|(number, _)| Some(*number) == first);
        TableCell::from(names.join(", "))
            .with_link(link.map(|(number, _)| format!("#{}", failure_id(number))))
    }

    /// The cases that were not accepted and have no section, and, folded, those that were accepted.
    fn case_sections(&self) -> Vec<ReportSection> {
        let ProgramRow { cases, not_run, .. } = self.row;
        let (accepted, mut others): (Vec<_>, Vec<_>) = visible(cases, self.grading)
            .partition(|(_, found)| found.status == ExpectedStatus::Accepted);
        let is_failed = |(_, found): &&(usize, &CaseResult)| found.status == ExpectedStatus::Failed;
        let failed = others.iter().filter(is_failed).count();
        let shown_max = shown_max(self.grading);
        let hidden = cases.len() - accepted.len() - others.len();
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
            1 => "Only the first failed case is shown above.".to_owned(),
            _ => format!("The first {shown_max} failed cases are shown above."),
        });
        let meanings = meanings(visible(cases, self.grading).map(|(_, found)| found.word()));
        let is_right = others.is_empty() && not_run.is_none();
        let notes = [not_run, hidden, cut, meanings].into_iter().flatten();
        let notes: Vec<_> = notes.collect();
        let shown: HashSet<_> = shown_failures(cases, self.grading)
            .map(|(number, _)| number)
            .collect();
        others.retain(|(number, _)| !shown.contains(number));
        let heading = match (others.iter().all(|it| is_failed(&it)), shown.is_empty()) {
            _ if others.is_empty() => "Cases",
            (true, true) => "Failed cases",
            (true, false) => "Other failed cases",
            (false, true) => "Cases that were not accepted",
            (false, false) => "Other cases that were not accepted",
        };
        let tables = (!others.is_empty()).then(|| self.case_table(heading, &others));
        let count = match accepted.len() {
            1 => "One accepted case".to_owned(),
            count => format!("{count} accepted cases"),
        };
        let folded = (!accepted.is_empty()).then(|| {
            let table = self.case_table(&count, &accepted);
            ReportSection::of_table(&count, table).folded()
        });
        match folded {
            // There is nothing else to say.
            Some(folded) if is_right => vec![ReportSection { notes, ..folded }],
            folded => {
                let others = ReportSection {
                    heading: heading.to_owned(),
                    tables: tables.into_iter().collect(),
                    notes,
                    ..ReportSection::default()
                };
                [others].into_iter().chain(folded).collect()
            }
        }
    }

    /// A table of cases.
    fn case_table(&self, caption: &str, cases: &[(usize, &CaseResult)]) -> DataTable {
        let has_remarks = cases
            .iter()
            .any(|(_, found)| !self.remarks(found).is_empty());
        let rows = cases.iter().map(|(_, found)| {
            let [time, memory] = found.worst_run.time_and_memory();
            let name = TableCell::from(found.name.as_str()).with_class("name");
            let group = self.grading.map(|it| it.group_name(&found.name).into());
            let cells = [
                TableCell::from(found.word()).with_class(status_class(found.status)),
                time.into(),
                memory.into(),
            ];
            let remarks =
                has_remarks.then(|| TableCell::from(self.remarks(found)).with_class("wide"));
            let cells = cells.into_iter().chain(remarks);
            [name].into_iter().chain(group).chain(cells).collect()
        });
        let group = self.grading.map(|_| "group");
        let head = ["case"]
            .into_iter()
            .chain(group)
            .chain(["verdict", "time", "memory"])
            .chain(has_remarks.then_some("remarks"));
        let text_columns = 2 + usize::from(self.grading.is_some());
        DataTable::new(caption, text_columns, head, rows)
    }

    /// A failed case as far as it is shown, and a short script if there is one.
    fn failure_section(&self, number: usize, found: &CaseResult) -> ReportSection {
        let parts = shown_parts(found, self.grading);
        let playground = self.grading.and_then(|it| it.playground.as_deref());
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
            let open = playground.map(|it| open_in_playground(it, &found.shrunk.script));
            TextGroup {
                heading: format!("A short script, with the same fault: {}", found.signature),
                panes,
                links: open
                    .into_iter()
                    .chain(script.link("Replay of the short script"))
                    .collect(),
                notes,
            }
        });
        let hint = self.grading.and_then(|it| it.hint(&found.name));
        let mut texts = failure(&found.worst_run, parts);
        let difference = texts.first().map(|it| it.heading.clone());
        if let Some(input) = found.input.as_ref().filter(|_| parts == ShownParts::All) {
            let open = playground.filter(|_| script.is_none() && !input.is_cut);
            let links = open.map(|it| open_in_playground(it, input.text().as_bytes()));
            add_beside(
                &mut texts,
                TextGroup {
                    links: links.into_iter().collect(),
                    ..text_start("input", input)
                },
            );
        }
        let remarks = Some(self.remarks(found)).filter(|it| !it.is_empty());
        let gist = remarks.clone().or(difference);
        let group = self.grading.map(|it| it.group_name(&found.name));
        let group = group.filter(|name| !name.is_empty()).map(str::to_owned);
        let usage = found.worst_run.time_and_memory();
        let facts: Vec<_> = group.into_iter().chain(usage).collect();
        ReportSection {
            id: failure_id(number),
            class: "failure",
            heading: format!("{}: {}", found.name, found.word()),
            gist: gist.unwrap_or_default(),
            lead: hint.map(|hint| format!("Hint: {hint}")).unwrap_or_default(),
            panes: texts.into_iter().chain(script_panes).collect(),
            notes: remarks.into_iter().chain([facts.join(", ")]).collect(),
            ..ReportSection::default()
        }
    }
}

/// The class of the points of a group: bad if there are none of some.
fn points_class(points: f64, of: f64) -> &'static str {
    if points == 0.0 && of > 0.0 { "bad" } else { "" }
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
        let group = |(is_hidden, show): (bool, &str)| json!({"name": "group", "scoring": "each", "is_hidden": is_hidden, "show": show, "accepted": ["AC"]});
        let cases = || kinds.iter().enumerate();
        let shares = cases().map(|(case, &kind)| (of_case(case, kind), json!([kind, 100.0])));
        // Every second case has one.
        let hints = cases().step_by(2);
        let hints = hints.map(|(case, &kind)| (of_case(case, kind), json!("a hint")));
        let grading = json!({
            "findings": findings,
            "playground": "https://ships.example.org/",
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
            share: None,
            usage: Usage::default(),
            comparison: Some(comparison),
            stderr_tail: of_output(program, case).into(),
            output_start: differs.then(|| TextStart::of(output.as_bytes())),
            end: None,
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
                place: std::path::PathBuf::new(),
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
                    assignment: "",
                    begun: SystemTime::UNIX_EPOCH,
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
                prop_assert_eq!(page.matches("https://ships.example.org/#script=").count(), explained);
            }
        }
    }
}
