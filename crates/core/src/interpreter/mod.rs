//! The executor of scripts, saving, and linting.

pub mod check;
mod event;
mod execute;
mod failure;
mod run;
mod session;

pub use event::Event;
pub use execute::execute_command;
pub use failure::{Diagnostic, Failure, FailureKind, Severity};
pub use run::{Ending, StreamError, execute};
pub use session::{Applied, Session};
