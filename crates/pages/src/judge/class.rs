//! The report on a class, with all programs and all cases.

use askama::Template;

use super::foot;
use super::shown::{failure_id, shown_failures};
use super::verdict_words::meanings;
use crate::chart::{Bar, BarChart};
use crate::document::{DataTable, Document, ReportSection, TableCell, link, shown};
use crate::svg::{Caption, Figure};
use admiralty_judge::report::{FailurePlace, ProgramRow, ProgramTable, clusters, seconds};
use admiralty_judge::{CaseResult, ExpectedStatus, Score};

/// Sorts and filters the tables of programs.
const SCRIPT: &str = concat!(
    include_str!("../assets/tables.js"),
    include_str!("../assets/class.js")
);

/// The number of ranges of results in a chart.
const RANGES: usize = 10;
const HARDEST_MAX: usize = 10;
const CLUSTERS_MAX: usize = 100;

/// The marks of cases, and their meanings.
const MARKS: [(char, &str); 12] = [
    ('.', "AC"),
    ('p', "PE"),
    ('W', "WA"),
    ('T', "TLE"),
    ('I', "ILE"),
    ('M', "MLE"),
    ('O', "OLE"),
    ('R', "RTE"),
    ('J', "JE"),
    ('?', "unstable"),
    ('o', "as expected, not counted"),
    ('-', "not run"),
];

/// The page of a class, for teachers; `pages` has the name of each program's page.
pub fn class_page(title: &str, table: &ProgramTable, pages: &[String]) -> String {
    let pages: Vec<_> = pages
        .iter()
        .map(|page| link(&format!("students/{page}.html")))
        .collect();
    let class = ClassReport { table, pages };
    Document {
        command: "judge",
        title: title.to_owned(),
        facts: class.facts(),
        lead: class.lead(),
        sections: [class.summary(), class.programs(), class.cases()]
            .into_iter()
            .chain(class.clusters())
            .collect(),
        foot: foot(&table.compare, table.provenance.as_ref()),
        script: SCRIPT,
    }
    .page()
}

/// The report. Its template shows the table of programs by cases.
#[derive(Template)]
#[template(path = "grid.html", config = "src/askama.toml")]
struct ClassReport<'t> {
    table: &'t ProgramTable,
    /// The paths of the pages of the programs.
    pages: Vec<String>,
}

