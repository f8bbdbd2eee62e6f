//! How a case is judged: the limits of its runs, and what decides about their outputs.

use std::ffi::OsString;

use admiralty_compare::ComparisonMode;
use admiralty_process::{Limits, Termination};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::checker::Checker;

/// The limits of the runs of a case, and how they are judged.
#[derive(Clone, Debug)]
pub struct CaseRules {
    /// The limits of each run.
    pub limits: Limits,
    /// How the output is judged.
    pub comparing: OutputCheck,
    /// Which exit codes count as a normal end.
    pub exit_code: ExitCode,
}

/// How an output is judged.
#[derive(Clone, Debug)]
pub enum OutputCheck {
    /// It is compared with the answer.
    Mode(ComparisonMode),
    /// A checker decides.
    Checker(Checker),
}

/// Which exit codes are accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ExitCode {
    /// Only 0.
    Zero,
    /// Any, but no signal.
    Any,
}

impl CaseRules {
    /// The rules by names that do not change, to be stored or hashed.
    pub fn named(&self) -> Value {
        let comparing = match &self.comparing {
            OutputCheck::Mode(mode) => json!({ "compare": mode.to_string() }),
            OutputCheck::Checker(checker) => {
                let words = |words: &[OsString]| -> Vec<_> {
                    words
                        .iter()
                        .map(|word| word.to_string_lossy().into_owned())
                        .collect()
                };
                json!({
                    "checker": words(&checker.command),
                    "arguments": words(&checker.arguments),
                    "protocol": checker.protocol.name(),
                    "full_score": checker.full_score,
                })
            }
        };
        json!({
            "limits": named_limits(&self.limits),
            "comparing": comparing,
            "exit_code": self.exit_code.name(),
        })
    }
}

/// Limits by names that do not change, to be hashed.
pub(super) fn named_limits(limits: &Limits) -> Value {
    json!({
        "cpu_seconds": limits.cpu.map(|cpu| cpu.as_secs_f64()),
        "wall_seconds": limits.wall.as_secs_f64(),
        "memory_bytes": limits.memory,
        "output_bytes": limits.output,
        "file_bytes": limits.file,
        "files_bytes": limits.files,
        "processes": limits.processes,
    })
}

impl ExitCode {
    /// The name, as on the command line and in files.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Zero => "zero",
            Self::Any => "any",
        }
    }

    /// Whether a program may end like this.
    pub(super) fn accepts(self, end: Termination) -> bool {
        match end {
            Termination::Exited(code) => code == 0 || self == Self::Any,
            Termination::Signalled(_) | Termination::Stopped(_) => false,
        }
    }
}
