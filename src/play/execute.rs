//! Executing lines and recording them in the script.

use std::io::{self, Write};
use std::ops::ControlFlow;

use super::{GameSession, Rejection};
use crate::interpreter::{Ending, Session};
use crate::player::Player;
use crate::script::{Command, Tag, parse_command};

/// The only way to the interpreter.
impl GameSession {
    /// Opens the turn of the next player unless it is open.
    pub(super) fn open_turn(&mut self) -> Result<(), Rejection> {
        if self.interpreter.open_group().is_some() {
            return Ok(());
        }
        let tag = Tag::Player(self.next());
        self.execute_line(tag.text().as_bytes())
    }

    /// Closes the group that is open.
    pub(super) fn close_group(&mut self) -> Result<(), Rejection> {
        match self.interpreter.open_group() {
            Some((tag, _)) => self.execute_line(tag.text().as_bytes()),
            None => Ok(()),
        }
    }

    /// Executes a `[state]` group.
    pub(super) fn execute_state(
        &mut self,
        commands: impl IntoIterator<Item = Command>,
    ) -> Result<(), Rejection> {
        let tag = Tag::State.text().as_bytes();
        self.execute_line(tag)?;
        for command in commands {
            self.execute_line(&command.to_bytes())?;
        }
        self.execute_line(tag)
    }

    /// Executes a line, appends it to the script, and records the events.
    pub(super) fn execute_line(&mut self, line: &[u8]) -> Result<(), Rejection> {
        let player = self.next();
        let group = self.interpreter.open_group().map(|(tag, _)| tag);
        let command = group.and_then(|_| parse_command(line, self.rules()).ok());
        let forced = self.forced(command.as_ref());
        let mut out = OutputHead::default();
        let step = self.interpreter.line(line, &mut out);
        self.take_step(player, step)?;
        self.log.line(line);
        self.record_line(group, command, forced, &out.text);
        Ok(())
    }

    pub(super) fn take_step(
        &mut self,
        player: Player,
        step: io::Result<ControlFlow<Ending>>,
    ) -> Result<(), Rejection> {
        match step.unwrap_or(ControlFlow::Continue(())) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(Ending::Won(winner)) => {
                self.winner = Some(winner);
                Ok(())
            }
            ControlFlow::Break(Ending::Failed(failure)) => {
                Err(Rejection::to_line(player, &failure))
            }
        }
    }

    /// A copy of the interpreter inside an open turn of the next player.
    pub(super) fn opened_twin(&self) -> Result<Session, Rejection> {
        let mut twin = self.interpreter.clone();
        if twin.open_group().is_none() {
            let player = self.next();
            try_line(&mut twin, player, Tag::Player(player).text().as_bytes())?;
        }
        Ok(twin)
    }

    pub(super) fn close_with_targets(&self, twin: &mut Session) -> Result<(), Rejection> {
        let player = self.next();
        for command in &self.targets {
            try_line(twin, player, &command.to_bytes())?;
        }
        try_line(twin, player, Tag::Player(player).text().as_bytes())
    }
}

/// Executes a line on a copy of the interpreter and discards the output.
pub(super) fn try_line(
    interpreter: &mut Session,
    player: Player,
    line: &[u8],
) -> Result<(), Rejection> {
    match interpreter.line(line, &mut io::sink()) {
        Ok(ControlFlow::Break(Ending::Failed(failure))) => {
            Err(Rejection::to_line(player, &failure))
        }
        _ => Ok(()),
    }
}

/// Keeps the beginning of the output, which is all that announcements need: printed boards
/// may be large.
#[derive(Default)]
struct OutputHead {
    text: Vec<u8>,
}

impl Write for OutputHead {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        const BYTES_MAX: usize = 256;
        let room = BYTES_MAX.saturating_sub(self.text.len());
        self.text.extend_from_slice(&bytes[..bytes.len().min(room)]);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
