//! Many programs on the same cases.

use std::io::{self, Write};

use serde::Serialize;

use super::{CaseRecord, JsonStream, JudgeReport, StatusCounts};

/// Programs by cases.
#[derive(Clone, Debug, Default)]
pub struct ProgramTable {
    /// The names of the cases, in order.
    pub cases: Vec<String>,
    /// A row for each program.
    pub programs: Vec<ProgramRow>,
}

/// A program, and what came out of each case.
#[derive(Clone, Debug, Serialize)]
pub struct ProgramRow {
    /// The name of the program's file.
    pub program: String,
    /// How many cases there are of each kind.
    #[serde(flatten)]
    pub summary: StatusCounts,
    /// Why the program could not be judged at all.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
    /// A record for each case; none, if the program could not be judged.
    pub cases: Vec<CaseRecord>,
}

impl ProgramRow {
    /// The row of a program that was judged.
    pub fn new(program: String, report: JudgeReport) -> Self {
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
            summary: StatusCounts::default(),
            error: Some(error),
            cases: Vec::new(),
        }
    }

    /// Whether all went as expected.
    pub fn is_good(&self) -> bool {
        self.error.is_none() && self.summary.failed == 0
    }
}

impl ProgramTable {
    /// Begins to write it as JSON: an object, in which each program is a line that can
    /// be added as soon as it was judged.
    ///
    /// # Errors
    ///
    /// Those of `out`.
    pub fn begin_json<W: Write>(&self, out: W) -> io::Result<JsonStream<W>> {
        #[derive(Serialize)]
        struct TableHead<'t> {
            cases: &'t [String],
        }
        JsonStream::begin(out, &TableHead { cases: &self.cases }, "programs")
    }

    /// Ends what [`ProgramTable::begin_json`] began.
    ///
    /// # Errors
    ///
    /// Those of the output.
    pub fn end_json<W: Write>(stream: JsonStream<W>) -> io::Result<()> {
        #[derive(Serialize)]
        struct TableTail {}
        stream.end(&TableTail {})
    }
}
