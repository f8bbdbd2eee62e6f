//! The executor of scripts, saving, and linting.

pub mod check;
mod event;
mod execute;
mod failure;
mod run;
mod session;

pub use event::Event;
use failure::FailureKind;
pub use failure::{Diagnostic, Failure, RelatedLine, Severity};
pub use run::{Ending, StreamError, execute};
pub use session::Session;
