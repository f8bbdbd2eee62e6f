//! A call of the judge, and what comes of it.

use std::cell::Cell;
use std::fs;
use std::io::Read;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};

use super::room::{Room, within};

/// No judging of the tests takes that long, unless it hangs.
pub const HANG: Duration = Duration::from_secs(120);

/// A judging to come.
pub struct Call<'r> {
    room: &'r Room,
    command: Command,
}

/// A judging that goes on.
pub struct Going<'r> {
    room: &'r Room,
    pub child: Child,
    begun: Instant,
}

/// A judging that is over.
pub struct Judged {
    pub status: ExitStatus,
    pub stdout: String,
    pub stderr: String,
    pub time: Duration,
    /// The most memory that the judge had, as far as that was seen.
    pub memory: u64,
}

impl<'r> Call<'r> {
    pub fn new(room: &'r Room, command: Command) -> Self {
        Self { room, command }
    }

    /// One more argument, which may hold blanks.
    pub fn arg(mut self, arg: impl AsRef<std::ffi::OsStr>) -> Self {
        self.command.arg(arg);
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
        self.command.stdout(Stdio::piped()).stderr(Stdio::piped());
        self.go()
    }

    /// Starts it with its output going to the files `stdout` and `stderr` of the
    /// room.
    pub fn start_into_files(mut self) -> Going<'r> {
        let file = |name| fs::File::create(self.room.path().join(name)).expect("a file");
        let (stdout, stderr) = (file("stdout"), file("stderr"));
        self.command.stdout(stdout).stderr(stderr);
        self.go()
    }

    fn go(mut self) -> Going<'r> {
        self.command.stdin(Stdio::null());
        Going {
            room: self.room,
            begun: Instant::now(),
            child: self.command.spawn().expect("the judge starts"),
        }
    }

    /// Judges, and makes sure that nothing is left.
    #[track_caller]
    pub fn run(self) -> Judged {
        self.start().end()
    }

    /// Judges, and makes sure of the exit status.
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
    /// Makes sure that something is on standard output.
    #[track_caller]
    pub fn prints(&self, part: impl AsRef<str>) {
        let part = part.as_ref();
        assert!(self.stdout.contains(part), "{part} in {}", self.stdout);
    }

    /// Makes sure that something is on standard error.
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

    /// Waits for the end, and makes sure that nothing is left.
    #[track_caller]
    pub fn end(mut self) -> Judged {
        let stdout = self.child.stdout.take().map(read_all);
        let stderr = self.child.stderr.take().map(read_all);
        let text = |reader: Option<thread::JoinHandle<String>>| {
            reader.map_or_else(String::new, |reader| reader.join().expect("read"))
        };
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        // What the system counts at the end begins with what this process has.
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
        Judged {
            status,
            stdout: text(stdout),
            stderr: text(stderr),
            time,
            memory: memory.get(),
        }
    }
}

impl Drop for Going<'_> {
    /// A test that fails leaves nothing behind, either.
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The most that a process ever had in memory, in bytes.
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
