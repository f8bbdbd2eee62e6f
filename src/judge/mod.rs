//! The judge: a program against a folder of cases.
//!
//! A [`Judge`] runs a program on the inputs of [`Case`]s within limits, compares
//! what it prints with the answers, and gives a [`Verdict`] for each. It needs a
//! Unix system, and sees only on Linux what the processes of a program use
//! together.

mod cases;
mod checker;
pub mod compare;
mod course;
mod expectations;
mod judgement;
mod judging;
mod pool;
pub mod report;
mod stress;
mod turn;
mod verdict;

pub use cases::{ANSWER_BYTES_MAX, Case, CasesError};
pub use checker::{CHECKER_TIME_MAX, Checker, NoProtocol, Opinion, Protocol};
pub use course::{Course, Outcome, Task};
pub use expectations::{
    Expectation, Expectations, ExpectationsError, ExpectationsErrorKind, Expected, Standing,
    pattern_of_names,
};
pub use judgement::Judgement;
use judgement::ended;
pub use judging::{Comparing, ExitCode, Judge, JudgeError};
pub use pool::NEAR_PER_CENT;
pub use stress::{Disagreement, Progress, Signature, Stress};
pub use verdict::{NoVerdict, Verdict};
