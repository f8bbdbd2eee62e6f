//! Rows of programs as they are read back from their JSON. What JSON does not have, no report
//! shows: the lines around a difference, the time in which a program was idle.

use std::time::Duration;

use serde::de::Error;
use serde::{Deserialize, Deserializer};

use crate::judge::compare::{Comparison, Difference, Mode, Snippet, SnippetLine};
use crate::judge::{CaseResult, Expectation, Expected, ExpectedStatus, JudgedRun, Verdict};
use crate::process::Usage;

/// The members of a case in JSON.
#[derive(Deserialize)]
struct SavedCase {
    name: String,
    verdict: Verdict,
    standing: ExpectedStatus,
    expected: String,
    #[serde(default)]
    reason: String,
    cpu_seconds: f64,
    wall_seconds: f64,
    memory_bytes: u64,
    runs: usize,
    worst_runs: usize,
    detail: Option<String>,
    difference: Option<SavedDifference>,
    #[serde(default)]
    stderr: String,
}

#[derive(Deserialize)]
struct SavedDifference {
    line: u64,
    column: u64,
    expected: Option<String>,
    found: Option<String>,
    more_lines: u64,
}

impl<'de> Deserialize<'de> for CaseResult {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let saved = SavedCase::deserialize(deserializer)?;
        let seconds = |seconds: f64| Duration::try_from_secs_f64(seconds).map_err(D::Error::custom);
        let verdict = |code: &str| code.parse::<Verdict>().map_err(D::Error::custom);
        let expected = match &*saved.expected {
            "open" => Expected::Open,
            "turn" => Expected::Turn,
            codes if codes == Verdict::Accepted.code() => Expected::Accepted,
            codes => Expected::OneOf(codes.split(',').map(verdict).collect::<Result<_, _>>()?),
        };
        Ok(Self {
            name: saved.name,
            expectation: Expectation {
                expected,
                reason: saved.reason,
            },
            status: saved.standing,
            worst_run: JudgedRun {
                verdict: saved.verdict,
                detail: saved.detail,
                usage: Usage {
                    cpu: seconds(saved.cpu_seconds)?,
                    wall: seconds(saved.wall_seconds)?,
                    memory: saved.memory_bytes,
                    ..Usage::default()
                },
                comparison: saved.difference.map(SavedDifference::comparison),
                stderr_tail: saved.stderr.into_bytes(),
                output: None,
            },
            runs: saved.runs,
            worst_runs: saved.worst_runs,
        })
    }
}

impl SavedDifference {
    fn comparison(self) -> Comparison {
        let snippet = |text: Option<String>| Snippet {
            line: self.line,
            column: self.column,
            byte: self.column,
            before: Vec::new(),
            text: text.map(|text| SnippetLine {
                skipped: 0,
                length: text.len() as u64,
                text: text.into(),
                is_terminated: true,
            }),
            after: Vec::new(),
        };
        let difference = Difference {
            mode: Mode::default(),
            expected: snippet(self.expected),
            found: snippet(self.found),
            more_lines: self.more_lines,
            is_final_newline: false,
        };
        Comparison {
            accepted: false,
            strictest: None,
            difference: Some(Box::new(difference)),
        }
    }
}
