//! Systems other than Unix: no programs, and no conversations.

use std::io::{self, Write};
use std::net::TcpStream;
use std::time::Duration;

use super::{FinishedRun, Limits, LineReply, Program, RunError, StdinSource, Usage, WholeTime};

fn unsupported() -> io::Error {
    let message = "other programs can be started only on Linux, macOS and other Unix systems";
    io::Error::new(io::ErrorKind::Unsupported, message)
}

/// Runs no program.
///
/// # Errors
///
/// Always.
pub fn run(
    _: &Program,
    _: &StdinSource<'_>,
    _: &Limits,
    _: &mut dyn Write,
    _: &dyn Fn(&Usage) -> bool,
) -> Result<FinishedRun, RunError> {
    Err(RunError::Start(unsupported()))
}

/// Adopts nothing.
///
/// # Errors
///
/// None.
pub fn adopt_orphans() -> io::Result<()> {
    Ok(())
}

/// Kills nothing, because nothing runs.
pub fn end_orphans() {}

/// A conversation with a program, of which there is none.
pub enum Conversation {}

#[expect(missing_docs, clippy::missing_errors_doc, reason = "as on Unix")]
impl Conversation {
    pub fn start(_: &Program, _: &[u8], _: Limits, _: WholeTime) -> Result<Self, RunError> {
        Err(RunError::Start(unsupported()))
    }

    pub fn connected(_: TcpStream, _: &[u8], _: Limits, _: WholeTime) -> io::Result<Self> {
        Err(unsupported())
    }

    pub fn begin_turn(&mut self) {
        match *self {}
    }

    pub fn send(&mut self, _: &[u8]) -> io::Result<()> {
        match *self {}
    }

    pub fn writes_on(&mut self, _: &dyn Fn() -> bool) -> Result<bool, RunError> {
        match *self {}
    }

    pub fn receive(
        &mut self,
        _: &mut Vec<u8>,
        _: usize,
        _: &dyn Fn() -> bool,
    ) -> Result<LineReply, RunError> {
        match *self {}
    }

    pub fn flush(&mut self, _: &dyn Fn() -> bool) -> Result<Option<LineReply>, RunError> {
        match *self {}
    }

    pub fn usage(&self) -> Usage {
        match *self {}
    }

    pub fn turn_cpu(&self) -> Option<Duration> {
        match *self {}
    }

    pub fn take_stderr_tail(&mut self) -> Vec<u8> {
        match *self {}
    }

    pub fn has_left(&self) -> bool {
        match *self {}
    }

    pub fn close(&mut self) {
        match *self {}
    }

    pub fn end(self) -> io::Result<()> {
        match self {}
    }
}
