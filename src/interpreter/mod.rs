//! The executor: groups and turns, command by command; saving and linting.

pub mod check;
mod dead_position;
pub mod diagnostic;
mod ending;
mod execute;
mod failure;
mod fragments;
mod lines;
mod play;
mod recovery;
mod run;
pub mod save;
mod session;
mod stop;

pub use dead_position::is_dead_position;
pub use ending::Ending;
pub use failure::{Failure, FailureKind};
pub use play::{AiTurn, play_turn};
pub use run::{StreamError, execute, play_out, run, run_with};
pub use session::{Session, TURNS_MAX};
