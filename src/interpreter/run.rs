//! A whole script, from a reader to a writer.

use std::io::{self, Read, Write};
use std::ops::ControlFlow;

use thiserror::Error;

use super::{Ending, Session};
use crate::game::Game;
use crate::players::Players;
use crate::script::{LineChunk, LineReader};

/// Why a run could not go on, other than by the script's own fault.
#[derive(Debug, Error)]
pub enum StreamError {
    /// The input could not be read.
    #[error("cannot read the script: {0}")]
    Read(#[source] io::Error),
    /// The output could not be written.
    #[error("cannot write the output: {0}")]
    Write(#[source] io::Error),
}

/// Executes a script to its end, and says how it ended if that was before the
/// end of the input. If a player is next then for whom the program plays, its
/// turn is printed.
///
/// The input is read as it comes: what is there is executed, and what was
/// printed is flushed, before more is waited for.
///
/// # Errors
///
/// [`StreamError`], when the input or the output fails. A script that breaks a
/// rule is no error: its last line of output says so.
pub fn run(input: impl Read, output: &mut impl Write) -> Result<Option<Ending>, StreamError> {
    run_with(input, output, &Players::default())
}

/// The same, and says who plays where the script asks the program to.
///
/// # Errors
///
/// As those of [`run`].
pub fn run_with(
    input: impl Read,
    output: &mut impl Write,
    players: &Players,
) -> Result<Option<Ending>, StreamError> {
    play_out(input, output, players).map(|(ending, _)| ending)
}

/// The same, and hands back the game as well, as the script leaves it: before
/// the turn that is printed.
///
/// # Errors
///
/// As those of [`run`].
pub fn play_out(
    input: impl Read,
    output: &mut impl Write,
    players: &Players,
) -> Result<(Option<Ending>, Game), StreamError> {
    let (ending, mut session) = execute(input, output)?;
    let ending = match ending {
        None => session
            .play(players, output)
            .map_err(StreamError::Write)?
            .break_value(),
        ending => ending,
    };
    output.flush().map_err(StreamError::Write)?;
    Ok((ending, session.into_game()))
}

/// Executes a script to its end, plays no turn, and hands back the session.
///
/// # Errors
///
/// As those of [`run`].
pub fn execute(
    input: impl Read,
    output: &mut impl Write,
) -> Result<(Option<Ending>, Session), StreamError> {
    let mut reader = LineReader::new(input);
    let mut session = Session::new();
    let ending = drive(&mut reader, &mut session, output)?;
    output.flush().map_err(StreamError::Write)?;
    Ok((ending, session))
}

fn drive(
    reader: &mut LineReader<impl Read>,
    session: &mut Session,
    output: &mut impl Write,
) -> Result<Option<Ending>, StreamError> {
    while reader.fill().map_err(StreamError::Read)? {
        loop {
            let (count, step) = session
                .quick_lines(reader.peek(), output)
                .map_err(StreamError::Write)?;
            reader.consume(count);
            if let ControlFlow::Break(ending) = step {
                return Ok(Some(ending));
            }
            let Some(chunk) = reader.next_chunk() else {
                break;
            };
            if let ControlFlow::Break(ending) = feed(session, chunk, output)? {
                return Ok(Some(ending));
            }
        }
        output.flush().map_err(StreamError::Write)?;
    }
    if let Some(chunk) = reader.last_chunk()
        && let ControlFlow::Break(ending) = feed(session, chunk, output)?
    {
        return Ok(Some(ending));
    }
    let end = session.end_of_input(output).map_err(StreamError::Write)?;
    Ok(end.break_value())
}

fn feed(
    session: &mut Session,
    chunk: LineChunk<'_>,
    output: &mut impl Write,
) -> Result<ControlFlow<Ending>, StreamError> {
    let step = match chunk {
        LineChunk::Line(text) => session.line(text, output),
        LineChunk::Fragment(text, is_last) => session.fragment(text, is_last, output),
    };
    step.map_err(StreamError::Write)
}
