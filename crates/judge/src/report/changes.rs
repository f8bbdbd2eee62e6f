//! The changes since an earlier run.

use std::collections::HashMap;

use serde::Serialize;

use super::NOT_RUN;
use super::program_table::{BuildOutcome, CaseOutcome, ProgramOutcome, ProgramRow, ProgramTable};
use super::records::ProgramRecord;
use crate::case_result::joined;
use crate::expectations::ExpectedStatus;
use crate::grading::Score;
use crate::verdict::Verdict;

/// The differences between two runs.
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
    /// The earlier verdict.
    pub old: String,
    /// The new verdict.
    pub new: String,
}

impl ProgramTable {
    /// The changes since the earlier run, if there is one.
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
            let old = earlier.programs.iter();
            match old.rev().find(|old| old.program == row.program) {
                Some(old) => changes.programs.extend(ProgramChange::of(old, row, &cases)),
                None => changes.new_programs.push(row.program.clone()),
            }
        }
        let names = self.programs.iter().map(|row| row.program.clone());
        let earlier = earlier.programs.iter().map(|old| old.program.clone());
        let [names, earlier] = [names.collect::<Vec<_>>(), earlier.collect()];
        changes.missing_programs = missing_from(&names, &earlier);
        alphanumeric_sort::sort_str_slice(&mut changes.missing_programs);
        Some(changes)
    }
}

/// The names that are in the second list, but not in the first.
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
        // The earlier outcome was read from JSON, too.
        let new = serde_json::to_value(ProgramRecord::new(row, None)).ok()?;
        let new: ProgramOutcome = serde_json::from_value(new).ok()?;
        let words = [old, &new].map(|outcome| (outcome.words(), outcome.word_for_others()));
        let changed = cases.iter().filter_map(|&case| {
            let word = |(words, others): &(HashMap<_, String>, &'static str)| {
                words.get(&**case).map_or(*others, |word| word).to_owned()
            };
            let [old, new] = words.each_ref().map(word);
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

    /// The points gained; without points, 1 if more cases are accepted and -1 if fewer are.
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
    /// The verdicts of its cases in words.
    fn words(&self) -> HashMap<&str, String> {
        let word = |case: &CaseOutcome| match (case.standing, case.verdict) {
            (ExpectedStatus::Apart, Verdict::Accepted) => {
                case.standing.word(case.verdict).to_owned()
            }
            (ExpectedStatus::Apart, verdict) => format!("{verdict} as expected"),
            _ if !case.unstable.is_empty() => joined(&case.unstable),
            (_, verdict) => verdict.to_string(),
        };
        let cases = self.cases.iter();
        cases.map(|case| (&*case.name, word(case))).collect()
    }

    /// The word for all other cases.
    fn word_for_others(&self) -> &'static str {
        match (&self.build, &self.error) {
            (Some(BuildOutcome { failed: true }), _) => Verdict::CompileError.code(),
            (_, Some(_)) => "not judged",
            (_, None) => NOT_RUN,
        }
    }
}