impl ClassReport<'_> {
    fn rows(&self) -> impl Iterator<Item = (&ProgramRow, &String)> {
        self.table.programs.iter().zip(&self.pages)
    }

    fn facts(&self) -> Vec<String> {
        let programs = counted(self.table.programs.len(), "program");
        let cases = counted(self.table.cases.len(), "case");
        vec![programs, cases]
    }

    fn lead(&self) -> Vec<String> {
        let programs = &self.table.programs;
        let judged = || programs.iter().filter(|row| row.error.is_none());
        let is_perfect = |row: &&ProgramRow| row.summary.failed == 0 && row.not_run.is_empty();
        let perfect = judged().filter(is_perfect).count();
        let of = judged().count();
        let unbuilt = programs.iter().filter(|row| row.is_build_failed()).count();
        let unjudged = programs.len() - of - unbuilt;
        let others: Vec<_> = [(unbuilt, "could not be built"), (unjudged, "not judged")]
            .into_iter()
            .filter(|(count, _)| *count > 0)
            .map(|(count, what)| format!("{count} {what}"))
            .collect();
        let others = (!others.is_empty()).then(|| format!("{}.", others.join(", ")));
        let mut points: Vec<_> = self.scores().map(|score| score.points).collect();
        points.sort_by(f64::total_cmp);
        let median = self.scores().next().map(|score| {
            // The one in the middle twice, or the two in the middle.
            let middle = points[(points.len() - 1) / 2] + points[points.len() / 2];
            let (median, points_max) = ((50.0 * middle).round() / 100.0, score.points_max);
            format!("The median is {median} of {points_max} points.")
        });
        let missing = match self.table.missing {
            0 => None,
            missing => Some(format!(
                "This is a partial report: {} missing.",
                counted(usize::try_from(missing).unwrap_or(usize::MAX), "program")
            )),
        };
        let perfect = format!("{perfect} of {of} programs pass all cases.");
        let sentences = [Some(perfect), others, median, missing];
        sentences.into_iter().flatten().collect()
    }

    fn scores(&self) -> impl Iterator<Item = &Score> {
        let programs = self.table.programs.iter();
        programs.filter_map(|row| row.score.as_ref())
    }

    /// Charts of the results, and of the cases that most programs fail.
    fn summary(&self) -> ReportSection {
        let figures = [self.distribution(), self.hardest()];
        ReportSection {
            heading: "Summary".to_owned(),
            figures: figures.into_iter().flatten().collect(),
            ..ReportSection::default()
        }
    }

    /// How many programs have which share of the points, or of the cases without points.
    fn distribution(&self) -> Option<Figure> {
        let is_scored = self.scores().next().is_some();
        let mut counts = [0; RANGES];
        let shares = self
            .table
            .programs
            .iter()
            .filter_map(|row| match &row.score {
                Some(score) => Some(score.points / score.points_max),
                None if row.error.is_some() => None,
                None => Some(share(row.summary.accepted, self.table.cases.len())),
            });
        for share in shares {
            #[expect(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                reason = "a share is between 0 and 1"
            )]
            let range = (share * RANGES as f64) as usize;
            counts[range.min(RANGES - 1)] += 1;
        }
        let bars = counts.iter().enumerate().rev().map(|(range, &count)| {
            let [low, high] = [range, range + 1].map(|at| 100 * at / RANGES);
            bar(format!("{low}–{high} %"), count, format!("{count}"))
        });
        let what = if is_scored { "points" } else { "cases" };
        let note = format!("Programs by their share of the {what}.");
        figure("Results", note, bars.collect())
    }

    /// The cases that most programs fail.
    fn hardest(&self) -> Option<Figure> {
        let mut failed: Vec<_> = (0..self.table.cases.len())
            .map(|case| (self.counts(case), case))
            .filter(|((failed, _), _)| *failed > 0)
            .collect();
        failed.sort_by_key(|((failed, _), case)| (std::cmp::Reverse(*failed), *case));
        failed.truncate(HARDEST_MAX);
        let bars = failed.into_iter().map(|((failed, of), case)| {
            let name = self.table.cases[case].clone();
            bar(name, failed, format!("{failed} of {of}"))
        });
        let note = "How many programs fail the case, of those that ran it.".to_owned();
        figure("Hardest cases", note, bars.collect())
    }

    /// How many programs fail a case, and how many ran it.
    fn counts(&self, case: usize) -> (usize, usize) {
        let programs = self.table.programs.iter();
        let found = || programs.clone().filter_map(|row| row.cases.get(case));
        let failed = found().filter(|found| found.status == ExpectedStatus::Failed);
        (failed.count(), found().count())
    }

    fn programs(&self) -> ReportSection {
        let programs = &self.table.programs;
        let mut head = vec!["program".to_owned()];
        if let Some(score) = self.scores().next() {
            head.push(format!("points of {}", score.points_max));
            let groups = score.groups.iter();
            head.extend(groups.map(|group| format!("{} of {}", group.name, group.points_max)));
        }
        let score_columns = head.len() - 1;
        let has_deadline = self.table.has_deadline();
        head.extend(has_deadline.then(|| "days late".to_owned()));
        head.extend(["accepted", "failed", "not run", "time", "remarks"].map(str::to_owned));
        let rows = self.rows().map(|(row, page)| {
            let name = TableCell::from(row.program.as_str()).with_class("name");
            let mut cells = vec![name.with_link(Some(page.clone()))];
            let scores = row.score.iter().flat_map(|score| {
                let groups = score.groups.iter().map(|group| group.points);
                [score.points].into_iter().chain(groups)
            });
            cells.extend(scores.map(|points| TableCell::from(points.to_string())));
            // A program that was not judged has no points.
            cells.resize_with(score_columns + 1, TableCell::default);
            let late = row.late_days.map(|days| days.to_string());
            cells.extend(has_deadline.then(|| TableCell::from(late.unwrap_or_default())));
            let counts = [row.summary.accepted, row.summary.failed, row.not_run.len()];
            cells.extend(counts.map(|count| match row.error {
                Some(_) => TableCell::default(),
                None => count.to_string().into(),
            }));
            let times = row.cases.iter().map(|found| found.worst_run.usage.cpu);
            cells.push(times.max().map(seconds).unwrap_or_default().into());
            cells.push(remarks(row));
            cells
        });
        ReportSection {
            id: "programs".to_owned(),
            notes: (!programs.is_empty())
                .then(|| "The time is the longest CPU time of a case.".to_owned())
                .into_iter()
                .collect(),
            ..ReportSection::of_table("Programs", DataTable::new("Programs", 1, head, rows))
        }
    }

    /// Groups of programs that fail in the same way.
    fn clusters(&self) -> Option<ReportSection> {
        let clusters = clusters(self.table);
        let rows = clusters.iter().take(CLUSTERS_MAX).map(|cluster| {
            let FailurePlace { program, case } = &cluster.example;
            let row = self.rows().find(|(row, _)| row.program == *program);
            let link = row.map(|(row, page)| {
                let place = place(row, self.table, case).unwrap_or_default();
                format!("{page}{place}")
            });
            vec![
                TableCell::from(cluster.description.as_str()).with_class("wide"),
                TableCell::from(format!("{program}, {case}")).with_link(link),
                TableCell::from(cluster.lines(usize::MAX).join("; ")).with_class("wide"),
            ]
        });
        let rows: Vec<_> = rows.collect();
        let left_out = clusters.len() - rows.len();
        let more = (left_out > 0).then(|| format!("and {left_out} more"));
        let head = ["failure", "example", "programs and their cases"];
        let table = DataTable::new("Programs that fail in the same way", 3, head, rows);
        (!clusters.is_empty()).then(|| ReportSection {
            id: "clusters".to_owned(),
            notes: more.into_iter().collect(),
            ..ReportSection::of_table("Failing in the same way", table)
        })
    }

    fn cases(&self) -> ReportSection {
        let programs = self.table.programs.iter();
        ReportSection {
            id: "cases".to_owned(),
            heading: "Cases".to_owned(),
            grid: self.to_string(),
            notes: meanings(programs.flat_map(|row| &row.cases))
                .into_iter()
                .collect(),
            ..ReportSection::default()
        }
    }

    /// The name of the group of a case; empty if it has none.
    fn group(&self, case: &str) -> &str {
        let grading = self.table.grading.as_ref();
        grading.map_or("", |it| it.group_name(case))
    }

    fn has_groups(&self) -> bool {
        self.table
            .cases
            .iter()
            .any(|case| !self.group(case).is_empty())
    }

    /// The cases by group, as far as those of a group are adjacent.
    fn groups(&self) -> impl Iterator<Item = &[String]> {
        let cases = &self.table.cases;
        cases.chunk_by(|one, other| self.group(one) == self.group(other))
    }

    fn is_hidden(&self, case: &str) -> bool {
        let grading = self.table.grading.as_ref();
        grading.is_some_and(|it| it.is_hidden(case))
    }

    /// How many of 100 programs that ran a case do not fail it.
    fn passed(&self, case: usize) -> String {
        match self.counts(case) {
            (_, 0) => String::new(),
            (failed, of) => format!("{:.0}", 100.0 * share(of - failed, of)),
        }
    }

    fn occurs(&self, mark: char) -> bool {
        let mut programs = self.table.programs.iter();
        programs.any(|row| marks(row).any(|it| it == mark))
    }
}

