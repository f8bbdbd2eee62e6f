//! The report on a class, with all programs and all cases.

use std::sync::LazyLock;

use askama::Template;

use super::foot;
use super::shown::{failure_id, shown_failures};
use super::verdict_words::meanings;
use crate::chart::DotChart;
use crate::document::{DataTable, Document, ReportSection, TABLES, TableCell, link, shown};
use crate::shell::bundle;
use crate::svg::{Caption, Figure};
use admiralty_judge::report::{
    FailureCluster, FailurePlace, ProgramRow, ProgramTable, clusters, day, seconds,
};
use admiralty_judge::{CaseResult, ExpectedStatus, GroupScore, Score};

/// Sorts and filters the tables of programs.
static SCRIPT: LazyLock<String> =
    LazyLock::new(|| bundle(&[TABLES, include_str!("../assets/class.js")]));

/// How many groups of programs that fail in the same way are shown first, and folded.
const CLUSTERS_FIRST: usize = 8;
const CLUSTERS_MAX: usize = 100;
/// How many programs are listed as in need of help, at most; and of the points or cases, the share
/// below which a program is.
const HELPED_MAX: usize = 20;
const HELPED_BELOW: f64 = 0.5;

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
    let sections = [
        class.in_need_of_help(),
        class.shares(),
        Some(class.programs()),
        Some(class.cases()),
    ];
    Document {
        command: "judge",
        title: title.to_owned(),
        facts: class.facts(),
        lead: class.lead(),
        sections: class
            .results()
            .into_iter()
            .chain(sections.into_iter().flatten())
            .collect(),
        foot: foot(&table.compare, table.provenance.as_ref()),
        script: &SCRIPT,
        ..Document::default()
    }
    .page()
}

/// A group of cases, and how many programs get them right.
struct GroupShares {
    name: String,
    /// The mean of the points; empty if there are none.
    mean: String,
    cases: Vec<CaseShare>,
}

struct CaseShare {
    name: String,
    percent: f64,
}

