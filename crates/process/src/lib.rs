//! Runs other programs within limits, whatever they do.
//!
//! A program gets its own session and process group, which are killed as a whole. Its exit code is
//! that of its first process. A run also waits for processes that the program leaves behind, as
//! long as they keep its output open and are not idle.
//!
//! The limits stop mistakes, not attacks: for those, use a [`Sandbox`].
//!
//! On systems that are not Unix, no program can be started.
//!
//! ```
//! use std::time::Duration;
//! use admiralty_process::{Termination, StdinSource, Limits, Program, run};
//!
//! let program = Program::new(["cat"]);
//! let limits = Limits::of_time(Duration::from_secs(5));
//! let mut output = Vec::new();
//! let run = run(&program, &StdinSource::Bytes(b"ahoy"), &limits, &mut output, &|_| false)?;
//! assert_eq!(run.end, Termination::Exited(0));
//! assert_eq!(output, b"ahoy");
//! # Ok::<(), admiralty_process::RunError>(())
//! ```

#[cfg(unix)]
mod calls;
#[cfg(unix)]
mod child;
#[cfg(unix)]
mod confine;
#[cfg(unix)]
mod conversation;
#[cfg(unix)]
mod environment;
#[cfg(unix)]
mod limit_watch;
mod limits;
#[cfg(not(target_os = "linux"))]
mod no_sandbox;
#[cfg(unix)]
mod parent;
#[cfg(unix)]
mod processes;
#[cfg(unix)]
mod run;
#[cfg(target_os = "linux")]
mod sandbox;
mod sandbox_settings;
#[cfg(unix)]
mod scarcity;
#[cfg(unix)]
mod stdio_pump;
#[cfg(not(unix))]
mod unsupported;

use std::ffi::OsString;
use std::fs::File;
use std::io::{self, Seek};
use std::path::{Path, PathBuf};
use std::time::Duration;

#[cfg(target_os = "linux")]
use rustix::fs::{MemfdFlags, memfd_create};
use serde::{Deserialize, Serialize};
use thiserror::Error;

#[cfg(unix)]
pub use child::{adopt_orphans, end_orphans};
#[cfg(unix)]
pub use conversation::Conversation;
pub use limits::{Limit, Limits, WholeTime};
#[cfg(not(target_os = "linux"))]
use no_sandbox as sandbox;
#[cfg(unix)]
pub use run::run;
pub use sandbox::Sandbox;
#[cfg(target_os = "linux")]
pub use sandbox::{ATTACKS, Attack, AttackTarget, directory_prefix};
pub use sandbox_settings::{HiddenPaths, MetadataChanges, SandboxError, Wall};
#[cfg(not(unix))]
pub use unsupported::{Conversation, adopt_orphans, end_orphans, run};

/// How many bytes to keep of the end of a program's standard error.
pub const STDERR_TAIL_BYTES_MAX: usize = 4 << 10;

/// The longest file to copy into memory as standard input, in bytes.
const INPUT_BYTES_MAX: u64 = 1 << 30;

/// A program with its arguments.
#[derive(Clone, Debug)]
pub struct Program {
    /// The program and its arguments; at least one.
    pub command: Vec<OsString>,
    /// The same as it was given: a sandbox can call files by other paths.
    pub name: Vec<OsString>,
    /// Its home directory, also for temporary files (`TMPDIR`); `None` for those of this program.
    pub home: Option<PathBuf>,
    /// The directory in which it runs; `None` for the current one.
    pub directory: Option<PathBuf>,
    /// Environment variables besides those that every program gets.
    pub variables: Vec<(&'static str, PathBuf)>,
    /// Its sandbox, if any.
    #[cfg(unix)]
    pub(crate) confinement: Option<sandbox::Confinement>,
}

impl Program {
    /// The path by which the program is told that it was called, if the sandbox calls it by another one: a link
    /// to it has a name of its own, and some programs do what their name says.
    #[cfg(unix)]
    pub(crate) fn called(&self) -> Option<PathBuf> {
        let path = Path::new(self.command.first()?);
        let given = Path::new(self.name.first()?).file_name()?;
        (path.file_name() != Some(given)).then(|| path.with_file_name(given))
    }

