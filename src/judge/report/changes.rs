//! What has changed since an earlier run.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{ProgramRow, ProgramTable};
use crate::judge::{ExpectedStatus, Score, Verdict};

/// The word for a case that was not run.
const NOT_RUN: &str = "not run";

/// The results of an earlier run, read from its JSON.
#[derive(Clone, Debug)]
pub struct EarlierRun {
    cases: Vec<String>,
    programs: BTreeMap<String, ProgramOutcome>,
}

/// Why a file is not the JSON of an earlier run.
#[derive(Debug, thiserror::Error)]
pub enum EarlierRunError {
    /// It is not JSON, or not all of it.
    #[error("it is not JSON, or incomplete: {0}")]
    Syntax(serde_json::Error),
    /// It is about a single program.
    #[error("it is the report of one program, not of --programs")]
    OneProgram,
    /// It is something else.
    #[error("it is not a report of --programs: {0}")]
    Other(serde_json::Error),
}

/// What differs between two runs.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct RunChanges {
    /// The programs whose points or verdicts have changed, in order.
    pub programs: Vec<ProgramChange>,
    /// The programs that only the new run has.
    pub new_programs: Vec<String>,
    /// The programs that only the earlier run has.
    pub missing_programs: Vec<String>,
    /// The cases that only the new run has.
    pub new_cases: Vec<String>,
    /// The cases that only the earlier run has.
    pub missing_cases: Vec<String>,
}

/// How the results of a program have changed: the earlier ones and the new ones.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ProgramChange {
    /// The program.
    pub program: String,
    /// The number of accepted cases.
    pub accepted: [usize; 2],
    /// The points, where there are any.
    pub points: [Option<f64>; 2],
    /// The points there are.
    pub points_max: [Option<f64>; 2],
    /// The cases of both runs whose verdicts have changed.
    pub cases: Vec<CaseChange>,
}

/// The verdicts of a case in both runs, in words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CaseChange {
    /// The case.
    pub case: String,
    /// What it was.
    pub old: String,
    /// What it is now.
    pub new: String,
}

/// The results of a program, as far as they are compared.
#[derive(Clone, Debug, PartialEq)]
struct ProgramOutcome {
    accepted: usize,
    score: Option<Score>,
    /// The verdicts in words.
    verdicts: BTreeMap<String, String>,
    /// The word for all other cases.
    others: &'static str,
}

impl EarlierRun {
    /// Reads the JSON of a table of programs.
    ///
    /// # Errors
    ///
    /// If it is something else.
    pub fn parse(json: &[u8]) -> Result<Self, EarlierRunError> {
        let value: serde_json::Value =
            serde_json::from_slice(json).map_err(EarlierRunError::Syntax)?;
        if value.get("program").is_some() && value.get("programs").is_none() {
            return Err(EarlierRunError::OneProgram);
        }
        let table: TableJson = serde_json::from_value(value).map_err(EarlierRunError::Other)?;
        let programs = table.programs.into_iter();
        Ok(Self {
            cases: table.cases,
            programs: programs
                .map(|program| (program.program.clone(), program.outcome()))
                .collect(),
        })
    }
}

impl ProgramTable {
    /// What has changed since the earlier run, if there is one.
    pub fn changes(&self) -> Option<RunChanges> {
        let earlier = self.earlier.as_ref()?;
        let mut changes = RunChanges {
            new_cases: missing_from(&earlier.cases, &self.cases),
            missing_cases: missing_from(&self.cases, &earlier.cases),
            ..RunChanges::default()
        };
        let cases: Vec<_> = self
            .cases
            .iter()
            .filter(|case| !changes.new_cases.contains(case))
            .collect();
        for row in &self.programs {
            match earlier.programs.get(&row.program) {
                Some(old) => changes.programs.extend(ProgramChange::of(old, row, &cases)),
                None => changes.new_programs.push(row.program.clone()),
            }
        }
        let names: Vec<_> = self
            .programs
            .iter()
            .map(|row| row.program.clone())
            .collect();
        let earlier: Vec<_> = earlier.programs.keys().cloned().collect();
        changes.missing_programs = missing_from(&names, &earlier);
        alphanumeric_sort::sort_str_slice(&mut changes.missing_programs);
        Some(changes)
    }
}

