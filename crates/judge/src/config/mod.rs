//! The file `judge.toml` among the cases: groups of cases, their points, and how they are judged.

mod grading;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use globset::GlobMatcher;
use serde::Deserialize;
use toml::Spanned;

use super::{BuildRule, Builder, CaseRules, ExitCode, OutputCheck, Verdict, pattern_of_names};
use crate::compare::Mode;
use admiralty_core::interpreter::{Diagnostic, Severity};
use admiralty_process::{Limits, Sandbox};
use grading::GradedGroup;
pub use grading::{Grading, GroupScore, Score};

/// The usual limits of a command of a build: compilers need more than programs.
const BUILD_LIMITS: Limits = Limits {
    cpu: Some(Duration::from_secs(60)),
    wall: Duration::from_secs(120),
    memory: Some(2 << 30),
    output: 8 << 20,
    file: Some(256 << 20),
    processes: Some(256),
};

/// The longest time that can be given, in seconds: a day.
const SECONDS_MAX: f64 = 86400.0;
/// The most MiB that can be given.
const MEBIBYTES_MAX: f64 = 1e9;

/// How the cases of a directory are judged and graded.
///
/// Cases belong to the first group that has them; a case in no group has no points. Settings of a
/// group replace those of the file, which replace the options of the command line.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct JudgeConfig {
    /// How outputs are compared: exact, final-newline, trailing, tokens or float=EPS.
    compare: Option<ComparisonName>,
    /// Which exit codes are accepted.
    exit_code: Option<ExitCode>,
    /// The verdicts that earn points, by default only AC.
    accept: Option<Vec<VerdictName>>,
    /// The limits of a run.
    limits: LimitsTable,
    /// How many failed cases a page shows with their differences.
    findings: Option<usize>,
    /// The groups of cases.
    group: Vec<Group>,
    /// How sources are built, before the usual rules.
    build: Vec<BuildRule>,
    /// The limits of each command of a build.
    build_limits: LimitsTable,
}

/// A group of cases.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Group {
    /// Its name.
    name: Spanned<String>,
    /// Patterns of names, in which * and ? match any characters except /, or the first and the last
    /// case of several, as in T1..T13.
    cases: Vec<Spanned<CasePattern>>,
    /// The points of the whole group.
    points: Option<Spanned<Amount>>,
    /// The points of each case, instead of those of the whole group.
    points_each: Option<Spanned<Amount>>,
    /// Whether each case earns its share of the points, or only all of them together.
    #[serde(default)]
    scoring: Scoring,
    /// By how much the points of the group are multiplied.
    weight: Option<Amount>,
    /// How much cases weigh in the group, by pattern; by default 1.
    #[serde(default)]
    weights: BTreeMap<Spanned<String>, Amount>,
    /// Whether students see the points of this group, but none of its cases.
    #[serde(default)]
    hidden: bool,
    /// How outputs are compared.
    compare: Option<ComparisonName>,
    /// Which exit codes are accepted.
    exit_code: Option<ExitCode>,
    /// The verdicts that earn points.
    accept: Option<Vec<VerdictName>>,
    /// The limits of a run.
    #[serde(default)]
    limits: LimitsTable,
}

/// How the points of a group are earned.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Scoring {
    /// Each case earns its share.
    #[default]
    Each,
    /// All or nothing.
    All,
}

impl JudgeConfig {
    /// The name of the file.
    pub const FILE: &'static str = "judge.toml";

    /// Reads the text of a file for these cases, which are in order. With `is_partial`, there may be
    /// more cases, so patterns may match none.
    ///
    /// # Errors
    ///
    /// What is wrong with the file.
    pub fn parse(text: &str, cases: &[&str], is_partial: bool) -> Result<Self, Vec<Diagnostic>> {
        let config: Self = toml::from_str(text).map_err(|error| {
            let message = error.message().lines().collect::<Vec<_>>().join("; ");
            vec![diagnostic(
                text,
                error.span().unwrap_or_default(),
                message,
                "",
            )]
        })?;
        let errors = config.errors(text, cases, is_partial);
        if errors.is_empty() {
            return Ok(config);
        }
        Err(errors)
    }

