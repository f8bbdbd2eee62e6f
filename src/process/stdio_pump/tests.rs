//! What is read, and how much of it.

use std::os::fd::OwnedFd;

use rustix::pipe::pipe;

use super::*;

const INPUT: &[u8] = b"";

/// A pipe that the pump reads, and its other end.
fn pair() -> (OwnedFd, OwnedFd) {
    pipe().expect("a pipe")
}

fn pipes(stdout: Option<OwnedFd>, stderr: Option<OwnedFd>) -> Pipes {
    Pipes {
        stdin: None,
        stdout: stdout.map(ChildStdout::from),
        stderr: stderr.map(ChildStderr::from),
    }
}

fn write_all(end: &OwnedFd, bytes: &[u8]) {
    let mut rest = bytes;
    while !rest.is_empty() {
        let count = rustix::io::write(end, rest).expect("the pipe takes it");
        rest = &rest[count..];
    }
}

/// Also where the pipe holds more than is read at once.
#[cfg(target_os = "linux")]
#[test]
fn what_was_printed_before_the_end_is_drained() {
    let (reader, writer) = pair();
    let bytes = 8 * CHUNK_BYTES;
    rustix::pipe::fcntl_setpipe_size(&writer, bytes).expect("a large pipe");
    write_all(&writer, &vec![b'x'; bytes]);
    let mut output = Vec::new();
    let mut pump =
        StdioPump::new(pipes(Some(reader), None), INPUT, u64::MAX, &mut output).expect("a talk");
    pump.drain().expect("read");
    assert_eq!(output.len(), bytes);
}

/// Somebody who writes while it is read.
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
fn a_pipe_that_never_gets_empty_is_drained() {
    let (reader, writer) = pair();
    write_all(&writer, b"ahoy");
    let mut output = EchoWriter { writer, taken: 0 };
    let mut pump =
        StdioPump::new(pipes(Some(reader), None), INPUT, u64::MAX, &mut output).expect("a talk");
    pump.drain().expect("read");
    assert_eq!(output.taken, 4);
}

#[test]
fn no_more_is_taken_than_may_be_printed() {
    for (limit, is_flooding) in [(4, false), (3, true), (0, true)] {
        let (reader, writer) = pair();
        write_all(&writer, b"ahoy");
        let mut output = Vec::new();
        let mut pump =
            StdioPump::new(pipes(Some(reader), None), INPUT, limit, &mut output).expect("a talk");
        pump.drain().expect("read");
        assert_eq!(pump.is_flooding(), is_flooding);
        assert_eq!(output, b"ahoy"[..limit.try_into().expect("small")]);
    }
}

#[test]
fn the_end_of_a_complaint_is_kept() {
    let (reader, writer) = pair();
    let mut output = Vec::new();
    let mut pump =
        StdioPump::new(pipes(None, Some(reader)), INPUT, u64::MAX, &mut output).expect("a talk");
    let stderr_tail: Vec<u8> = (0..100_000_u32).flat_map(u32::to_le_bytes).collect();
    for part in stderr_tail.chunks(CHUNK_BYTES / 2) {
        write_all(&writer, part);
        pump.drain().expect("read");
        assert!(pump.stderr_tail.len() <= CHUNK_BYTES);
    }
    let end = &stderr_tail[stderr_tail.len() - STDERR_TAIL_BYTES_MAX..];
    assert_eq!(pump.into_stderr_tail(), end);
}

#[test]
fn a_short_complaint_is_kept_whole() {
    let (reader, writer) = pair();
    write_all(&writer, b"ouch");
    let mut output = Vec::new();
    let mut pump =
        StdioPump::new(pipes(None, Some(reader)), INPUT, u64::MAX, &mut output).expect("a talk");
    pump.drain().expect("read");
    assert_eq!(pump.into_stderr_tail(), b"ouch");
}
