//! Several programs on the same cases.

use std::time::SystemTime;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::{EarlierRun, ProgramRecord, RowReport, StatusCounts, clusters};
use crate::{Build, CaseResult, Grading, JudgingTask, Score, Verdict};
use admiralty_escape::escape;

/// The first columns of CSV; those of points and cases follow.
const COLUMNS: [&str; 8] = [
    "program",
    "accepted",
    "apart",
    "failed",
    "cpu_seconds_max",
    "memory_bytes_max",
    "built_by",
    "error",
];

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
    pub grading: Option<Grading>,
    /// A row for each program.
    pub programs: Vec<ProgramRow>,
    /// The run that this one is compared with, if there is one.
    pub earlier: Option<EarlierRun>,
    /// How many programs are missing, because not all shards were merged.
    pub missing: u64,
}

/// A program, and its results.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct ProgramRow {
    /// The name of the program's file.
    pub program: String,
    /// The number of cases by status.
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
    pub fn new(cases: Vec<String>, compare: String, grading: Option<Grading>) -> Self {
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

    /// The cases with different verdicts when they were run again.
    pub fn unstable(&self) -> impl Iterator<Item = &CaseResult> {
        let cases = self.cases.iter();
        cases.filter(|found| found.unstable().is_some())
    }

    /// Adds the result of the next case, without its output.
    pub fn add(&mut self, mut case_result: CaseResult) {
        self.summary.add(case_result.status);
        case_result.worst_run.output = None;
        self.cases.push(case_result);
    }

    /// Ends the results: the cases of the remaining tasks did not run.
    pub fn leave_out(&mut self, tasks: &[JudgingTask]) {
        let names = tasks.iter().skip(self.cases.len());
        self.not_run = names.map(|task| task.case.name.clone()).collect();
    }

    /// Counts the points, if there are any and the program was judged.
    pub fn grade(&mut self, grading: Option<&Grading>) {
        let grading = grading.filter(|_| !self.is_not_judged());
        self.score = grading.map(|grading| grading.score(&self.cases));
    }

    /// Whether the program is unknown, because it was neither built nor run.
    pub fn is_not_judged(&self) -> bool {
        self.error.is_some() && !self.is_build_failed()
    }

    /// How many tests it is as a suite of tests.
    pub(super) fn tests(&self) -> usize {
        self.cases.len() + self.not_run.len() + usize::from(self.error.is_some())
    }
}

/// A row of CSV has the counts of the program, its longest CPU time, its highest memory use, the rule
/// that has built it, the reason if it could not be judged, its points in all and by group if there
/// are any, and a verdict for each case: `open` if there is no fixed answer, several if it is
/// unstable, empty if it was not run. A program that was not judged has only its name and the
/// reason.
impl RowReport for ProgramTable {
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
        let names = self.grading.iter().flat_map(Grading::names);
        let groups = names.map(|name| format!("points: {}", escape(name)));
        let points = ["points", "points_max"]
            .map(str::to_owned)
            .into_iter()
            .filter(|_| self.grading.is_some())
            .chain(groups);
        let cases = self.cases.iter().map(|name| escape(name).into_owned());
        let columns = COLUMNS.map(str::to_owned).into_iter();
        columns.chain(points).chain(cases).collect()
    }

    fn fields(&self, row: &ProgramRow) -> Vec<String> {
        let program = escape(&row.program).into_owned();
        let error = escape(row.error.as_deref().unwrap_or_default()).into_owned();
        if row.is_not_judged() {
            let mut fields = vec![program];
            fields.resize(COLUMNS.len() - 1, String::new());
            fields.push(error);
            fields.resize(self.columns().len(), String::new());
            return fields;
        }
        let usages = || row.cases.iter().map(|found| &found.worst_run.usage);
        let times = usages().map(|usage| usage.cpu.as_secs_f64());
        let memory = usages().map(|usage| usage.memory).max();
        let built = row.build.as_ref().filter(|build| !build.failed);
        let totals = [
            program,
            row.summary.accepted.to_string(),
            row.summary.apart.to_string(),
            row.summary.failed.to_string(),
            times.fold(0.0, f64::max).to_string(),
            memory.unwrap_or(0).to_string(),
            built.map_or_else(String::new, |build| escape(&build.origin()).into_owned()),
            error,
        ];
        let verdicts = (0..self.cases.len()).map(|at| match row.cases.get(at) {
            Some(found) => found.word(),
            None if row.is_build_failed() => Verdict::CompileError.to_string(),
            // It was not run, because other cases failed.
            None => String::new(),
        });
        let score = row.score.iter().flat_map(|score| {
            let groups = score.groups.iter().map(|group| group.points);
            [score.points, score.points_max].into_iter().chain(groups)
        });
        let score = score.map(|points| points.to_string());
        totals.into_iter().chain(score).chain(verdicts).collect()
    }
}
