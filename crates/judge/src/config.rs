//! The file `judge.toml` among the cases: groups of cases, their points, and how they are judged.

use std::collections::BTreeMap;
use std::ops::{Range, RangeInclusive};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use glob::PatternError;
use serde::Deserialize;
use toml::Spanned;
use toml::value::Datetime;

use super::{
    BuildRule, Builder, CaseRules, ExitCode, LateRule, NamePattern, OutputCheck, ShownParts,
    Verdict,
};
use crate::grading::{GradedGroup, Grading, GroupScoring};
use admiralty_compare::ComparisonMode;
use admiralty_core::interpreter::{Diagnostic, Severity};
use admiralty_process::{Limits, Sandbox};

/// The usual limits of a command of a build: compilers need more than programs.
const BUILD_LIMITS: Limits = Limits {
    cpu: Some(Duration::from_secs(60)),
    wall: Duration::from_secs(120),
    memory: Some(2 << 30),
    output: 8 << 20,
    file: Some(256 << 20),
    files: 2 << 30,
    processes: Some(256),
};

/// The longest time that can be given, in seconds: a day.
const SECONDS_MAX: f64 = 86400.0;
/// The smallest and the largest points and weights other than 0, so that shares are finite.
const AMOUNTS: RangeInclusive<f64> = 1e-6..=1e9;
/// The most MiB that can be given.
const MEBIBYTES_MAX: f64 = 1e9;

/// How the cases of a directory are judged and graded.
///
/// Cases belong to the first group that has them; a case in no group has no points. Settings of a
/// group replace those of the file, which replace the options of the command line.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct JudgeConfig {
    /// How outputs are compared: exact, final-newline, trailing, tokens, caseless or
    /// float=EPS.
    compare: Option<ComparisonName>,
    /// Which exit codes are accepted.
    exit_code: Option<ExitCode>,
    /// The verdicts that earn points, by default only AC.
    accept: Option<Vec<VerdictName>>,
    /// The limits of a run.
    limits: LimitsTable,
    /// How many failed cases a page shows with their differences.
    findings: Option<usize>,
    /// The name of the assignment on pages; by default that of the directory.
    title: Option<String>,
    /// The address of the playground, for links from pages.
    playground: Option<PageAddress>,
    /// The groups of cases.
    group: Vec<GroupTable>,
    /// When submissions are due.
    late: Option<LateTable>,
    /// How sources are built, before the usual rules.
    build: Vec<BuildRule>,
    /// The limits of each command of a build.
    build_limits: LimitsTable,
}

/// A group of cases.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct GroupTable {
    /// Its name.
    name: Spanned<String>,
    /// Patterns of names, where * and ? match any characters except /, or the first and the last
    /// case of several, as in T1..T13.
    cases: Vec<Spanned<CasePattern>>,
    /// The points of the whole group.
    points: Option<Spanned<Amount>>,
    /// The points of each case, instead of those of the whole group.
    points_each: Option<Spanned<Amount>>,
    /// Whether each case earns its share of the points, only all of them together, or the worst decides.
    #[serde(default)]
    scoring: GroupScoring,
    /// The factor of the group's points.
    weight: Option<Amount>,
    /// How much cases weigh in the group, by pattern; by default 1.
    #[serde(default)]
    weights: BTreeMap<Spanned<String>, Amount>,
    /// Whether students see the points of this group, but none of its cases.
    #[serde(default)]
    hidden: bool,
    /// How much of a failed case students see.
    #[serde(default)]
    show: ShownParts,
    /// What those who fail a case are told.
    hint: Option<String>,
    /// The same by pattern, instead.
    #[serde(default)]
    hints: BTreeMap<Spanned<String>, String>,
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

/// When submissions are due.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct LateTable {
    /// A date and a time with its time zone, with or without quotes.
    due: Spanned<toml::Value>,
    /// The points that each day takes which has begun; by default none.
    penalty: Option<Amount>,
}

impl LateTable {
    fn rule(&self) -> Option<LateRule> {
        let due: Datetime = match self.due.get_ref() {
            toml::Value::Datetime(due) => *due,
            other => other.as_str()?.parse().ok()?,
        };
        LateRule::new(&due, self.penalty.map_or(0.0, |it| it.0))
    }
}

impl JudgeConfig {
    /// The name of the file.
    pub const FILE: &'static str = "judge.toml";

