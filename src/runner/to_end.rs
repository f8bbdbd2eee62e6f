//! The turns of the program until a game is over.

use std::io::{self, Write};

use super::ai_turn::{play_turn, write_board, write_state};
use crate::game::Game;
use crate::interpreter::{Ending, Failure, Session, is_dead_position};
use crate::players::Players;

/// The most turns that [`play_to_end`] plays.
pub const TURNS_MAX: u32 = 10_000;

/// Plays turns as long as the program plays for the next player and somebody can still
/// win, at most [`TURNS_MAX`], and prints them as one script: the state, and the turns
/// with the boards after them. Returns how the game ended, if it did, and the game.
///
/// # Errors
///
/// What `out` returns.
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
