//! The page of a program: its points, its verdicts, and its failures.

use super::{failure, status_class};
use crate::document::{DataTable, Document, Pane, Section, TableCell, TextGroup, link};
use admiralty_judge::report::{ProgramRow, StatusCounts, mebibytes, seconds};
use admiralty_judge::{Build, CaseResult, Disagreement, ExpectedStatus, Grading, Score};

/// The most failed cases that are shown with their differences.
pub const FAILURES_SHOWN_MAX: usize = 100;

/// The meanings of the verdicts.
pub(super) const VERDICTS: &str = "AC: accepted. PE: only the white space differs. \
    WA: wrong answer. TLE: too much processor time. ILE: not done in time, but idle. \
    MLE: too much memory. OLE: too much output. RTE: killed by a signal, a wrong exit code, or too \
    many processes. CE: it could not be built. JE: the judge could not judge. \
    open: there is no fixed answer. \
    AC/RTE: unstable, with different verdicts when it was run again; the worst counts.";

/// The page of a program. It shows nothing about hidden cases, except their number and the points of
/// their groups.
#[derive(Clone, Debug)]
pub struct ProgramPage<'p> {
    /// The program and its results.
    pub row: &'p ProgramRow,
    /// How outputs were compared.
    pub compare: &'p str,
    /// How the cases earn points, and which are hidden.
    pub grading: Option<&'p Grading>,
    /// Short scripts that the program gets wrong as it does a case.
    pub scripts: &'p [ShortScript],
}

/// A short script that a program gets wrong: in the same way as a case, or as a case of its own.
#[derive(Clone, Debug)]
pub struct ShortScript {
    /// The name of the case, or where it was written to.
    pub case: String,
    /// The script, and how it fails.
    pub found: Disagreement,
    /// The path of its replay, relative to the page, if there is one.
    pub replay: Option<String>,
}

impl ShortScript {
    /// The link to its replay, if there is one.
    pub(super) fn link(&self, text: &str) -> Vec<(String, String)> {
        let links = self.replay.iter();
        links.map(|path| (text.to_owned(), link(path))).collect()
    }
}

/// The failed cases that are shown with their differences: none is hidden, and there are not too
/// many.
pub fn shown_failures<'c>(
    cases: &'c [CaseResult],
    grading: Option<&Grading>,
) -> impl Iterator<Item = &'c CaseResult> {
    visible(cases, grading)
        .filter(|found| found.status == ExpectedStatus::Failed)
        .take(shown_max(grading))
}

fn visible<'c>(
    cases: &'c [CaseResult],
    grading: Option<&Grading>,
) -> impl Iterator<Item = &'c CaseResult> {
    let is_hidden = move |name: &str| grading.is_some_and(|grading| grading.is_hidden(name));
    cases.iter().filter(move |found| !is_hidden(&found.name))
}

fn shown_max(grading: Option<&Grading>) -> usize {
    let findings = grading.and_then(|grading| grading.findings);
    findings.unwrap_or(FAILURES_SHOWN_MAX)
}

impl ProgramPage<'_> {
    /// The page.
    pub fn page(&self) -> String {
        let row = self.row;
        let sections = [
            row.score.as_ref().map(points),
            row.build.as_ref().and_then(build_messages),
            row.error.is_none().then(|| self.case_table()),
        ];
        let failures = (1..)
            .zip(shown_failures(&row.cases, self.grading))
            .map(|(number, found)| self.failure_section(number, found));
        Document {
            command: "judge",
            title: row.program.clone(),
            facts: self.facts(),
            lead: self.lead(),
            sections: sections.into_iter().flatten().chain(failures).collect(),
            ..Document::default()
        }
        .page()
    }

    fn facts(&self) -> Vec<String> {
        if self.row.error.is_some() {
            return Vec::new();
        }
        let usages = || visible(&self.row.cases, self.grading).map(|found| &found.worst_run.usage);
        let slowest = usages().map(|usage| usage.cpu).max().map(seconds);
        let memory = usages().map(|usage| usage.memory).max().map(mebibytes);
        let facts = [
            Some(format!("compared: {}", self.compare)),
            slowest.map(|time| format!("at most {time} of processor time")),
            memory.map(|memory| format!("at most {memory}")),
        ];
        facts.into_iter().flatten().collect()
    }

    fn lead(&self) -> Vec<String> {
        let row = self.row;
        let points = row.score.as_ref().map(|score| format!("{score} points."));
        if let Some(error) = row.error.clone() {
            let error = if row.is_build_failed() {
                "It could not be built.".to_owned()
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
        [accepted, failed].into_iter().chain(points).collect()
    }

    fn case_table(&self) -> Section {
        let mut failed = 0;
        let shown_max = shown_max(self.grading);
        let ProgramRow { cases, not_run, .. } = self.row;
        let rows = visible(cases, self.grading).map(|found| {
            let run = &found.worst_run;
            let [time, memory] = run.time_and_memory();
            let is_failed = found.status == ExpectedStatus::Failed;
            failed += usize::from(is_failed);
            let is_shown = is_failed && failed <= shown_max;
            let name = TableCell::from(found.name.as_str())
                .with_class("name")
                .with_link(is_shown.then(|| format!("#failure-{failed}")));
            let group = self.grading.map(|it| it.group_name(&found.name).into());
            let cells = [
                TableCell::from(found.word()).with_class(status_class(found.status)),
                time.into(),
                memory.into(),
                TableCell::from(found.remarks()).with_class("wide"),
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
        let notes = [not_run, hidden, cut, Some(VERDICTS.to_owned())];
        let text_columns = 2 + usize::from(self.grading.is_some());
        Section {
            notes: notes.into_iter().flatten().collect(),
            ..Section::of_table("Cases", DataTable::new("Cases", text_columns, head, rows))
        }
    }

    /// A failed case, and a short script if there is one.
    fn failure_section(&self, number: usize, found: &CaseResult) -> Section {
        let run = &found.worst_run;
        let script = self.scripts.iter().find(|it| it.case == found.name);
        let script_panes = script.map(|script| {
            let found = &script.found;
            let mut panes = vec![Pane::script("script", &found.shrunk.script)];
            let mut notes = Vec::new();
            for group in failure(&found.judged_run) {
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
        Section {
            id: format!("failure-{number}"),
            heading: format!("{}: {}", found.name, found.word()),
            panes: failure(run).into_iter().chain(script_panes).collect(),
            notes: vec![found.remarks()],
            ..Section::default()
        }
    }
}

fn points(score: &Score) -> Section {
    let row = |name: &str, points: f64, of: f64| {
        let name = TableCell::from(name).with_class("name");
        vec![name, points.to_string().into(), of.to_string().into()]
    };
    let groups = score.groups.iter();
    let rows = groups.map(|group| row(&group.name, group.points, group.points_max));
    let head = ["group", "points", "of"];
    let table = DataTable::new("Points", 1, head, rows);
    let all = row("all", score.points, score.points_max);
    Section::of_table("Points", table.with_total(all))
}

/// The messages of the commands of a build, by rule.
fn build_messages(build: &Build) -> Option<Section> {
    let groups: Vec<_> = build
        .printed()
        .filter(|(_, messages)| !messages.is_empty())
        .map(|(rule, messages)| TextGroup {
            panes: vec![Pane::plain(rule, messages)],
            ..TextGroup::default()
        })
        .collect();
    (!groups.is_empty()).then(|| Section {
        heading: "Build".to_owned(),
        panes: groups,
        ..Section::default()
    })
}
