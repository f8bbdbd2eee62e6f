//! A conversation with a running program, turn by turn.

use std::io;
use std::net::{Shutdown, TcpStream};
use std::os::fd::OwnedFd;
use std::process::{ChildStdin, ChildStdout};
use std::time::{Duration, Instant};

use super::child::RunningProgram;
use super::limits::{Limit, LimitWatch, Limits};
use super::output_lines::OutputLines;
use super::run::{LINGER, start_error, stopped_by_kernel, wait_for_shutdown};
use super::stdio_pump::{Pipes, StdioPump};
use super::{Program, RunError, StdinSource, Termination, Usage};

/// How long a program may keep running after the conversation, before it is killed.
const FAREWELL: Duration = Duration::from_millis(200);
/// The interval at which its end is checked.
const FAREWELL_LOOK: Duration = Duration::from_millis(1);

/// A conversation with a program. When dropped, kills the program with all that it has started.
///
/// Time is limited by turn ([`Conversation::begin_turn`]) and as a whole. The limit as a whole is
/// on the CPU time of a program on this machine, including what it uses between its turns, or on
/// the wall-clock time of all turns of a program elsewhere.
pub struct Conversation {
    peer: Peer,
    pump: StdioPump<'static, OutputLines>,
    watch: LimitWatch,
    output_bytes_max: u64,
    total: Duration,
    /// The idle time of the program when it was found to have closed its output.
    idle_at_close: Option<Duration>,
}

enum Peer {
    /// A program on this machine, and [`Reply::Ended`] once it or its output has ended.
    Program(RunningProgram, Option<Reply>),
    /// A program that runs elsewhere, and ends by closing the connection.
    Socket(TcpStream),
}

/// The result of waiting for a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reply {
    /// A line, without its line feed; or the first part of a long one.
    Line,
    /// The program ended; `None` if it only closed its output.
    Ended(Option<Termination>),
    /// It has exceeded a limit of the turn.
    Exceeded(Limit),
    /// It has used too much time as a whole.
    ExceededTotal,
}

impl Conversation {
    /// Starts a program and sends its first input; `limits` are those of a turn, `cpu_total` is the
    /// limit of its CPU time as a whole.
    ///
    /// # Errors
    ///
    /// If the program cannot be started.
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
        // An empty input would not open a pipe.
        let stdin = StdinSource::Bytes(b"\n");
        let started = RunningProgram::start(program, &stdin, &whole);
        let (running, pipes) = started.map_err(start_error)?;
        let peer = Peer::Program(running, None);
        Ok(Self::new(peer, pipes, input, limits, cpu_total)?)
    }

    /// Starts a conversation with a program at the other end of a socket. Of the `limits` of a
    /// turn, only wall-clock time and output count; `wall_total` limits the time of all turns.
    ///
    /// # Errors
    ///
    /// If the socket cannot be set up.
    pub fn connected(
        stream: TcpStream,
        input: &[u8],
        limits: Limits,
        wall_total: Duration,
    ) -> io::Result<Self> {
        // Lines are small, and the other side waits for each.
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
        Self::new(Peer::Socket(stream), pipes, input, limits, wall_total)
    }

    fn new(
        peer: Peer,
        pipes: Pipes,
        input: &[u8],
        limits: Limits,
        total: Duration,
    ) -> io::Result<Self> {
        let mut pump = StdioPump::new(pipes, b"", limits.output, OutputLines::default())?;
        pump.set_input_complete(false)?;
        pump.send(input)?;
        let tree = match &peer {
            Peer::Program(running, _) => Some(running.tree()),
            Peer::Socket(_) => None,
        };
        Ok(Self {
            peer,
            pump,
            watch: LimitWatch::new(limits, Instant::now(), tree),
            output_bytes_max: limits.output,
            total,
            idle_at_close: None,
        })
    }

    /// Begins a turn: its limits count from now on.
    pub fn begin_turn(&mut self) {
        self.watch.begin_turn();
        self.pump.allow_output(self.output_bytes_max);
        self.idle_at_close = None;
    }

    /// Adds to the program's input. This does not wait.
    ///
    /// # Errors
    ///
    /// If the input cannot be sent; not if the program has ended.
    pub fn send(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.pump.send(bytes)
    }

    /// Waits for the next line, which is appended to `line`. A line of more than `bytes_max` bytes
    /// may be returned in parts. A last line without a line feed is returned with the end.
    ///
    /// # Errors
    ///
    /// If this program is cancelled, or the machine fails.
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

    /// Waits until the program has read its input. Returns the reason if it will not.
    ///
    /// # Errors
    ///
    /// If this program is cancelled, or the machine fails.
    pub fn flush(&mut self, is_cancelled: &dyn Fn() -> bool) -> Result<Option<Reply>, RunError> {
        while !self.pump.has_sent() && !matches!(self.peer, Peer::Program(_, Some(_))) {
            if let Some(reply) = self.wait(is_cancelled)? {
                return Ok(Some(reply));
            }
        }
        Ok(None)
    }

    /// Waits a while for anything to happen, and checks the limits.
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
            Peer::Program(running, _) => (self.watch.cpu, running.exit().is_some()),
            Peer::Socket(_) => (self.watch.wall_of_turns(), true),
        };
        if used > self.total {
            return Ok(Some(Reply::ExceededTotal));
        }
        let is_silent = self.poll(self.watch.poll_timeout(is_end_seen))?;
        self.watch.rest(is_silent);
        if is_silent || self.pump.is_closed() {
            return self.look_for_end(is_cancelled);
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

    /// Checks whether the program has ended. A program that has closed its output gets some time to
    /// end.
    fn look_for_end(&mut self, is_cancelled: &dyn Fn() -> bool) -> Result<Option<Reply>, RunError> {
        let Peer::Program(running, end) = &mut self.peer else {
            return Ok(None);
        };
        if running.has_ended()? {
            // Read its output before the pipe is closed.
            self.pump.drain()?;
            let termination = stopped_by_kernel(running.end()?.end);
            *end = Some(Reply::Ended(Some(termination)));
            wait_for_shutdown(termination, is_cancelled)?;
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

    /// What the program was observed to use in this turn.
    pub fn usage(&self) -> Usage {
        self.watch.usage()
    }

    /// The end of the standard error since the last call.
    pub fn take_stderr_tail(&mut self) -> Vec<u8> {
        self.pump.take_stderr_tail()
    }

    /// Closes the program's input, once it has read what is pending.
    pub fn close(&mut self) {
        // A failure means that the program does not read its input.
        let _ = self.pump.set_input_complete(true);
        if let Peer::Socket(stream) = &self.peer
            && self.pump.has_sent()
        {
            let _ = stream.shutdown(Shutdown::Write);
        }
    }

    /// Gives the program a short time to end, then kills it or closes the connection.
    ///
    /// # Errors
    ///
    /// If the machine fails.
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
            // Closing a socket with unread input resets the connection, which may lose the last
            // lines sent.
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
