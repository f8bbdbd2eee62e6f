//! The points of a program.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};

use crate::{CaseResult, ShownParts, Verdict};

/// Points are multiples of one part in this many. They are added as whole numbers of parts.
const PARTS: f64 = 100.0;

/// How cases earn points.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Grading {
    /// How many failed cases a page shows with their differences, if that is limited.
    pub findings: Option<usize>,
    /// The groups, in the order of [`Score::groups`].
    pub(crate) groups: Vec<GradedGroup>,
    /// The group of each case, and its share of the points, in parts.
    pub(super) shares: BTreeMap<String, (usize, f64)>,
    /// What the teacher tells those who fail a case.
    pub(super) hints: BTreeMap<String, String>,
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
}

/// As in `7.5 of 10`.
impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} of {}", self.points, self.points_max)
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
        let mut earned = vec![(0.0, 0.0, true); self.groups.len()];
        let verdicts: BTreeMap<_, _> = results
            .iter()
            .map(|it| (&*it.name, it.worst_run.verdict))
            .collect();
        for (case, &(index, share)) in &self.shares {
            let verdict = verdicts.get(&**case);
            let is_right = verdict.is_some_and(|it| self.groups[index].accepted.contains(it));
            let (points, of, is_all) = &mut earned[index];
            *of += share;
            *points += if is_right { share } else { 0.0 };
            *is_all &= is_right;
        }
        let (mut sum, mut sum_max) = (0.0, 0.0);
        let graded = self.groups.iter().zip(earned);
        let scores = graded.map(|(group, (points, of, is_all))| {
            let points = if is_all || !group.is_whole {
                points
            } else {
                0.0
            };
            sum += points;
            sum_max += of;
            GroupScore {
                name: group.name.clone(),
                points: points / PARTS,
                points_max: of / PARTS,
            }
        });
        let groups = scores.collect();
        Score {
            points: sum / PARTS,
            points_max: sum_max / PARTS,
            groups,
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
