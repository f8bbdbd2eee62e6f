//! How lines go to the interpreter, and into the record.

use std::io::{self, Write};
use std::ops::ControlFlow;

use super::{Objection, Table};
use crate::interpreter::{Ending, Session};
use crate::player::Player;
use crate::script::{Command, Tag, parse_command};

/// How lines go to the interpreter.
impl Table {
    /// Opens the turn of the player who is next, if it is not open.
    pub(super) fn open(&mut self) -> Result<(), Objection> {
        if self.session.open_group().is_some() {
            return Ok(());
        }
        let tag = Tag::Player(self.next());
        self.feed(tag.text().as_bytes())
    }

    /// Closes the group that is open.
    pub(super) fn close(&mut self) -> Result<(), Objection> {
        match self.session.open_group() {
            Some((tag, _)) => self.feed(tag.text().as_bytes()),
            None => Ok(()),
        }
    }

    /// Executes a `[state]` group.
    pub(super) fn write_state(
        &mut self,
        commands: impl IntoIterator<Item = Command>,
    ) -> Result<(), Objection> {
        let tag = Tag::State.text().as_bytes();
        self.feed(tag)?;
        for command in commands {
            self.feed(&command.to_bytes())?;
        }
        self.feed(tag)
    }

    /// Executes a line, enters it into the record, and follows what has happened.
    pub(super) fn feed(&mut self, line: &[u8]) -> Result<(), Objection> {
        let player = self.next();
        let group = self.session.open_group().map(|(tag, _)| tag);
        let command = group.and_then(|_| parse_command(line, self.rules()).ok());
        let forced = self.forced(command.as_ref());
        let mut out = Beginning::default();
        let step = self.session.line(line, &mut out);
        self.settle(player, step)?;
        self.log.line(line);
        self.follow(group, command, forced, &out.text);
        Ok(())
    }

    pub(super) fn settle(
        &mut self,
        player: Player,
        step: io::Result<ControlFlow<Ending>>,
    ) -> Result<(), Objection> {
        match step.unwrap_or(ControlFlow::Continue(())) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(Ending::Won(winner)) => {
                self.winner = Some(winner);
                Ok(())
            }
            ControlFlow::Break(Ending::Failed(failure)) => {
                Err(Objection::to_line(player, &failure))
            }
        }
    }

    /// The interpreter as it is in an open turn of the player who is next.
    pub(super) fn opened_twin(&self) -> Result<Session, Objection> {
        let mut twin = self.session.clone();
        if twin.open_group().is_none() {
            let player = self.next();
            feed(&mut twin, player, Tag::Player(player).text().as_bytes())?;
        }
        Ok(twin)
    }

    pub(super) fn close_with_targets(&self, twin: &mut Session) -> Result<(), Objection> {
        let player = self.next();
        for command in &self.targets {
            feed(twin, player, &command.to_bytes())?;
        }
        feed(twin, player, Tag::Player(player).text().as_bytes())
    }
}

/// Feeds a line to an interpreter of which nobody reads the output.
pub(super) fn feed(session: &mut Session, player: Player, line: &[u8]) -> Result<(), Objection> {
    match session.line(line, &mut io::sink()) {
        Ok(ControlFlow::Break(Ending::Failed(failure))) => {
            Err(Objection::to_line(player, &failure))
        }
        _ => Ok(()),
    }
}

/// The beginning of what is printed: all that announcements need.
#[derive(Default)]
struct Beginning {
    text: Vec<u8>,
}

impl Write for Beginning {
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
