//! Live bots as programs of this machine, through pipes.

use std::time::Duration;

use super::live::{LineChannel, Opened, Received};
use super::{Bot, limits, received};
use crate::arena::{ArenaError, Foul, GAME_CPU_TURNS, TurnLimits};
use crate::process::{Conversation, Limit, Program, Reply, RunError};
use crate::script::LINE_BYTES_MAX;

/// A program that plays.
pub struct PipeChannel {
    conversation: Conversation,
    limits: TurnLimits,
}

fn cpu_of_game(limits: &TurnLimits) -> Duration {
    limits.cpu.saturating_mul(GAME_CPU_TURNS)
}

impl PipeChannel {
    /// Starts a bot; or the foul that it cannot be started.
    pub fn open(
        bot: &Bot,
        setup: &[u8],
        limits_of_turn: &TurnLimits,
    ) -> Result<Opened, ArenaError> {
        let program = Program::new(&bot.command);
        let total = cpu_of_game(limits_of_turn);
        match Conversation::start(&program, setup, limits(limits_of_turn), total) {
            Ok(conversation) => Ok(Ok(Box::new(Self {
                conversation,
                limits: *limits_of_turn,
            }))),
            Err(RunError::Start(error)) => Ok(Err(Foul::not_started(&error))),
            Err(RunError::Machine(error)) => Err(ArenaError::Machine(error)),
            Err(RunError::Cancelled) => unreachable!("it does not wait"),
        }
    }

    /// What has come of waiting.
    fn received(&self, waited: Result<Reply, RunError>) -> Result<Option<Received>, ArenaError> {
        // It is unknown whether the bot is late.
        if matches!(waited, Ok(Reply::Exceeded(Limit::Starvation))) {
            return Err(ArenaError::starvation(&self.conversation.usage()));
        }
        received(waited, &self.limits, || {
            let what = "of processor time in the game";
            Foul::late_in_game(cpu_of_game(&self.limits), what)
        })
    }
}

impl LineChannel for PipeChannel {
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
        self.conversation.close();
    }

    fn end(self: Box<Self>) -> Result<(), ArenaError> {
        self.conversation.end().map_err(ArenaError::Machine)
    }
}
