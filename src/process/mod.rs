//! Other programs: one run, within limits, whatever the program does.
//!
//! A program gets a session and a process group of its own, which are ended as a whole. Its own
//! exit counts. Children that it leaves behind are waited for as long as they have its output
//! open and are not idle.
//!
//! The limits stop mistakes, not attacks: those take a [`Sandbox`].
//!
//! ```
//! use std::time::Duration;
//! use admiralty::process::{Termination, StdinSource, Limits, Program, run};
//!
//! let program = Program::new(["cat"]);
//! let limits = Limits::of_time(Duration::from_secs(5));
//! let mut output = Vec::new();
//! let run = run(&program, &StdinSource::Bytes(b"ahoy"), &limits, &mut output, &|| false)?;
//! assert_eq!(run.end, Termination::Exited(0));
//! assert_eq!(output, b"ahoy");
//! # Ok::<(), admiralty::process::RunError>(())
//! ```

mod child;
mod confine;
mod inherited_rss;
mod limits;
mod orphans;
mod process_stat;
mod process_tree;
mod process_usage;
mod sandbox;
mod stdio_pump;

use std::ffi::OsString;
use std::fs::File;
use std::io::{self, Seek, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

#[cfg(target_os = "linux")]
use rustix::fs::{MemfdFlags, memfd_create};
use rustix::process::Signal;
use thiserror::Error;

use child::RunningProgram;
use limits::LimitWatch;
pub use limits::{Limit, Limits};
pub use orphans::{adopt_orphans, end_orphans};
pub use sandbox::{Sandbox, SandboxError};
use stdio_pump::StdioPump;

/// How many bytes of the end of a program's standard error are kept.
pub const STDERR_TAIL_BYTES_MAX: usize = 4 << 10;

/// The longest file that is copied into memory to be a standard input, in bytes.
pub const INPUT_BYTES_MAX: u64 = 1 << 30;

/// A program with its arguments. It runs in the current directory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    /// The program and its arguments; at least one.
    pub command: Vec<OsString>,
    /// Its directory for temporary files (`TMPDIR`); `None` for this program's own.
    pub temporary: Option<PathBuf>,
}

impl Program {
    /// A program with the same directory for temporary files as this one.
    pub fn new<T: Into<OsString>>(command: impl IntoIterator<Item = T>) -> Self {
        Self {
            command: command.into_iter().map(Into::into).collect(),
            temporary: None,
        }
    }

    /// Makes sure that the program can be started, by starting and ending it.
    ///
    /// # Errors
    ///
    /// That of the start.
    pub fn check(&self) -> io::Result<()> {
        let (limits, stdin) = (Limits::of_time(Duration::ZERO), StdinSource::Bytes(b""));
        match run(self, &stdin, &limits, &mut io::sink(), &|| true) {
            Err(RunError::Start(error)) => Err(error),
            _ => Ok(()),
        }
    }
}

/// What a program reads on standard input.
#[derive(Debug)]
pub enum StdinSource<'i> {
    /// A file from its current position, as after a shell's `<`.
    File(File),
    /// Bytes, through a pipe.
    Bytes(&'i [u8]),
}

impl StdinSource<'_> {
    /// A copy of a file. Unlike the file itself it does not reveal the path.
    ///
    /// # Errors
    ///
    /// The file cannot be read or copied, or has more than [`INPUT_BYTES_MAX`].
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

/// A file that has no name.
fn new_file() -> io::Result<File> {
    #[cfg(target_os = "linux")]
    return Ok(memfd_create(c"input", MemfdFlags::CLOEXEC)?.into());
    #[cfg(not(target_os = "linux"))]
    tempfile::tempfile()
}

/// How a program ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Termination {
    /// By itself, with this exit code.
    Exited(i32),
    /// By a signal, of this number, that was not ours.
    Signalled(i32),
    /// It exceeded a limit.
    Stopped(Limit),
}

/// What a run used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Usage {
    /// The CPU time, with that of children as far as it has waited for them or they were
    /// seen running.
    pub cpu: Duration,
    /// The wall-clock time.
    pub wall: Duration,
    /// Of that, the time in which none of its processes was seen to run or to wait for a
    /// processor or a disk.
    pub idle: Duration,
    /// The peak of resident memory, in bytes: of the largest process, or of all that were
    /// seen running together. A program that is smaller than this one may be reported as
    /// large as this one, up to some MiB.
    pub memory: u64,
}

impl Usage {
    /// The wall-clock time as on a machine that has nothing else to do: without the time in
    /// which the program waited for a processor or a disk.
    pub fn own_wall(&self) -> Duration {
        self.wall.min(self.cpu + self.idle)
    }
}

