//! One run of a program, whatever it does.
//!
//! One thread reads, writes and watches the clock, without waiting for any of
//! them alone. So a child that keeps the output open cannot hold it up, and no
//! thread is left behind.

use std::io::{self, ErrorKind, Read, Write};
use std::os::fd::AsFd;
use std::os::unix::process::CommandExt;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::{OFlags, fcntl_getfl, fcntl_setfl};
use rustix::io::Errno;
use rustix::process::{
    Pid, Signal, WaitId, WaitIdOptions, WaitIdStatus, kill_process_group, waitid,
};

use super::super::{Foul, FoulKind};
use super::{OUTPUT_BYTES_MAX, Trouble};

/// How much is read at once.
const CHUNK_BYTES: usize = 1 << 16;
/// How long to wait at first, and at most, before looking whether the program
/// has ended without closing its output.
const NAP: Duration = Duration::from_micros(200);
const NAP_MAX: Duration = Duration::from_millis(20);

/// Starts a program, and ends it at once.
pub fn check(command: &[String]) -> io::Result<()> {
    Running::start(command, Stdio::null(), Stdio::null()).map(drop)
}

/// Runs a program on an input; with what it printed until it ended.
pub fn run(
    command: &[String],
    input: &[u8],
    time: Duration,
    is_over: &dyn Fn() -> bool,
) -> Result<Vec<u8>, Trouble> {
    let begun = Instant::now();
    let mut running = Running::start(command, Stdio::piped(), Stdio::piped()).map_err(|error| {
        if is_machines(&error) {
            return Trouble::Machine(error);
        }
        // The program could be started when the tournament began.
        let detail = format!("it cannot be started any more: {error}");
        Trouble::Foul(Foul::new(FoulKind::Crashed, detail))
    })?;
    let mut talk = Talk {
        stdin: running.child.stdin.take(),
        stdout: running.child.stdout.take(),
        input,
        output: Vec::new(),
        chunk: vec![0; CHUNK_BYTES].into(),
    };
    talk.begin()?;
    let mut nap = NAP;
    let status = loop {
        if is_over() {
            return Err(Trouble::Over);
        }
        let left = time.saturating_sub(begun.elapsed());
        if !left.is_zero() && talk.go_on(nap.min(left))? {
            nap = NAP;
            continue;
        }
        // Nothing to read or write, or nothing any more: has it ended?
        if let Some(status) = running.status()? {
            // What lies in the pipe was printed before the end.
            while talk.read()? {}
            break status;
        }
        if left.is_zero() {
            let detail = format!("no turn after {time:?}");
            return Err(Foul::new(FoulKind::Late, detail).into());
        }
        nap = (nap * 2).min(NAP_MAX);
    };
    if status.exit_status() != Some(0) {
        return Err(Foul::new(FoulKind::Crashed, describe(&status)).into());
    }
    Ok(talk.output)
}

/// A program that runs in a process group of its own, which ends with this.
struct Running {
    child: Child,
}

impl Running {
    fn start(command: &[String], stdin: Stdio, stdout: Stdio) -> io::Result<Self> {
        let child = Command::new(&command[0])
            .args(&command[1..])
            .stdin(stdin)
            .stdout(stdout)
            .stderr(Stdio::null())
            .process_group(0)
            .spawn()?;
        Ok(Self { child })
    }

    /// How the program ended, if it has. It is not reaped yet, so that its
    /// process group keeps its number until that is killed.
    fn status(&self) -> io::Result<Option<WaitIdStatus>> {
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        Ok(waitid(WaitId::Pid(Pid::from_child(&self.child)), options)?)
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // This fails if nobody is left, and that is what is wanted.
        let _ = kill_process_group(Pid::from_child(&self.child), Signal::KILL);
        let _ = match self.child.kill() {
            Ok(()) => self.child.wait().map(Some),
            // One that runs as somebody else may not be killed, and so must not
            // be waited for.
            Err(_) => self.child.try_wait(),
        };
    }
}

