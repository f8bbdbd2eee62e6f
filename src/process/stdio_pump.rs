//! What goes to a program and comes from it.
//!
//! One thread reads, writes and watches with `poll`, and never waits for the end of the output
//! alone; where the kernel has it, it is woken when the program exits. The exit is seen without
//! reaping, so the process group keeps its number until it is killed. Threads for the streams
//! would be left behind by a grandchild that keeps the output open.

use std::io::{self, ErrorKind, Read, Write};
use std::os::fd::{AsFd, BorrowedFd};
use std::process::{ChildStderr, ChildStdin, ChildStdout};
use std::time::Duration;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::{OFlags, fcntl_getfl, fcntl_setfl};
use rustix::io::{Errno, ioctl_fionread};

use super::STDERR_TAIL_BYTES_MAX;

/// How much is read at once.
const CHUNK_BYTES: usize = 1 << 16;

/// The ends of a program's streams.
pub struct Pipes {
    pub stdin: Option<ChildStdin>,
    pub stdout: Option<ChildStdout>,
    pub stderr: Option<ChildStderr>,
}

/// How long to wait.
#[derive(Clone, Copy)]
pub struct PollTimeout {
    /// If the kernel wakes us when the program ends.
    pub with_exit_event: Duration,
    /// If it does not.
    pub without_exit_event: Duration,
}

/// What is still to be written, and what takes that which is read.
pub struct StdioPump<'t> {
    pipes: Pipes,
    input: &'t [u8],
    output: &'t mut dyn Write,
    output_left: Option<u64>,
    stderr_tail: Vec<u8>,
    chunk: Box<[u8]>,
}

impl<'t> StdioPump<'t> {
    /// A pump of which at most so many bytes of output are taken.
    pub fn new(
        pipes: Pipes,
        input: &'t [u8],
        output_bytes_max: u64,
        output: &'t mut dyn Write,
    ) -> io::Result<Self> {
        pipes.stdin.as_ref().map_or(Ok(()), set_nonblocking)?;
        pipes.stdout.as_ref().map_or(Ok(()), set_nonblocking)?;
        pipes.stderr.as_ref().map_or(Ok(()), set_nonblocking)?;
        Ok(Self {
            pipes,
            input,
            output,
            output_left: Some(output_bytes_max),
            stderr_tail: Vec::new(),
            chunk: vec![0; CHUNK_BYTES].into(),
        })
    }

    /// Whether more was printed than may be.
    pub fn is_flooding(&self) -> bool {
        self.output_left.is_none()
    }

    /// Whether nobody can print any more.
    pub fn is_closed(&self) -> bool {
        self.pipes.stdout.is_none()
    }

    /// The end of what came on standard error.
    pub fn into_stderr_tail(mut self) -> Vec<u8> {
        self.trim_stderr_tail(STDERR_TAIL_BYTES_MAX);
        self.stderr_tail
    }

    /// Reads and writes what can be at once, or waits for that or for the
    /// program's exit for a while; whether there was anything.
    pub fn poll(
        &mut self,
        exit: Option<BorrowedFd<'_>>,
        poll_timeout: PollTimeout,
    ) -> io::Result<bool> {
        let mut fds = Vec::with_capacity(4);
        if let Some(stdout) = &self.pipes.stdout {
            fds.push(PollFd::new(stdout, PollFlags::IN));
        }
        if let Some(stderr) = &self.pipes.stderr {
            fds.push(PollFd::new(stderr, PollFlags::IN));
        }
        if let Some(stdin) = &self.pipes.stdin {
            fds.push(PollFd::new(stdin, PollFlags::OUT));
        }
        let wait = match exit {
            Some(exit) => {
                fds.push(PollFd::from_borrowed_fd(exit, PollFlags::IN));
                poll_timeout.with_exit_event
            }
            None => poll_timeout.without_exit_event,
        };
        let wait = Timespec::try_from(wait).ok();
        match poll(&mut fds, wait.as_ref()) {
            Err(Errno::INTR) => return Ok(true),
            Ok(0) => return Ok(false),
            result => result?,
        };
        let has_written = self.write()?;
        let has_read = self.read()?;
        Ok(has_written || has_read)
    }

