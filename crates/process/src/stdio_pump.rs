//! The standard streams of a running program.
//!
//! One thread reads and writes with `poll`; the exit of the program interrupts it if the kernel
//! supports that. Threads for each stream would stay behind if a grandchild kept the output open.

use std::borrow::Cow;
use std::io::{self, ErrorKind, Read, Write};
use std::os::fd::{AsFd, BorrowedFd};
use std::process::{ChildStderr, ChildStdin, ChildStdout};
use std::time::Duration;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::{OFlags, fcntl_getfl, fcntl_setfl};
use rustix::io::{Errno, ioctl_fionread};

use super::STDERR_TAIL_BYTES_MAX;

/// How many bytes to read at once.
const CHUNK_BYTES: usize = 1 << 16;

/// Our ends of a program's streams.
pub struct StdioPipes {
    pub stdin: Option<ChildStdin>,
    pub stdout: Option<ChildStdout>,
    pub stderr: Option<ChildStderr>,
}

/// Writes the input of a program, and reads its output.
pub struct StdioPump<'t, W> {
    pipes: StdioPipes,
    input: Cow<'t, [u8]>,
    /// How many bytes of the input have been written.
    written: usize,
    /// Whether no more input will follow.
    is_input_complete: bool,
    /// The writer to which the output goes.
    pub output: W,
    output_left: Option<u64>,
    stderr_tail: Vec<u8>,
    chunk: Box<[u8]>,
}

impl<'t, W: Write> StdioPump<'t, W> {
    /// A pump that accepts at most `output_bytes_max` bytes of output.
    pub fn new(
        pipes: StdioPipes,
        input: &'t [u8],
        output_bytes_max: u64,
        output: W,
    ) -> io::Result<Self> {
        pipes.stdin.as_ref().map_or(Ok(()), set_nonblocking)?;
        pipes.stdout.as_ref().map_or(Ok(()), set_nonblocking)?;
        pipes.stderr.as_ref().map_or(Ok(()), set_nonblocking)?;
        Ok(Self {
            pipes,
            input: Cow::Borrowed(input),
            written: 0,
            is_input_complete: true,
            output,
            output_left: Some(output_bytes_max),
            stderr_tail: Vec::new(),
            chunk: vec![0; CHUNK_BYTES].into(),
        })
    }

    /// Sets whether no more input will follow; if so, closes the pipe once everything is written.
    pub fn set_input_complete(&mut self, is_complete: bool) -> io::Result<()> {
        self.is_input_complete = is_complete;
        self.write().map(|_| ())
    }

    /// Adds to the input, and writes as much as the pipe takes.
    pub fn send(&mut self, bytes: &[u8]) -> io::Result<()> {
        if self.pipes.stdin.is_some() {
            self.input.to_mut().drain(..self.written);
            self.written = 0;
            self.input.to_mut().extend_from_slice(bytes);
            self.write()?;
        }
        Ok(())
    }

    /// Whether the program has taken all input so far, or no longer reads.
    pub fn has_sent(&self) -> bool {
        self.pipes.stdin.is_none() || self.written == self.input.len()
    }

    /// Accepts this many bytes of output from now on.
    pub fn allow_output(&mut self, bytes_max: u64) {
        self.output_left = Some(bytes_max);
    }

    /// Whether the program has printed more than the limit.
    pub fn is_flooding(&self) -> bool {
        self.output_left.is_none()
    }

    /// Whether all processes have closed the output.
    pub fn is_closed(&self) -> bool {
        self.pipes.stdout.is_none()
    }

    /// The end of the standard error since the last call.
    pub fn take_stderr_tail(&mut self) -> Vec<u8> {
        self.trim_stderr_tail(STDERR_TAIL_BYTES_MAX);
        std::mem::take(&mut self.stderr_tail)
    }

