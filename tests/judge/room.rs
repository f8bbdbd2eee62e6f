//! A directory to judge in, and the processes that belong to it.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread;
use std::time::{Duration, Instant, SystemTime};

use serde_json::Value;
use tempfile::TempDir;

use super::call::{Call, Judged};

/// A directory with cases, and directories for the judge's state and temporary files.
pub struct Room {
    folder: TempDir,
}

impl Room {
    pub fn new() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        for name in ["cases", "home", "tmp"] {
            fs::create_dir(folder.path().join(name)).expect("a folder");
        }
        Self { folder }
    }

    /// A room with cases: names, inputs and answers.
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

    /// `admiralty judge` in the room, with arguments given in one string.
    pub fn judge(&self, args: &str) -> Call<'_> {
        self.admiralty(&format!("judge {args}"))
    }

    /// A command of `admiralty` that judges, with its arguments.
    pub fn admiralty(&self, args: &str) -> Call<'_> {
        self.call(Command::new(env!("CARGO_BIN_EXE_admiralty")), args)
    }

    /// Judges the program that obeys its input, and checks the exit code.
    #[track_caller]
    pub fn obedient(&self, args: &str, status: i32) -> Judged {
        self.judge(args).mock("obedient").expect(status)
    }

    /// Like [`Room::admiralty`], with a command that ends in `admiralty`.
    pub fn call(&self, mut command: Command, args: &str) -> Call<'_> {
        // Programs in the sandbox find this executable and `admiralty` there.
        let this = env::current_exe().expect("a path");
        let executables = [&*this, Path::new(env!("CARGO_BIN_EXE_admiralty"))];
        let mut paths = vec![mark(self.path())];
        paths.extend(executables.map(|it| it.parent().expect("a folder").to_owned()));
        paths.extend(env::split_paths(&env::var_os("PATH").unwrap_or_default()));
        let paths = env::join_paths(paths).expect("a list");
        command
            .args(args.split_whitespace())
            .current_dir(self.path())
            .env("HOME", self.path().join("home"))
            .env("XDG_STATE_HOME", self.path().join("home"))
            .env("TMPDIR", self.path().join("tmp"))
            .env("PATH", paths)
            // A backtrace takes memory and time.
            .env("RUST_BACKTRACE", "0")
            .env_remove("NO_COLOR")
            .env_remove("CLICOLOR_FORCE");
        Call::new(self, command)
    }

    /// Makes the directory for temporary files look old, so that its time shows whether it
    /// ever had a file.
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

    /// The processes of this room, including the judge.
    pub fn processes(&self) -> Vec<String> {
        processes(self.path())
    }

    /// Checks that no process is left. The kernel may need a moment to end a killed one.
    #[track_caller]
    pub fn assert_nothing_left(&self) {
        let is_gone = within(Duration::from_secs(5), || self.processes().is_empty());
        assert!(is_gone, "left behind: {:?}", self.processes());
    }
}

/// The room to which this process belongs, as a program without a sandbox.
pub fn own() -> PathBuf {
    let home = env::home_dir().expect("a home directory");
    home.parent().expect("a room").to_owned()
}

/// The processes of that room.
pub fn relatives() -> Vec<String> {
    processes(&own())
}

/// What comes first in `PATH`, by which the processes of a room are known, whatever their home directories
/// are. It does not exist.
fn mark(room: &Path) -> PathBuf {
    room.join("none")
}

/// The command lines of the processes of a room.
fn processes(room: &Path) -> Vec<String> {
    let mark = format!("PATH={}:", mark(room).display());
    let mut found = Vec::new();
    for entry in fs::read_dir("/proc").expect("processes").flatten() {
        let Ok(environment) = fs::read(entry.path().join("environ")) else {
            continue;
        };
        let mut variables = environment.split(|&byte| byte == 0);
        if variables.any(|variable| variable.starts_with(mark.as_bytes())) {
            let line = fs::read(entry.path().join("cmdline")).unwrap_or_default();
            found.push(String::from_utf8_lossy(&line).replace('\0', " "));
        }
    }
    found
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