    /// Reads the text of a file for these cases, which are in order. With `is_partial`, there may be
    /// more cases, so patterns may match none.
    ///
    /// # Errors
    ///
    /// The faults of the file.
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
        if let Some(late) = self.late.as_ref().filter(|late| late.rule().is_none()) {
            let message = "a deadline is a date and a time with its time zone, as in \
                           2026-11-20T23:59:00+01:00";
            add(late.due.span(), message.to_owned(), "");
        }
        for (index, group) in self.group.iter().enumerate() {
            let name = &group.name;
            let is_known = |other: &GroupTable| other.name.get_ref() == name.get_ref();
            if self.group[..index].iter().any(is_known) {
                let message = format!("there are two groups \"{}\"", name.get_ref());
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
            for pattern in group.weights.keys().chain(group.hints.keys()) {
                if let Err(error) = CasePattern::try_from(pattern.get_ref().clone()) {
                    add(pattern.span(), error.to_string(), "");
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

    /// Whether there are groups of cases.
    pub(crate) fn has_groups(&self) -> bool {
        !self.group.is_empty()
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
            title: self.title.clone(),
            playground: self.playground.clone().map(|it| it.0),
            late: self.late.as_ref().and_then(LateTable::rule),
            ..Grading::default()
        };
        for (index, group) in self.group.iter().enumerate() {
            let of_group = |case: &&&str| self.group_of(case, cases) == Some(index);
            let (weights, hints) = (by_pattern(&group.weights), by_pattern(&group.hints));
            let weight = |case: &str| first_of(&weights, case, cases).map_or(1.0, |it| it.0);
            let hint = |case: &str| {
                let hint = first_of(&hints, case, cases).or(group.hint.as_ref());
                hint.cloned()
            };
            let sum: f64 = cases.iter().filter(of_group).map(|case| weight(case)).sum();
            let factor = group.weight.map_or(1.0, |weight| weight.0);
            let one = match (&group.points, &group.points_each) {
                (Some(points), _) if sum > 0.0 => factor * points.get_ref().0 / sum,
                (None, Some(each)) => factor * each.get_ref().0,
                _ => 0.0,
            };
            let graded = GradedGroup {
                name: group.name.get_ref().clone(),
                scoring: group.scoring,
                breaks: false,
                needs: Vec::new(),
                is_hidden: group.hidden,
                show: group.show,
                accepted: verdicts(&group.accept).unwrap_or_else(|| usual.clone()),
            };
            let shares = cases
                .iter()
                .filter(of_group)
                .map(|case| (*case, one * weight(case)));
            grading.add(graded, shares, hint, selected);
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
        let has = |group: &GroupTable| {
            let mut patterns = group.cases.iter();
            patterns.any(|pattern| pattern.get_ref().fits(case, cases))
        };
        self.group.iter().position(has)
    }
}

/// The values of a table by its patterns, which are valid.
fn by_pattern<T>(table: &BTreeMap<Spanned<String>, T>) -> Vec<(CasePattern, &T)> {
    let pattern = |text: &Spanned<String>| CasePattern::try_from(text.get_ref().clone()).ok();
    let values = table.iter();
    values
        .filter_map(|(text, value)| Some((pattern(text)?, value)))
        .collect()
}

/// The value of the first pattern that fits a case.
fn first_of<'t, T>(values: &[(CasePattern, &'t T)], case: &str, cases: &[&str]) -> Option<&'t T> {
    let mut fitting = values
        .iter()
        .filter(|(pattern, _)| pattern.fits(case, cases));
    fitting.next().map(|(_, value)| *value)
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
        message: message.into(),
        line: 1 + text[..begin].matches('\n').count() as u64,
        text: line.into(),
        span: in_line(span.start)..in_line(span.end),
        label: label.to_owned(),
        notes: Vec::new(),
        replacement: None,
        related: Vec::new(),
        run_note: None,
        follows: None,
    }
}

/// Points or a weight.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(try_from = "f64")]
struct Amount(f64);

impl TryFrom<f64> for Amount {
    type Error = &'static str;

    fn try_from(number: f64) -> Result<Self, Self::Error> {
        let is_valid = number == 0.0 || AMOUNTS.contains(&number);
        is_valid
            .then_some(Self(number))
            .ok_or("expected 0 or a number from 0.000001 to 1000000000")
    }
}

/// A way of comparing.
#[derive(Clone, Copy, Debug, Deserialize)]
struct ComparisonName(ComparisonMode);

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

/// The address of a page, to which a link can add what it opens.
#[derive(Clone, Debug, Deserialize)]
#[serde(try_from = "String")]
struct PageAddress(String);

impl TryFrom<String> for PageAddress {
    type Error = &'static str;

