//! Many programs on the same cases.

use std::io::{self, Write};

use serde::Serialize;

use super::{Record, Report, Standing, Summary};

/// Programs by cases.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Table {
    /// The names of the cases, in order.
    pub cases: Vec<String>,
    /// A row for each program.
    pub programs: Vec<Row>,
}

/// A program, and what came out of each case.
#[derive(Clone, Debug, Serialize)]
pub struct Row {
    /// The name of the program's file.
    pub program: String,
    /// How many cases there are of each kind.
    #[serde(flatten)]
    pub summary: Summary,
    /// Why the program could not be judged at all.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
    /// A record for each case; none, if the program could not be judged.
    pub cases: Vec<Record>,
}

impl Row {
    /// The row of a program that was judged.
    pub fn new(program: String, report: Report) -> Self {
        Self {
            program,
            summary: report.summary,
            error: None,
            cases: report.cases,
        }
    }

    /// The row of a program that could not be judged.
    pub fn of_error(program: String, error: String) -> Self {
        Self {
            program,
            summary: Summary::default(),
            error: Some(error),
            cases: Vec::new(),
        }
    }

    /// Whether all went as expected.
    pub fn is_good(&self) -> bool {
        self.error.is_none() && self.summary.failed == 0
    }
}

impl Table {
    /// Writes it as CSV: a header, and for each program its name, how many cases
    /// are accepted, apart and failed, the longest time on processors, the most
    /// memory, and a verdict for each case (`open` for what has no fixed answer,
    /// nothing for what was not run).
    ///
    /// # Errors
    ///
    /// Those of `out`.
    pub fn write_csv(&self, out: &mut dyn Write) -> io::Result<()> {
        let mut out = csv::Writer::from_writer(out);
        let columns = [
            "program",
            "accepted",
            "apart",
            "failed",
            "cpu_seconds_max",
            "memory_bytes_max",
        ];
        out.write_record(
            columns
                .into_iter()
                .chain(self.cases.iter().map(String::as_str)),
        )?;
        for row in &self.programs {
            let times = row.cases.iter().map(|record| record.cpu_seconds);
            let memory = row.cases.iter().map(|record| record.memory_bytes);
            let mut fields = vec![
                row.program.clone(),
                row.summary.accepted.to_string(),
                row.summary.apart.to_string(),
                row.summary.failed.to_string(),
                times.fold(0.0, f64::max).to_string(),
                memory.max().unwrap_or(0).to_string(),
            ];
            if row.error.is_some() {
                fields.extend(self.cases.iter().map(|_| "JE".to_owned()));
            }
            fields.extend(row.cases.iter().map(|record| word(record).to_owned()));
            // What was not run because another case failed has no verdict.
            fields.resize(columns.len() + self.cases.len(), String::new());
            out.write_record(fields)?;
        }
        out.flush()
    }

    /// Writes it as one JSON object and a line feed.
    ///
    /// # Errors
    ///
    /// Those of `out`.
    pub fn write_json(&self, out: &mut dyn Write) -> io::Result<()> {
        serde_json::to_writer_pretty(&mut *out, self)?;
        writeln!(out)
    }
}

/// The verdict; of an open case that ended well, that it is open.
fn word(record: &Record) -> &str {
    match (record.standing, record.verdict) {
        (Standing::Apart, "AC") => "open",
        (_, verdict) => verdict,
    }
}
