//! The executor: groups and turns, command by command.

mod dead;
mod ending;
mod execute;
mod failure;
mod fragments;
mod groups;
mod lines;
mod play;
mod recovery;
mod run;
mod stop;

pub use dead::is_dead;
pub use ending::Ending;
pub use failure::{Cause, Failure};
pub use groups::{Session, TURNS_MAX};
pub use play::{AiTurn, play_turn};
pub use run::{RunError, execute, play_out, run, run_with};
