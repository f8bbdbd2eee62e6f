//! The executor: groups and turns, command by command.

mod execute;
mod failure;
mod run;

pub use execute::{Ending, Session};
pub use failure::{Cause, Failure};
pub use run::{RunError, run};
