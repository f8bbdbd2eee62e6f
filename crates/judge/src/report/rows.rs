//! Reports that are a list of rows, in JSON and CSV.

use admiralty_escape::escape;
use serde::Serialize;
use serde_json::{Value, json};

use super::JudgeReport;
use super::clusters::clusters;
use super::program_table::{ProgramRow, ProgramTable};
use super::provenance::Provenance;
use super::records::{CaseRecord, ProgramRecord};
use crate::case_result::{CaseResult, joined};
use crate::grading::Grading;
use crate::verdict::Verdict;

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

/// A report that is a list of rows.
pub trait RowReport {
    /// A row.
    type Row;

    /// The name of the rows in JSON.
    const NAME: &'static str;

    /// The rows so far.
    fn rows(&self) -> &[Self::Row];

    /// A row in JSON.
    fn record<'r>(&'r self, row: &'r Self::Row) -> impl Serialize;

    /// The members of the JSON object before the rows.
    fn head(&self) -> Vec<(&'static str, Value)>;

    /// The members after the rows, known only at the end.
    fn tail(&self) -> Vec<(&'static str, Value)>;

    /// The names of the CSV columns.
    fn columns(&self) -> Vec<String>;

    /// The fields of a CSV row.
    fn fields(&self, row: &Self::Row) -> Vec<String>;
}

impl RowReport for JudgeReport {
    type Row = CaseResult;

    const NAME: &'static str = "cases";

    fn rows(&self) -> &[CaseResult] {
        &self.row.cases
    }

    fn record<'r>(&'r self, row: &'r CaseResult) -> impl Serialize {
        CaseRecord::new(row, self.grading.as_ref())
    }

    fn head(&self) -> Vec<(&'static str, Value)> {
        let head = [
            ("program", json!(self.command)),
            ("compare", json!(self.compare)),
        ];
        head.into_iter()
            .chain(provenance(self.provenance.as_ref()))
            .collect()
    }

    fn tail(&self) -> Vec<(&'static str, Value)> {
        let row = &self.row;
        let not_run = (!row.not_run.is_empty()).then(|| ("not_run", json!(row.not_run)));
        let summary = ("summary", json!(row.summary));
        let score = row.score.as_ref().map(|score| ("score", json!(score)));
        let cause = row.cause();
        let cause = cause.map(|cause| ("cause", json!(cause.with_remedy())));
        let tail = not_run.into_iter().chain([summary]);
        tail.chain(score).chain(cause).collect()
    }

    fn columns(&self) -> Vec<String> {
        let columns = "program case verdict standing expected cpu_seconds wall_seconds \
                       memory_bytes runs worst_runs unstable detail";
        let of_points = self.grading.iter().flat_map(|_| ["group", "points"]);
        columns
            .split(' ')
            .chain(of_points)
            .map(str::to_owned)
            .collect()
    }

    fn fields(&self, case_result: &CaseResult) -> Vec<String> {
        let run = &case_result.worst_run;
        let mut fields = vec![
            self.row.program.clone(),
            escape(&case_result.name).into_owned(),
            run.verdict.to_string(),
            case_result.status.to_string(),
            case_result.expectation.expected.to_string(),
            run.usage.cpu.as_secs_f64().to_string(),
            run.usage.wall.as_secs_f64().to_string(),
            run.usage.memory.to_string(),
            case_result.verdicts.len().to_string(),
            case_result.runs_with(run.verdict).to_string(),
            joined(case_result.unstable().iter().flatten()),
            escape(&run.remark().unwrap_or_default()).into_owned(),
        ];
        if let Some(grading) = &self.grading {
            let points = grading.points_of(&case_result.name, Some(run));
            fields.push(escape(grading.group_name(&case_result.name)).into_owned());
            fields.push(
                points
                    .map(|[points, _]| points.to_string())
                    .unwrap_or_default(),
            );
        }
        fields
    }
}

fn provenance(of: Option<&Provenance>) -> Option<(&'static str, Value)> {
    of.map(|provenance| ("provenance", json!(provenance)))
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

    fn record<'r>(&'r self, row: &'r ProgramRow) -> impl Serialize {
        ProgramRecord::new(row, self.grading.as_ref())
    }

    fn head(&self) -> Vec<(&'static str, Value)> {
        let head = [("cases", json!(self.cases))];
        head.into_iter()
            .chain(provenance(self.provenance.as_ref()))
            .collect()
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
        let late = self.has_deadline().then(|| "late_days".to_owned());
        let points = ["points", "points_max"]
            .map(str::to_owned)
            .into_iter()
            .filter(|_| self.grading.is_some())
            .chain(late)
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
        let late = row.late_days.map(|days| days.to_string());
        let late = self.has_deadline().then(|| late.unwrap_or_default());
        let score = row.score.iter().flat_map(|score| {
            let points = [score.points, score.points_max].map(|it| it.to_string());
            let groups = score.groups.iter().map(|group| group.points.to_string());
            points.into_iter().chain(late.clone()).chain(groups)
        });
        totals.into_iter().chain(score).chain(verdicts).collect()
    }
}