    /// Reads once from each stream; whether there may be more.
    fn read(&mut self) -> io::Result<bool> {
        let printed = self.read_output()?;
        let complained = self.read_stderr()?;
        let is_more = |got| !matches!(got, ReadOutcome::Nothing);
        Ok(is_more(printed) || is_more(complained))
    }

    /// Reads what lies in the pipes, which was printed before now. A process
    /// that goes on printing adds nothing, and no clock decides.
    pub fn drain(&mut self) -> io::Result<()> {
        let mut left = waiting(self.pipes.stdout.as_ref())?;
        while left > 0 && !self.is_flooding() {
            left = left.saturating_sub(match self.read_output()? {
                ReadOutcome::Bytes(count) => count as u64,
                ReadOutcome::Again => 0,
                ReadOutcome::Nothing => break,
            });
        }
        let mut left = waiting(self.pipes.stderr.as_ref())?;
        while left > 0 {
            left = left.saturating_sub(match self.read_stderr()? {
                ReadOutcome::Bytes(count) => count as u64,
                ReadOutcome::Again => 0,
                ReadOutcome::Nothing => break,
            });
        }
        Ok(())
    }

    fn read_output(&mut self) -> io::Result<ReadOutcome> {
        let got = read_some(&mut self.pipes.stdout, &mut self.chunk)?;
        if let ReadOutcome::Bytes(count) = got {
            let left = self.output_left.unwrap_or(0);
            let taken = usize::try_from(left).map_or(count, |left| left.min(count));
            self.output.write_all(&self.chunk[..taken])?;
            self.output_left = left.checked_sub(count as u64);
        }
        Ok(got)
    }

    fn read_stderr(&mut self) -> io::Result<ReadOutcome> {
        let got = read_some(&mut self.pipes.stderr, &mut self.chunk)?;
        if let ReadOutcome::Bytes(count) = got {
            self.stderr_tail.extend_from_slice(&self.chunk[..count]);
            self.trim_stderr_tail(CHUNK_BYTES);
        }
        Ok(got)
    }

    fn trim_stderr_tail(&mut self, limit: usize) {
        if self.stderr_tail.len() > limit {
            let old = self.stderr_tail.len() - STDERR_TAIL_BYTES_MAX;
            self.stderr_tail.drain(..old);
        }
    }

    /// Writes once; whether that took anything.
    fn write(&mut self) -> io::Result<bool> {
        let Some(stdin) = &mut self.pipes.stdin else {
            return Ok(false);
        };
        let count = match stdin.write(self.input) {
            Ok(count) => count,
            Err(error) if error.kind() == ErrorKind::WouldBlock => return Ok(false),
            Err(error) if error.kind() == ErrorKind::Interrupted => return Ok(true),
            // It need not read what it is given.
            Err(error) if error.kind() == ErrorKind::BrokenPipe => self.input.len(),
            Err(error) => return Err(error),
        };
        self.input = &self.input[count..];
        if self.input.is_empty() {
            self.pipes.stdin = None;
        }
        Ok(true)
    }
}

/// What reading once has given.
#[derive(Clone, Copy)]
enum ReadOutcome {
    Bytes(usize),
    Again,
    Nothing,
}

fn read_some(pipe: &mut Option<impl Read>, chunk: &mut [u8]) -> io::Result<ReadOutcome> {
    let Some(open) = pipe else {
        return Ok(ReadOutcome::Nothing);
    };
    match open.read(chunk) {
        Ok(0) => *pipe = None,
        Ok(count) => return Ok(ReadOutcome::Bytes(count)),
        Err(error) if error.kind() == ErrorKind::Interrupted => return Ok(ReadOutcome::Again),
        Err(error) if error.kind() == ErrorKind::WouldBlock => {}
        Err(error) => return Err(error),
    }
    Ok(ReadOutcome::Nothing)
}

/// How many bytes lie in a pipe.
fn waiting(pipe: Option<&impl AsFd>) -> io::Result<u64> {
    pipe.map_or(Ok(0), |pipe| Ok(ioctl_fionread(pipe)?))
}

/// Makes reads and writes return at once.
pub fn set_nonblocking(pipe: &impl AsFd) -> io::Result<()> {
    let flags = fcntl_getfl(pipe)?;
    Ok(fcntl_setfl(pipe, flags | OFlags::NONBLOCK)?)
}

#[cfg(test)]
mod tests;
