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
    let pipes = Pipes {
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

/// Also if the pipe holds more than is read at once.
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

/// Writes back to a pipe what is read from it.
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
