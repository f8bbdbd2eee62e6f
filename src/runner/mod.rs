//! Runs scripts as the program does: executes them, and plays the turns that they leave
//! to the players of this program (`SET_AI_PLAYER`).

mod ai_turn;
mod run;
mod to_end;

pub use ai_turn::{AiTurn, play_turn};
pub use run::{run, run_and_keep, run_with};
pub use to_end::{TURNS_MAX, play_to_end};
