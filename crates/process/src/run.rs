//! One run of a program: starts it, writes its input, reads its output, and ends it at a limit.

use std::io::Write;
use std::path::Path;
use std::sync::OnceLock;
use std::thread;
use std::time::{Duration, Instant};

use rustix::fs::statvfs;
use rustix::process::Signal;

use super::child::RunningProgram;
use super::limit_watch::LimitWatch;
use super::stdio_pump::StdioPump;
use super::{FinishedRun, Limit, Limits, Program, RunError, StdinSource, Termination, Usage};

/// How long processes that a program has left behind may be idle before they are killed.
pub(super) const LINGER: Duration = Duration::from_millis(100);

/// Runs a program to its end or to a limit, and writes its output to `output` as it comes.
/// `is_cancelled` is called dozens of times a second, with the usage so far.
///
/// # Errors
///
/// [`RunError`]; the program has been ended in this case as well.
pub fn run(
    program: &Program,
    input: &StdinSource<'_>,
    limits: &Limits,
    output: &mut dyn Write,
    is_cancelled: &dyn Fn(&Usage) -> bool,
) -> Result<FinishedRun, RunError> {
    let begun = Instant::now();
    let disk = program.directory.as_deref().map(DiskSpace::of);
    let (mut running, pipes) = RunningProgram::start(program, input, limits)?;
    let input = match *input {
        StdinSource::Bytes(bytes) => bytes,
        StdinSource::File(_) => &[],
    };
    let mut pump = StdioPump::new(pipes, input, limits.output, output)?;
    let mut watch = LimitWatch::new(*limits, begun, Some(running.tree()));
    // Once the program has ended: the time of its end, or of the last output of processes that it
    // has left behind, and the idle time then.
    let mut lingers: Option<(Instant, Duration)> = None;
    let stopped = loop {
        if is_cancelled(&watch.usage()) {
            return Err(RunError::Cancelled);
        }
        let is_full = disk.as_ref().is_some_and(|disk| disk.lost() > limits.files);
        if pump.is_flooding() || is_full {
            break Some(Limit::Output);
        }
        if let Some(limit) = watch.look() {
            break Some(limit);
        }
        let exit = running.exit().filter(|_| lingers.is_none());
        let is_silent = !pump.poll(exit, watch.poll_timeout(exit.is_some()))?;
        match lingers {
            Some(_) if pump.is_closed() => break None,
            Some((_, idle)) if is_silent => {
                if watch.idle().saturating_sub(idle) >= LINGER {
                    break None;
                }
            }
            None if !running.has_ended()? => {}
            // Without checks, nobody knows whether other processes are idle.
            None if pump.is_closed() || !limits.are_watched() => break None,
            _ => lingers = Some((Instant::now(), watch.idle())),
        }
        watch.rest(is_silent);
    };
    let last = match (stopped, lingers) {
        (None, Some((last, _))) => last,
        _ => Instant::now(),
    };
    let wall = last - begun;
    let ended = running.end()?;
    pump.drain()?;
    let usage = Usage {
        cpu: ended.cpu.max(watch.cpu),
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
    let end = stopped_by_kernel(end);
    wait_for_shutdown(end, &|| is_cancelled(&usage))?;
    let stderr_tail = pump.take_stderr_tail();
    Ok(FinishedRun {
        end,
        usage,
        stderr_tail,
    })
}

/// How many bytes of a limit on files a file takes that has none, as disks of Linux have room for files.
const BYTES_PER_FILE: u64 = 16 << 10;

/// What was free on a disk when a program began that writes to it. A sum of its files would miss those that it
/// has deleted and still writes to.
struct DiskSpace<'p> {
    directory: &'p Path,
    before: FreeSpace,
}

#[derive(Clone, Copy, Default)]
struct FreeSpace {
    bytes: u64,
    files: u64,
}

impl<'p> DiskSpace<'p> {
    fn of(directory: &'p Path) -> Self {
        let before = FreeSpace::of(directory).unwrap_or_default();
        Self { directory, before }
    }

    /// How many bytes it has lost, or as many as the files that it has lost take.
    fn lost(&self) -> u64 {
        let now = FreeSpace::of(self.directory).unwrap_or(self.before);
        let bytes = self.before.bytes.saturating_sub(now.bytes);
        let files = self.before.files.saturating_sub(now.files);
        bytes.max(files.saturating_mul(BYTES_PER_FILE))
    }
}

impl FreeSpace {
    fn of(directory: &Path) -> Option<Self> {
        let disk = statvfs(directory).ok()?;
        Some(Self {
            bytes: disk.f_bfree.saturating_mul(disk.f_frsize),
            files: disk.f_ffree,
        })
    }
}

/// How a program ended; a signal from the kernel means that it exceeded a limit.
pub(super) fn stopped_by_kernel(end: Termination) -> Termination {
    let (xcpu, xfsz) = (Signal::XCPU.as_raw(), Signal::XFSZ.as_raw());
    match end {
        Termination::Signalled(signal) if signal == xcpu => Termination::Stopped(Limit::Cpu),
        Termination::Signalled(signal) if signal == xfsz => Termination::Stopped(Limit::Output),
        end => end,
    }
}

/// The longest time between the signal to a program and that to this one.
const SHUTDOWN_WAIT: Duration = Duration::from_secs(1);
/// The interval at which the signal is checked.
const SHUTDOWN_LOOK: Duration = Duration::from_millis(10);

/// When this process first suspected a shutdown.
static FIRST_SUSPICION: OnceLock<Instant> = OnceLock::new();

/// Waits after a program was ended by a signal that a cluster, or a shutdown, sends to one process
/// after the other, until this program may have received it, too: such an end is not the program's
/// fault. Programs that end like this by themselves do it again and again, so only the first
/// suspicion causes a wait.
pub(super) fn wait_for_shutdown(
    end: Termination,
    is_cancelled: &dyn Fn() -> bool,
) -> Result<(), RunError> {
    let signals = [Signal::HUP, Signal::INT, Signal::KILL, Signal::TERM];
    let is_suspected = signals.map(Signal::as_raw).iter().any(|signal| match end {
        // Shells, and programs that handle a signal, report it in their exit code.
        Termination::Exited(code) => code == 128 + signal,
        Termination::Signalled(received) => received == *signal,
        Termination::Stopped(_) => false,
    });
    if !is_suspected {
        return Ok(());
    }
    let begun = FIRST_SUSPICION.get_or_init(Instant::now);
    loop {
        if is_cancelled() {
            return Err(RunError::Cancelled);
        }
        if begun.elapsed() >= SHUTDOWN_WAIT {
            return Ok(());
        }
        thread::sleep(SHUTDOWN_LOOK);
    }
}
