//! Live bots that have connected to a seat.

use std::sync::Arc;
use std::time::Duration;

use super::live::{LineChannel, Opened, Received};
use super::{limits, received};
use crate::arena::seat::{Seat, Taken};
use crate::arena::{ArenaError, Foul, GAME_WALL_TURNS, TurnLimits};
use crate::process::{Connection, Reply, RunError};
use crate::script::LINE_BYTES_MAX;

/// A connection for a game.
pub struct Socket {
    connection: Connection,
    /// The seat, as long as the game is played.
    seat: Option<Taken>,
    limits: TurnLimits,
}

fn wall_of_game(limits: &TurnLimits) -> Duration {
    limits.wall.saturating_mul(GAME_WALL_TURNS)
}

impl Socket {
    /// Waits for the player of a seat, and begins a game; or the foul that nobody has come.
    /// Returns nothing if `is_over` becomes true.
    pub fn open(
        seat: &Arc<Seat>,
        setup: &[u8],
        limits_of_turn: &TurnLimits,
        is_over: &dyn Fn() -> bool,
    ) -> Result<Option<Opened>, ArenaError> {
        let (stream, taken) = match seat.take(is_over) {
            None => return Ok(None),
            Some(Err(foul)) => return Ok(Some(Err(foul))),
            Some(Ok(come)) => come,
        };
        let total = wall_of_game(limits_of_turn);
        let connection = Connection::start(stream, setup, limits(limits_of_turn), total)
            .map_err(ArenaError::Machine)?;
        Ok(Some(Ok(Box::new(Self {
            connection,
            seat: Some(taken),
            limits: *limits_of_turn,
        }))))
    }
}

impl Socket {
    /// What has come of waiting.
    fn received(&self, waited: Result<Reply, RunError>) -> Result<Option<Received>, ArenaError> {
        received(waited, &self.limits, || {
            Foul::late_in_game(wall_of_game(&self.limits), "in all its turns")
        })
    }
}

impl LineChannel for Socket {
    fn begin_turn(&mut self) {
        self.connection.begin_turn();
    }

    fn send(&mut self, bytes: &[u8]) -> Result<(), ArenaError> {
        self.connection.send(bytes).map_err(ArenaError::Machine)
    }

    fn receive(
        &mut self,
        line: &mut Vec<u8>,
        is_over: &dyn Fn() -> bool,
    ) -> Result<Option<Received>, ArenaError> {
        let reply = self.connection.receive(line, LINE_BYTES_MAX, is_over);
        self.received(reply)
    }

    fn flush(&mut self, is_over: &dyn Fn() -> bool) -> Result<Option<Received>, ArenaError> {
        let reply = self.connection.flush(is_over);
        self.received(reply.map(|reply| reply.unwrap_or(Reply::Line)))
    }

    fn take_stderr_tail(&mut self) -> Vec<u8> {
        Vec::new()
    }

    fn close(&mut self) {
        // Whoever sees the end may come back at once.
        self.seat = None;
        self.connection.close();
    }

    fn end(self: Box<Self>) -> Result<(), ArenaError> {
        self.connection.end().map_err(ArenaError::Machine)
    }
}