    /// What is wrong besides the form.
    fn errors(&self, text: &str, cases: &[&str], is_partial: bool) -> Vec<Diagnostic> {
        let mut errors = Vec::new();
        let mut add = |span, message, label| errors.push(diagnostic(text, span, message, label));
        for (index, group) in self.group.iter().enumerate() {
            let name = &group.name;
            let is_known = |other: &Group| other.name.get_ref() == name.get_ref();
            if self.group[..index].iter().any(is_known) {
                let message = format!("there are two groups {:?}", name.get_ref());
                add(name.span(), message, "the second one");
            }
            if let (Some(_), Some(each)) = (&group.points, &group.points_each) {
                let message = "a group has either points or points-each".to_owned();
                add(each.span(), message, "");
            }
            for pattern in &group.cases {
                let is_idle = !cases.iter().any(|case| pattern.get_ref().fits(case, cases));
                if is_idle && !is_partial {
                    let message = "no case has such a name".to_owned();
                    add(pattern.span(), message, "matches nothing");
                }
            }
            for pattern in group.weights.keys() {
                if let Err(error) = CasePattern::try_from(pattern.get_ref().clone()) {
                    add(pattern.span(), error, "");
                }
            }
        }
        errors
    }

    /// The rules of a case, if they differ from the usual ones.
    pub fn rules_of(&self, case: &str, cases: &[&str], usual: &CaseRules) -> Option<CaseRules> {
        let group = self.group_of(case, cases).map(|index| &self.group[index]);
        let layers = [
            (self.compare, self.exit_code, &self.limits),
            group.map_or((None, None, &self.limits), |group| {
                (group.compare, group.exit_code, &group.limits)
            }),
        ];
        let mut rules = usual.clone();
        let mut is_changed = false;
        for (compare, exit_code, limits) in layers {
            is_changed |= compare.is_some() || exit_code.is_some() || !limits.is_empty();
            if let Some(compare) = compare {
                rules.comparing = OutputCheck::Mode(compare.0);
            }
            rules.exit_code = exit_code.unwrap_or(rules.exit_code);
            limits.apply(&mut rules.limits);
        }
        is_changed.then_some(rules)
    }

    /// How the selected ones of all cases earn points.
    pub fn grading(&self, cases: &[&str], selected: &[&str]) -> Grading {
        let verdicts = |names: &Option<Vec<VerdictName>>| {
            let names = names.as_ref()?.iter();
            Some(names.map(|name| name.0).collect::<Vec<_>>())
        };
        let usual = verdicts(&self.accept).unwrap_or_else(|| vec![Verdict::Accepted]);
        let mut grading = Grading {
            findings: self.findings,
            ..Grading::default()
        };
        for (index, group) in self.group.iter().enumerate() {
            let of_group = |case: &&&str| self.group_of(case, cases) == Some(index);
            let weights: Vec<_> = group
                .weights
                .iter()
                .filter_map(|(pattern, weight)| {
                    let pattern = CasePattern::try_from(pattern.get_ref().clone()).ok()?;
                    Some((pattern, weight.0))
                })
                .collect();
            let weight = |case: &str| {
                let first = weights
                    .iter()
                    .find(|(pattern, _)| pattern.fits(case, cases));
                first.map_or(1.0, |(_, weight)| *weight)
            };
            let sum: f64 = cases.iter().filter(of_group).map(|case| weight(case)).sum();
            let factor = group.weight.map_or(1.0, |weight| weight.0);
            let one = match (&group.points, &group.points_each) {
                (Some(points), _) if sum > 0.0 => factor * points.get_ref().0 / sum,
                (None, Some(each)) => factor * each.get_ref().0,
                _ => 0.0,
            };
            grading.groups.push(GradedGroup {
                name: group.name.get_ref().clone(),
                is_whole: group.scoring == Scoring::All,
                is_hidden: group.hidden,
                accepted: verdicts(&group.accept).unwrap_or_else(|| usual.clone()),
            });
            // The rounded shares add up to the points of the group.
            let (mut exact, mut rounded) = (0.0, 0.0);
            for case in cases.iter().filter(of_group) {
                exact += one * weight(case);
                let share = grading::parts(exact) - rounded;
                rounded += share;
                if selected.contains(case) {
                    grading.shares.insert((*case).to_owned(), (index, share));
                }
            }
        }
        grading
    }

    /// Builds programs by the rules of the file, and the usual ones.
    pub fn builder(&self, cache: PathBuf, sandbox: Option<Arc<Sandbox>>) -> Builder {
        let mut limits = BUILD_LIMITS;
        self.build_limits.apply(&mut limits);
        Builder {
            rules: self
                .build
                .iter()
                .cloned()
                .chain(BuildRule::usual())
                .collect(),
            limits,
            sandbox,
            cache,
        }
    }

    /// The first group that has a case.
    fn group_of(&self, case: &str, cases: &[&str]) -> Option<usize> {
        let has = |group: &Group| {
            let mut patterns = group.cases.iter();
            patterns.any(|pattern| pattern.get_ref().fits(case, cases))
        };
        self.group.iter().position(has)
    }
}

