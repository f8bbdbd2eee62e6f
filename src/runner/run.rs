//! A script, and the turn of the program after it.

use std::io::{self, Read, Write};
use std::ops::ControlFlow;

use super::ai_turn::write_turn;
use crate::game::Game;
use crate::interpreter::{Ending, Failure, Session, StreamError, execute};
use crate::players::Players;

/// Executes a script to its end; returns how it ended, if that was before the end of
/// the input. If the program plays for the player who is next then, its turn is
/// printed.
///
/// # Errors
///
/// As those of [`execute`].
pub fn run(input: impl Read, output: &mut impl Write) -> Result<Option<Ending>, StreamError> {
    run_with(input, output, &Players::default())
}

/// As [`run`], with the players that play where the script leaves it to the program.
///
/// # Errors
///
/// As those of [`execute`].
pub fn run_with(
    input: impl Read,
    output: &mut impl Write,
    players: &Players,
) -> Result<Option<Ending>, StreamError> {
    run_and_keep(input, output, players).map(|(ending, _)| ending)
}

/// As [`run_with`]; returns the game as well, as the script leaves it: before the turn
/// that is printed.
///
/// # Errors
///
/// As those of [`execute`].
pub fn run_and_keep(
    input: impl Read,
    output: &mut impl Write,
    players: &Players,
) -> Result<(Option<Ending>, Game), StreamError> {
    let (mut ending, session) = execute(input, output)?;
    if ending.is_none() {
        ending = print_turn(&session, players, output).map_err(StreamError::Write)?;
    }
    output.flush().map_err(StreamError::Write)?;
    Ok((ending, session.into_game()))
}

/// Plays the turn of the next player, if the program plays for it: prints the state and
/// the turn.
fn print_turn(
    session: &Session,
    players: &Players,
    out: &mut impl Write,
) -> io::Result<Option<Ending>> {
    let game = session.game();
    let player = game.next_player();
    if session.open_group().is_some() || !game.is_ai(player) {
        return Ok(None);
    }
    match write_turn(game, players, out)? {
        Ok(()) => Ok(None),
        Err(refusal) => {
            let failure = Failure::of_turn(player, refusal, session.lines() + 1);
            session
                .print(Err(failure), out)
                .map(ControlFlow::break_value)
        }
    }
}
