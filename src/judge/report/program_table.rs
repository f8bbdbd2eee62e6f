//! Several programs on the same cases.

use std::sync::Arc;
use std::time::SystemTime;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::{
    EarlierRun, JudgeReport, ProgramRecord, Rows, StatusCounts, TestReport, TestSuite, clusters,
};
use crate::escape::escape;
use crate::judge::{Build, CaseResult, Grading, Score, Verdict};

/// A table of programs by cases.
#[derive(Clone, Debug)]
pub struct ProgramTable {
    /// The names of the cases, in order.
    pub cases: Vec<String>,
    /// How outputs were judged.
    pub compare: String,
    /// When judging began.
    pub begun: SystemTime,
    /// How the cases earn points, if they do.
    pub grading: Option<Arc<Grading>>,
    /// A row for each program.
    pub programs: Vec<ProgramRow>,
    /// The run that this one is compared with, if there is one.
    pub earlier: Option<EarlierRun>,
    /// How many programs are missing, because not all shards were merged.
    pub missing: u64,
}

/// A program, and its results.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ProgramRow {
    /// The name of the program's file.
    pub program: String,
    /// How many cases there are of each kind.
    pub summary: StatusCounts,
    /// The points, if there are any.
    pub score: Option<Score>,
    /// How it was built, if it was.
    pub build: Option<Build>,
    /// Why the program could not be judged at all.
    pub error: Option<String>,
    /// The result of each case; empty if the program could not be judged.
    pub cases: Vec<CaseResult>,
    /// The names of the remaining cases, which were not run.
    pub not_run: Vec<String>,
}

impl ProgramTable {
    /// A table without programs.
    pub fn new(cases: Vec<String>, compare: String, grading: Option<Arc<Grading>>) -> Self {
        Self {
            cases,
            compare,
            begun: SystemTime::now(),
            grading,
            programs: Vec::new(),
            earlier: None,
            missing: 0,
        }
    }

    /// The row of a program: its report, or why it could not be judged.
    pub fn row(
        &self,
        program: String,
        build: Option<Build>,
        judged: Result<JudgeReport, String>,
    ) -> ProgramRow {
        let mut row = ProgramRow::new(program, judged);
        row.build = build;
        let grading = self.grading.as_ref();
        row.score = grading.map(|grading| grading.score(&row.cases));
        row
    }
}

impl ProgramRow {
    /// The verdict about a program that could not be judged, and why.
    pub fn failure(&self) -> Option<(Verdict, &str)> {
        let verdict = if self.is_build_failed() {
            Verdict::CompileError
        } else {
            Verdict::JudgeError
        };
        Some((verdict, self.error.as_deref()?))
    }

    /// Whether the program could not be built.
    pub fn is_build_failed(&self) -> bool {
        self.build.as_ref().is_some_and(|build| build.failed)
    }

    fn new(program: String, judged: Result<JudgeReport, String>) -> Self {
        let (report, error) = match judged {
            Ok(report) => (Some(report), None),
            Err(error) => (None, Some(error)),
        };
        let report = report.unwrap_or_else(|| JudgeReport::new(&[], String::new()));
        Self {
            program,
            summary: report.summary,
            score: None,
            build: None,
            error,
            cases: report.cases,
            not_run: report.not_run,
        }
    }
}

impl TestReport for ProgramTable {
    fn suites(&self) -> Vec<TestSuite<'_>> {
        let suites = self.programs.iter().map(|row| TestSuite {
            program: escape(&row.program).into_owned(),
            cases: &row.cases,
            not_run: &row.not_run,
            error: row.failure(),
        });
        suites.collect()
    }

    fn compare(&self) -> &str {
        &self.compare
    }

    fn begun(&self) -> SystemTime {
        self.begun
    }
}

/// A row of CSV has the program's counts, its longest CPU time, its highest memory use, why it could
/// not be judged, its points in all and by group if there are any, and a verdict for each case (`open` if there is no fixed answer, empty if it was not run).
impl Rows for ProgramTable {
    type Row = ProgramRow;

    const NAME: &'static str = "programs";

    fn rows(&self) -> &[ProgramRow] {
        &self.programs
    }

    fn record(&self, row: &ProgramRow) -> impl Serialize {
        ProgramRecord::from(row)
    }

    fn head(&self) -> Vec<(&'static str, Value)> {
        vec![("cases", json!(self.cases))]
    }

    fn tail(&self) -> Vec<(&'static str, Value)> {
        let missing = (self.missing > 0).then(|| ("missing_programs", json!(self.missing)));
        let clusters = [("clusters", json!(clusters(self)))];
        let changes = self.changes().map(|changes| ("changes", json!(changes)));
        clusters.into_iter().chain(changes).chain(missing).collect()
    }

    fn columns(&self) -> Vec<String> {
        let counts = ["program", "accepted", "apart", "failed"];
        let columns = counts
            .into_iter()
            .chain(["cpu_seconds_max", "memory_bytes_max", "error"]);
        let names = self.grading.iter().flat_map(|grading| grading.names());
        let groups = names.map(|name| format!("points: {}", escape(name)));
        let points = ["points", "points_max"].map(str::to_owned).into_iter();
        let points = points.filter(|_| self.grading.is_some()).chain(groups);
        let cases = self.cases.iter().map(|name| escape(name).into_owned());
        columns
            .map(str::to_owned)
            .chain(points)
            .chain(cases)
            .collect()
    }

    fn fields(&self, row: &ProgramRow) -> Vec<String> {
        let usages = || row.cases.iter().map(|found| &found.worst_run.usage);
        let times = usages().map(|usage| usage.cpu.as_secs_f64());
        let memory = usages().map(|usage| usage.memory).max();
        let totals = [
            escape(&row.program).into_owned(),
            row.summary.accepted.to_string(),
            row.summary.apart.to_string(),
            row.summary.failed.to_string(),
            times.fold(0.0, f64::max).to_string(),
            memory.unwrap_or(0).to_string(),
            escape(row.error.as_deref().unwrap_or_default()).into_owned(),
        ];
        let verdicts = (0..self.cases.len()).map(|at| match row.cases.get(at) {
            Some(found) => found.status.word(found.worst_run.verdict).to_owned(),
            // Empty if it was not run, because other cases failed.
            None => row
                .failure()
                .map_or_else(String::new, |(verdict, _)| verdict.to_string()),
        });
        let score = row.score.iter().flat_map(|score| {
            let groups = score.groups.iter().map(|group| group.points);
            [score.points, score.points_max].into_iter().chain(groups)
        });
        let score = score.map(|points| points.to_string());
        totals.into_iter().chain(score).chain(verdicts).collect()
    }
}