    /// A program in the current directory, and with the home directory of this one.
    pub fn new<T: Into<OsString>>(command: impl IntoIterator<Item = T>) -> Self {
        let command: Vec<_> = command.into_iter().map(Into::into).collect();
        Self {
            name: command.clone(),
            command,
            home: None,
            directory: None,
            variables: Vec::new(),
            #[cfg(unix)]
            confinement: None,
        }
    }

    /// The path by which the program finds a file or directory, which can be another one in a sandbox.
    pub fn shown(&self, path: &Path) -> PathBuf {
        #[cfg(unix)]
        let moved = self.confinement.as_ref().and_then(|it| it.shown(path));
        #[cfg(not(unix))]
        let moved = None;
        moved.unwrap_or_else(|| path.to_owned())
    }

    /// Checks that the program can be started, by starting and killing it.
    ///
    /// # Errors
    ///
    /// The reason why it cannot be started.
    pub fn check(&self) -> io::Result<()> {
        let (limits, stdin) = (Limits::of_time(Duration::ZERO), StdinSource::Bytes(b""));
        match run(self, &stdin, &limits, &mut io::sink(), &|_| true) {
            Err(RunError::Start(error)) => Err(error),
            _ => Ok(()),
        }
    }
}

/// The standard input of a program.
#[derive(Debug)]
pub enum StdinSource<'i> {
    /// A file, read from its current position, as after a shell's `<`.
    File(File),
    /// Bytes, through a pipe.
    Bytes(&'i [u8]),
}

impl StdinSource<'_> {
    /// A copy of a file, which unlike the file itself does not reveal the path.
    ///
    /// # Errors
    ///
    /// If the file cannot be read, or the copy cannot be written.
    pub fn copy_of(path: &Path) -> io::Result<Self> {
        let mut file = File::open(path)?;
        if file.metadata()?.len() > INPUT_BYTES_MAX {
            return Err(io::ErrorKind::FileTooLarge.into());
        }
        let mut copy = new_file()?;
        io::copy(&mut file, &mut copy)?;
        copy.rewind()?;
        Ok(Self::File(copy))
    }
}

/// An anonymous file.
fn new_file() -> io::Result<File> {
    #[cfg(target_os = "linux")]
    return Ok(memfd_create(c"input", MemfdFlags::CLOEXEC)?.into());
    #[cfg(not(target_os = "linux"))]
    tempfile::tempfile()
}

/// How a program ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Termination {
    /// By itself, with this exit code.
    Exited(i32),
    /// By a signal that this program did not send, with this number.
    Signalled(i32),
    /// It exceeded a limit.
    Stopped(Limit),
}

/// The resources used by a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Usage {
    /// The CPU time, including that of observed children and of children that it has waited for.
    pub cpu: Duration,
    /// The wall-clock time.
    pub wall: Duration,
    /// The part of the wall-clock time in which none of its processes was seen running or waiting
    /// for a processor or a disk.
    pub idle: Duration,
    /// The peak of resident memory, in bytes: of the largest process, or of all processes observed
    /// together. For a program smaller than this one it may be the size of this one, up to a few
    /// MiB.
    pub memory: u64,
}

impl Usage {
    /// The wall-clock time on an idle machine: without the time in which the program waited for a
    /// processor or a disk.
    pub fn own_wall(&self) -> Duration {
        self.wall.min(self.cpu + self.idle)
    }
}

/// A finished run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FinishedRun {
    /// How it ended.
    pub end: Termination,
    /// The resources that it used.
    pub usage: Usage,
    /// The end of its standard error, at most [`STDERR_TAIL_BYTES_MAX`].
    pub stderr_tail: Vec<u8>,
}

/// The result of waiting for a line in a [`Conversation`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineReply {
    /// A line, without its line feed; or the first part of a long one.
    Line,
    /// The program has ended; `None` if it has only closed its output.
    Ended(Option<Termination>),
    /// The program has exceeded a limit of the turn.
    Exceeded(Limit),
    /// The program has used too much time as a whole: CPU time, or wall-clock time in all its turns.
    ExceededTotal(Limit),
}

/// The reason why a run has no result.
#[derive(Debug, Error)]
pub enum RunError {
    /// The program cannot be started.
    #[error("cannot start the program: {0}")]
    Start(#[source] io::Error),
    /// The system failed, or the output could not be written.
    #[error(transparent)]
    Machine(#[from] io::Error),
    /// The caller cancelled it.
    #[error("interrupted")]
    Cancelled,
}
