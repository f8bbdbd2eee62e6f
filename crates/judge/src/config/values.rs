//! The values in `judge.toml`, checked as they are read.

use std::time::Duration;

use globset::GlobMatcher;
use serde::Deserialize;

use crate::compare::Mode;
use crate::{Verdict, pattern_of_names};
use admiralty_process::Limits;

/// The longest time that can be given, in seconds: a day.
const SECONDS_MAX: f64 = 86400.0;
/// The most MiB that can be given.
const MEBIBYTES_MAX: f64 = 1e9;

/// A number from 0 up.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(try_from = "f64")]
pub struct Amount(pub f64);

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
pub struct ComparisonName(pub Mode);

/// A verdict.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(try_from = "String")]
pub struct VerdictName(pub Verdict);

impl TryFrom<String> for VerdictName {
    type Error = String;

    fn try_from(name: String) -> Result<Self, String> {
        name.parse().map(Self).map_err(|error| format!("{error}"))
    }
}

/// A pattern of names, or a range of cases in their order.
#[derive(Clone, Debug, Deserialize)]
#[serde(try_from = "String")]
pub enum CasePattern {
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
    pub fn fits(&self, case: &str, cases: &[&str]) -> bool {
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
pub struct LimitsTable {
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
    pub fn is_empty(&self) -> bool {
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
        if let Some(processes) = self.processes {
            limits.processes = Some(processes.max(1));
        }
    }
}
