//! A beginning that a script gives.

use super::OpeningError;
use crate::game::Game;
use crate::interpreter::save;
use crate::interpreter::{Ending, Session};
use crate::script::{Command, LineChunk, LineReader, Tag};

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
    let mut session = Session::new();
    match feed(&mut session, script) {
        Some(Ending::Failed(failure)) => Err(OpeningError::Script {
            line: failure.line,
            message: failure.to_string(),
        }),
        Some(Ending::Won(player)) => Err(OpeningError::Over(player)),
        None => Ok(session.into_game()),
    }
}

/// Feeds a whole script, whose reader and writer cannot fail.
fn feed(session: &mut Session, script: &[u8]) -> Option<Ending> {
    let mut out = std::io::sink();
    let mut reader = LineReader::new(script);
    let mut feed = |session: &mut Session, chunk: LineChunk<'_>| {
        let step = match chunk {
            LineChunk::Line(line) => session.line(line, &mut out),
            LineChunk::Fragment(text, is_last) => session.fragment(text, is_last, &mut out),
        };
        step.ok()?.break_value()
    };
    while reader.fill().unwrap_or(false) {
        while let Some(chunk) = reader.next_chunk() {
            if let Some(ending) = feed(session, chunk) {
                return Some(ending);
            }
        }
    }
    if let Some(chunk) = reader.last_chunk()
        && let Some(ending) = feed(session, chunk)
    {
        return Some(ending);
    }
    let end = session.end_of_input(&mut out);
    end.ok()?.break_value()
}
