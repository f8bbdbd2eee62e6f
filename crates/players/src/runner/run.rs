//! Runs a script, and plays the program's turns after it.

use std::io::{self, Read, Write};
use std::ops::ControlFlow;

use super::ai_turn::play_turn;
use crate::Players;
use admiralty_core::game::Game;
use admiralty_core::interpreter::{
    Ending, Failure, Session, StreamError, execute, is_dead_position, save::save,
};
use admiralty_core::script::{Command, PrintMode, Tag};

/// The most turns that [`play_to_end`] plays.
pub const TURNS_MAX: u32 = 10_000;

/// Executes a script; returns how it ended, if that was before the end of the input. If the
/// next player is then played by the program, plays and prints that turn.
///
/// # Errors
///
/// See [`execute`].
pub fn run(input: impl Read, output: &mut impl Write) -> Result<Option<Ending>, StreamError> {
    run_with(input, output, &Players::default()).map(|(ending, _)| ending)
}

/// Like [`run`], with a choice of the players that play the program's turns. Also returns the
/// game as the script left it, before the turn that is printed.
///
/// # Errors
///
/// See [`execute`].
pub fn run_with(
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

/// Plays the turn of the next player, if the program plays for it, and prints it as a script
/// that can be fed back: the state, the turn and what the player remembers, with the board
/// before and after.
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
    let mut after = game.clone();
    match play_turn(&mut after, players) {
        Ok(turn) => {
            write_state(game, out)?;
            turn.write_to(&after, out)?;
            write_board(out)?;
            Ok(None)
        }
        Err(refusal) => {
            let failure = Failure::of_turn(player, refusal, session.lines() + 1);
            let printed = session.print(Err(failure), out);
            printed.map(ControlFlow::break_value)
        }
    }
}

/// Plays turns while the program plays for the next player and the game can still be won, at
/// most [`TURNS_MAX`], and prints them as one script: the state, and the turns with the
/// boards after them. Returns how the game ended, if it did, and the game.
///
/// # Errors
///
/// An error of `out`.
pub fn play_to_end(
    session: Session,
    players: &Players,
    out: &mut impl Write,
) -> io::Result<(Option<Ending>, Game)> {
    let (is_open, line) = (session.open_group().is_some(), session.lines() + 1);
    let mut game = session.into_game();
    for number in 0..TURNS_MAX {
        let player = game.next_player();
        if is_open || !game.is_ai(player) || is_dead_position(&game) {
            break;
        }
        let before = (number == 0).then(|| game.clone());
        let turn = match play_turn(&mut game, players) {
            Ok(turn) => turn,
            Err(refusal) => {
                let failure = Failure::of_turn(player, refusal, line);
                out.write_all(&failure.to_bytes())?;
                return Ok((Some(Ending::Failed(failure)), game));
            }
        };
        if let Some(before) = before {
            write_state(&before, out)?;
        }
        turn.write_to(&game, out)?;
        if let Some(winner) = turn.winner {
            writeln!(out, "{winner} won")?;
            return Ok((Some(Ending::Won(winner)), game));
        }
        write_board(out)?;
        out.flush()?;
    }
    Ok((None, game))
}

/// Writes the state before a turn, and a group that prints the board.
fn write_state(game: &Game, out: &mut impl Write) -> io::Result<()> {
    save(game, out)?;
    write_board(out)
}

/// Writes a group that prints the board.
fn write_board(out: &mut impl Write) -> io::Result<()> {
    Tag::State.write_group([Command::Print(PrintMode::Basic)], out)
}
