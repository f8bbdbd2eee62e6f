//! The points of a program.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};

use crate::{CaseResult, JudgedRun, LateRule, ShownParts, Verdict};

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

/// How the points of a group are earned.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum GroupScoring {
    /// Each case earns its share.
    #[default]
    Each,
    /// All or nothing.
    All,
    /// The case with the smallest share of its points decides.
    Min,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct GradedGroup {
    pub name: String,
    /// How its points depend on its cases.
    pub scoring: GroupScoring,
    /// Whether cases after one that earns nothing earn nothing, either.
    #[serde(default)]
    pub breaks: bool,
    /// The cases, or directories of cases, that must be right.
    #[serde(default)]
    pub needs: Vec<String>,
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
    /// How many others earn a part of theirs.
    #[serde(skip_serializing_if = "is_zero", default)]
    pub cases_partly: usize,
    /// How many cases it has.
    pub cases: usize,
}

/// As serde calls it.
#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde passes a reference"
)]
const fn is_zero(count: &usize) -> bool {
    *count == 0
}

/// As in `7.5 of 10`.
impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} of {}", self.points, self.points_max)
    }
}

impl GradedGroup {
    fn accepts(&self, run: &JudgedRun) -> bool {
        self.accepted.contains(&run.verdict)
    }

    /// The share of its points that a case with this run earns.
    fn fraction(&self, run: &JudgedRun) -> f64 {
        run.share.unwrap_or_else(|| f64::from(self.accepts(run)))
    }

    /// Whether no case earns points by itself.
    pub fn is_whole(&self) -> bool {
        self.scoring != GroupScoring::Each || self.breaks || !self.needs.is_empty()
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
            cases_partly: 0,
            cases: 0,
        });
        let mut groups: Vec<_> = groups.collect();
        let runs: BTreeMap<_, _> = results
            .iter()
            .map(|it| (&*it.name, &it.worst_run))
            .collect();
        let is_accepted = |case: &str, group: usize| {
            let run = runs.get(case);
            run.is_some_and(|run| self.groups[group].accepts(run))
        };
        // Of each group, whether a case was not accepted, and the least share that one has earned.
        let mut broken = vec![false; groups.len()];
        let mut least = vec![1.0_f64; groups.len()];
        for (case, &(index, share)) in &self.shares {
            let run = runs.get(&**case);
            let fraction = run.map_or(0.0, |run| self.groups[index].fraction(run));
            let score = &mut groups[index];
            score.points_max += share;
            score.cases += 1;
            if !(self.groups[index].breaks && broken[index]) {
                score.points += (share * fraction).round();
            }
            broken[index] |= !is_accepted(case, index);
            least[index] = least[index].min(fraction);
            if fraction >= 1.0 {
                score.cases_right += 1;
            } else if fraction > 0.0 {
                score.cases_partly += 1;
            }
        }
        let is_right = |need: &str| {
            let mut within = self.shares.iter().filter(|(case, _)| is_part(case, need));
            within.all(|(case, (group, _))| is_accepted(case, *group))
        };
        let (mut sum, mut sum_max) = (0.0, 0.0);
        for (index, (score, group)) in groups.iter_mut().zip(&self.groups).enumerate() {
            let is_lost = group.scoring == GroupScoring::All && broken[index];
            if is_lost || !group.needs.iter().all(|need| is_right(need)) {
                score.points = 0.0;
            } else if group.scoring == GroupScoring::Min {
                score.points = (score.points_max * least[index]).round();
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
            let partly = match score.cases_partly {
                0 => String::new(),
                partly => format!(", {partly} in part"),
            };
            let counted = format!("{cases_right} of {cases} cases{partly}");
            if group.is_hidden {
                return match cases {
                    1 => "1 hidden case".to_owned(),
                    _ => format!("{cases} hidden cases"),
                };
            }
            let is_lost = score.points <= 0.0 && score.points_max > 0.0;
            let rule = match group.scoring {
                _ if score.is_complete() && is_lost => format!("needs {}", group.needs.join(", ")),
                _ if score.is_complete() => return counted,
                GroupScoring::All if is_lost => "this group counts only as a whole".to_owned(),
                GroupScoring::Min => "the worst case decides".to_owned(),
                _ if group.breaks => "cases after a wrong one do not count".to_owned(),
                GroupScoring::Each | GroupScoring::All => return counted,
            };
            format!("{counted}, but {rule}")
        })
    }

    /// Adds a group whose cases have these points, in order, with the hints for them; only the selected
    /// ones count. The rounded points add up to those of the group.
    pub(crate) fn add<'c>(
        &mut self,
        group: GradedGroup,
        cases: impl Iterator<Item = (&'c str, f64)>,
        hint: impl Fn(&str) -> Option<String>,
        selected: &[&str],
    ) {
        let index = self.groups.len();
        self.groups.push(group);
        let (mut exact, mut rounded) = (0.0, 0.0);
        for (case, points) in cases {
            exact += points;
            let share = parts(exact) - rounded;
            rounded += share;
            if selected.contains(&case) {
                self.shares.insert(case.to_owned(), (index, share));
                self.hints
                    .extend(hint(case).map(|hint| (case.to_owned(), hint)));
            }
        }
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

    /// The points that a case with this run earns by itself, and those that it could earn; `None` if they
    /// depend on the others of its group. A case that was not run has no run.
    pub fn points_of(&self, case: &str, run: Option<&JudgedRun>) -> Option<[f64; 2]> {
        let &(index, share) = self.shares.get(case)?;
        let group = &self.groups[index];
        let fraction = run.map_or(0.0, |run| group.fraction(run));
        let points = [(share * fraction).round(), share].map(|it| it / PARTS);
        (!group.is_whole()).then_some(points)
    }

    fn group_of(&self, case: &str) -> Option<&GradedGroup> {
        let (group, _) = self.shares.get(case)?;
        self.groups.get(*group)
    }
}

/// The nearest whole number of parts.
fn parts(points: f64) -> f64 {
    (points * PARTS).round()
}

/// Whether a case is this one, or in this directory.
fn is_part(case: &str, of: &str) -> bool {
    let rest = case.strip_prefix(of);
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}
