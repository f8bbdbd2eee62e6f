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

/// The first exit code for a percentage of the points, which is 0.
const FIRST_PARTIAL: i32 = 16;

/// The protocol of a checker: its arguments and its exit codes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Protocol {
    /// testlib (Codeforces, Polygon): the arguments are the files with the input, the output and
    /// the answer; the exit code is 0 for right, 1 for wrong, 2, 4 and 8 for a wrong format, 3 if
    /// the checker failed, 7 and from 16 on for points; the message is on standard error.
    Testlib,
    /// An output validator of the Kattis problem format: the arguments are the files with the input
    /// and the answer, and a directory for messages; the output is on standard input; the exit code
    /// is 42 for right and 43 for wrong. What is right may have a score in `score.txt`, or a share of the
    /// full one in `score_multiplier.txt`.
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
#[derive(Clone, Debug, PartialEq)]
pub struct Checker {
    /// Its protocol.
    pub protocol: Protocol,
    /// The program and its arguments; at least one.
    pub command: Vec<OsString>,
    /// Its arguments after those of the protocol.
    pub arguments: Vec<OsString>,
    /// The score of an output that is right in all respects, where scores are not shares.
    pub full_score: f64,
}

/// What a checker says.
#[derive(Debug)]
pub(super) struct Opinion {
    pub verdict: Verdict,
    /// The share of the case's points, if it gives one.
    pub share: Option<f64>,
    /// In one line; often empty.
    pub message: String,
}

impl Checker {
    /// Runs the checker on an output.
    pub(super) fn check(
        &self,
        input: &Path,
        output: &[u8],
        answer: &[u8],
        is_cancelled: &dyn Fn(&Usage) -> bool,
    ) -> Result<Opinion, RunError> {
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
        command.extend(self.arguments.iter().cloned());
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
        let text = report.to_str_lossy();
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let verdict = self.protocol.verdict(run.end);
        let failed = |reason: &str| Opinion {
            verdict: Verdict::JudgeError,
            share: None,
            message: format!(
                "the checker {reason}{}{text}",
                if text.is_empty() { "" } else { ": " }
            ),
        };
        let Some(verdict) = verdict else {
            return Ok(failed(&format!("failed ({})", ended(run.end))));
        };
        let share = match self.protocol {
            Protocol::Testlib => testlib_share(run.end, &text),
            Protocol::Kattis => self.kattis_share(directory.path(), verdict),
        };
        Ok(match share {
            Err(reason) => failed(&reason),
            Ok(share) => Opinion {
                verdict: match share {
                    Some(share) if share >= 1.0 => Verdict::Accepted,
                    _ => verdict,
                },
                share,
                message: text,
            },
        })
    }

    /// The share of the points in the files that a validator has written.
    fn kattis_share(&self, directory: &Path, verdict: Verdict) -> Result<Option<f64>, String> {
        let mut shares = Vec::new();
        for (name, full) in [
            ("score.txt", self.full_score),
            ("score_multiplier.txt", 1.0),
        ] {
            let path = directory.join(name);
            if !path.exists() {
                continue;
            }
            let text = read_begin(&path).to_str_lossy().trim().to_owned();
            let share = text.parse().ok().map(|score: f64| score / full);
            let share = share.filter(|share| (0.0..=1.0).contains(share));
            shares.push(share.ok_or_else(|| {
                format!("wrote {text:.40} to {name}, not a number from 0 to {full}")
            })?);
        }
        match shares.as_slice() {
            [] => Ok(None),
            [share] if verdict == Verdict::Accepted => Ok(Some(*share)),
            [_] => Err("gave a score to a wrong output".to_owned()),
            _ => Err("wrote both score.txt and score_multiplier.txt".to_owned()),
        }
    }
}

impl Protocol {
    /// The verdict that an exit code means, unless the checker has failed.
    fn verdict(self, end: Termination) -> Option<Verdict> {
        let Termination::Exited(code) = end else {
            return None;
        };
        match (self, code) {
            (Self::Testlib, 0) | (Self::Kattis, 42) => Some(Verdict::Accepted),
            (Self::Testlib, 2 | 4 | 8) => Some(Verdict::PresentationError),
            (Self::Testlib, 1 | 7 | 16..) | (Self::Kattis, 43) => Some(Verdict::WrongAnswer),
            _ => None,
        }
    }
}

/// The share of the points that an exit code and a message give.
fn testlib_share(end: Termination, message: &str) -> Result<Option<f64>, String> {
    let after = |words: &str| message.strip_prefix(words);
    let (share, expected) = match end {
        Termination::Exited(7) => {
            let number = after("points ").and_then(|rest| rest.split(' ').next());
            let share = number.and_then(|word| word.parse().ok());
            (share, "points and a number from 0 to 1")
        }
        Termination::Exited(code @ 16..) => {
            let given = after("partially correct (").and_then(|rest| rest.split(')').next());
            let percent = match given {
                Some(word) => word.parse().ok(),
                None => Some(f64::from(code - FIRST_PARTIAL)),
            };
            let share = percent.map(|percent| percent / 100.0);
            (share, "a percentage from 0 to 100")
        }
        _ => return Ok(None),
    };
    let share = share.filter(|share| (0.0..=1.0).contains(share));
    share
        .map(Some)
        .ok_or_else(|| format!("did not give {expected}"))
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
