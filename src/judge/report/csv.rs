//! Tables as CSV, a row as soon as it is there.

use std::io::{self, Write};

use csv::Writer;

use super::{CaseRecord, ExpectedStatus, JudgeReport, ProgramRow};
use crate::escape::escape;

/// The columns of a table of cases.
const CASE_COLUMNS: [&str; 11] = [
    "program",
    "case",
    "verdict",
    "standing",
    "expected",
    "cpu_seconds",
    "wall_seconds",
    "memory_bytes",
    "runs",
    "worst_runs",
    "detail",
];

/// The columns of a table of programs, before those of the cases.
const PROGRAM_COLUMNS: [&str; 6] = [
    "program",
    "accepted",
    "apart",
    "failed",
    "cpu_seconds_max",
    "memory_bytes_max",
];

/// A table of one program: a row for each case.
#[derive(Debug)]
pub struct CasesCsv<W: Write> {
    out: Writer<W>,
    program: String,
}

impl<W: Write> CasesCsv<W> {
    /// Begins with the names of the columns.
    ///
    /// # Errors
    ///
    /// Those of `out`.
    pub fn begin(out: W, report: &JudgeReport) -> io::Result<Self> {
        let mut out = Writer::from_writer(out);
        out.write_record(CASE_COLUMNS)?;
        Ok(Self {
            out,
            program: report.command_line(),
        })
    }

    /// Adds a case.
    ///
    /// # Errors
    ///
    /// Those of the output.
    pub fn add(&mut self, record: &CaseRecord) -> io::Result<()> {
        self.out.write_record([
            &self.program,
            &*escape(&record.name),
            record.verdict,
            record.status.name(),
            &record.expected,
            &record.cpu_seconds.to_string(),
            &record.wall_seconds.to_string(),
            &record.memory_bytes.to_string(),
            &record.runs.to_string(),
            &record.worst_runs.to_string(),
            &*escape(record.detail.as_deref().unwrap_or_default()),
        ])?;
        self.out.flush()
    }
}

/// A table of many programs: a row for each, with its counts, its longest time on
/// processors, its most memory, and a verdict for each case (`open` for what has no
/// fixed answer, nothing for what was not run).
#[derive(Debug)]
pub struct ProgramsCsv<W: Write> {
    out: Writer<W>,
    cases: usize,
}

impl<W: Write> ProgramsCsv<W> {
    /// Begins with the names of the columns.
    ///
    /// # Errors
    ///
    /// Those of `out`.
    pub fn begin(out: W, cases: &[String]) -> io::Result<Self> {
        let mut out = Writer::from_writer(out);
        let names = cases.iter().map(|name| escape(name).into_owned());
        out.write_record(PROGRAM_COLUMNS.map(str::to_owned).into_iter().chain(names))?;
        Ok(Self {
            out,
            cases: cases.len(),
        })
    }

    /// Adds a program.
    ///
    /// # Errors
    ///
    /// Those of the output.
    pub fn add(&mut self, row: &ProgramRow) -> io::Result<()> {
        let times = row.cases.iter().map(|record| record.cpu_seconds);
        let memory = row.cases.iter().map(|record| record.memory_bytes);
        let mut fields = vec![
            escape(&row.program).into_owned(),
            row.summary.accepted.to_string(),
            row.summary.apart.to_string(),
            row.summary.failed.to_string(),
            times.fold(0.0, f64::max).to_string(),
            memory.max().unwrap_or(0).to_string(),
        ];
        if row.error.is_some() {
            fields.extend((0..self.cases).map(|_| "JE".to_owned()));
        }
        fields.extend(row.cases.iter().map(|record| word(record).to_owned()));
        // What was not run because another case failed has no verdict.
        fields.resize(PROGRAM_COLUMNS.len() + self.cases, String::new());
        self.out.write_record(fields)?;
        self.out.flush()
    }
}

/// The verdict; of an open case that ended well, that it is open.
fn word(record: &CaseRecord) -> &str {
    match (record.status, record.verdict) {
        (ExpectedStatus::Apart, "AC") => "open",
        (_, verdict) => verdict,
    }
}