#[derive(Template)]
#[template(path = "shares.html", config = "src/askama.toml")]
struct Shares {
    groups: Vec<GroupShares>,
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
        let assignment = Some(self.table.assignment.clone()).filter(|it| !it.is_empty());
        assignment
            .into_iter()
            .chain([day(self.table.begun), programs, cases])
            .collect()
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
        let missing = match self.table.missing {
            0 => None,
            missing => Some(format!(
                "This is a partial report: {} missing.",
                counted(usize::try_from(missing).unwrap_or(usize::MAX), "program")
            )),
        };
        let perfect = format!("{perfect} of {of} programs pass all cases.");
        let sentences = [Some(perfect), others, missing];
        sentences.into_iter().flatten().collect()
    }

    /// The points of the programs, if there are any to earn.
    fn scores(&self) -> impl Iterator<Item = &Score> {
        let programs = self.table.programs.iter();
        let scores = programs.filter_map(|row| row.score.as_ref());
        scores.filter(|score| score.points_max > 0.0)
    }

    /// What programs have in common, beside how the results are distributed.
    fn results(&self) -> Vec<ReportSection> {
        let figures = self.distribution().into_iter().collect();
        match self.clusters() {
            Some([clusters, others]) => {
                let clusters = ReportSection {
                    class: "beside",
                    figures,
                    ..clusters
                };
                let has_others = !others.tables[0].rows.is_empty();
                let others = has_others.then_some(others);
                [clusters].into_iter().chain(others).collect()
            }
            None => vec![ReportSection {
                heading: "Results".to_owned(),
                figures,
                ..ReportSection::default()
            }],
        }
    }

    /// The points of each program, or the cases that it gets right where there are no points, and the most
    /// that there are.
    fn results_of_programs(&self) -> (Vec<f64>, f64) {
        if let Some(score) = self.scores().next() {
            let points = self.scores().map(|score| score.points);
            return (points.collect(), score.points_max);
        }
        let judged = self.table.programs.iter().filter(|row| row.error.is_none());
        let accepted = judged.map(|row| row.summary.accepted as f64);
        (accepted.collect(), self.table.cases.len() as f64)
    }

    /// A dot for each program.
    fn distribution(&self) -> Option<Figure> {
        let (mut values, max) = self.results_of_programs();
        values.sort_by(f64::total_cmp);
        if values.is_empty() || max <= 0.0 {
            return None;
        }
        // The one in the middle twice, or the two in the middle.
        let middle = values[(values.len() - 1) / 2] + values[values.len() / 2];
        let [mean, median] = [mean(&values), middle / 2.0].map(hundredths);
        let what = if self.scores().next().is_some() {
            "points"
        } else {
            "cases"
        };
        let note =
            format!("A dot for each program. Of {max} {what}: mean {mean}, median {median}.");
        let chart = DotChart {
            caption: Caption::new("Distribution", note),
            max,
            values,
            marks: vec![(median, format!("median {median}"))],
        };
        Some(chart.figure())
    }

    /// The programs with the least, and what is wrong with them.
    fn in_need_of_help(&self) -> Option<ReportSection> {
        let share_of = |row: &ProgramRow| match (&row.error, &row.score) {
            (Some(_), _) => 0.0,
            (None, Some(score)) if score.points_max > 0.0 => score.points / score.points_max,
            _ => share(row.summary.accepted, self.table.cases.len()),
        };
        let mut helped: Vec<_> = self
            .rows()
            .map(|(row, page)| (share_of(row), row, page))
            .filter(|(share, ..)| *share < HELPED_BELOW)
            .collect();
        helped.sort_by(|(one, ..), (other, ..)| one.total_cmp(other));
        let rows = helped.iter().take(HELPED_MAX).map(|(_, row, page)| {
            let name = TableCell::from(row.program.as_str()).with_class("name");
            let points = row.score.as_ref().map(|score| score.points.to_string());
            let accepted = row
                .error
                .is_none()
                .then(|| row.summary.accepted.to_string());
            vec![
                name.with_link(Some((*page).clone())),
                TableCell::from(self.obstacle(row)).with_class("wide"),
                points.unwrap_or_default().into(),
                accepted.unwrap_or_default().into(),
            ]
        });
        let points = self
            .scores()
            .next()
            .map(|it| format!("points of {}", it.points_max));
        let cases = format!("accepted of {}", self.table.cases.len());
        let head = ["program".to_owned(), "what to look at".to_owned()];
        let head = head.into_iter().chain([points.unwrap_or_default(), cases]);
        let table = DataTable::new("Who needs help", 2, head, rows);
        let more = helped.len().saturating_sub(HELPED_MAX);
        let note = "Programs that could not be judged, or have less than half.".to_owned();
        let more = (more > 0).then(|| format!("and {more} more"));
        (!helped.is_empty()).then(|| ReportSection {
            id: "help".to_owned(),
            notes: more.into_iter().chain([note]).collect(),
            ..ReportSection::of_table("Who needs help", table)
        })
    }

    /// What keeps a program from more points, in a few words.
    fn obstacle(&self, row: &ProgramRow) -> String {
        if let Some(error) = &row.error {
            return if row.is_build_failed() {
                format!("it could not be built: {error}")
            } else {
                error.clone()
            };
        }
        if let Some(cause) = row.cause() {
            return cause.with_remedy();
        }
        let failed = || {
            let results = row.cases.iter();
            results.filter(|found| found.status == ExpectedStatus::Failed)
        };
        // A group that counts as a whole, and of which little is missing.
        let score = row.score.as_ref();
        let groups = score.into_iter().flat_map(|score| &score.groups);
        let mut close = groups.filter(|it| it.points == 0.0 && 3 * it.cases_right >= 2 * it.cases);
        if let Some(group) = close.find(|it| it.points_max > 0.0 && it.cases_right > 0) {
            let in_group = failed().filter(|found| self.group(&found.name) == group.name);
            let names: Vec<_> = in_group.take(3).map(|found| found.name.clone()).collect();
            return format!(
                "{} of {} cases of {}, which counts only as a whole: {}",
                group.cases_right,
                group.cases,
                group.name,
                names.join(", ")
            );
        }
        let first = failed().next().map_or("", |found| &found.name);
        let count = counted(failed().count(), "case");
        let mut words: Vec<_> = failed().map(CaseResult::word).collect();
        words.dedup();
        match words.as_slice() {
            [word] => format!("{count} failed ({word}), {first} first"),
            _ => format!("{count} failed, {first} first"),
        }
    }

    /// The cases in order, by group, with the share of programs that get them right.
    fn shares(&self) -> Option<ReportSection> {
        let mut number = 0;
        let mut groups = Vec::new();
        for cases in self.groups() {
            let shares = cases.iter().map(|name| {
                let (failed, of) = self.counts(number);
                number += 1;
                (of > 0).then(|| CaseShare {
                    name: name.clone(),
                    percent: (100.0 * share(of - failed, of)).round(),
                })
            });
            let name = self.group(&cases[0]);
            groups.push(GroupShares {
                mean: self.mean_of_group(name).unwrap_or_default(),
                name: if name.is_empty() { "Cases" } else { name }.to_owned(),
                cases: shares.flatten().collect(),
            });
        }
        groups.retain(|group| !group.cases.is_empty());
        (!groups.is_empty()).then(|| ReportSection {
            id: "shares".to_owned(),
            heading: "Groups and cases".to_owned(),
            grid: Shares { groups }.to_string(),
            notes: vec![
                "Programs that do not fail a case, in per cent of those that ran it.".to_owned(),
            ],
            ..ReportSection::default()
        })
    }

    /// The mean of the points of a group, in words.
    fn mean_of_group(&self, name: &str) -> Option<String> {
        let points: Vec<_> = self
            .scores()
            .flat_map(|score| score.groups.iter().filter(|group| group.name == name))
            .map(|group| (group.points, group.points_max))
            .collect();
        let (_, max) = *points.first().filter(|(_, max)| *max > 0.0)?;
        let mean = mean(&points.iter().map(|(points, _)| *points).collect::<Vec<_>>());
        Some(format!(
            "mean {} of {max} points, {:.0} %",
            hundredths(mean),
            100.0 * mean / max
        ))
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
            let groups = several_groups(score);
            head.extend(groups.map(|group| format!("{} of {}", group.name, group.points_max)));
        }
        let score_columns = head.len() - 1;
        let has_deadline = self.table.has_deadline();
        head.extend(has_deadline.then(|| "days late".to_owned()));
        head.extend(["accepted", "failed", "not run", "time", "remarks"].map(str::to_owned));
        let columns = head.len();
        let rows = self.rows().map(|(row, page)| {
            let name = TableCell::from(row.program.as_str()).with_class("name");
            let mut cells = vec![name.with_link(Some(page.clone()))];
            let scores = row.score.iter().flat_map(|score| {
                let groups = several_groups(score).map(|group| group.points);
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
        let table = DataTable::new("Programs", 1, head, rows);
        let means = self.means(columns);
        ReportSection {
            id: "programs".to_owned(),
            notes: (!programs.is_empty())
                .then(|| "The time is the longest CPU time of a case.".to_owned())
                .into_iter()
                .collect(),
            ..ReportSection::of_table("Programs", table.with_total(means))
        }
    }

    /// The means of the points of the table of programs, and of their groups; nothing if there are none.
    fn means(&self, columns: usize) -> Vec<TableCell> {
        let scores: Vec<_> = self
            .scores()
            .map(|score| {
                let groups = several_groups(score).map(|group| group.points);
                [score.points].into_iter().chain(groups).collect::<Vec<_>>()
            })
            .collect();
        let Some(first) = scores.first() else {
            return Vec::new();
        };
        let means = (0..first.len()).map(|column| {
            let points: Vec<_> = scores.iter().map(|points| points[column]).collect();
            hundredths(mean(&points)).to_string().into()
        });
        let mut cells: Vec<_> = [TableCell::from("mean")].into_iter().chain(means).collect();
        cells.resize_with(columns, TableCell::default);
        cells
    }

    /// Groups of programs that fail in the same way: the largest, and, folded, the others.
    fn clusters(&self) -> Option<[ReportSection; 2]> {
        let clusters = clusters(self.table);
        if clusters.is_empty() {
            return None;
        }
        let (first, others) = clusters.split_at(clusters.len().min(CLUSTERS_FIRST));
        let (others, left_out) = others.split_at(others.len().min(CLUSTERS_MAX));
        let more = (!left_out.is_empty()).then(|| format!("and {} more", left_out.len()));
        let table = |clusters| self.cluster_table(clusters);
        Some([
            ReportSection {
                id: "clusters".to_owned(),
                ..ReportSection::of_table("Failing in the same way", table(first))
            },
            ReportSection {
                notes: more.into_iter().collect(),
                ..ReportSection::of_table("Others that fail in the same way", table(others))
            }
            .folded(),
        ])
    }

    fn cluster_table(&self, clusters: &[FailureCluster]) -> DataTable {
        let rows = clusters.iter().map(|cluster| {
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
        let head = ["failure", "example", "programs and their cases"];
        DataTable::new("Programs that fail in the same way", 3, head, rows)
    }

    fn cases(&self) -> ReportSection {
        let programs = self.table.programs.iter();
        ReportSection {
            id: "cases".to_owned(),
            heading: "Cases".to_owned(),
            grid: self.to_string(),
            notes: meanings(programs.flat_map(|row| &row.cases).map(CaseResult::word))
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

/// The groups of a score, unless there is only one, which has all points.
fn several_groups(score: &Score) -> impl Iterator<Item = &GroupScore> {
    let groups = score.groups.iter();
    groups.filter(|_| score.groups.len() > 1)
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

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len().max(1) as f64
}

fn hundredths(value: f64) -> f64 {
    (100.0 * value).round() / 100.0
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