    fn try_from(address: String) -> Result<Self, Self::Error> {
        let mut schemes = ["https://", "http://", "file:///"].into_iter();
        let is_plain = |c: char| c.is_ascii_graphic() && !"#\"<>".contains(c);
        if schemes.any(|it| address.starts_with(it)) && address.chars().all(is_plain) {
            return Ok(Self(address));
        }
        Err("expected an address that begins with https://, http:// or file:///, without #")
    }
}

/// A pattern of names, or a range of cases in their order.
#[derive(Clone, Debug, Deserialize)]
#[serde(try_from = "String")]
enum CasePattern {
    Names(NamePattern),
    Range(String, String),
}

impl TryFrom<String> for CasePattern {
    type Error = PatternError;

    fn try_from(text: String) -> Result<Self, PatternError> {
        if let Some((first, last)) = text.split_once("..") {
            return Ok(Self::Range(first.to_owned(), last.to_owned()));
        }
        text.parse().map(Self::Names)
    }
}

impl CasePattern {
    /// Whether a case, one of these in order, is meant.
    fn fits(&self, case: &str, cases: &[&str]) -> bool {
        let place = |name: &str| cases.iter().position(|case| *case == name);
        match self {
            Self::Names(pattern) => pattern.fits(case),
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
pub(crate) struct LimitsTable {
    /// Seconds of CPU time.
    pub cpu: Option<Seconds>,
    /// Seconds of wall-clock time; twice the CPU time plus one if only that is given.
    pub wall: Option<Seconds>,
    /// MiB of memory.
    pub memory: Option<Mebibytes>,
    /// MiB of output, and of each file that is written.
    pub output: Option<Mebibytes>,
    /// MiB of all files of a run.
    pub files: Option<Mebibytes>,
    /// Processes at the same time.
    pub processes: Option<u32>,
}

#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(try_from = "f64")]
pub(crate) struct Seconds(Duration);

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
pub(crate) struct Mebibytes(u64);

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
    pub fn apply(&self, limits: &mut Limits) {
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
        if let Some(Mebibytes(bytes)) = self.files {
            limits.files = bytes;
        }
        if let Some(processes) = self.processes {
            limits.processes = Some(processes.max(1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{CaseResult, ExitCode};
    use admiralty_compare::ComparisonMode;
    use admiralty_process::Limits;

    const CASES: [&str; 6] = ["T1", "T2", "T3", "T10", "x/1", "x/2"];

    fn config(text: &str) -> JudgeConfig {
        JudgeConfig::parse(text, &CASES, false).expect("a file without errors")
    }

    /// The first error: its line, the marked text, and the message.
    fn error(text: &str) -> (u64, String, String) {
        let errors = JudgeConfig::parse(text, &CASES, false).expect_err("an error");
        let first = &errors[0];
        let marked = &first.text[first.span.clone()];
        (
            first.line,
            String::from_utf8_lossy(marked).into_owned(),
            first.message.to_string(),
        )
    }

    /// Results with these verdicts, in the order of the cases; `-` for a case that was not run.
    fn results(verdicts: &str) -> Vec<CaseResult> {
        let verdicts = CASES.iter().zip(verdicts.split(' '));
        let result = |(name, code): (&&str, &str)| Some(CaseResult::of(name, code.parse().ok()?));
        verdicts.filter_map(result).collect()
    }

    /// The points in all and by group.
    fn points(text: &str, verdicts: &str) -> (String, Vec<f64>) {
        let score = config(text)
            .grading(&CASES, &CASES)
            .score(&results(verdicts));
        let groups = score.groups.iter().map(|group| group.points);
        (score.to_string(), groups.collect())
    }

    #[test]
    fn points_are_shared_weighted_or_all_or_nothing() {
        let file = r#"
            [[group]]
            name = "first"
            cases = ["T1..T3"]
            points = 10
            weights = { "T2" = 3 }

            [[group]]
            name = "whole"
            cases = ["x/*"]
            points = 5
            weight = 2
            scoring = "all"
            accept = ["AC", "PE"]

            [[group]]
            name = "each"
            cases = ["*"]
            points-each = 0.333
        "#;
        for (verdicts, score, groups) in [
            ("AC AC AC AC AC AC", "20.33 of 20.33", [10.0, 10.0, 0.33]),
            ("AC WA AC AC AC PE", "14.33 of 20.33", [4.0, 10.0, 0.33]),
            ("WA AC PE PE AC WA", "6 of 20.33", [6.0, 0.0, 0.0]),
            ("AC AC - - - -", "8 of 20.33", [8.0, 0.0, 0.0]),
            ("- - - - - -", "0 of 20.33", [0.0; 3]),
        ] {
            let expected = (score.to_owned(), groups.to_vec());
            assert_eq!(points(file, verdicts), expected, "{verdicts}");
        }
        // Cases that are left out take their share with them.
        let some = config(file).grading(&CASES, &["T2", "x/1"]);
        assert_eq!(
            some.score(&results("WA AC WA WA AC WA")).to_string(),
            "11 of 11"
        );
    }

    #[test]
    fn settings_of_a_group_replace_those_of_the_file() {
        let file = config(
            r#"
            compare = "tokens"
            limits = { cpu = 4, memory = 100 }
            [[group]]
            name = "slow"
            cases = ["T10"]
            exit-code = "any"
            limits = { cpu = 7.5 }
            "#,
        );
        let usual = CaseRules {
            limits: Limits::of_time(std::time::Duration::from_secs(9)),
            comparing: OutputCheck::Mode(ComparisonMode::Exact),
            exit_code: ExitCode::Zero,
        };
        for (case, exit_code, cpu, wall) in [
            ("T1", ExitCode::Zero, 4.0, 9.0),
            ("T10", ExitCode::Any, 7.5, 16.0),
        ] {
            let rules = file.rules_of(case, &CASES, &usual).expect("its own rules");
            assert!(matches!(
                rules.comparing,
                OutputCheck::Mode(ComparisonMode::Tokens)
            ));
            assert_eq!(rules.exit_code, exit_code);
            let seconds = rules.limits.cpu.map(|time| time.as_secs_f64());
            assert_eq!(
                (seconds, rules.limits.wall.as_secs_f64()),
                (Some(cpu), wall)
            );
            assert_eq!(rules.limits.memory, Some(100 << 20));
        }
        assert!(
            config("findings = 3")
                .rules_of("T1", &CASES, &usual)
                .is_none()
        );
    }

    #[test]
    fn errors_have_a_place_and_a_reason() {
        let cases = [
            ("findings = 'x'", 1, "'x'", "invalid type"),
            ("\nfindngs = 3", 2, "findngs", "unknown field"),
            ("compare = 'loose'", 1, "'loose'", "unknown mode"),
            ("accept = ['AC', 'OK']", 1, "['AC', 'OK']", "not a verdict"),
            ("limits = { cpu = -1 }", 1, "-1", "expected seconds"),
            ("limits = { disk = 1 }", 1, "disk", "unknown field"),
            (
                "playground = 'javascript:x'",
                1,
                "'javascript:x'",
                "expected an address",
            ),
            (
                "playground = 'http://localhost/#a'",
                1,
                "'http://localhost/#a'",
                "without #",
            ),
            ("[[group]\n", 1, "", "unclosed"),
            ("[[group]]\nname = 'g'", 1, "[[group]]", "missing field"),
        ];
        // In a group, from the third line on.
        let negative = "cases = []\npoints = -3";
        let tiny = "cases = []\nweight = 1e-7";
        let huge = "cases = []\npoints-each = 1e10";
        let both = "cases = []\npoints = 3\npoints-each = 1";
        let again = "cases = []\n[[group]]\nname = 'g'\ncases = []";
        let in_group = [
            ("cases = ['T1', 'T7']", 3, "'T7'", "no case has such a name"),
            ("cases = ['T1..T9']", 3, "'T1..T9'", "no case has such"),
            ("cases = ['T[1']", 3, "['T[1']", "invalid range pattern"),
            (negative, 4, "-3", "expected 0 or a number from 0.000001"),
            (tiny, 4, "1e-7", "expected 0 or a number from 0.000001"),
            (huge, 4, "1e10", "to 1000000000"),
            (both, 5, "1", "either points or points-each"),
            ("cases = []\nscoring = 'x'", 4, "'x'", "unknown variant"),
            (again, 5, "'g'", "there are two groups"),
        ];
        let with_group = in_group.map(|(text, line, marked, message)| {
            let text = format!("[[group]]\nname = 'g'\n{text}");
            (text, line, marked, message)
        });
        let wrong: String = cases
            .map(|(text, line, marked, message)| (text.to_owned(), line, marked, message))
            .into_iter()
            .chain(with_group)
            .filter_map(|(text, line, marked, message)| {
                let (found_line, found_marked, found) = error(&text);
                let is_right =
                    (found_line, &*found_marked) == (line, marked) && found.contains(message);
                (!is_right).then(|| format!("{text}\n{found_line}: {found_marked}: {found}\n"))
            })
            .collect();
        assert!(wrong.is_empty(), "{wrong}");
        // A single case is read alone.
        assert!(
            JudgeConfig::parse("[[group]]\nname = \"g\"\ncases = [\"T*\"]", &["x"], true).is_ok()
        );
    }
}
