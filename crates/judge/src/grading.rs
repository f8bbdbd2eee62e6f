//! The points of a program.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};

use crate::{CaseResult, LateRule, ShownParts, Verdict};

/// Points are multiples of one part in this many. They are added as whole numbers of parts.
const PARTS: f64 = 100.0;

/// How cases earn points.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Grading {
    /// How many failed cases a page shows with their differences, if that is limited.
    pub findings: Option<usize>,
    /// The name of the assignment, if it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// The address of the playground, for links from pages.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub playground: Option<String>,
    /// The groups, in the order of [`Score::groups`].
    pub(crate) groups: Vec<GradedGroup>,
    /// The group of each case, and its share of the points, in parts.
    pub(super) shares: BTreeMap<String, (usize, f64)>,
    /// What the teacher tells those who fail a case.
    pub(super) hints: BTreeMap<String, String>,
    /// When submissions are due, if the directory says so.
    pub late: Option<LateRule>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct GradedGroup {
    pub name: String,
    /// Whether all cases have to be right.
    pub is_whole: bool,
    /// Whether students do not see its cases.
    pub is_hidden: bool,
    /// How much of its cases students see.
    pub show: ShownParts,
    /// The verdicts that earn points.
    pub accepted: Vec<Verdict>,
}

/// The points of a program.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Score {
    /// The points earned.
    pub points: f64,
    /// The points there are.
    pub points_max: f64,
    /// The points that were taken because the submission is late, if any.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub penalty: Option<f64>,
    /// The points by group.
    pub groups: Vec<GroupScore>,
}

/// The points of a program in a group.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GroupScore {
    /// The group.
    pub name: String,
    /// The points earned.
    pub points: f64,
    /// The points there are.
    pub points_max: f64,
    /// How many of its cases earn points.
    pub cases_right: usize,
    /// How many cases it has.
    pub cases: usize,
}

/// As in `7.5 of 10`.
impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} of {}", self.points, self.points_max)
    }
}

impl GroupScore {
    /// Whether all cases earn points.
    fn is_complete(&self) -> bool {
        self.cases_right == self.cases
    }
}

impl Grading {
    /// The names of the groups.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.groups.iter().map(|group| &*group.name)
    }

    /// Whether students do not see a case.
    pub fn is_hidden(&self, case: &str) -> bool {
        self.group_of(case).is_some_and(|group| group.is_hidden)
    }

    /// How much of a case students see, if it is not hidden.
    pub fn shown_parts(&self, case: &str) -> ShownParts {
        self.group_of(case)
            .map_or(ShownParts::All, |group| group.show)
    }

    /// What the teacher tells those who fail a case.
    pub fn hint(&self, case: &str) -> Option<&str> {
        self.hints.get(case).map(String::as_str)
    }

    /// The points of a program with these results; the other cases earn nothing.
    pub fn score(&self, results: &[CaseResult]) -> Score {
        let groups = self.groups.iter().map(|group| GroupScore {
            name: group.name.clone(),
            points: 0.0,
            points_max: 0.0,
            cases_right: 0,
            cases: 0,
        });
        let mut groups: Vec<_> = groups.collect();
        let verdicts: BTreeMap<_, _> = results
            .iter()
            .map(|it| (&*it.name, it.worst_run.verdict))
            .collect();
        for (case, &(index, share)) in &self.shares {
            let verdict = verdicts.get(&**case);
            let is_right = verdict.is_some_and(|it| self.groups[index].accepted.contains(it));
            let score = &mut groups[index];
            score.points_max += share;
            score.cases += 1;
            if is_right {
                score.points += share;
                score.cases_right += 1;
            }
        }
        let (mut sum, mut sum_max) = (0.0, 0.0);
        for (score, group) in groups.iter_mut().zip(&self.groups) {
            if group.is_whole && !score.is_complete() {
                score.points = 0.0;
            }
            sum += score.points;
            sum_max += score.points_max;
            score.points /= PARTS;
            score.points_max /= PARTS;
        }
        Score {
            points: sum / PARTS,
            points_max: sum_max / PARTS,
            penalty: None,
            groups,
        }
    }

    /// Why a program has its points, for students: a sentence for each group.
    pub fn reasons<'s>(&'s self, score: &'s Score) -> impl Iterator<Item = String> + 's {
        let groups = self.groups.iter().zip(&score.groups);
        groups.map(|(group, score)| {
            let GroupScore {
                cases_right, cases, ..
            } = score;
            match group {
                GradedGroup {
                    is_hidden: true, ..
                } => "these cases are hidden".to_owned(),
                GradedGroup { is_whole: true, .. } if !score.is_complete() => {
                    format!("{cases_right} of {cases} cases, but this group counts only as a whole")
                }
                _ => format!("{cases_right} of {cases} cases"),
            }
        })
    }

    /// Takes the points of late days, but never more than there are.
    pub fn take_late_days(&self, score: &mut Score, days: u64) {
        let penalty = self.late.as_ref().map_or(0.0, |late| late.penalty);
        let taken = parts((penalty * days as f64).min(score.points)) / PARTS;
        if taken > 0.0 {
            score.points = parts(score.points - taken) / PARTS;
            score.penalty = Some(taken);
        }
    }

    /// The name of the group of a case; empty if it has none.
    pub fn group_name(&self, case: &str) -> &str {
        self.group_of(case).map_or("", |group| &group.name)
    }

    /// The points that a case with this verdict earns by itself, and those that it could earn; `None`
    /// if they depend on the others of its group. A case that was not run has no verdict.
    pub fn points_of(&self, case: &str, verdict: Option<Verdict>) -> Option<[f64; 2]> {
        let &(index, share) = self.shares.get(case)?;
        let group = &self.groups[index];
        let is_right = verdict.is_some_and(|it| group.accepted.contains(&it));
        let points = [if is_right { share } else { 0.0 }, share].map(|it| it / PARTS);
        (!group.is_whole).then_some(points)
    }

    fn group_of(&self, case: &str) -> Option<&GradedGroup> {
        let (group, _) = self.shares.get(case)?;
        self.groups.get(*group)
    }
}

/// The nearest whole number of parts.
pub(super) fn parts(points: f64) -> f64 {
    (points * PARTS).round()
}
