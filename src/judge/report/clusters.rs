//! Programs that fail in the same way.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use serde::Serialize;

use super::ProgramTable;
use super::mistake::Mistake;
use crate::judge::{CaseResult, Verdict};

/// How many cases a description names.
const CASES_NAMED_MAX: usize = 8;

/// Programs that fail in the same way.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FailureCluster {
    /// What they have in common, in one sentence.
    pub description: String,
    /// The programs, at least two.
    pub programs: Vec<String>,
    /// The cases.
    pub cases: Vec<String>,
    /// One of the failures.
    pub example: FailurePlace,
}

/// A program, and a case in which it fails.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FailurePlace {
    /// The program.
    pub program: String,
    /// The case.
    pub case: String,
}

/// Groups the failures of a class, the most important groups first: those with the most failures.
///
/// A group is a mistake that shows alike in all cases, such as a missing blank; or the same first
/// difference in the same case, or in several cases of the same programs; or programs that print the same
/// wrong output wherever they fail. A failure can be in several groups.
pub fn clusters(table: &ProgramTable) -> Vec<FailureCluster> {
    let failures = failures(table);
    let mut groups = by_mistake(&failures);
    groups.retain(|group| group.programs.len() > 1);
    let same_outputs = by_outputs(&failures);
    let is_new = |group: &FailureGroup| !groups.iter().any(|other| other.covers(group));
    let same_outputs: Vec<_> = same_outputs.into_iter().filter(is_new).collect();
    groups.extend(same_outputs);
    groups.sort_by_key(|group| (usize::MAX - group.failures, group.cases.clone()));
    groups.iter().map(|group| group.cluster(table)).collect()
}

/// A failed case of a program, by their numbers.
struct ClusteredFailure<'t> {
    program: usize,
    case: usize,
    found: &'t CaseResult,
    mistake: Mistake,
}

#[derive(Default)]
struct FailureGroup {
    programs: BTreeSet<usize>,
    cases: BTreeSet<usize>,
    failures: usize,
    /// A program and a case.
    example: (usize, usize),
    /// What is wrong.
    texts: BTreeSet<String>,
}

impl FailureGroup {
    fn add(&mut self, failure: &ClusteredFailure<'_>, text: &str) {
        if self.failures == 0 {
            self.example = (failure.program, failure.case);
        }
        self.programs.insert(failure.program);
        self.cases.insert(failure.case);
        self.failures += 1;
        self.texts.insert(text.to_owned());
    }

    /// Adds the cases of another group of the same programs.
    fn merge(&mut self, other: Self) {
        if self.failures == 0 {
            *self = other;
            return;
        }
        self.cases.extend(other.cases);
        self.failures += other.failures;
        self.texts.extend(other.texts);
    }

    fn covers(&self, other: &Self) -> bool {
        self.programs.is_superset(&other.programs) && self.cases.is_superset(&other.cases)
    }

    fn cluster(&self, table: &ProgramTable) -> FailureCluster {
        let program = |&at: &usize| table.programs[at].program.clone();
        let case = |&at: &usize| table.cases[at].clone();
        let cases: Vec<_> = self.cases.iter().map(case).collect();
        let what = match self.texts.first() {
            Some(text) if self.texts.len() == 1 => text,
            _ => " fail in the same way",
        };
        let named = cases[..cases.len().min(CASES_NAMED_MAX)].join(", ");
        let more = match cases.len().saturating_sub(CASES_NAMED_MAX) {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        FailureCluster {
            description: format!("{} programs{what}: {named}{more}", self.programs.len()),
            programs: self.programs.iter().map(program).collect(),
            cases,
            example: FailurePlace {
                program: program(&self.example.0),
                case: case(&self.example.1),
            },
        }
    }
}

fn failures(table: &ProgramTable) -> Vec<ClusteredFailure<'_>> {
    let numbers: HashMap<_, _> = table.cases.iter().zip(0..).collect();
    let rows = table.programs.iter().enumerate();
    let results =
        rows.flat_map(|(program, row)| row.cases.iter().map(move |found| (program, found)));
    let failure = |(program, found): (usize, _)| {
        let found: &CaseResult = found;
        Some(ClusteredFailure {
            program,
            case: *numbers.get(&found.name)?,
            found,
            mistake: Mistake::of(found)?,
        })
    };
    results.filter_map(failure).collect()
}

fn by_mistake(failures: &[ClusteredFailure<'_>]) -> Vec<FailureGroup> {
    let (mut general, mut specific) = (BTreeMap::new(), BTreeMap::new());
    for failure in failures {
        let text = &failure.mistake.text;
        let group: &mut FailureGroup = if failure.mistake.is_general {
            general.entry(text).or_default()
        } else {
            let difference = failure.found.worst_run.telling_difference();
            let place = difference.map(|it| (it.found.line, it.expected.shown(), it.found.shown()));
            specific.entry((failure.case, text, place)).or_default()
        };
        group.add(failure, text);
    }
    let mut by_programs: BTreeMap<_, FailureGroup> = BTreeMap::new();
    for group in specific.into_values() {
        by_programs
            .entry(group.programs.clone())
            .or_default()
            .merge(group);
    }
    general
        .into_values()
        .chain(by_programs.into_values())
        .collect()
}

/// Groups of programs that print the same wrong outputs in all cases in which they fail, at least two.
fn by_outputs(failures: &[ClusteredFailure<'_>]) -> Vec<FailureGroup> {
    type Outputs<'f> = Vec<(usize, Verdict, Option<&'f str>)>;
    let mut by_program: BTreeMap<usize, Outputs<'_>> = BTreeMap::new();
    for failure in failures {
        let run = &failure.found.worst_run;
        let output = (failure.case, run.verdict, run.output_hash.as_deref());
        by_program.entry(failure.program).or_default().push(output);
    }
    let printed =
        |outputs: &Outputs<'_>| outputs.iter().filter(|output| output.2.is_some()).count();
    by_program.retain(|_, outputs| printed(outputs) > 1);
    let mut groups: BTreeMap<_, FailureGroup> = BTreeMap::new();
    for failure in failures {
        if let Some(outputs) = by_program.get(&failure.program) {
            let group = groups.entry(outputs).or_default();
            group.add(failure, " print the same wrong outputs");
        }
    }
    let groups = groups.into_values();
    groups.filter(|group| group.programs.len() > 1).collect()
}
