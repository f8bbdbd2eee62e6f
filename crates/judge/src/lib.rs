//! The judge: a program against a directory of cases.
//!
//! A [`Judge`] runs a program on the inputs of [`Case`]s within limits, compares its output with
//! the answers, and gives a [`Verdict`] for each. It needs a Unix system; only on Linux does it see
//! what all the processes of a program use together.

pub mod adequacy;
mod build;
mod case_result;
mod cases;
mod checker;
pub mod class;
mod config;
mod error;
mod expectations;
mod grading;
mod judge_case;
mod late;
mod moodle_name;
mod name_pattern;
mod output_validator;
mod own_paths;
mod package;
pub mod report;
mod rules;
mod run_order;
mod run_slots;
mod selection;
pub mod stress;
mod system;
mod text_start;
mod verdict;

pub use build::{ArchiveError, Build, BuildRule, Builder, FailedRule, is_archive};
pub use case_result::{CaseResult, ShownParts};
pub use cases::{Case, CasesError};
pub use checker::{Checker, Protocol};
pub use config::JudgeConfig;
pub use error::JudgeError;
pub use expectations::{Expectation, ExpectationsError, Expected, ExpectedStatus};
pub use grading::{Grading, GroupScore, Score};
pub use judge_case::Judge;
pub use late::{HandInTime, LateRule};
pub use name_pattern::NamePattern;
pub use output_validator::validate;
pub use own_paths::OwnPaths;
pub use package::{Package, PackageError, PackageFault, ValidatorBuilder};
pub use rules::{CaseRules, ExitCode, OutputCheck};
pub use run_order::{Repetition, RunOrder};
pub use selection::{CaseRequest, CaseSelection, JudgingTask, SelectionError};
pub use stress::{Disagreement, Signature, Stress, StressProgress};
pub use text_start::TextStart;
pub use verdict::{JudgedRun, ParseVerdictError, Verdict, VerdictDetail};
