//! A folder to judge in, and what is left after a judging.

use std::cell::Cell;
use std::fs;
use std::io::Read;
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;
use std::time::{Duration, Instant, SystemTime};

use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};
use serde_json::Value;
use tempfile::TempDir;

/// No judging of the tests takes that long, unless it hangs.
pub const HANG: Duration = Duration::from_secs(120);
/// What marks the processes of a room, in their environments.
const TAG: &str = "ADMIRALTY_MOCK_TAG";
/// Where programs may leave files.
pub const FOLDER: &str = "ADMIRALTY_MOCK_FOLDER";

/// A folder with cases, and folders for the judge's state and temporary files.
pub struct Room {
    folder: TempDir,
    tag: String,
}

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

impl Room {
    pub fn new() -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let folder = tempfile::tempdir().expect("a folder");
        for name in ["cases", "home", "tmp"] {
            fs::create_dir(folder.path().join(name)).expect("a folder");
        }
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        let tag = format!("{TAG}={}-{count}", std::process::id());
        Self { folder, tag }
    }

    /// A room with cases: their names, what the program is told, and the answers.
    pub fn with(cases: &[(&str, &str, &str)]) -> Self {
        let room = Self::new();
        for (name, input, answer) in cases {
            room.write(&format!("cases/{name}.in"), input);
            room.write(&format!("cases/{name}.out"), answer);
        }
        room
    }

    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    pub fn write(&self, name: &str, bytes: impl AsRef<[u8]>) {
        let path = self.path().join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, bytes).expect("written");
    }

    pub fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path().join(name)).expect(name)
    }

    pub fn json(&self, name: &str) -> Value {
        serde_json::from_str(&self.read(name)).expect("JSON")
    }

    /// What marks the processes of this room: a variable and its value.
    pub fn tag(&self) -> (&str, &str) {
        self.tag.split_once('=').expect("a tag")
    }

    /// `admiralty judge` in the room, with arguments given in one string.
    pub fn judge(&self, args: &str) -> Call<'_> {
        let mut command = Command::new(env!("CARGO_BIN_EXE_admiralty"));
        let (key, tag) = self.tag();
        command
            .arg("judge")
            .args(args.split_whitespace())
            .current_dir(self.path())
            .env("HOME", self.path().join("home"))
            .env("XDG_STATE_HOME", self.path().join("home"))
            .env("TMPDIR", self.path().join("tmp"))
            .env(FOLDER, self.path())
            .env(key, tag)
            .env_remove("NO_COLOR")
            .env_remove("CLICOLOR_FORCE");
        Call {
            room: self,
            command,
        }
    }

    /// Makes the folder for temporary files look old, so that it shows whether
    /// anything was ever in it.
    pub fn seal_tmp(&self) {
        let folder = fs::File::open(self.path().join("tmp")).expect("a folder");
        folder
            .set_modified(SystemTime::UNIX_EPOCH)
            .expect("a folder's time");
    }

    pub fn is_tmp_untouched(&self) -> bool {
        let folder = self.path().join("tmp").metadata().expect("a folder");
        folder.modified().expect("a time") == SystemTime::UNIX_EPOCH
    }

    /// The processes of this room, the judge's among them.
    pub fn processes(&self) -> Vec<String> {
        processes(&self.tag)
    }

    /// Makes sure that no process is left. The kernel may need a moment to end
    /// one that was killed.
    #[track_caller]
    pub fn assert_nothing_left(&self) {
        let is_gone = within(Duration::from_secs(5), || self.processes().is_empty());
        assert!(is_gone, "left behind: {:?}", self.processes());
    }
}

/// The processes of the room that this one is in, as a program.
pub fn relatives() -> Vec<String> {
    processes(&format!("{TAG}={}", std::env::var(TAG).expect("a tag")))
}

/// The command lines of the processes with a tag.
fn processes(tag: &str) -> Vec<String> {
    let mut found = Vec::new();
    for entry in fs::read_dir("/proc").expect("processes").flatten() {
        let Ok(environment) = fs::read(entry.path().join("environ")) else {
            continue;
        };
        let mut variables = environment.split(|&byte| byte == 0);
        if variables.any(|variable| variable == tag.as_bytes()) {
            let line = fs::read(entry.path().join("cmdline")).unwrap_or_default();
            found.push(String::from_utf8_lossy(&line).replace('\0', " "));
        }
    }
    found
}

impl<'r> Call<'r> {
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
        if !within(HANG, has_ended) {
            let _ = self.child.kill();
            panic!("the judge hangs; running: {:?}", self.room.processes());
        }
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

/// Whether something becomes true in time.
pub fn within(time: Duration, is_true: impl Fn() -> bool) -> bool {
    let begun = Instant::now();
    loop {
        if is_true() {
            return true;
        }
        if begun.elapsed() > time {
            return false;
        }
        thread::sleep(Duration::from_millis(5));
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