    /// Waits until something can be read or written, the program exits, or the timeout passes; then
    /// reads and writes. Returns whether anything happened.
    pub fn poll(&mut self, exit: Option<BorrowedFd<'_>>, timeout: Duration) -> io::Result<bool> {
        let mut fds = Vec::with_capacity(4);
        if let Some(stdout) = &self.pipes.stdout {
            fds.push(PollFd::new(stdout, PollFlags::IN));
        }
        if let Some(stderr) = &self.pipes.stderr {
            fds.push(PollFd::new(stderr, PollFlags::IN));
        }
        if let Some(stdin) = self.pipes.stdin.as_ref().filter(|_| !self.has_sent()) {
            fds.push(PollFd::new(stdin, PollFlags::OUT));
        }
        fds.extend(exit.map(|exit| PollFd::from_borrowed_fd(exit, PollFlags::IN)));
        match poll(&mut fds, Timespec::try_from(timeout).ok().as_ref()) {
            Err(Errno::INTR) => return Ok(true),
            Ok(0) => return Ok(false),
            result => result?,
        };
        let has_written = self.write()?;
        let has_read = [self.read_output()?, self.read_stderr()?];
        Ok(has_written || has_read.iter().any(Option::is_some))
    }

    /// Reads the bytes that are in the pipes now. It needs no timeout, because it ignores later
    /// output.
    pub fn drain(&mut self) -> io::Result<()> {
        let mut left = waiting(self.pipes.stdout.as_ref())?;
        while left > 0
            && let Some(count) = self.read_output()?
        {
            left = left.saturating_sub(count as u64);
        }
        let mut left = waiting(self.pipes.stderr.as_ref())?;
        while left > 0
            && let Some(count) = self.read_stderr()?
        {
            left = left.saturating_sub(count as u64);
        }
        Ok(())
    }

    /// Reads once; returns the number of bytes, or `None` if there are none now.
    fn read_output(&mut self) -> io::Result<Option<usize>> {
        let got = read_some(&mut self.pipes.stdout, &mut self.chunk)?;
        if let Some(count) = got {
            let left = self.output_left.unwrap_or(0);
            let taken = usize::try_from(left).map_or(count, |left| left.min(count));
            self.output.write_all(&self.chunk[..taken])?;
            self.output_left = left.checked_sub(count as u64);
        }
        Ok(got)
    }

