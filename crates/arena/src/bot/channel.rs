//! The connection to a live bot: pipes to a program on this machine, or the socket of a seat.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use super::limits;
use super::live::LineChannel;
use crate::error::NotPlayed;
use crate::seat::TakenSeat;
use crate::{ArenaError, Bot, BotLimits, Foul, Seat};
use admiralty_core::script::Line;
use admiralty_process::{Conversation, Limit, LineReply, RunError, Termination, WholeTime};

/// What a bot has used up that has computed for too long in a game.
pub const GAME_CPU: &str = "of CPU time in the game";

/// The conversation with a bot during one game.
pub struct BotChannel {
    conversation: Conversation,
    limits: BotLimits,
    /// How much time it has for the whole game.
    total: WholeTime,
    /// The seat, while the game is being played.
    seat: Option<TakenSeat>,
}

impl BotChannel {
    /// Starts the program of a bot. It is a foul if it cannot be started.
    pub fn start(bot: &Bot, setup: &[u8], turn: &BotLimits) -> Result<Self, NotPlayed> {
        let total = WholeTime {
            cpu: turn.game_cpu(),
            wall: turn.game_wall(),
        };
        Ok(Self {
            conversation: Conversation::start(&bot.program, setup, limits(turn), total)?,
            limits: *turn,
            total,
            seat: None,
        })
    }

    /// Waits for the player of a seat. It is a foul if no one connects.
    pub fn accept(
        seat: &Arc<Seat>,
        setup: &[u8],
        turn: &BotLimits,
        is_over: &dyn Fn() -> bool,
    ) -> Result<Self, NotPlayed> {
        let (stream, taken) = seat.take(is_over)?;
        let total = WholeTime {
            cpu: turn.game_cpu(),
            wall: turn.bank.unwrap_or_else(|| turn.game_wall()),
        };
        Ok(Self {
            conversation: Conversation::connected(stream, setup, limits(turn), total)?,
            limits: *turn,
            total,
            seat: Some(taken),
        })
    }

    /// Returns whether a line was received, or `false` at the end of the output.
    fn received(&self, waited: Result<LineReply, RunError>) -> Result<bool, NotPlayed> {
        let end = match waited? {
            LineReply::Line => return Ok(true),
            LineReply::Ended(end) => end.unwrap_or(Termination::Exited(0)),
            // The machine was too busy to tell whether the bot is too slow.
            LineReply::Exceeded(Limit::Starvation) => {
                let usage = self.conversation.usage();
                return Err(NotPlayed::Failed(ArenaError::starvation(&usage)));
            }
            LineReply::Exceeded(limit) => Termination::Stopped(limit),
            LineReply::ExceededTotal(Limit::Cpu) => {
                return Err(Foul::late(self.total.cpu, GAME_CPU).into());
            }
            LineReply::ExceededTotal(_) => {
                return Err(Foul::late(self.total.wall, "in all its turns").into());
            }
        };
        let foul = Foul::of_termination(end, &self.limits);
        foul.map_or(Ok(false), |foul| Err(foul.into()))
    }
}

impl LineChannel for BotChannel {
    fn begin_turn(&mut self) {
        self.conversation.begin_turn();
    }

    fn send(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.conversation.send(bytes)
    }

    fn receive(
        &mut self,
        line: &mut Vec<u8>,
        is_over: &dyn Fn() -> bool,
    ) -> Result<bool, NotPlayed> {
        let reply = self.conversation.receive(line, Line::BYTES_MAX, is_over);
        self.received(reply)
    }

    fn writes_on(&mut self, is_over: &dyn Fn() -> bool) -> Result<bool, NotPlayed> {
        Ok(self.conversation.writes_on(is_over)?)
    }

    fn flush(&mut self, is_over: &dyn Fn() -> bool) -> Result<(), NotPlayed> {
        let reply = self.conversation.flush(is_over);
        let reply = reply.map(|reply| reply.unwrap_or(LineReply::Line));
        self.received(reply).map(drop)
    }

    fn has_left(&self) -> bool {
        self.conversation.has_left()
    }

    fn turn_cpu(&self) -> Option<Duration> {
        self.conversation.turn_cpu()
    }

    fn take_stderr_tail(&mut self) -> Vec<u8> {
        self.conversation.take_stderr_tail()
    }

    fn close(&mut self) {
        // The player may reconnect as soon as it sees the end.
        self.seat = None;
        self.conversation.close();
    }

    fn end(self: Box<Self>) -> io::Result<()> {
        self.conversation.end()
    }
}
