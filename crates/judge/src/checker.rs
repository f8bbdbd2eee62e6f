//! Checkers: programs that decide whether an output is right.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;
use std::time::Duration;

use bstr::ByteSlice;

use super::verdict::{Verdict, ended};
use admiralty_process::{
    self as process, Limits, Program, RunError, STDERR_TAIL_BYTES_MAX, StdinSource, Termination,
    Usage,
};

/// The most wall-clock time a checker may take.
const CHECKER_TIME_MAX: Duration = Duration::from_secs(60);
/// The most a checker may print on standard output, in bytes. The output is discarded.
const CHECKER_OUTPUT_BYTES_MAX: u64 = 64 << 20;

/// The protocol of a checker: its arguments and its exit codes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Protocol {
    /// testlib (Codeforces, Polygon): the arguments are the files with the input, the output and
    /// the answer; the exit code is 0 for right, 1 for wrong, 2, 4 and 8 for a wrong format, 3 if
    /// the checker failed, 7 and from 16 on for points; the message is on standard error.
    Testlib,
    /// An output validator of the Kattis problem format: the arguments are the files with the input
    /// and the answer, and a directory for messages; the output is on standard input; the exit code
    /// is 42 for right and 43 for wrong.
    Kattis,
}

impl Protocol {
    /// The name, as on the command line and in files.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Testlib => "testlib",
            Self::Kattis => "kattis",
        }
    }
}

/// A program that decides whether an output is right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checker {
    /// Its protocol.
    pub protocol: Protocol,
    /// The program and its arguments; at least one.
    pub command: Vec<OsString>,
}

impl Checker {
    /// Runs the checker on an output; returns its verdict, and its message in one line.
    pub(super) fn check(
        &self,
        input: &Path,
        output: &[u8],
        answer: &[u8],
        is_cancelled: &dyn Fn(&Usage) -> bool,
    ) -> Result<(Verdict, String), RunError> {
        let directory = tempfile::tempdir()?;
        let path = directory.path().join("output");
        fs::write(&path, output)?;
        // The judged program may have changed the answer's file.
        let answer_path = directory.path().join("answer");
        fs::write(&answer_path, answer)?;
        let input = input.canonicalize()?.into();
        let answer = answer_path.into();
        let mut command = self.command.clone();
        let stdin = match self.protocol {
            Protocol::Testlib => {
                command.extend([input, path.into(), answer]);
                StdinSource::Bytes(b"")
            }
            Protocol::Kattis => {
                // Validators append file names to this path.
                let mut messages = directory.path().as_os_str().to_owned();
                messages.push("/");
                command.extend([input, answer, messages]);
                StdinSource::File(File::open(path)?)
            }
        };
        let limits = Limits {
            output: CHECKER_OUTPUT_BYTES_MAX,
            ..Limits::of_time(CHECKER_TIME_MAX)
        };
        let program = Program::new(command);
        let run = process::run(&program, &stdin, &limits, &mut io::sink(), is_cancelled)?;
        let report = match self.protocol {
            Protocol::Testlib => run.stderr_tail,
            Protocol::Kattis => read_begin(&directory.path().join("judgemessage.txt")),
        };
        let (verdict, mut message) = self.protocol.verdict(run.end);
        let text = report.to_str_lossy();
        let words: Vec<_> = text.split_whitespace().collect();
        if !(message.is_empty() || words.is_empty()) {
            message += ": ";
        }
        message += &words.join(" ");
        Ok((verdict, message))
    }
}

impl Protocol {
    /// The verdict that an exit code means, with a remark where the verdict alone says too little.
    fn verdict(self, end: Termination) -> (Verdict, String) {
        let is_testlib = self == Self::Testlib;
        let verdict = match end {
            Termination::Exited(0) if is_testlib => Verdict::Accepted,
            Termination::Exited(1) if is_testlib => Verdict::WrongAnswer,
            Termination::Exited(2 | 4 | 8) if is_testlib => Verdict::PresentationError,
            Termination::Exited(7 | 16..) if is_testlib => {
                return (Verdict::WrongAnswer, "partly right".to_owned());
            }
            Termination::Exited(42) if !is_testlib => Verdict::Accepted,
            Termination::Exited(43) if !is_testlib => Verdict::WrongAnswer,
            _ => {
                let remark = format!("the checker failed ({})", ended(end));
                return (Verdict::JudgeError, remark);
            }
        };
        (verdict, String::new())
    }
}

/// The beginning of a file; empty if the file does not exist.
fn read_begin(path: &Path) -> Vec<u8> {
    let mut begin = Vec::new();
    if let Ok(file) = File::open(path) {
        // An unreadable message counts as no message.
        let length = STDERR_TAIL_BYTES_MAX as u64;
        let _ = file.take(length).read_to_end(&mut begin);
    }
    begin
}
