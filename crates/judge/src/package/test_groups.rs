//! Groups of cases in a package: the directories in `data/`, their settings in `testdata.yaml` (the
//! format `legacy`) or `test_group.yaml` (later ones), and the points that they earn.

use std::collections::BTreeMap;
use std::path::Path;

use serde::Deserialize;

use super::keys::Keys;
use super::settings::{ProblemSettings, Words};
use crate::grading::GroupScoring;

/// The names of the files, the first of which is of the format `legacy`.
pub(super) const FILES: [&str; 2] = ["testdata.yaml", "test_group.yaml"];
/// Keys that say nothing about the judging of outputs.
const DESCRIPTIVE: [&str; 6] = [
    "input_validator_flags",
    "input_validator_args",
    "input_visualizer_args",
    "description",
    "full_feedback",
    "scoring.",
];
/// The points of `secret` in later formats, unless it says others.
const SCORE: f64 = 100.0;
/// The group whose cases are secret in each package.
const SECRET: &str = "secret";

/// The settings of a directory, or of a case.
#[derive(Clone, Debug)]
pub(super) struct GroupSettings {
    /// What the output validator gets as its last arguments, if that is said.
    pub validator_args: Option<Vec<String>>,
    /// What those who fail a case are told.
    pub hint: Option<String>,
    /// Whether cases after one that fails are not judged.
    breaks: bool,
    grader_flags: Vec<String>,
    accept_score: f64,
    /// The most points, if they are limited.
    score_max: Option<f64>,
    aggregation: Option<Aggregation>,
    /// The points in later formats.
    score: Option<f64>,
    require_pass: Vec<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Aggregation {
    PassFail,
    Sum,
    Min,
}

/// As if there were no file.
impl Default for GroupSettings {
    fn default() -> Self {
        Self {
            validator_args: None,
            hint: None,
            breaks: true,
            grader_flags: Vec::new(),
            accept_score: 1.0,
            score_max: None,
            aggregation: None,
            score: None,
            require_pass: Vec::new(),
        }
    }
}

impl GroupSettings {
    /// Reads the settings; also returns the keys that have no effect here.
    pub fn read(mut keys: Keys) -> Result<(Self, Vec<String>), String> {
        let grading: Option<String> = keys.take("grading")?;
        if grading.is_some_and(|grading| grading != "default") {
            return Err("grading: only the default grader is supported".to_owned());
        }
        let reject_score: Option<f64> = keys.take("reject_score")?;
        if reject_score.is_some_and(|score| score != 0.0) {
            return Err("reject_score: only 0 is supported".to_owned());
        }
        let on_reject: Option<String> = keys.take("on_reject")?;
        let flags: Option<Words> = keys.take("output_validator_flags")?;
        let args: Option<Words> = keys.take("output_validator_args")?;
        let mut scoring = keys.table("scoring")?;
        let usual = Self::default();
        let settings = Self {
            validator_args: args.or(flags).map(|words| words.0),
            hint: keys.take("hint")?,
            breaks: on_reject.is_none_or(|word| word != "continue"),
            grader_flags: keys.take::<Words>("grader_flags")?.unwrap_or_default().0,
            accept_score: keys.take("accept_score")?.unwrap_or(usual.accept_score),
            score_max: keys
                .take("range")?
                .map(|range: String| largest(&range))
                .transpose()?
                .flatten(),
            aggregation: scoring.take("aggregation")?,
            score: scoring.take("score")?,
            require_pass: scoring.take::<Words>("require_pass")?.unwrap_or_default().0,
        };
        let all = [
            settings.score,
            settings.score_max,
            Some(settings.accept_score),
        ];
        if all
            .into_iter()
            .flatten()
            .any(|score| !(0.0..=1e9).contains(&score))
        {
            return Err("a score must be from 0 to 1000000000".to_owned());
        }
        let all = [keys, scoring];
        let unused = all.into_iter().flat_map(|keys| keys.unused(&DESCRIPTIVE));
        Ok((settings, unused.collect()))
    }

    fn has_flag(&self, flag: &str) -> bool {
        self.grader_flags.iter().any(|it| it == flag)
    }