/// What is still to be written and was read already.
struct Talk<'i> {
    stdin: Option<ChildStdin>,
    stdout: Option<ChildStdout>,
    input: &'i [u8],
    output: Vec<u8>,
    chunk: Box<[u8]>,
}

impl Talk<'_> {
    fn begin(&self) -> io::Result<()> {
        if let Some(stdin) = &self.stdin {
            do_not_wait(stdin)?;
        }
        self.stdout.as_ref().map_or(Ok(()), do_not_wait)
    }

    /// Reads and writes what can be at once, or waits for that for a while;
    /// whether there was anything.
    fn go_on(&mut self, wait: Duration) -> Result<bool, Trouble> {
        let mut fds = Vec::with_capacity(2);
        if let Some(stdout) = &self.stdout {
            fds.push(PollFd::new(stdout, PollFlags::IN));
        }
        if let Some(stdin) = &self.stdin {
            fds.push(PollFd::new(stdin, PollFlags::OUT));
        }
        let wait = Timespec::try_from(wait).ok();
        let count = match poll(&mut fds, wait.as_ref()) {
            Err(Errno::INTR) => return Ok(true),
            result => result.map_err(io::Error::from)?,
        };
        if count == 0 {
            return Ok(false);
        }
        let has_written = self.write()?;
        let has_read = self.read()?;
        Ok(has_written || has_read)
    }

    /// Reads once; whether there may be more.
    fn read(&mut self) -> Result<bool, Trouble> {
        let Some(stdout) = &mut self.stdout else {
            return Ok(false);
        };
        match stdout.read(&mut self.chunk) {
            Ok(0) => self.stdout = None,
            Ok(count) => {
                self.output.extend_from_slice(&self.chunk[..count]);
                if self.output.len() > OUTPUT_BYTES_MAX {
                    let detail = format!("more than {} MiB of output", OUTPUT_BYTES_MAX >> 20);
                    return Err(Foul::new(FoulKind::Flooding, detail).into());
                }
                return Ok(true);
            }
            Err(error) if error.kind() == ErrorKind::Interrupted => return Ok(true),
            Err(error) if error.kind() == ErrorKind::WouldBlock => {}
            Err(error) => return Err(error.into()),
        }
        Ok(false)
    }

    /// Writes once; whether that took anything.
    fn write(&mut self) -> Result<bool, Trouble> {
        let Some(stdin) = &mut self.stdin else {
            return Ok(false);
        };
        let count = match stdin.write(self.input) {
            Ok(count) => count,
            Err(error) if error.kind() == ErrorKind::WouldBlock => return Ok(false),
            Err(error) if error.kind() == ErrorKind::Interrupted => return Ok(true),
            // It need not read what it is given.
            Err(error) if error.kind() == ErrorKind::BrokenPipe => self.input.len(),
            Err(error) => return Err(error.into()),
        };
        self.input = &self.input[count..];
        if self.input.is_empty() {
            self.stdin = None;
        }
        Ok(true)
    }
}

/// Whether the machine has too little of something to start any program.
fn is_machines(error: &io::Error) -> bool {
    matches!(
        Errno::from_io_error(error),
        Some(Errno::AGAIN | Errno::NOMEM | Errno::MFILE | Errno::NFILE)
    )
}

fn do_not_wait(pipe: &impl AsFd) -> io::Result<()> {
    let flags = fcntl_getfl(pipe)?;
    Ok(fcntl_setfl(pipe, flags | OFlags::NONBLOCK)?)
}

fn describe(status: &WaitIdStatus) -> String {
    match (status.exit_status(), status.terminating_signal()) {
        (Some(code), _) => format!("exit status {code}"),
        (None, Some(signal)) => format!("signal {signal}"),
        (None, None) => "an unknown end".to_owned(),
    }
}