    fn read_stderr(&mut self) -> io::Result<Option<usize>> {
        let got = read_some(&mut self.pipes.stderr, &mut self.chunk)?;
        if let Some(count) = got {
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

    /// Writes once; returns whether anything was written.
    fn write(&mut self) -> io::Result<bool> {
        let Some(stdin) = &mut self.pipes.stdin else {
            return Ok(false);
        };
        let rest = &self.input[self.written..];
        let has_rest = !rest.is_empty();
        if has_rest {
            match stdin.write(rest) {
                Ok(count) => self.written += count,
                Err(error) if error.kind() == ErrorKind::WouldBlock => return Ok(false),
                Err(error) if error.kind() == ErrorKind::Interrupted => return Ok(true),
                // A program need not read its input.
                Err(error) if is_gone(error.kind()) => {
                    self.pipes.stdin = None;
                    return Ok(true);
                }
                Err(error) => return Err(error),
            }
        }
        if self.is_input_complete && self.has_sent() {
            self.pipes.stdin = None;
        }
        Ok(has_rest)
    }
}

/// Reads once; an interrupted read has 0 bytes.
fn read_some(pipe: &mut Option<impl Read>, chunk: &mut [u8]) -> io::Result<Option<usize>> {
    let Some(open) = pipe else {
        return Ok(None);
    };
    match open.read(chunk) {
        Ok(0) => *pipe = None,
        Ok(count) => return Ok(Some(count)),
        Err(error) if error.kind() == ErrorKind::Interrupted => return Ok(Some(0)),
        Err(error) if error.kind() == ErrorKind::WouldBlock => {}
        Err(error) if is_gone(error.kind()) => *pipe = None,
        Err(error) => return Err(error),
    }
    Ok(None)
}

/// Whether the other end of a pipe or a socket was closed or is unreachable.
fn is_gone(error: ErrorKind) -> bool {
    matches!(
        error,
        ErrorKind::BrokenPipe
            | ErrorKind::ConnectionReset
            | ErrorKind::ConnectionAborted
            | ErrorKind::TimedOut
            | ErrorKind::HostUnreachable
            | ErrorKind::NetworkUnreachable
    )
}

/// How many bytes are in a pipe.
fn waiting(pipe: Option<&impl AsFd>) -> io::Result<u64> {
    pipe.map_or(Ok(0), |pipe| Ok(ioctl_fionread(pipe)?))
}

pub fn set_nonblocking(pipe: &impl AsFd) -> io::Result<()> {
    let flags = fcntl_getfl(pipe)?;
    Ok(fcntl_setfl(pipe, flags | OFlags::NONBLOCK)?)
}

#[cfg(test)]
mod tests {
    use std::os::fd::OwnedFd;

    use rustix::pipe::pipe;

    use super::*;

    /// A pump of a program that prints to these pipes.
    fn pump(
        stdout: Option<OwnedFd>,
        stderr: Option<OwnedFd>,
        output_bytes_max: u64,
        output: &mut dyn Write,
    ) -> StdioPump<'static, &mut dyn Write> {
        let pipes = StdioPipes {
            stdin: None,
            stdout: stdout.map(ChildStdout::from),
            stderr: stderr.map(ChildStderr::from),
        };
        StdioPump::new(pipes, b"", output_bytes_max, output).expect("a pump")
    }

    fn write_all(end: &OwnedFd, mut bytes: &[u8]) {
        while !bytes.is_empty() {
            let count = rustix::io::write(end, bytes).expect("the pipe takes it");
            bytes = &bytes[count..];
        }
    }

    /// Nothing is lost, even if the pipe holds more than is read at once.
    #[cfg(target_os = "linux")]
    #[test]
    fn what_was_printed_before_the_end_is_drained() {
        let (reader, writer) = pipe().expect("a pipe");
        let bytes = 8 * CHUNK_BYTES;
        rustix::pipe::fcntl_setpipe_size(&writer, bytes).expect("a large pipe");
        write_all(&writer, &vec![b'x'; bytes]);
        let mut output = Vec::new();
        let mut pump = pump(Some(reader), None, u64::MAX, &mut output);
        pump.drain().expect("read");
        assert_eq!(output.len(), bytes);
    }

    /// Writes the bytes that are read from a pipe back to it.
    struct EchoWriter {
        writer: OwnedFd,
        taken: usize,
    }

    impl Write for EchoWriter {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.taken += bytes.len();
            write_all(&self.writer, bytes);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn draining_ends_though_the_program_goes_on_printing() {
        let (reader, writer) = pipe().expect("a pipe");
        write_all(&writer, b"ahoy");
        let mut output = EchoWriter { writer, taken: 0 };
        let mut pump = pump(Some(reader), None, u64::MAX, &mut output);
        pump.drain().expect("read");
        assert_eq!(output.taken, 4);
    }

    #[test]
    fn output_beyond_the_limit_is_dropped() {
        for (limit, is_flooding) in [(4, false), (3, true), (0, true)] {
            let (reader, writer) = pipe().expect("a pipe");
            write_all(&writer, b"ahoy");
            let mut output = Vec::new();
            let mut pump = pump(Some(reader), None, limit, &mut output);
            pump.drain().expect("read");
            assert_eq!(pump.is_flooding(), is_flooding);
            assert_eq!(output, b"ahoy"[..limit.try_into().expect("small")]);
        }
    }

    #[test]
    fn the_end_of_standard_error_is_kept() {
        for bytes in [4, STDERR_TAIL_BYTES_MAX, 400_000] {
            let (reader, writer) = pipe().expect("a pipe");
            let mut output = Vec::new();
            let mut pump = pump(None, Some(reader), u64::MAX, &mut output);
            let text: Vec<u8> = (0..100_000_u32).flat_map(u32::to_le_bytes).collect();
            for part in text[..bytes].chunks(CHUNK_BYTES / 2) {
                write_all(&writer, part);
                pump.drain().expect("read");
                assert!(pump.stderr_tail.len() <= CHUNK_BYTES);
            }
            let begin = bytes.saturating_sub(STDERR_TAIL_BYTES_MAX);
            assert_eq!(pump.take_stderr_tail(), text[begin..bytes]);
        }
    }
}
