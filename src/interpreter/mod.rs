//! The executor: groups and turns, command by command; saving and linting.

pub mod check;
mod dead;
pub mod diagnostic;
mod ending;
mod execute;
mod failure;
mod fragments;
mod groups;
mod lines;
mod play;
mod recovery;
mod run;
pub mod save;
mod stop;

pub use dead::is_dead;
pub use ending::Ending;
pub use failure::{Cause, Failure};
pub use groups::{Session, TURNS_MAX};
pub use play::{AiTurn, play_turn};
pub use run::{RunError, execute, play_out, run, run_with};