    /// Whether one case or group that fails is enough to fail.
    fn is_strict(&self) -> bool {
        !self.has_flag("always_accept") && !self.has_flag("accept_if_any_accepted")
    }
}

/// The upper end of a range such as `0 20` or `-inf +inf`, if there is one.
fn largest(range: &str) -> Result<Option<f64>, String> {
    let ends: Vec<f64> = range
        .split_whitespace()
        .filter_map(|end| end.parse().ok())
        .collect();
    match ends.as_slice() {
        [from, to] if *from <= 0.0 && to.is_finite() => Ok(Some(*to)),
        [from, _] if *from <= 0.0 => Ok(None),
        _ => Err(format!(
            "range: expected two numbers, the first of which is not above 0, not {range}"
        )),
    }
}

/// A group of cases that earn points together.
#[derive(Debug)]
pub(crate) struct PackageGroup {
    /// Its directory in `data/`.
    pub name: String,
    pub scoring: GroupScoring,
    /// Whether cases after one that fails earn nothing.
    pub breaks: bool,
    /// The cases or groups that must be right.
    pub needs: Vec<String>,
    /// The numbers of its cases.
    pub cases: Vec<usize>,
    /// The points of each, and the score of a validator for which it earns them.
    pub points_each: f64,
    pub full_score: f64,
}

/// The directories of cases.
#[derive(Debug, Default)]
struct Directory {
    /// The path in `data/`.
    path: String,
    cases: Vec<usize>,
    inner: BTreeMap<String, Directory>,
}

impl Directory {
    fn add(&mut self, case: usize, path: &Path) {
        let Some(name) = path
            .iter()
            .next()
            .map(|name| name.to_string_lossy().into_owned())
        else {
            self.cases.push(case);
            return;
        };
        let prefix = &self.path;
        let inner = self.inner.entry(name).or_insert_with_key(|name| Self {
            path: if prefix.is_empty() {
                name.clone()
            } else {
                format!("{prefix}/{name}")
            },
            ..Self::default()
        });
        inner.add(
            case,
            path.iter()
                .skip(1)
                .collect::<std::path::PathBuf>()
                .as_path(),
        );
    }

    fn all_cases(&self) -> Vec<usize> {
        let inner = self.inner.values().flat_map(Self::all_cases);
        self.cases.iter().copied().chain(inner).collect()
    }
}

/// The groups of cases, given their directories in `data/`, in order.
pub(super) struct GroupTree<'p> {
    pub problem: &'p ProblemSettings,
    /// The settings of directories that have some, by their paths.
    pub settings: &'p BTreeMap<String, GroupSettings>,
}

