//! The executor: groups and turns, command by command.

mod ending;
mod execute;
mod failure;
mod fragments;
mod groups;
mod run;
mod stop;

pub use ending::Ending;
pub use failure::{Cause, Failure};
pub use groups::Session;
pub use run::{RunError, run};
