//! Runs scripts as the program does: executes them, and plays the turns that they leave
//! to the players of this program (`SET_AI_PLAYER`).

mod ai_turn;
mod run;

pub use ai_turn::{AiTurn, play_placing_turn, play_turn};
pub use run::{TURNS_MAX, play_to_end, run, run_with};
