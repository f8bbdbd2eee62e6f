//! The page of a program: its points, the verdicts, and what went wrong.

use super::difference::{failure, verdict_class};
use crate::judge::report::{JudgeReport, ProgramRow, StatusCounts, mebibytes, seconds};
use crate::judge::{Build, CaseResult, Disagreement, ExpectedStatus, Grading, Score};
use crate::report::document::{
    DataTable, Document, Pane, PaneLine, Section, TableCell, TextGroup, link,
};

/// The most failed cases that are shown with their differences.
pub const FAILURES_SHOWN_MAX: usize = 100;

/// What the verdicts mean.
pub(super) const VERDICTS: &str = "AC: accepted. PE: only the white space differs. \
    WA: wrong answer. TLE: too much processor time. ILE: not done in time, but idle. \
    MLE: too much memory. OLE: too much output. RTE: killed by a signal, a wrong exit code, or too \
    many processes. CE: it could not be built. JE: the judge could not judge. \
    open: there is no fixed answer.";

/// What the page of a program is made from. It shows nothing about hidden cases, except how many
/// there are and the points of their groups.
#[derive(Clone, Debug)]
pub struct ProgramPage<'p> {
    /// What the program is called.
    pub title: String,
    /// How outputs were compared.
    pub compare: &'p str,
    /// How it was built, if it was.
    pub build: Option<&'p Build>,
    /// Why it could not be judged at all.
    pub error: Option<&'p str>,
    /// The results.
    pub cases: &'p [CaseResult],
    /// The names of the cases that were not run.
    pub not_run: &'p [String],
    /// How many cases have each status.
    pub summary: StatusCounts,
    /// The points, if there are any.
    pub score: Option<Score>,
    /// How the cases earn points, and which are hidden.
    pub grading: Option<&'p Grading>,
    /// Short scripts that the program gets wrong as it does a case.
    pub scripts: &'p [ShortScript],
}

/// A short script that a program gets wrong in the same way as a case.
#[derive(Clone, Debug)]
pub struct ShortScript {
    /// The name of the case.
    pub case: String,
    /// The script, and what is wrong.
    pub found: Disagreement,
    /// The path of its replay, relative to the page, if there is one.
    pub replay: Option<String>,
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

impl<'p> ProgramPage<'p> {
    /// The page of a program that was judged alone.
    pub fn of_report(report: &'p JudgeReport) -> Self {
        Self {
            title: report.command_line(),
            compare: &report.compare,
            build: None,
            error: None,
            cases: &report.cases,
            not_run: &report.not_run,
            summary: report.summary,
            score: report.score(),
            grading: report.grading.as_deref(),
            scripts: &[],
        }
    }

    /// The page of a program of a class.
    pub fn of_row(row: &'p ProgramRow, compare: &'p str, grading: Option<&'p Grading>) -> Self {
        Self {
            title: row.program.clone(),
            compare,
            build: row.build.as_ref(),
            error: row.error.as_deref(),
            cases: &row.cases,
            not_run: &row.not_run,
            summary: row.summary,
            score: row.score.clone(),
            grading,
            scripts: &[],
        }
    }

    /// The page.
    pub fn page(&self) -> String {
        let sections = [
            self.score.as_ref().map(points),
            self.build.and_then(build_messages),
            self.error.is_none().then(|| self.case_table()),
        ];
        let failures = shown_failures(self.cases, self.grading);
        let failures = (1..).zip(failures);
        let failures = failures.map(|(number, found)| self.failure_section(number, found));
        Document {
            command: "judge",
            title: self.title.clone(),
            facts: self.facts(),
            lead: self.lead(),
            sections: sections.into_iter().flatten().chain(failures).collect(),
            ..Document::default()
        }
        .page()
    }

