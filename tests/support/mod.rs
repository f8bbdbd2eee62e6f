//! Shared by the tests: running the program, and random games by seed.
#![allow(dead_code, reason = "each test file uses a part")]

pub mod commands;
pub mod games;
pub mod golden;
pub mod markdown;
pub mod markup;
pub mod messages;
pub mod relocate;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::LazyLock;

use admiralty_core::interpreter::{Ending, Session};
use bstr::ByteSlice;
use proptest::test_runner::Config;

/// The number of games, seeds or states for a test: `count`, or a multiple of it if
/// `ADMIRALTY_TEST_SCALE` is set.
pub fn scaled(count: u64) -> u64 {
    static SCALE: LazyLock<u64> = LazyLock::new(|| {
        let scale = std::env::var("ADMIRALTY_TEST_SCALE");
        scale.map_or(1, |scale| scale.parse().expect("a whole number"))
    });
    count * *SCALE
}

/// The Python interpreter behind `python3`, if there is one. `python3` in `PATH` may be a script that
/// looks for it each time, which takes longer than a game.
pub fn python() -> Option<&'static str> {
    static PYTHON: LazyLock<Option<String>> = LazyLock::new(|| {
        let mut python = Command::new("python3");
        let python = python.args(["-c", "import sys; print(sys.executable, end='')"]);
        let output = python.output().ok()?;
        let path = String::from_utf8(output.stdout).ok()?;
        (output.status.success() && !path.is_empty()).then_some(path)
    });
    PYTHON.as_deref()
}

/// Whether `PATH` has a program.
pub fn has(program: &str) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).any(|directory| directory.join(program).is_file())
}

/// Says that a test, or a part of it, is skipped. The test runner keeps what passing tests print, but
/// not this.
pub fn skip(test: &str, reason: &str) {
    let _ = writeln!(std::io::stderr(), "{test}, skipped: {reason}");
}

/// Whether `PATH` has a program that a test, or a part of it, needs; if not, reports it as skipped.
pub fn has_for(test: &str, program: &str) -> bool {
    let is_there = has(program);
    if !is_there {
        skip(test, &format!("there is no {program}"));
    }
    is_there
}

/// A path as a word of a command line.
pub fn quoted(path: impl AsRef<Path>) -> String {
    let path = path.as_ref().to_str().expect("UTF-8");
    let word = shlex::try_quote(path).expect("no NUL");
    word.into_owned()
}

/// The file that a part of a test is about, which is printed if the test fails there.
pub struct About<'p>(pub &'p Path);

impl Drop for About<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("{}", self.0.display());
        }
    }
}

/// The configuration of a property test of `count` cases, scaled.
pub fn case_count(count: u32) -> Config {
    Config::with_cases(count * u32::try_from(scaled(1)).expect("small"))
}

/// Every `step`-th item, or more of them if the tests are scaled up.
pub fn thinned<T>(things: impl IntoIterator<Item = T>, step: u64) -> impl Iterator<Item = T> {
    let step = (step / scaled(1)).max(1);
    let step = usize::try_from(step).expect("small");
    things.into_iter().step_by(step)
}

/// Whether the tests run under `nohup` or similar, which programs respect.
pub fn hangups_are_ignored() -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let ignored = ignored.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    let are_ignored = ignored.is_some_and(|mask| mask & 1 == 1);
    if are_ignored {
        skip("SIGHUP", "it is ignored here, as under nohup");
    }
    are_ignored
}

/// A call of the program: its arguments, its input, and its expected output.
#[must_use]
pub struct Call {
    program: PathBuf,
    args: Vec<String>,
    stdin: Vec<u8>,
    folder: PathBuf,
}

impl Call {
    /// A call with arguments given in one string, as in a shell.
    pub fn new(args: &str) -> Self {
        Self {
            program: env!("CARGO_BIN_EXE_admiralty").into(),
            args: shlex::split(args).expect("words"),
            stdin: Vec::new(),
            folder: PathBuf::from("."),
        }
    }

    /// A call of another program.
    pub fn program(program: &str) -> Self {
        Self {
            program: program.into(),
            ..Self::new("")
        }
    }

    /// Adds an argument, which may have blanks.
    pub fn arg(mut self, arg: impl Into<String>) -> Self {
        self.args.push(arg.into());
        self
    }

    /// The folder that the program is started in.
    pub fn within(mut self, folder: &Path) -> Self {
        self.folder = folder.into();
        self
    }

    /// The standard input.
    pub fn stdin(mut self, stdin: impl AsRef<[u8]>) -> Self {
        self.stdin = stdin.as_ref().to_vec();
        self
    }

    /// Runs the program to its end.
    #[must_use]
    pub fn output(&self) -> Output {
        let mut child = Command::new(&self.program)
            .args(&self.args)
            .current_dir(&self.folder)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let mut stdin = child.stdin.take().expect("standard input is a pipe");
        let script = self.stdin.clone();
        // A thread, because the program may print before it has read everything.
        let writer = std::thread::spawn(move || {
            // The program may end before it has read everything.
            let _ = stdin.write_all(&script);
        });
        let output = child.wait_with_output().expect("the program ends");
        writer.join().expect("the writer ends");
        output
    }

    /// Runs the program and compares standard output, standard error and the
    /// exit status together.
    #[track_caller]
    pub fn expect(&self, stdout: &str, stderr: &str, status: i32) {
        let output = self.output();
        let found = (
            String::from_utf8_lossy(&output.stdout).into_owned(),
            String::from_utf8_lossy(&output.stderr).into_owned(),
            output.status.code(),
        );
        assert_eq!(found, (stdout.to_owned(), stderr.to_owned(), Some(status)));
    }
}

/// The output of a script, executed by the library.
pub fn run(script: impl AsRef<[u8]>) -> Vec<u8> {
    let mut output = Vec::new();
    admiralty_players::runner::run(script.as_ref(), &mut output)
        .expect("a vector takes everything");
    output
}

/// The output of a script without the turn that the program would play after it.
pub fn execute(script: impl AsRef<[u8]>) -> Vec<u8> {
    execute_by_line(script).1
}

/// How a script whose lines are executed one by one ends, and its output.
pub fn execute_by_line(script: impl AsRef<[u8]>) -> (Option<Ending>, Vec<u8>) {
    let mut output = Vec::new();
    let mut session = Session::new();
    let mut step = |session: &Session, applied| {
        let flow = session.print(applied, &mut output);
        flow.expect("a vector takes everything").break_value()
    };
    let ending = script.as_ref().lines().find_map(|line| {
        let applied = session.line(line);
        step(&session, applied)
    });
    let ending = ending.or_else(|| {
        let applied = session.end_input();
        step(&session, applied)
    });
    (ending, output)
}

/// The same, as text.
pub fn played(script: &str) -> String {
    String::from_utf8(run(script)).expect("all text is ASCII")
}

/// Bytes as text.
pub fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("all text is ASCII")
}

/// The lines of an output that report an invalid operation.
pub fn failures(output: &str) -> Vec<&str> {
    let lines = output.lines();
    lines
        .filter(|line| line.starts_with("INVALID OPERATION"))
        .collect()
}
