//! A beginning that a script gives.

use super::OpeningError;
use crate::game::Game;
use crate::save;
use crate::script::{Command, LineReader, Piece};
use crate::session::{Ending, Session};

/// The state that a script ends in, without the players of the program and
/// what they remember.
pub(super) fn neutral_state_after(script: &[u8]) -> Result<Game, OpeningError> {
    let game = state_after(script)?;
    let mut state = Vec::from("[state]\n");
    for command in save::commands(&game) {
        if !matches!(
            command,
            Command::SetAiPlayer(_) | Command::Information { .. }
        ) {
            state.extend(command.to_bytes());
            state.push(b'\n');
        }
    }
    state.extend(b"[state]\n");
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
    let mut feed = |session: &mut Session, piece: Piece<'_>| {
        let step = match piece {
            Piece::Line(line) => session.line(line, &mut out),
            Piece::Fragment(text, is_last) => session.fragment(text, is_last, &mut out),
        };
        step.ok()?.break_value()
    };
    while reader.fill().unwrap_or(false) {
        while let Some(piece) = reader.next_piece() {
            if let Some(ending) = feed(session, piece) {
                return Some(ending);
            }
        }
    }
    if let Some(piece) = reader.last_piece()
        && let Some(ending) = feed(session, piece)
    {
        return Some(ending);
    }
    let end = session.end_of_input(&mut out);
    end.ok()?.break_value()
}
