//! How good a set of cases is at telling programs apart: which programs each case catches, and
//! which cases are needed.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;
use serde_json::{Value, json};

use super::report::{ProgramTable, RowReport};
use super::{ExpectedStatus, Verdict};
use admiralty_escape::escape;

/// How good a set of cases is at telling programs apart, such as faulty versions of one. A case
/// catches a program that fails it.
#[derive(Clone, Debug)]
pub struct Adequacy {
    /// The value of each case.
    pub cases: Vec<CaseAdequacy>,
    /// The programs that could be judged.
    pub judged: Vec<String>,
    /// The programs that could not be judged, or built.
    pub not_judged: Vec<String>,
    /// The programs that no case catches.
    pub uncaught: Vec<String>,
    /// The groups of programs, of those that are caught, which no case distinguishes: in each case
    /// they have the same verdict and the same output.
    pub alike: Vec<Vec<String>>,
    /// A small set of cases that catches all programs that are caught, chosen greedily.
    pub sufficient: Vec<String>,
}

/// The result of a program in a case: the index of the case, the verdict and a hash of the output.
type Behaviour = (usize, Verdict, Option<String>);

/// The value of a case.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CaseAdequacy {
    /// The name of the case.
    pub name: String,
    /// The programs that it catches.
    pub catches: Vec<String>,
    /// The programs that no other case catches.
    pub alone: Vec<String>,
}

impl Adequacy {
    /// Measures the cases of a table by its programs. A case that was not run catches nothing.
    pub fn of(table: &ProgramTable) -> Self {
        let (judged, others): (Vec<_>, Vec<_>) =
            table.programs.iter().partition(|row| row.error.is_none());
        let at: BTreeMap<_, _> = (0..)
            .zip(&table.cases)
            .map(|(at, name)| (name, at))
            .collect();
        let mut caught_by = vec![Vec::new(); judged.len()];
        let mut sets = vec![Vec::new(); table.cases.len()];
        let mut behaviours: BTreeMap<Vec<Behaviour>, Vec<usize>> = BTreeMap::new();
        for (program, row) in judged.iter().enumerate() {
            let mut behaviour = Vec::new();
            for found in &row.cases {
                let Some(&case) = at.get(&found.name) else {
                    continue;
                };
                let run = &found.worst_run;
                behaviour.push((case, run.verdict, run.output_hash.clone()));
                if found.status == ExpectedStatus::Failed {
                    caught_by[program].push(case);
                    sets[case].push(program);
                }
            }
            behaviours.entry(behaviour).or_default().push(program);
        }
        let name = |program: usize| judged[program].program.clone();
        let names = |programs: &[usize]| programs.iter().map(|&it| name(it)).collect::<Vec<_>>();
        let cases = (0..).zip(&table.cases).map(|(case, case_name)| {
            let set: &[usize] = &sets[case];
            let alone: Vec<_> = set
                .iter()
                .copied()
                .filter(|&it| caught_by[it].len() == 1)
                .collect();
            CaseAdequacy {
                name: case_name.clone(),
                catches: names(set),
                alone: names(&alone),
            }
        });
        let uncaught = (0..judged.len()).filter(|&program| caught_by[program].is_empty());
        let mut alike: Vec<_> = behaviours
            .into_values()
            .filter(|programs| programs.len() > 1 && !caught_by[programs[0]].is_empty())
            .collect();
        alike.sort_unstable();
        let sufficient = sufficient_cases(&sets, &caught_by)
            .into_iter()
            .map(|case| table.cases[case].clone());
        Self {
            cases: cases.collect(),
            judged: judged.iter().map(|row| row.program.clone()).collect(),
            not_judged: others.iter().map(|row| row.program.clone()).collect(),
            uncaught: uncaught.map(name).collect(),
            alike: alike.iter().map(|programs| names(programs)).collect(),
            sufficient: sufficient.collect(),
        }
    }

    /// How many programs are caught.
    pub fn caught(&self) -> usize {
        self.judged.len() - self.uncaught.len()
    }
}

/// Cases that together catch all programs that are caught, ascending. `catches` has the programs by
/// case, `caught_by` the cases by program. First come the cases that no other can replace, then
/// always the one that catches the most programs that are left (greedy set cover).
fn sufficient_cases(catches: &[Vec<usize>], caught_by: &[Vec<usize>]) -> Vec<usize> {
    let mut chosen = BTreeSet::new();
    for cases in caught_by {
        if let [only] = cases[..] {
            chosen.insert(only);
        }
    }
    loop {
        let is_left = |program: usize| caught_by[program].iter().all(|case| !chosen.contains(case));
        let gain = |case: usize| catches[case].iter().filter(|&&it| is_left(it)).count();
        let best = (0..catches.len()).max_by_key(|&case| (gain(case), Reverse(case)));
        match best.filter(|&case| gain(case) > 0) {
            Some(best) => chosen.insert(best),
            None => return chosen.into_iter().collect(),
        };
    }
}

/// A row of CSV has how many programs the case catches, and how many of them no other case catches,
/// whether it is in the sufficient set, and `yes` for each program that it catches.
impl RowReport for Adequacy {
    type Row = CaseAdequacy;

    const NAME: &'static str = "cases";

    fn rows(&self) -> &[CaseAdequacy] {
        &self.cases
    }

    fn record(&self, row: &CaseAdequacy) -> impl Serialize {
        row
    }

    fn head(&self) -> Vec<(&'static str, Value)> {
        vec![
            ("caught", json!(self.caught())),
            ("judged", json!(self.judged.len())),
        ]
    }

    fn tail(&self) -> Vec<(&'static str, Value)> {
        vec![
            ("uncaught", json!(self.uncaught)),
            ("not_judged", json!(self.not_judged)),
            ("alike", json!(self.alike)),
            ("sufficient", json!(self.sufficient)),
        ]
    }

    fn columns(&self) -> Vec<String> {
        let columns = ["case", "catches", "alone", "sufficient"].map(str::to_owned);
        let programs = self.judged.iter().map(|name| escape(name).into_owned());
        columns.into_iter().chain(programs).collect()
    }

    fn fields(&self, case: &CaseAdequacy) -> Vec<String> {
        let yes = |is_so: bool| if is_so { "yes" } else { "" }.to_owned();
        let columns = [
            escape(&case.name).into_owned(),
            case.catches.len().to_string(),
            case.alone.len().to_string(),
            yes(self.sufficient.contains(&case.name)),
        ];
        let catches = |name: &String| yes(case.catches.contains(name));
        columns
            .into_iter()
            .chain(self.judged.iter().map(catches))
            .collect()
    }
}