/// What the second list has, but not the first.
fn missing_from(list: &[String], other: &[String]) -> Vec<String> {
    let list: std::collections::HashSet<_> = list.iter().collect();
    let others = other.iter().filter(|name| !list.contains(name));
    others.cloned().collect()
}

impl RunChanges {
    /// Whether nothing has changed.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// How many programs gain, and how many lose.
    pub fn gains_and_losses(&self) -> [usize; 2] {
        let count = |is_wanted: fn(f64) -> bool| {
            let programs = self.programs.iter();
            programs.filter(|change| is_wanted(change.gain())).count()
        };
        [count(|gain| gain > 0.0), count(|gain| gain < 0.0)]
    }
}

impl ProgramChange {
    fn of(old: &ProgramOutcome, row: &ProgramRow, cases: &[&String]) -> Option<Self> {
        let new = ProgramOutcome::from(row);
        let changed = cases.iter().filter_map(|&case| {
            let [old, new] = [old, &new].map(|outcome| outcome.word(case).to_owned());
            (old != new).then(|| CaseChange {
                case: case.clone(),
                old,
                new,
            })
        });
        let outcomes = [old, &new];
        let score = |of: fn(&Score) -> f64| outcomes.map(|it| it.score.as_ref().map(of));
        let change = Self {
            program: row.program.clone(),
            accepted: outcomes.map(|it| it.accepted),
            points: score(|score| score.points),
            points_max: score(|score| score.points_max),
            cases: changed.collect(),
        };
        let is_same = change.accepted[0] == change.accepted[1]
            && change.points[0] == change.points[1]
            && change.points_max[0] == change.points_max[1]
            && change.cases.is_empty();
        (!is_same).then_some(change)
    }

    /// By how much the points have grown, or without points the accepted cases.
    fn gain(&self) -> f64 {
        match self.points {
            [Some(old), Some(new)] => new - old,
            _ => {
                f64::from(u8::from(self.accepted[1] > self.accepted[0]))
                    - f64::from(u8::from(self.accepted[1] < self.accepted[0]))
            }
        }
    }
}

impl ProgramOutcome {
    fn word(&self, case: &str) -> &str {
        self.verdicts.get(case).map_or(self.others, |word| word)
    }
}

impl From<&ProgramRow> for ProgramOutcome {
    fn from(row: &ProgramRow) -> Self {
        let word = |found: &crate::judge::CaseResult| {
            let word = word(found.status, found.worst_run.verdict);
            (found.name.clone(), word)
        };
        Self {
            accepted: row.summary.accepted,
            score: row.score.clone(),
            verdicts: row.cases.iter().map(word).collect(),
            others: word_for_all(row.is_build_failed(), row.error.is_some()),
        }
    }
}

/// The verdict of a case.
fn word(status: ExpectedStatus, verdict: Verdict) -> String {
    match (status, verdict) {
        (ExpectedStatus::Apart, Verdict::Accepted) => status.word(verdict).to_owned(),
        (ExpectedStatus::Apart, verdict) => format!("{verdict} as expected"),
        (_, verdict) => verdict.to_string(),
    }
}

/// The word for all cases without results.
const fn word_for_all(is_build_failed: bool, is_error: bool) -> &'static str {
    match (is_build_failed, is_error) {
        (true, _) => Verdict::CompileError.code(),
        (false, true) => Verdict::JudgeError.code(),
        (false, false) => NOT_RUN,
    }
}

#[derive(Deserialize)]
struct TableJson {
    cases: Vec<String>,
    programs: Vec<ProgramJson>,
}

#[derive(Deserialize)]
struct ProgramJson {
    program: String,
    accepted: usize,
    score: Option<Score>,
    build: Option<BuildJson>,
    error: Option<String>,
    cases: Vec<CaseJson>,
}

#[derive(Deserialize)]
struct BuildJson {
    failed: bool,
}

#[derive(Deserialize)]
struct CaseJson {
    name: String,
    verdict: Verdict,
    standing: ExpectedStatus,
}

impl ProgramJson {
    fn outcome(self) -> ProgramOutcome {
        let words = self.cases.into_iter();
        let words = words.map(|case| (case.name, word(case.standing, case.verdict)));
        let is_build_failed = self.build.is_some_and(|build| build.failed);
        ProgramOutcome {
            accepted: self.accepted,
            score: self.score,
            verdicts: words.collect(),
            others: word_for_all(is_build_failed, self.error.is_some()),
        }
    }
}
