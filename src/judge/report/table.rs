//! Many programs on the same cases.

use std::io::{self, Write};

use serde::Serialize;

use super::{JsonStream, Record, Report, Summary};

/// Programs by cases.
#[derive(Clone, Debug, Default)]
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
    /// Begins to write it as JSON: an object, in which each program is a line that can
    /// be added as soon as it was judged.
    ///
    /// # Errors
    ///
    /// Those of `out`.
    pub fn begin_json<W: Write>(&self, out: W) -> io::Result<JsonStream<W>> {
        #[derive(Serialize)]
        struct Head<'t> {
            cases: &'t [String],
        }
        JsonStream::begin(out, &Head { cases: &self.cases }, "programs")
    }

    /// Ends what [`Table::begin_json`] began.
    ///
    /// # Errors
    ///
    /// Those of the output.
    pub fn end_json<W: Write>(stream: JsonStream<W>) -> io::Result<()> {
        #[derive(Serialize)]
        struct Tail {}
        stream.end(&Tail {})
    }
}
