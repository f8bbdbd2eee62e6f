//! Reports of the judge for other programs, in JSON and CSV. Files of results have more: all
//! members of the rows.

use std::ffi::{OsStr, OsString};
use std::time::{Duration, SystemTime};

use admiralty_escape::escape;
use serde::{Deserialize, Serialize};

use crate::{CaseResult, ExpectedStatus, Grading};

mod causes;
mod changes;
mod classroom50;
mod clusters;
mod gradescope;
mod junit;
mod moodle;
mod program_table;
mod provenance;
mod records;
mod rows;

pub use crate::case_result::{mebibytes, seconds};
pub use causes::{CommonCause, FailureCause};
pub use changes::{CaseChange, ProgramChange, RunChanges};
pub use classroom50::Classroom50;
pub use clusters::{ClusterProgram, FailureCluster, FailurePlace, clusters};
pub use junit::{day, write_junit};
pub use moodle::{Participant, Worksheet, WorksheetError, write_archive};
pub use program_table::{EarlierRun, ProgramRow, ProgramTable};
pub use provenance::Provenance;
pub use records::to_json;
pub use rows::RowReport;

const NOT_RUN: &str = "not run";

/// The report on a single program.
#[derive(Clone, Debug)]
pub struct JudgeReport {
    /// The program and its arguments.
    pub command: Vec<String>,
    /// The name of the assignment; empty if it is not known.
    pub assignment: String,
    /// How outputs were judged.
    pub compare: String,
    /// How the results came about.
    pub provenance: Option<Provenance>,
    /// When judging began.
    pub begun: SystemTime,
    /// How the cases earn points, if they do.
    pub grading: Option<Grading>,
    /// The results; the name is the command line.
    pub row: ProgramRow,
}

/// How many cases have each status.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct StatusCounts {
    /// Accepted.
    pub accepted: usize,
    /// As expected, but not counted.
    pub apart: usize,
    /// Not as expected.
    pub failed: usize,
}

impl StatusCounts {
    /// Counts a case.
    pub fn add(&mut self, status: ExpectedStatus) {
        *match status {
            ExpectedStatus::Accepted => &mut self.accepted,
            ExpectedStatus::Apart => &mut self.apart,
            ExpectedStatus::Failed => &mut self.failed,
        } += 1;
    }
}

impl JudgeReport {
    /// An empty report on a program.
    pub fn new(program: &[OsString], compare: String) -> Self {
        let words = program.iter().map(|word| word.to_string_lossy().into());
        Self {
            command: words.collect(),
            assignment: String::new(),
            compare,
            provenance: None,
            begun: SystemTime::now(),
            grading: None,
            row: ProgramRow {
                program: command_line(program),
                ..ProgramRow::default()
            },
        }
    }
}

/// A program and its arguments in one line, quoted for a shell, with invisible characters escaped.
pub fn command_line<S: AsRef<OsStr>>(words: &[S]) -> String {
    let words: Vec<_> = words
        .iter()
        .map(|word| word.as_ref().to_string_lossy())
        .collect();
    let line = shlex::try_join(words.iter().map(|word| &**word));
    // Nothing but a NUL byte prevents quoting, and no argument has one.
    escape(&line.unwrap_or_else(|_| words.join(" "))).into_owned()
}

/// The wall-clock time of the worst runs of all cases.
fn wall_seconds(cases: &[CaseResult]) -> f64 {
    let times = cases.iter().map(|found| found.worst_run.usage.wall);
    times.sum::<Duration>().as_secs_f64()
}
