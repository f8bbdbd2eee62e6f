//! Several programs on the same cases.

use std::time::SystemTime;

use serde::{Deserialize, Serialize};

use super::StatusCounts;
use super::causes::CommonCause;
use super::provenance::Provenance;
use crate::build::Build;
use crate::case_result::CaseResult;
use crate::expectations::ExpectedStatus;
use crate::grading::{Grading, Score};
use crate::selection::JudgingTask;
use crate::verdict::Verdict;

/// A table of programs by cases.
#[derive(Clone, Debug)]
pub struct ProgramTable {
    /// The names of the cases, in order.
    pub cases: Vec<String>,
    /// The name of the assignment; empty if it is not known.
    pub assignment: String,
    /// How outputs were judged.
    pub compare: String,
    /// How the results came about; unknown if they were merged.
    pub provenance: Option<Provenance>,
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
    /// How many days it is late, if there is a deadline.
    pub late_days: Option<u64>,
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
        let title = grading.as_ref().and_then(|it| it.title.clone());
        Self {
            cases,
            assignment: title.unwrap_or_default(),
            compare,
            provenance: None,
            begun: SystemTime::now(),
            grading,
            programs: Vec::new(),
            earlier: None,
            missing: 0,
        }
    }
}

impl ProgramTable {
    /// Whether there is a time when submissions are due.
    pub fn has_deadline(&self) -> bool {
        self.grading.as_ref().is_some_and(|it| it.late.is_some())
    }
}

impl ProgramRow {
    /// What it is to be late, in words, if it is.
    pub fn lateness(&self) -> Option<String> {
        let days = match self.late_days? {
            0 => return None,
            1 => "1 day late".to_owned(),
            days => format!("{days} days late"),
        };
        let penalty = self.score.as_ref().and_then(|score| score.penalty);
        Some(match penalty {
            Some(1.0) => format!("{days}, 1 point less"),
            Some(points) => format!("{days}, {points} points less"),
            None => days,
        })
    }

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

    /// The rules by which it was built, or could not be.
    pub(crate) fn rules(&self) -> impl Iterator<Item = &str> {
        self.build.iter().flat_map(|build| {
            let others = build.others.iter().map(|other| &*other.rule);
            [&*build.rule].into_iter().chain(others)
        })
    }

    /// The cause that most of its failures have in common.
    pub fn cause(&self) -> Option<CommonCause> {
        CommonCause::of(&self.cases)
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
        self.score = grading.map(|grading| {
            let mut score = grading.score(&self.cases);
            grading.take_late_days(&mut score, self.late_days.unwrap_or(0));
            score
        });
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

/// The results of an earlier run, read from its JSON.
#[derive(Clone, Debug, Deserialize)]
pub struct EarlierRun {
    pub(super) cases: Vec<String>,
    pub(super) programs: Vec<ProgramOutcome>,
}

/// The results of a program in JSON, as far as they are compared.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct ProgramOutcome {
    pub(super) program: String,
    pub(super) accepted: usize,
    pub(super) score: Option<Score>,
    pub(super) build: Option<BuildOutcome>,
    pub(super) error: Option<String>,
    pub(super) cases: Vec<CaseOutcome>,
}

#[derive(Clone, Debug, Deserialize)]
pub(super) struct BuildOutcome {
    pub(super) failed: bool,
}

#[derive(Clone, Debug, Deserialize)]
pub(super) struct CaseOutcome {
    pub(super) name: String,
    pub(super) verdict: Verdict,
    pub(super) standing: ExpectedStatus,
    /// The verdicts of an unstable case.
    #[serde(default)]
    pub(super) unstable: Vec<Verdict>,
}

impl EarlierRun {
    /// Reads the JSON of a table of programs.
    ///
    /// # Errors
    ///
    /// Why it is something else.
    pub fn parse(json: &[u8]) -> Result<Self, String> {
        let value: serde_json::Value = serde_json::from_slice(json)
            .map_err(|error| format!("it is not JSON, or incomplete: {error}"))?;
        if value.get("program").is_some() && value.get("programs").is_none() {
            return Err("it is the report of one program, not of a class".to_owned());
        }
        serde_json::from_value(value)
            .map_err(|error| format!("it is not a report of a class: {error}"))
    }
}
