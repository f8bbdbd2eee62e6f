//! The connection to a live bot: pipes to a program on this machine, or the socket of a seat.

use super::limits;
use super::live::{LineChannel, Opened, Received};
use crate::arena::seat::Taken;
use crate::arena::{ArenaError, Foul, GAME_CPU_TURNS, GAME_WALL_TURNS, PlayerKind, TurnLimits};
use crate::process::{Conversation, Limit, Program, Reply, RunError, Termination};
use crate::script::LINE_BYTES_MAX;

/// A conversation during one game.
pub struct Channel {
    conversation: Conversation,
    limits: TurnLimits,
    /// The foul of using up the time for the whole game.
    late_in_game: Foul,
    /// The seat, while the game is being played.
    seat: Option<Taken>,
}

/// Starts the program of a bot, or waits for the player of a seat. Returns the foul if the program
/// cannot be started or no player connects, and `None` if `is_over` becomes true.
pub fn open(
    kind: &PlayerKind,
    setup: &[u8],
    turn: &TurnLimits,
    is_over: &dyn Fn() -> bool,
) -> Result<Option<Opened>, ArenaError> {
    let (conversation, late_in_game, seat) = match kind {
        PlayerKind::Live(bot) => {
            let total = turn.cpu.saturating_mul(GAME_CPU_TURNS);
            let program = Program::new(&bot.command);
            let started = Conversation::start(&program, setup, limits(turn), total);
            let foul = Foul::late_in_game(total, "of processor time in the game");
            (started, foul, None)
        }
        PlayerKind::Seat(seat) => {
            let (stream, taken) = match seat.take(is_over) {
                None => return Ok(None),
                Some(Err(foul)) => return Ok(Some(Err(foul))),
                Some(Ok(taken)) => taken,
            };
            let total = turn.wall.saturating_mul(GAME_WALL_TURNS);
            let connected = Conversation::connected(stream, setup, limits(turn), total);
            let foul = Foul::late_in_game(total, "in all its turns");
            (connected.map_err(RunError::Machine), foul, Some(taken))
        }
        PlayerKind::Native(_) | PlayerKind::Bot(_) => {
            unreachable!("only live bots have a connection")
        }
    };
    match conversation {
        Ok(conversation) => Ok(Some(Ok(Box::new(Channel {
            conversation,
            limits: *turn,
            late_in_game,
            seat,
        })))),
        Err(RunError::Start(error)) => Ok(Some(Err(Foul::not_started(&error)))),
        Err(RunError::Machine(error)) => Err(ArenaError::Machine(error)),
        Err(RunError::Cancelled) => Ok(None),
    }
}

impl Channel {
    /// The result of waiting.
    fn received(&self, waited: Result<Reply, RunError>) -> Result<Option<Received>, ArenaError> {
        let end = match waited {
            Ok(Reply::Line) => return Ok(Some(Received::Line)),
            Ok(Reply::Ended(end)) => end.unwrap_or(Termination::Exited(0)),
            // Whether the bot is too slow is unknown.
            Ok(Reply::Exceeded(Limit::Starvation)) => {
                return Err(ArenaError::starvation(&self.conversation.usage()));
            }
            Ok(Reply::Exceeded(limit)) => Termination::Stopped(limit),
            Ok(Reply::ExceededTotal) => {
                return Ok(Some(Received::Foul(self.late_in_game.clone())));
            }
            Err(RunError::Cancelled) => return Ok(None),
            Err(RunError::Start(error) | RunError::Machine(error)) => {
                return Err(ArenaError::Machine(error));
            }
        };
        let foul = Foul::of_termination(end, &self.limits);
        Ok(Some(foul.map_or(Received::End, Received::Foul)))
    }
}

impl LineChannel for Channel {
    fn begin_turn(&mut self) {
        self.conversation.begin_turn();
    }

    fn send(&mut self, bytes: &[u8]) -> Result<(), ArenaError> {
        self.conversation.send(bytes).map_err(ArenaError::Machine)
    }

    fn receive(
        &mut self,
        line: &mut Vec<u8>,
        is_over: &dyn Fn() -> bool,
    ) -> Result<Option<Received>, ArenaError> {
        let reply = self.conversation.receive(line, LINE_BYTES_MAX, is_over);
        self.received(reply)
    }

    fn flush(&mut self, is_over: &dyn Fn() -> bool) -> Result<Option<Received>, ArenaError> {
        let reply = self.conversation.flush(is_over);
        self.received(reply.map(|reply| reply.unwrap_or(Reply::Line)))
    }

    fn take_stderr_tail(&mut self) -> Vec<u8> {
        self.conversation.take_stderr_tail()
    }

    fn close(&mut self) {
        // The player may reconnect as soon as it sees the end.
        self.seat = None;
        self.conversation.close();
    }

    fn end(self: Box<Self>) -> Result<(), ArenaError> {
        self.conversation.end().map_err(ArenaError::Machine)
    }
}
