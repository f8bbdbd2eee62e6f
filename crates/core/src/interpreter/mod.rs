//! The executor of scripts, saving, and linting.

pub mod check;
mod dead_position;
mod event;
mod failure;
mod run;
pub mod save;
mod session;

pub use dead_position::is_dead_position;
pub use event::{Event, parse_announcement};
pub use failure::{Diagnostic, Failure, FailureKind, Replacement, Severity};
pub use run::{Ending, StreamError, execute};
pub use session::{Applied, Session, execute_command};
