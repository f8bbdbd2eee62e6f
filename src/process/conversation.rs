//! A program that is talked to while it runs, turn by turn.

use std::io;
use std::net::{Shutdown, TcpStream};
use std::os::fd::OwnedFd;
use std::process::{ChildStdin, ChildStdout};
use std::time::{Duration, Instant};

use super::child::RunningProgram;
use super::limits::{Limit, LimitWatch, Limits};
use super::output_lines::OutputLines;
use super::process_tree::ProcessTree;
use super::run::{LINGER, start_error, stopped_by_kernel};
use super::stdio_pump::{Pipes, StdioPump};
use super::{Program, RunError, StdinSource, Termination, Usage};

/// How long a program may go on when the conversation is over, until it is killed or its
/// connection is closed.
const FAREWELL: Duration = Duration::from_millis(200);
/// The time between two looks whether it does.
const FAREWELL_LOOK: Duration = Duration::from_millis(1);

/// A program that is talked to. When this is dropped, it is killed with all that it has started,
/// or its connection is closed.
///
/// Time is limited by turn ([`Conversation::begin_turn`]) and as a whole.
pub struct Conversation {
    peer: Peer,
    pump: StdioPump<'static, OutputLines>,
    watch: LimitWatch,
    output_bytes_max: u64,
    total: Duration,
    /// How long the program had been idle in all when it was found to have closed its output.
    idle_at_close: Option<Duration>,
}

/// Who is talked to.
enum Peer {
    /// A program of this machine, and [`Reply::Ended`] once it or its output has ended.
    Program(RunningProgram, Option<Reply>),
    /// One that runs elsewhere, and ends when it closes the connection.
    Socket(TcpStream),
}

/// What a wait for a line has come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reply {
    /// A line, without its line feed; or the first part of a long one.
    Line,
    /// The program ended, or nothing if it has closed its output.
    Ended(Option<Termination>),
    /// It has exceeded a limit of the turn.
    Exceeded(Limit),
    /// It has used too much time as a whole.
    ExceededTotal,
}

impl Conversation {
    /// Starts a program and gives it its first input; `limits` are those of a turn, and
    /// `cpu_total` is its CPU time in all: what it uses between its turns counts there.
    ///
    /// # Errors
    ///
    /// [`RunError`].
    pub fn start(
        program: &Program,
        input: &[u8],
        limits: Limits,
        cpu_total: Duration,
    ) -> Result<Self, RunError> {
        let whole = Limits {
            cpu: Some(cpu_total),
            ..limits
        };
        // Not empty, or there would be no pipe.
        let stdin = StdinSource::Bytes(b"\n");
        let started = RunningProgram::start(program, &stdin, &whole);
        let (running, pipes) = started.map_err(start_error)?;
        let tree = running.tree();
        let peer = Peer::Program(running, None);
        Ok(Self::new(
            peer,
            pipes,
            Some(tree),
            input,
            limits,
            cpu_total,
        )?)
    }

    /// Begins to talk to a program at the other end of a socket. Of `limits`, those of a turn,
    /// wall-clock time and output count; `wall_total` is the time of all its turns.
    ///
    /// # Errors
    ///
    /// The machine's.
    pub fn connected(
        stream: TcpStream,
        input: &[u8],
        limits: Limits,
        wall_total: Duration,
    ) -> io::Result<Self> {
        // Each line waits for an answer.
        let _ = stream.set_nodelay(true);
        let pipes = Pipes {
            stdin: Some(ChildStdin::from(OwnedFd::from(stream.try_clone()?))),
            stdout: Some(ChildStdout::from(OwnedFd::from(stream.try_clone()?))),
            stderr: None,
        };
        let limits = Limits {
            output: limits.output,
            ..Limits::of_time(limits.wall)
        };
        Self::new(Peer::Socket(stream), pipes, None, input, limits, wall_total)
    }

    fn new(
        peer: Peer,
        pipes: Pipes,
        tree: Option<ProcessTree>,
        input: &[u8],
        limits: Limits,
        total: Duration,
    ) -> io::Result<Self> {
        let mut pump = StdioPump::new(pipes, b"", limits.output, OutputLines::default())?;
        pump.set_input_complete(false)?;
        pump.send(input)?;
        Ok(Self {
            peer,
            pump,
            watch: LimitWatch::new(limits, Instant::now(), tree),
            output_bytes_max: limits.output,
            total,
            idle_at_close: None,
        })
    }

    /// Begins a turn, whose limits count from now on.
    pub fn begin_turn(&mut self) {
        self.watch.begin_turn();
        self.pump.allow_output(self.output_bytes_max);
        self.idle_at_close = None;
    }

    /// Adds to the program's input. This does not wait.
    ///
    /// # Errors
    ///
    /// The machine's. That the program does not read is none.
    pub fn send(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.pump.send(bytes)
    }

