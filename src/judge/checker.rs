//! Programs that say whether an output is right.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;
use std::time::Duration;

use bstr::ByteSlice;

use super::Verdict;
use crate::process::{
    self, Limits, Program, RunError, STDERR_TAIL_BYTES_MAX, StdinSource, Termination,
};

/// How long a checker may take.
const CHECKER_TIME_MAX: Duration = Duration::from_secs(60);
/// How much a checker may print, in bytes. Nobody reads it.
const CHECKER_OUTPUT_BYTES_MAX: u64 = 64 << 20;

/// How a checker is called, and how it answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Protocol {
    /// That of testlib (Codeforces, Polygon): the arguments are the files with
    /// the input, the output and the answer; the exit status is 0 for right, 1
    /// for wrong, 2, 4 and 8 for a wrong form, 3 for the checker's own failure, 7
    /// and from 16 on for points; the message comes on standard error.
    Testlib,
    /// That of Kattis' problem format, an output validator: the arguments are the
    /// files with the input and the answer, and a folder for messages; the output
    /// is on standard input; the exit status is 42 for right and 43 for wrong.
    Kattis,
}

/// A program that says whether an output is right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checker {
    /// How it is called.
    pub protocol: Protocol,
    /// The program and its arguments; at least one.
    pub command: Vec<OsString>,
}

impl Checker {
    /// Asks the checker about an output for an input; with its message in one line. What
    /// else it needs is written into a temporary directory in `scratch`.
    ///
    /// # Errors
    ///
    /// [`RunError::Cancelled`], and what goes wrong with the folder or the checker's
    /// start.
    pub(super) fn check(
        &self,
        input: &Path,
        output: &[u8],
        answer: &[u8],
        scratch: &Path,
        is_cancelled: &dyn Fn() -> bool,
    ) -> Result<(Verdict, String), RunError> {
        let folder = tempfile::tempdir_in(scratch)?;
        let path = folder.path().join("output");
        fs::write(&path, output)?;
        // The program may have changed the file it is from.
        let answer_path = folder.path().join("answer");
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
                // Validators add file names to it.
                let mut messages = folder.path().as_os_str().to_owned();
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
        let said = match self.protocol {
            Protocol::Testlib => run.stderr_tail,
            Protocol::Kattis => read_begin(&folder.path().join("judgemessage.txt")),
        };
        let (verdict, mut message) = self.protocol.verdict(run.end);
        let said = said.to_str_lossy();
        let said: Vec<_> = said.split_whitespace().collect();
        if !(message.is_empty() || said.is_empty()) {
            message += ": ";
        }
        message += &said.join(" ");
        Ok((verdict, message))
    }
}

impl Protocol {
    /// What the end of a checker says, with a remark where the verdict does not
    /// say it all.
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
                let remark = format!("the checker failed ({})", super::ended(end));
                return (Verdict::JudgeError, remark);
            }
        };
        (verdict, String::new())
    }
}

/// The beginning of a file that need not be there.
fn read_begin(path: &Path) -> Vec<u8> {
    let mut begin = Vec::new();
    if let Ok(file) = File::open(path) {
        // A message that cannot be read is none.
        let length = STDERR_TAIL_BYTES_MAX as u64;
        let _ = file.take(length).read_to_end(&mut begin);
    }
    begin
}
