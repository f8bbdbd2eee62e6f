//! Programs that fail in the same way.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, HashMap};

use serde::Serialize;

use super::ProgramTable;
use super::mistake::Mistake;
use crate::{CaseResult, Verdict};

/// Programs that fail in the same way.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FailureCluster {
    /// Their common mistake, in one sentence.
    pub description: String,
    /// The programs, at least two.
    pub programs: Vec<ClusterProgram>,
    /// One of the failures.
    pub example: FailurePlace,
}

/// A program, and the cases in which it fails in the same way as others.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ClusterProgram {
    /// The program.
    pub program: String,
    /// Its own cases, at least one.
    pub cases: Vec<String>,
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
    groups.retain(|group| group.cases.len() > 1);
    let same_outputs = by_outputs(&failures);
    let is_new = |group: &FailureGroup| !groups.iter().any(|other| other.covers(group));
    let same_outputs: Vec<_> = same_outputs.into_iter().filter(is_new).collect();
    groups.extend(same_outputs);
    groups.sort_by_key(|group| (Reverse(group.failures()), group.all_cases()));
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
    /// The programs, and the cases of each.
    cases: BTreeMap<usize, BTreeSet<usize>>,
    /// A program and a case.
    example: (usize, usize),
    /// The mistakes.
    texts: BTreeSet<String>,
}

impl FailureGroup {
    fn add(&mut self, failure: &ClusteredFailure<'_>, text: &str) {
        if self.cases.is_empty() {
            self.example = (failure.program, failure.case);
        }
        let cases = self.cases.entry(failure.program).or_default();
        cases.insert(failure.case);
        self.texts.insert(text.to_owned());
    }

    /// Adds the cases of another group of the same programs.
    fn merge(&mut self, other: Self) {
        if self.cases.is_empty() {
            *self = other;
            return;
        }
        for (program, cases) in other.cases {
            self.cases.entry(program).or_default().extend(cases);
        }
        self.texts.extend(other.texts);
    }

    fn failures(&self) -> usize {
        self.cases.values().map(BTreeSet::len).sum()
    }

    /// The cases of all programs.
    fn all_cases(&self) -> BTreeSet<usize> {
        self.cases.values().flatten().copied().collect()
    }

    fn covers(&self, other: &Self) -> bool {
        let has = |(program, cases): (_, &BTreeSet<_>)| {
            let own = self.cases.get(program);
            own.is_some_and(|own| own.is_superset(cases))
        };
        other.cases.iter().all(has)
    }

    fn cluster(&self, table: &ProgramTable) -> FailureCluster {
        let program = |at: usize| table.programs[at].program.clone();
        let case = |at: usize| table.cases[at].clone();
        let what = match self.texts.first() {
            Some(text) if self.texts.len() == 1 => text,
            _ => " fail in the same way",
        };
        let programs = self.cases.iter().map(|(&at, cases)| ClusterProgram {
            program: program(at),
            cases: cases.iter().copied().map(case).collect(),
        });
        FailureCluster {
            description: format!("{} programs{what}", self.cases.len()),
            programs: programs.collect(),
            example: FailurePlace {
                program: program(self.example.0),
                case: case(self.example.1),
            },
        }
    }
}

impl FailureCluster {
    /// The programs by their cases, those with the same cases together, as in `anna, bob: T1, T2`. Of
    /// more than `names_max` programs or cases, the first are named.
    pub fn lines(&self, names_max: usize) -> Vec<String> {
        let named = |names: &[&str]| match names.len().saturating_sub(names_max) {
            0 => names.join(", "),
            more => format!("{} and {more} more", names[..names_max].join(", ")),
        };
        let mut by_cases: Vec<(&[String], Vec<&str>)> = Vec::new();
        for ClusterProgram { program, cases } in &self.programs {
            match by_cases.iter_mut().find(|(others, _)| others == cases) {
                Some((_, programs)) => programs.push(program),
                None => by_cases.push((cases, vec![program])),
            }
        }
        let lines = by_cases.iter().map(|(cases, programs)| {
            let cases: Vec<_> = cases.iter().map(String::as_str).collect();
            format!("{}: {}", named(programs), named(&cases))
        });
        lines.collect()
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
        let programs: Vec<_> = group.cases.keys().copied().collect();
        by_programs.entry(programs).or_default().merge(group);
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
    groups.filter(|group| group.cases.len() > 1).collect()
}
