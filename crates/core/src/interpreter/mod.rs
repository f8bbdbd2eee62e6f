//! The executor of scripts, saving, and linting.

pub mod check;
mod event;
mod failure;
mod run;
pub mod save;
mod session;

pub use event::Event;
pub use failure::{Diagnostic, Failure, FailureKind, Severity};
pub use run::{Ending, StreamError, execute};
pub use session::{Applied, Session, execute_command};