impl GroupTree<'_> {
    /// The groups.
    pub fn groups(&self, directories: &[&Path]) -> Result<Vec<PackageGroup>, String> {
        let mut root = Directory::default();
        for (case, directory) in directories.iter().enumerate() {
            root.add(case, directory);
        }
        let mut groups = Vec::new();
        if self.problem.is_legacy {
            self.add_legacy(&root, &[], &mut groups)?;
            return Ok(groups);
        }
        for (name, inner) in &root.inner {
            if name == SECRET {
                self.add_later(inner, None, &mut groups)?;
            } else {
                let settings = GroupSettings {
                    aggregation: Some(Aggregation::PassFail),
                    ..GroupSettings::default()
                };
                groups.push(whole(inner, &settings, 0.0));
            }
        }
        Ok(groups)
    }

    /// The settings of the nearest directory that has some.
    pub fn nearest(&self, path: &str) -> GroupSettings {
        let above = Path::new(path).ancestors();
        let mut settings = above.filter_map(|path| self.settings.get(&*path.to_string_lossy()));
        settings.next().cloned().unwrap_or_default()
    }

    /// Adds the groups of a directory by the rules of the default grader: a group without the flag
    /// `always_accept` has no points if one of its items fails.
    fn add_legacy(
        &self,
        of: &Directory,
        needs: &[String],
        groups: &mut Vec<PackageGroup>,
    ) -> Result<(), String> {
        let settings = self.nearest(&of.path);
        let place = if of.path.is_empty() { "data" } else { &of.path };
        let modes = ["sum", "avg", "min", "max"];
        let mode = settings
            .grader_flags
            .iter()
            .rev()
            .find(|flag| modes.contains(&&***flag));
        let mode = mode.map_or("sum", String::as_str);
        if !of.inner.is_empty() {
            if mode != "sum" || !of.cases.is_empty() {
                return Err(format!(
                    "{place}: only sums of groups are supported, without cases of its own"
                ));
            }
            let is_ignored = |path: &str| path == "sample" && settings.has_flag("ignore_sample");
            let is_needed = |inner: &Directory| {
                !is_ignored(&inner.path) && self.nearest(&inner.path).is_strict()
            };
            let mut earlier = Vec::new();
            for inner in of.inner.values() {
                let others = of
                    .inner
                    .values()
                    .filter(|other| other.path != inner.path && is_needed(other));
                let others = others.map(|other| other.path.clone());
                let mut needs = needs.to_vec();
                if settings.is_strict() {
                    needs.extend(others);
                } else if settings.breaks {
                    needs.extend(earlier.iter().cloned());
                }
                let first = groups.len();
                self.add_legacy(inner, &needs, groups)?;
                if is_ignored(&inner.path) {
                    groups[first..]
                        .iter_mut()
                        .for_each(|group| group.points_each = 0.0);
                }
                if is_needed(inner) {
                    earlier.push(inner.path.clone());
                }
            }
            return Ok(());
        }
        let count = of.cases.len() as f64;
        let is_sum = mode == "sum";
        let accepted = settings.accept_score;
        // With scores of its own, a validator is asked for as many points as there can be.
        let scored = self
            .problem
            .has_scores
            .then_some(settings.score_max)
            .flatten();
        let full_score = scored.map_or(accepted, |most| if is_sum { most / count } else { most });
        let scoring = match mode {
            "min" => GroupScoring::Min,
            "max" => return Err(format!("{place}: the grader flag max is not supported")),
            _ if settings.is_strict() => GroupScoring::All,
            _ => GroupScoring::Each,
        };
        groups.push(PackageGroup {
            name: of.path.clone(),
            scoring,
            breaks: settings.breaks && !settings.is_strict(),
            needs: needs.to_vec(),
            cases: of.cases.clone(),
            points_each: if is_sum {
                full_score
            } else {
                full_score / count
            },
            full_score,
        });
        Ok(())
    }

    /// Adds the groups of a directory in `secret/` by the rules of later formats. The points of a group
    /// that has none are its share of those above it.
    fn add_later(
        &self,
        of: &Directory,
        share: Option<f64>,
        groups: &mut Vec<PackageGroup>,
    ) -> Result<(), String> {
        let own = self.settings.get(&of.path).cloned().unwrap_or_default();
        let points = own.score.or(share).unwrap_or(SCORE);
        let usual = if share.is_none() {
            Aggregation::Sum
        } else {
            Aggregation::PassFail
        };
        let aggregation = own.aggregation.unwrap_or(usual);
        if aggregation == Aggregation::PassFail {
            groups.push(whole(of, &own, points));
            return Ok(());
        }
        if aggregation == Aggregation::Min && !of.inner.is_empty() {
            return Err(format!("{}: min of groups is not supported", of.path));
        }
        let given = of
            .inner
            .values()
            .map(|inner| self.settings.get(&inner.path).and_then(|it| it.score));
        let given: Vec<_> = given.collect();
        let left = points - given.iter().flatten().sum::<f64>();
        let shares = of.cases.len() + given.iter().filter(|score| score.is_none()).count();
        if left < 0.0 {
            return Err(format!(
                "{}: the groups in it have more points than it has",
                of.path
            ));
        }
        let share = if shares == 0 {
            0.0
        } else {
            left / shares as f64
        };
        if !of.cases.is_empty() {
            let is_min = aggregation == Aggregation::Min;
            let count = of.cases.len() as f64;
            groups.push(PackageGroup {
                name: of.path.clone(),
                scoring: if is_min {
                    GroupScoring::Min
                } else {
                    GroupScoring::Each
                },
                breaks: false,
                needs: own.require_pass.clone(),
                cases: of.cases.clone(),
                points_each: if is_min { points / count } else { share },
                full_score: if is_min { points } else { share },
            });
        }
        let first = groups.len();
        for inner in of.inner.values() {
            self.add_later(inner, Some(share), groups)?;
        }
        for group in &mut groups[first..] {
            group.needs.extend(own.require_pass.iter().cloned());
        }
        Ok(())
    }
}

/// A group that earns its points as a whole, with all cases in it.
fn whole(of: &Directory, settings: &GroupSettings, points: f64) -> PackageGroup {
    let cases = of.all_cases();
    PackageGroup {
        name: of.path.clone(),
        scoring: GroupScoring::All,
        breaks: false,
        needs: settings.require_pass.clone(),
        points_each: points / cases.len() as f64,
        full_score: 1.0,
        cases,
    }
}