    fn facts(&self) -> Vec<String> {
        if self.error.is_some() {
            return Vec::new();
        }
        let usages = || visible(self.cases, self.grading).map(|found| &found.worst_run.usage);
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
        let points = self.score.as_ref().map(|score| format!("{score} points."));
        if let Some(error) = self.error {
            let is_build = self.build.is_some_and(|build| build.failed);
            let error = if is_build {
                "It could not be built.".to_owned()
            } else {
                error.to_owned()
            };
            return [error].into_iter().chain(points).collect();
        }
        let StatusCounts {
            accepted,
            apart,
            failed,
        } = self.summary;
        let of = self.cases.len() + self.not_run.len() - apart;
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
        let rows = visible(self.cases, self.grading).map(|found| {
            let run = &found.worst_run;
            let [time, memory] = run.time_and_memory();
            let is_failed = found.status == ExpectedStatus::Failed;
            failed += usize::from(is_failed);
            let name = TableCell::from(found.name.as_str()).with_class("name");
            let is_shown = is_failed && failed <= shown_max;
            let name = TableCell {
                link: is_shown.then(|| format!("#failure-{failed}")),
                ..name
            };
            let verdict = found.status.word(run.verdict);
            let group = self.grading.map(|it| it.group_name(&found.name).into());
            let cells = [
                TableCell::from(verdict).with_class(verdict_class(found.status)),
                time.into(),
                memory.into(),
                TableCell::from(found.remarks()).with_class("wide"),
            ];
            [name].into_iter().chain(group).chain(cells).collect()
        });
        let rows: Vec<_> = rows.collect();
        let group = self.grading.map(|_| "group");
        let head = ["case"].into_iter().chain(group);
        let head = head.chain(["verdict", "time", "memory", "remarks"]);
        let hidden = self.cases.len() - rows.len();
        let is_shown = |name: &&String| !self.grading.is_some_and(|it| it.is_hidden(name));
        let not_run: Vec<_> = self.not_run.iter().filter(is_shown).cloned().collect();
        let hidden = match hidden + self.not_run.len() - not_run.len() {
            0 => None,
            1 => Some("One case is hidden.".to_owned()),
            hidden => Some(format!("{hidden} cases are hidden.")),
        };
        let not_run = (!not_run.is_empty()).then(|| format!("Not run: {}.", not_run.join(", ")));
        let cut = (failed > shown_max).then(|| match shown_max {
            0 => "The differences are not shown.".to_owned(),
            1 => "Only the first failed case is shown below.".to_owned(),
            _ => format!("The first {shown_max} failed cases are shown below."),
        });
        let notes = [not_run, hidden, cut, Some(VERDICTS.to_owned())];
        Section {
            heading: "Cases".to_owned(),
            tables: vec![DataTable {
                caption: "Cases".to_owned(),
                text_columns: if self.grading.is_some() { 3 } else { 2 },
                head: head.map(str::to_owned).collect(),
                rows,
            }],
            notes: notes.into_iter().flatten().collect(),
            ..Section::default()
        }
    }

    /// A failed case, and a short script if there is one.
    fn failure_section(&self, number: usize, found: &CaseResult) -> Section {
        let run = &found.worst_run;
        let script = self.scripts.iter().find(|it| it.case == found.name);
        let script_panes = script.map(|ShortScript { found, replay, .. }| {
            let mut panes = vec![Pane::script("script", &found.shrunk.script)];
            let mut notes = Vec::new();
            for group in failure(&found.judged_run) {
                panes.extend(group.panes);
                notes.extend(group.notes);
            }
            TextGroup {
                heading: format!("A short script, with the same fault: {}", found.signature),
                panes,
                links: replay
                    .iter()
                    .map(|path| ("Replay of the short script".to_owned(), link(path)))
                    .collect(),
                notes,
            }
        });
        Section {
            id: format!("failure-{number}"),
            heading: format!("{}: {}", found.name, run.verdict),
            panes: failure(run).into_iter().chain(script_panes).collect(),
            notes: vec![found.remarks()],
            ..Section::default()
        }
    }
}

/// The points by group.
fn points(score: &Score) -> Section {
    let row = |name: &str, points: f64, of: f64| {
        let name = TableCell::from(name).with_class("name");
        vec![name, points.to_string().into(), of.to_string().into()]
    };
    let groups = score.groups.iter();
    let groups = groups.map(|group| row(&group.name, group.points, group.points_max));
    let all = row("all", score.points, score.points_max);
    Section {
        heading: "Points".to_owned(),
        tables: vec![DataTable {
            caption: "Points".to_owned(),
            text_columns: 1,
            head: ["group", "points", "of"].map(str::to_owned).to_vec(),
            rows: groups.chain([all]).collect(),
        }],
        ..Section::default()
    }
}

/// What the commands of a build have printed.
fn build_messages(build: &Build) -> Option<Section> {
    let lines = build.messages.iter();
    let lines = lines.map(|line| PaneLine::plain(None, line.clone()));
    (!build.messages.is_empty()).then(|| Section {
        heading: "Build".to_owned(),
        panes: vec![TextGroup {
            panes: vec![Pane {
                heading: build.rule.clone(),
                lines: lines.collect(),
            }],
            ..TextGroup::default()
        }],
        ..Section::default()
    })
}
