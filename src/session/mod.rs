//! The executor: groups and turns, command by command.

mod execute;
mod failure;
mod fragments;
mod groups;
mod run;
mod stop;

pub use failure::{Cause, Failure};
pub use groups::{Ending, Session};
pub use run::{RunError, run};