/// An error in the first line that it is about.
fn diagnostic(text: &str, span: Range<usize>, message: String, label: &str) -> Diagnostic {
    let at = span.start.min(text.len());
    let begin = text[..at].rfind('\n').map_or(0, |feed| feed + 1);
    let line = text[begin..].lines().next().unwrap_or_default();
    let in_line = |at: usize| at.saturating_sub(begin).min(line.len());
    Diagnostic {
        severity: Severity::Error,
        code: "judge.toml",
        message,
        line: 1 + text[..begin].matches('\n').count() as u64,
        text: line.into(),
        span: in_line(span.start)..in_line(span.end),
        label: label.to_owned(),
        notes: Vec::new(),
        follows: None,
    }
}

/// A number from 0 up.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(try_from = "f64")]
struct Amount(f64);

impl TryFrom<f64> for Amount {
    type Error = &'static str;

    fn try_from(number: f64) -> Result<Self, Self::Error> {
        let is_valid = number.is_finite() && number >= 0.0;
        is_valid
            .then_some(Self(number))
            .ok_or("expected a number from 0 up")
    }
}

/// A way of comparing.
#[derive(Clone, Copy, Debug, Deserialize)]
struct ComparisonName(Mode);

/// A verdict.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(try_from = "String")]
struct VerdictName(Verdict);

impl TryFrom<String> for VerdictName {
    type Error = String;

    fn try_from(name: String) -> Result<Self, String> {
        name.parse().map(Self).map_err(|error| format!("{error}"))
    }
}

/// A pattern of names, or a range of cases in their order.
#[derive(Clone, Debug, Deserialize)]
#[serde(try_from = "String")]
enum CasePattern {
    Glob(GlobMatcher),
    Range(String, String),
}

impl TryFrom<String> for CasePattern {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        if let Some((first, last)) = text.split_once("..") {
            return Ok(Self::Range(first.to_owned(), last.to_owned()));
        }
        let glob = pattern_of_names(&text).map_err(|error| error.to_string())?;
        Ok(Self::Glob(glob))
    }
}

impl CasePattern {
    /// Whether a case, one of these in order, is meant.
    fn fits(&self, case: &str, cases: &[&str]) -> bool {
        let place = |name: &str| cases.iter().position(|case| *case == name);
        match self {
            Self::Glob(glob) => glob.is_match(case),
            Self::Range(first, last) => match (place(first), place(case), place(last)) {
                (Some(first), Some(case), Some(last)) => (first..=last).contains(&case),
                _ => false,
            },
        }
    }
}

/// Limits; those left out are as usual.
#[derive(Clone, Copy, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct LimitsTable {
    /// Seconds of CPU time.
    cpu: Option<Seconds>,
    /// Seconds of wall-clock time; twice the CPU time plus one if only that is given.
    wall: Option<Seconds>,
    /// MiB of memory.
    memory: Option<Mebibytes>,
    /// MiB of output, and of each file that is written.
    output: Option<Mebibytes>,
    /// Processes at the same time.
    processes: Option<u32>,
}

#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(try_from = "f64")]
struct Seconds(Duration);

impl TryFrom<f64> for Seconds {
    type Error = &'static str;

    fn try_from(seconds: f64) -> Result<Self, Self::Error> {
        let is_valid = (0.001..=SECONDS_MAX).contains(&seconds);
        let time = is_valid.then(|| Self(Duration::from_secs_f64(seconds)));
        time.ok_or("expected seconds, from 0.001 to 86400")
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(try_from = "f64")]
struct Mebibytes(u64);

impl TryFrom<f64> for Mebibytes {
    type Error = &'static str;

    fn try_from(mebibytes: f64) -> Result<Self, Self::Error> {
        let is_valid = mebibytes > 0.0 && mebibytes <= MEBIBYTES_MAX;
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "it is in range, and whole bytes are enough"
        )]
        let bytes = is_valid.then(|| Self((mebibytes * f64::from(1 << 20)) as u64));
        bytes.ok_or("expected a number of MiB")
    }
}

impl LimitsTable {
    fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Replaces the limits that are given.
    fn apply(&self, limits: &mut Limits) {
        if let Some(Seconds(cpu)) = self.cpu {
            limits.cpu = Some(cpu);
            limits.wall = cpu * 2 + Duration::from_secs(1);
        }
        if let Some(Seconds(wall)) = self.wall {
            limits.wall = wall;
        }
        if let Some(Mebibytes(bytes)) = self.memory {
            limits.memory = Some(bytes);
        }
        if let Some(Mebibytes(bytes)) = self.output {
            limits.output = bytes;
            limits.file = Some(bytes);
        }
        if let Some(processes) = self.processes {
            limits.processes = Some(processes.max(1));
        }
    }
}