    /// Waits for the next line, which is appended to `line`. A line of more than `bytes_max`
    /// bytes is returned in parts, and one that the output ends with, without a line feed, with
    /// its end.
    ///
    /// # Errors
    ///
    /// [`RunError::Machine`] and [`RunError::Cancelled`].
    pub fn receive(
        &mut self,
        line: &mut Vec<u8>,
        bytes_max: usize,
        is_cancelled: &dyn Fn() -> bool,
    ) -> Result<Reply, RunError> {
        loop {
            if self.pump.output.take_line(line, bytes_max) {
                return Ok(Reply::Line);
            }
            let end = match self.peer {
                Peer::Program(_, end) => end,
                Peer::Socket(_) => (self.pump.is_closed() && !self.pump.is_flooding())
                    .then_some(Reply::Ended(None)),
            };
            if let Some(end) = end {
                self.pump.output.take_rest(line);
                return Ok(end);
            }
            if let Some(reply) = self.wait(is_cancelled)? {
                return Ok(reply);
            }
        }
    }

    /// Waits until the program has taken its input. Returns why that will not be, if so.
    ///
    /// # Errors
    ///
    /// As those of [`Conversation::receive`].
    pub fn flush(&mut self, is_cancelled: &dyn Fn() -> bool) -> Result<Option<Reply>, RunError> {
        while !self.pump.has_sent() && !matches!(self.peer, Peer::Program(_, Some(_))) {
            if let Some(reply) = self.wait(is_cancelled)? {
                return Ok(Some(reply));
            }
        }
        Ok(None)
    }

    /// Waits for a while for anything to happen, and looks whether a limit is exceeded.
    fn wait(&mut self, is_cancelled: &dyn Fn() -> bool) -> Result<Option<Reply>, RunError> {
        if is_cancelled() {
            return Err(RunError::Cancelled);
        }
        if self.pump.is_flooding() {
            return Ok(Some(Reply::Exceeded(Limit::Output)));
        }
        if let Some(limit) = self.watch.look() {
            return Ok(Some(Reply::Exceeded(limit)));
        }
        let (used, is_end_seen) = match &self.peer {
            Peer::Program(running, _) => (self.watch.cpu(), running.exit().is_some()),
            Peer::Socket(_) => (self.watch.wall_of_turns(), true),
        };
        if used > self.total {
            return Ok(Some(Reply::ExceededTotal));
        }
        let is_silent = self.poll(self.watch.poll_timeout(is_end_seen))?;
        self.watch.rest(is_silent);
        if is_silent || self.pump.is_closed() {
            return Ok(self.look_for_end()?);
        }
        Ok(None)
    }

    /// Returns whether nothing has happened.
    fn poll(&mut self, timeout: Duration) -> io::Result<bool> {
        let exit = match &self.peer {
            Peer::Program(running, _) => running.exit(),
            Peer::Socket(_) => None,
        };
        self.pump
            .poll(exit, timeout)
            .map(|has_happened| !has_happened)
    }

    /// Looks whether the program has ended. One that has closed its output gets the time to end.
    fn look_for_end(&mut self) -> io::Result<Option<Reply>> {
        let Peer::Program(running, end) = &mut self.peer else {
            return Ok(None);
        };
        if running.has_ended()? {
            // What it has printed is read before the pipe is lost with it.
            self.pump.drain()?;
            let termination = stopped_by_kernel(running.end()?.end);
            *end = Some(Reply::Ended(Some(termination)));
            let is_exceeded = termination == Termination::Stopped(Limit::Cpu);
            return Ok(is_exceeded.then_some(Reply::ExceededTotal));
        }
        if self.pump.is_closed() {
            let idle = self.watch.idle();
            let before = *self.idle_at_close.get_or_insert(idle);
            *end = (idle.saturating_sub(before) >= LINGER).then_some(Reply::Ended(None));
        }
        Ok(None)
    }

    /// What the program was seen to use in this turn.
    pub fn usage(&self) -> Usage {
        self.watch.usage()
    }

    /// The end of the standard error since the last call.
    pub fn take_stderr_tail(&mut self) -> Vec<u8> {
        self.pump.take_stderr_tail()
    }

    /// Closes the program's input, once it has taken what is there.
    pub fn close(&mut self) {
        // Whoever does not read it is not told.
        let _ = self.pump.set_input_complete(true);
        if let Peer::Socket(stream) = &self.peer
            && self.pump.has_sent()
        {
            let _ = stream.shutdown(Shutdown::Write);
        }
    }

    /// Gives the program a short time to end, or the other end one to close the connection, and
    /// ends it.
    ///
    /// # Errors
    ///
    /// It cannot be ended.
    pub fn end(mut self) -> io::Result<()> {
        let begun = Instant::now();
        loop {
            self.close();
            let is_over = match &self.peer {
                Peer::Program(running, end) => end.is_some() || running.has_ended()?,
                Peer::Socket(_) => self.pump.has_sent() && self.pump.is_closed(),
            };
            if is_over || begun.elapsed() >= FAREWELL {
                break;
            }
            // What was not read when a socket is closed may take the last lines sent with it.
            self.pump.output.clear();
            self.pump.allow_output(u64::MAX);
            self.poll(FAREWELL_LOOK)?;
        }
        match &mut self.peer {
            Peer::Program(_, Some(Reply::Ended(Some(_)))) | Peer::Socket(_) => Ok(()),
            Peer::Program(running, _) => running.end().map(|_| ()),
        }
    }
}

#[cfg(test)]
mod tests;
