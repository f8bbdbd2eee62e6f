//! The executor of scripts, saving, and linting.

pub mod check;
mod dead_position;
pub mod diagnostic;
mod event;
mod execute;
mod failure;
mod long_line;
mod run;
pub mod save;
mod session;

pub use dead_position::is_dead_position;
pub use event::{Event, parse_announcement};
pub use execute::execute_command;
pub use failure::{Failure, FailureKind};
pub use run::{Ending, StreamError, execute};
pub use session::{Applied, Session};
