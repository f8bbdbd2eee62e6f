//! A call of the judge, and its result.

use std::cell::Cell;
use std::fs;
use std::io::Read;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};

use super::room::{Room, within};

/// A call that takes longer hangs.
pub const HANG: Duration = Duration::from_secs(120);

/// How the first line begins if the kernel does not support the sandbox, or all of it.
const GAPS: [&str; 2] = ["No sandbox, because", "The sandbox does not prevent"];

/// A call that has not started.
#[must_use]
pub struct Call<'r> {
    room: &'r Room,
    command: Command,
}

/// A running call.
#[must_use]
pub struct Going<'r> {
    room: &'r Room,
    pub child: Child,
    begun: Instant,
}

/// A finished call.
pub struct Judged {
    pub status: ExitStatus,
    pub stdout: String,
    pub stderr: String,
    pub time: Duration,
    /// The peak memory of the judge that was observed, in bytes.
    pub memory: u64,
}

impl<'r> Call<'r> {
    pub fn new(room: &'r Room, command: Command) -> Self {
        Self { room, command }
    }

    /// Adds an argument, which may have blanks.
    pub fn arg(mut self, arg: impl AsRef<std::ffi::OsStr>) -> Self {
        self.command.arg(arg);
        self
    }

    /// Adds several arguments.
    pub fn args(self, args: &[&str]) -> Self {
        args.iter().fold(self, Self::arg)
    }

    /// Judges from a directory in the room.
    pub fn directory(mut self, name: &str) -> Self {
        self.command.current_dir(self.room.path().join(name));
        self
    }

    pub fn env(mut self, key: &str, value: &str) -> Self {
        self.command.env(key, value);
        self
    }

    /// Judges a program of these tests.
    pub fn mock(self, kind: &str) -> Self {
        let executable = std::env::current_exe().expect("a path");
        self.arg("--")
            .arg(executable)
            .arg("--mock-program")
            .arg(kind)
    }

    /// Starts it.
    pub fn start(mut self) -> Going<'r> {
        self.command.stdin(Stdio::null());
        self.command.stdout(Stdio::piped()).stderr(Stdio::piped());
        Going {
            room: self.room,
            begun: Instant::now(),
            child: self.command.spawn().expect("the judge starts"),
        }
    }

    /// Judges, and checks that no process is left.
    #[track_caller]
    #[must_use]
    pub fn run(self) -> Judged {
        self.start().end()
    }

    /// Judges, and checks the exit code.
    #[track_caller]
    pub fn expect(self, status: i32) -> Judged {
        let judged = self.run();
        assert_eq!(
            judged.status.code(),
            Some(status),
            "{}{}",
            judged.stdout,
            judged.stderr
        );
        judged
    }
}

impl Judged {
    /// Checks that standard output has a text.
    #[track_caller]
    pub fn prints(&self, part: impl AsRef<str>) {
        let part = part.as_ref();
        assert!(self.stdout.contains(part), "{part} in {}", self.stdout);
    }

    /// Checks that standard error has a text.
    #[track_caller]
    pub fn complains(&self, part: impl AsRef<str>) {
        let part = part.as_ref();
        assert!(self.stderr.contains(part), "{part} in {}", self.stderr);
    }
}

impl Going<'_> {
    pub fn id(&self) -> Pid {
        Pid::from_child(&self.child)
    }

    /// Waits for the end, and checks that no process is left.
    #[track_caller]
    #[must_use]
    pub fn end(mut self) -> Judged {
        let stdout = self.child.stdout.take().map(read_all);
        let stderr = self.child.stderr.take().map(read_all);
        let text = |reader: Option<thread::JoinHandle<String>>| {
            reader.map_or_else(String::new, |reader| reader.join().expect("read"))
        };
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        // The system's own figure includes the memory of this process before `exec`.
        let memory = Cell::new(0);
        let has_ended = || {
            memory.set(memory_of(self.id()).unwrap_or(memory.get()));
            waitid(WaitId::Pid(self.id()), options)
                .expect("a child")
                .is_some()
        };
        let is_in_time = within(HANG, has_ended);
        assert!(is_in_time, "it hangs: {:?}", self.room.processes());
        let time = self.begun.elapsed();
        let status = self.child.wait().expect("it has ended");
        self.room.assert_nothing_left();
        let mut stdout = text(stdout);
        let has_gaps = GAPS.iter().any(|begin| stdout.starts_with(begin));
        if has_gaps && !crate::harness::has_sandbox() {
            // The rest is the same with and without a sandbox.
            stdout.drain(..=stdout.find('\n').expect("a line"));
        }
        Judged {
            status,
            stdout,
            stderr: text(stderr),
            time,
            memory: memory.get(),
        }
    }
}

impl Drop for Going<'_> {
    /// A failing test leaves no process behind, either.
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The peak memory of a process, in bytes.
fn memory_of(id: Pid) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{}/status", id.as_raw_nonzero())).ok()?;
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kibibytes: u64 = line.trim().strip_suffix(" kB")?.parse().ok()?;
    Some(kibibytes << 10)
}

fn read_all(mut pipe: impl Read + Send + 'static) -> thread::JoinHandle<String> {
    thread::spawn(move || {
        let mut text = String::new();
        pipe.read_to_string(&mut text).expect("UTF-8");
        text
    })
}
