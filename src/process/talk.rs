//! What goes to a program and comes from it.

use std::io::{self, ErrorKind, Read, Write};
use std::os::fd::{AsFd, BorrowedFd};
use std::process::{ChildStderr, ChildStdin, ChildStdout};
use std::time::Duration;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::{OFlags, fcntl_getfl, fcntl_setfl};
use rustix::io::{Errno, ioctl_fionread};

use super::COMPLAINT_BYTES_MAX;

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
pub struct Nap {
    /// If the kernel wakes us when the program ends.
    pub told: Duration,
    /// If it does not.
    pub untold: Duration,
}

/// What is still to be written, and what takes that which is read.
pub struct Talk<'t> {
    pipes: Pipes,
    input: &'t [u8],
    output: &'t mut dyn Write,
    output_left: Option<u64>,
    complaint: Vec<u8>,
    chunk: Box<[u8]>,
}

impl<'t> Talk<'t> {
    /// A talk of which at most so many bytes of output are taken.
    pub fn new(
        pipes: Pipes,
        input: &'t [u8],
        output_bytes_max: u64,
        output: &'t mut dyn Write,
    ) -> io::Result<Self> {
        pipes.stdin.as_ref().map_or(Ok(()), do_not_wait)?;
        pipes.stdout.as_ref().map_or(Ok(()), do_not_wait)?;
        pipes.stderr.as_ref().map_or(Ok(()), do_not_wait)?;
        Ok(Self {
            pipes,
            input,
            output,
            output_left: Some(output_bytes_max),
            complaint: Vec::new(),
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
    pub fn into_complaint(mut self) -> Vec<u8> {
        self.forget_old_complaint(COMPLAINT_BYTES_MAX);
        self.complaint
    }

    /// Reads and writes what can be at once, or waits for that or for the
    /// program's exit for a while; whether there was anything.
    pub fn go_on(&mut self, exit: Option<BorrowedFd<'_>>, nap: Nap) -> io::Result<bool> {
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
                nap.told
            }
            None => nap.untold,
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
        let complained = self.read_complaint()?;
        let is_more = |got| !matches!(got, Got::Nothing);
        Ok(is_more(printed) || is_more(complained))
    }

    /// Reads what lies in the pipes, which was printed before now. A process
    /// that goes on printing adds nothing, and no clock decides.
    pub fn drain(&mut self) -> io::Result<()> {
        let mut left = waiting(self.pipes.stdout.as_ref())?;
        while left > 0 && !self.is_flooding() {
            left = left.saturating_sub(match self.read_output()? {
                Got::Bytes(count) => count as u64,
                Got::Again => 0,
                Got::Nothing => break,
            });
        }
        let mut left = waiting(self.pipes.stderr.as_ref())?;
        while left > 0 {
            left = left.saturating_sub(match self.read_complaint()? {
                Got::Bytes(count) => count as u64,
                Got::Again => 0,
                Got::Nothing => break,
            });
        }
        Ok(())
    }

    fn read_output(&mut self) -> io::Result<Got> {
        let got = read_some(&mut self.pipes.stdout, &mut self.chunk)?;
        if let Got::Bytes(count) = got {
            let left = self.output_left.unwrap_or(0);
            let taken = usize::try_from(left).map_or(count, |left| left.min(count));
            self.output.write_all(&self.chunk[..taken])?;
            self.output_left = left.checked_sub(count as u64);
        }
        Ok(got)
    }

    fn read_complaint(&mut self) -> io::Result<Got> {
        let got = read_some(&mut self.pipes.stderr, &mut self.chunk)?;
        if let Got::Bytes(count) = got {
            self.complaint.extend_from_slice(&self.chunk[..count]);
            self.forget_old_complaint(CHUNK_BYTES);
        }
        Ok(got)
    }

    fn forget_old_complaint(&mut self, limit: usize) {
        if self.complaint.len() > limit {
            let old = self.complaint.len() - COMPLAINT_BYTES_MAX;
            self.complaint.drain(..old);
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
enum Got {
    Bytes(usize),
    Again,
    Nothing,
}

fn read_some(pipe: &mut Option<impl Read>, chunk: &mut [u8]) -> io::Result<Got> {
    let Some(open) = pipe else {
        return Ok(Got::Nothing);
    };
    match open.read(chunk) {
        Ok(0) => *pipe = None,
        Ok(count) => return Ok(Got::Bytes(count)),
        Err(error) if error.kind() == ErrorKind::Interrupted => return Ok(Got::Again),
        Err(error) if error.kind() == ErrorKind::WouldBlock => {}
        Err(error) => return Err(error),
    }
    Ok(Got::Nothing)
}

/// How many bytes lie in a pipe.
fn waiting(pipe: Option<&impl AsFd>) -> io::Result<u64> {
    pipe.map_or(Ok(0), |pipe| Ok(ioctl_fionread(pipe)?))
}

fn do_not_wait(pipe: &impl AsFd) -> io::Result<()> {
    let flags = fcntl_getfl(pipe)?;
    Ok(fcntl_setfl(pipe, flags | OFlags::NONBLOCK)?)
}

#[cfg(test)]
mod tests;
