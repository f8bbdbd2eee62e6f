//! The result of a case, and its words in reports.

use std::collections::BTreeSet;
use std::time::Duration;

use admiralty_compare::Difference;
use admiralty_escape::escape_lines;
use serde::{Deserialize, Serialize};

use crate::expectations::{Expectation, Expected, ExpectedStatus};
use crate::text_start::TextStart;
use crate::verdict::{JudgedRun, Verdict, VerdictDetail};

/// The result of a case.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct CaseResult {
    /// The name of the case.
    pub name: String,
    /// The beginning of its input, if it failed.
    pub input: Option<TextStart>,
    /// What was expected of it.
    pub expectation: Expectation,
    /// How it counts.
    pub status: ExpectedStatus,
    /// The worst run; of equally bad ones, the first.
    pub worst_run: JudgedRun,
    /// The verdicts of all runs, in order.
    pub verdicts: Vec<Verdict>,
}

/// How much of a failed case a student sees.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ShownParts {
    /// The verdict alone.
    Verdict,
    /// Also what the program has printed.
    Own,
    /// Also the input, and what was expected.
    #[default]
    All,
}

impl CaseResult {
    /// How many runs had a verdict.
    pub fn runs_with(&self, verdict: Verdict) -> usize {
        let verdicts = self.verdicts.iter();
        verdicts.filter(|other| **other == verdict).count()
    }

    /// The different verdicts of an unstable case, from the best to the worst; `None` if all runs had
    /// the same.
    pub fn unstable(&self) -> Option<BTreeSet<Verdict>> {
        let different: BTreeSet<_> = self.verdicts.iter().copied().collect();
        (different.len() > 1).then_some(different)
    }

    /// The verdict in one word, as in `WA`; all verdicts if it is unstable, as in `AC/RTE`; `open` if
    /// an open case ended normally.
    pub fn word(&self) -> String {
        match self.unstable() {
            Some(verdicts) => joined(&verdicts),
            None => self.status.word(self.worst_run.verdict).to_owned(),
        }
    }

    /// The sign of a result in a table of many: `.` if it is accepted, `o` if it does not count, `?` if
    /// it is unstable, otherwise a letter of the verdict.
    pub fn mark(&self) -> char {
        match (self.status, self.worst_run.verdict) {
            (ExpectedStatus::Accepted, _) => '.',
            (ExpectedStatus::Apart, _) => 'o',
            (ExpectedStatus::Failed, _) if self.unstable().is_some() => '?',
            (ExpectedStatus::Failed, Verdict::PresentationError) => 'p',
            (ExpectedStatus::Failed, verdict) => verdict.code().chars().next().unwrap_or('?'),
        }
    }

    /// The failure, in one line.
    pub(crate) fn message(&self) -> String {
        let found = self.worst_run.difference().map(|it| &it.found);
        let place = found.map(|found| format!("line {}, column {}", found.line, found.column));
        let code = self.expectation.expected.to_string();
        let is_usual = code == Verdict::Accepted.code();
        let expected = (!is_usual).then(|| format!("expected {code}"));
        let parts = [self.instability(), self.worst_run.remark(), place, expected];
        parts.into_iter().flatten().collect::<Vec<_>>().join("; ")
    }

    /// The difference or the program's own output, and its standard error, as far as they are shown.
    pub(crate) fn description(&self, parts: ShownParts) -> String {
        let mut lines = Vec::new();
        let run = &self.worst_run;
        match (parts, &run.output_start) {
            (ShownParts::Verdict, _) => return String::new(),
            (ShownParts::Own, Some(output)) => {
                lines.push("output:".to_owned());
                lines.extend(output.lines());
            }
            (ShownParts::Own, None) => {}
            (ShownParts::All, _) => {
                lines.extend(run.difference().into_iter().flat_map(Difference::lines));
            }
        }
        if !run.stderr_tail.is_empty() {
            lines.push("standard error:".to_owned());
            lines.extend(escape_lines(&run.stderr()));
        }
        lines.join("\n")
    }

    /// Remarks on the result, in one line.
    pub fn remarks(&self) -> String {
        self.shown_remarks(ShownParts::All)
    }

    /// Remarks on the result as far as they are shown. A message, such as that of a checker, may quote
    /// the answer.
    pub fn shown_remarks(&self, parts: ShownParts) -> String {
        let CaseResult {
            expectation,
            worst_run,
            ..
        } = self;
        let is_message = matches!(worst_run.detail, Some(VerdictDetail::Message(_)));
        let remark = match parts {
            ShownParts::All => worst_run.remark(),
            ShownParts::Own if !is_message => worst_run.remark(),
            ShownParts::Own | ShownParts::Verdict => worst_run.share_remark(),
        };
        let difference = worst_run.difference().filter(|difference| {
            let is_shown = worst_run.verdict.is_about_output();
            parts == ShownParts::All && !is_shown && difference.found.text.is_some()
        });
        let place = difference.map(|it| format!("differs from line {} on", it.found.line));
        let (expected, reason) = (&expectation.expected, &expectation.reason);
        let expectation = match (self.status, expected) {
            (ExpectedStatus::Apart, _) if !reason.is_empty() => Some(reason.clone()),
            (ExpectedStatus::Apart, Expected::Open) => Some("no fixed answer".to_owned()),
            (ExpectedStatus::Apart, _) => Some(format!("as expected: {expected}")),
            (ExpectedStatus::Accepted, _) | (_, Expected::Accepted) => None,
            (ExpectedStatus::Failed, _) => Some(format!("expected {expected}")),
        };
        let remarks = [self.instability(), remark, place, expectation];
        remarks.into_iter().flatten().collect::<Vec<_>>().join("; ")
    }

    /// The number of runs of an unstable case by verdict.
    fn instability(&self) -> Option<String> {
        let count = |verdict| format!("{} x {verdict}", self.runs_with(verdict));
        let counts: Vec<_> = self.unstable()?.into_iter().map(count).collect();
        Some(format!("unstable: {}", counts.join(", ")))
    }

    pub(crate) fn skip_reason(&self) -> &str {
        match &*self.expectation.reason {
            "" => "no fixed answer",
            reason => reason,
        }
    }
}

#[cfg(test)]
impl CaseResult {
    /// A run of a case that should be accepted.
    pub(super) fn of(name: &str, verdict: Verdict) -> Self {
        Self {
            name: name.to_owned(),
            input: None,
            expectation: Expectation::default(),
            status: Expected::Accepted.status_of(verdict),
            worst_run: JudgedRun {
                verdict,
                ..JudgedRun::judge_error(String::new())
            },
            verdicts: vec![verdict],
        }
    }
}

impl JudgedRun {
    /// The time that is relevant to the verdict, and the memory.
    pub fn time_and_memory(&self) -> [String; 2] {
        let is_idle = self.verdict == Verdict::IdlenessLimitExceeded;
        let usage = &self.usage;
        let time = if is_idle { usage.wall } else { usage.cpu };
        [seconds(time), mebibytes(usage.memory)]
    }
}

/// Verdicts as in `AC/RTE`.
pub(crate) fn joined<'v>(verdicts: impl IntoIterator<Item = &'v Verdict>) -> String {
    let codes: Vec<_> = verdicts.into_iter().map(|verdict| verdict.code()).collect();
    codes.join("/")
}

/// A time in seconds.
pub fn seconds(time: Duration) -> String {
    format!("{:.3} s", time.as_secs_f64())
}

/// An amount of memory in MiB.
pub fn mebibytes(bytes: u64) -> String {
    let mebibytes = bytes as f64 / f64::from(1 << 20);
    format!("{mebibytes:.1} MiB")
}
