//! One run of a program: starts it, writes its input, reads its output, and ends it at a limit.

use std::io::{self, Write};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::Signal;

use super::child::RunningProgram;
use super::limits::{Limit, LimitWatch, Limits};
use super::stdio_pump::StdioPump;
use super::{Program, Run, RunError, StdinSource, Termination, Usage};

/// Classifies a failed start: the fault of the program, or of a system that has run out of files,
/// processes or memory.
pub(super) fn start_error(error: io::Error) -> RunError {
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

/// How long processes that a program has left behind may be idle before they are killed.
pub(super) const LINGER: Duration = Duration::from_millis(100);

/// The wait for processes that a program has left behind, whose output still counts.
struct Linger {
    /// When the last output came, or the program ended.
    last: Instant,
    /// The idle time of the program at `last`.
    idle: Duration,
}

impl Linger {
    fn new(idle: Duration) -> Self {
        let last = Instant::now();
        Self { last, idle }
    }

    /// Whether the remaining processes have been idle for long enough.
    fn is_over(&mut self, is_silent: bool, idle: Duration) -> bool {
        if !is_silent {
            *self = Self::new(idle);
        }
        idle.saturating_sub(self.idle) >= LINGER
    }
}

/// Runs a program to its end or to a limit, and writes its output to `output` as it comes.
/// `is_cancelled` is called dozens of times a second, with what the program has used so far.
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
) -> Result<Run, RunError> {
    let begun = Instant::now();
    let (mut running, pipes) =
        RunningProgram::start(program, input, limits).map_err(start_error)?;
    let input = match *input {
        StdinSource::Bytes(bytes) => bytes,
        StdinSource::File(_) => &[],
    };
    let mut pump = StdioPump::new(pipes, input, limits.output, output)?;
    let mut watch = LimitWatch::new(*limits, begun, Some(running.tree()));
    let mut linger: Option<Linger> = None;
    let stopped = loop {
        if is_cancelled(&watch.usage()) {
            return Err(RunError::Cancelled);
        }
        if pump.is_flooding() {
            break Some(Limit::Output);
        }
        if let Some(limit) = watch.look() {
            break Some(limit);
        }
        let exit = running.exit().filter(|_| linger.is_none());
        let is_silent = !pump.poll(exit, watch.poll_timeout(exit.is_some()))?;
        if let Some(linger) = &mut linger {
            if pump.is_closed() || linger.is_over(is_silent, watch.idle()) {
                break None;
            }
        } else if running.has_ended()? {
            // Without checks, it is unknown whether other processes are idle.
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
    let end = stopped_by_kernel(end);
    wait_for_shutdown(end, &|| is_cancelled(&usage))?;
    let stderr_tail = pump.take_stderr_tail();
    Ok(Run {
        end,
        usage,
        stderr_tail,
    })
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

/// How long this program may be signalled later than a program that it runs.
const SHUTDOWN_WAIT: Duration = Duration::from_secs(1);
/// The interval at which that is checked.
const SHUTDOWN_LOOK: Duration = Duration::from_millis(10);

/// If a program was ended by a signal that a cluster or a system shutting down sends to every
/// process, one by one, waits for it to reach this program as well: what they interrupt is not a
/// fault of the program.
///
/// # Errors
///
/// [`RunError::Cancelled`].
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
    let begun = Instant::now();
    while is_suspected && begun.elapsed() < SHUTDOWN_WAIT {
        if is_cancelled() {
            return Err(RunError::Cancelled);
        }
        thread::sleep(SHUTDOWN_LOOK);
    }
    Ok(())
}