/// A run that is over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// How it ended.
    pub end: Termination,
    /// What it used.
    pub usage: Usage,
    /// The end of its standard error, at most [`STDERR_TAIL_BYTES_MAX`].
    pub stderr_tail: Vec<u8>,
}

/// Why a run has no result.
#[derive(Debug, Error)]
pub enum RunError {
    /// The program cannot be started.
    #[error("the program cannot be started: {0}")]
    Start(#[source] io::Error),
    /// The machine failed, or the output could not be written.
    #[error(transparent)]
    Machine(#[from] io::Error),
    /// The caller cancelled it.
    #[error("interrupted")]
    Cancelled,
}

/// Whose fault a failed start is: the program's, or that of a machine that has no more files,
/// processes or memory.
fn start_error(error: io::Error) -> RunError {
    use rustix::io::Errno;
    let errno = error.raw_os_error().map(Errno::from_raw_os_error);
    let scarce = [Errno::MFILE, Errno::NFILE, Errno::AGAIN, Errno::NOMEM];
    if errno.is_some_and(|errno| scarce.contains(&errno)) {
        return RunError::Machine(io::Error::new(
            error.kind(),
            format!("the program cannot be started: {error}"),
        ));
    }
    RunError::Start(error)
}

/// How long processes that a program has left behind may be idle until they are ended.
const LINGER: Duration = Duration::from_millis(100);

/// Waiting for processes that a program has left behind. Their output counts.
struct Linger {
    /// When something was printed, or the program ended.
    last: Instant,
    /// The idle time of the program until then.
    idle: Duration,
}

impl Linger {
    fn new(idle: Duration) -> Self {
        let last = Instant::now();
        Self { last, idle }
    }

    /// Whether the processes that are left have been idle for long.
    fn is_over(&mut self, is_silent: bool, idle: Duration) -> bool {
        if !is_silent {
            *self = Self::new(idle);
        }
        idle.saturating_sub(self.idle) >= LINGER
    }
}

/// Runs a program to its end or to a limit, and writes its output to `output` as it comes.
/// `is_cancelled` is called some dozen times a second.
///
/// # Errors
///
/// [`RunError`]; the program has ended then as well.
pub fn run(
    program: &Program,
    input: &StdinSource<'_>,
    limits: &Limits,
    output: &mut dyn Write,
    is_cancelled: &dyn Fn() -> bool,
) -> Result<Run, RunError> {
    let begun = Instant::now();
    let (mut running, pipes) =
        RunningProgram::start(program, input, limits).map_err(start_error)?;
    let input = match *input {
        StdinSource::Bytes(bytes) => bytes,
        StdinSource::File(_) => &[],
    };
    let mut pump = StdioPump::new(pipes, input, limits.output, output)?;
    let mut watch = LimitWatch::new(limits, begun, running.tree());
    let mut linger: Option<Linger> = None;
    let stopped = loop {
        if is_cancelled() {
            return Err(RunError::Cancelled);
        }
        if pump.is_flooding() {
            break Some(Limit::Output);
        }
        if let Some(limit) = watch.look() {
            break Some(limit);
        }
        let exit = running.exit().filter(|_| linger.is_none());
        let is_silent = !pump.poll(exit, watch.poll_timeout())?;
        if let Some(linger) = &mut linger {
            if pump.is_closed() || linger.is_over(is_silent, watch.idle()) {
                break None;
            }
        } else if running.has_ended()? {
            // Without looks it is not known whether others are idle.
            if !limits.are_watched() {
                break None;
            }
            linger = Some(Linger::new(watch.idle()));
        }
        watch.rest(is_silent);
    };
    let last = linger
        .filter(|_| stopped.is_none())
        .map_or_else(Instant::now, |linger| linger.last);
    let wall = last - begun;
    let ended = running.end()?;
    pump.drain()?;
    let usage = Usage {
        cpu: ended.cpu.max(watch.cpu()),
        wall,
        idle: watch.idle().min(wall),
        memory: watch.memory(&ended),
    };
    let end = match stopped.or_else(|| pump.is_flooding().then_some(Limit::Output)) {
        Some(limit) => Termination::Stopped(limit),
        None => limits
            .exceeded_by(&usage)
            .map_or(ended.end, Termination::Stopped),
    };
    let stderr_tail = pump.into_stderr_tail();
    let (xcpu, xfsz) = (Signal::XCPU.as_raw(), Signal::XFSZ.as_raw());
    let end = match end {
        Termination::Signalled(signal) if signal == xcpu => Termination::Stopped(Limit::Cpu),
        Termination::Signalled(signal) if signal == xfsz => Termination::Stopped(Limit::Output),
        end => end,
    };
    Ok(Run {
        end,
        usage,
        stderr_tail,
    })
}
