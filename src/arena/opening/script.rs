//! An opening that a script gives.

use super::OpeningError;
use crate::game::Game;
use crate::interpreter::{self, Ending, save};
use crate::script::{Command, Tag};

/// The state that a script ends in, without the players of the program and
/// what they remember.
pub(super) fn neutral_state_after(script: &[u8]) -> Result<Game, OpeningError> {
    let game = state_after(script)?;
    let is_neutral = |command: &Command| {
        !matches!(
            command,
            Command::SetAiPlayer(_) | Command::Information { .. }
        )
    };
    let mut state = Vec::new();
    let written = Tag::State.write_group(save::commands(&game).filter(is_neutral), &mut state);
    debug_assert!(written.is_ok(), "a vector takes everything");
    state_after(&state)
}

fn state_after(script: &[u8]) -> Result<Game, OpeningError> {
    let executed = interpreter::execute(script, &mut std::io::sink());
    let (ending, session) = executed.expect("neither a slice nor a sink fails");
    match ending {
        Some(Ending::Failed(failure)) => Err(OpeningError::Script {
            line: failure.line,
            message: failure.to_string(),
        }),
        Some(Ending::Won(player)) => Err(OpeningError::Over(player)),
        None => Ok(session.into_game()),
    }
}