fn marks(row: &ProgramRow) -> impl Iterator<Item = char> {
    let marks = row.cases.iter().map(CaseResult::mark);
    marks.chain(row.not_run.iter().map(|_| '-'))
}

/// The link to a failure on the page of its program, if it is shown there.
fn place(row: &ProgramRow, table: &ProgramTable, case: &str) -> Option<String> {
    let mut shown = shown_failures(&row.cases, table.grading.as_ref());
    let (number, _) = shown.find(|(_, found)| found.name == case)?;
    Some(format!("#{}", failure_id(number)))
}

/// The class and the text of the cell of a mark.
const fn cell(mark: char) -> (char, char) {
    match mark {
        '.' => ('a', '·'),
        '-' => ('n', '-'),
        '?' => ('u', '?'),
        mark => (mark, mark),
    }
}

/// The remarks on a program: its error, its unstable cases, what most of its failures have in common, or
/// how it was built.
fn remarks(row: &ProgramRow) -> TableCell {
    let unstable: Vec<_> = row.unstable().map(|found| &*found.name).collect();
    let built = row.build.as_ref().map(|build| {
        let warns = if build.messages.is_empty() {
            ""
        } else {
            ", with warnings"
        };
        format!("{}{warns}", build.origin())
    });
    match &row.error {
        Some(error) if row.is_build_failed() => {
            TableCell::from(format!("CE: {error}")).with_class("wide brief bad")
        }
        Some(error) => TableCell::from(error.as_str()).with_class("wide brief bad"),
        None if !unstable.is_empty() => {
            let cases = unstable.join(", ");
            TableCell::from(format!("unstable: {cases}")).with_class("wide brief bad")
        }
        None => match row.cause() {
            Some(cause) => TableCell::from(cause.with_remedy()).with_class("wide brief"),
            None => TableCell::from(built.unwrap_or_default()).with_class("wide brief none"),
        },
    }
}

fn bar(name: String, count: usize, label: String) -> Bar {
    let value = count as f64;
    Bar {
        name,
        value,
        label,
        ..Bar::default()
    }
}

fn figure(heading: &str, note: String, bars: Vec<Bar>) -> Option<Figure> {
    let chart = BarChart {
        caption: Caption::new(heading, note),
        bars,
        ..BarChart::default()
    };
    (!chart.bars.is_empty()).then(|| chart.figure())
}

fn share(part: usize, of: usize) -> f64 {
    part as f64 / of.max(1) as f64
}

fn counted(count: usize, what: &str) -> String {
    match count {
        1 => format!("1 {what}"),
        _ => format!("{count} {what}s"),
    }
}
