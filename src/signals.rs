//! Signals that interrupt a long run.

use std::io;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
#[cfg(unix)]
use std::sync::{LazyLock, atomic::Ordering};
#[cfg(unix)]
use std::thread;
#[cfg(unix)]
use std::time::{Duration, Instant};

#[cfg(unix)]
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM, SIGXFSZ};

/// Shells report a program that a signal has ended with this exit code plus the number of the signal.
pub const KILLED: u8 = 128;

/// The signals that interrupt a run, and whether each has come.
#[cfg(unix)]
static CAME: LazyLock<[(i32, Arc<AtomicBool>); 3]> =
    LazyLock::new(|| [SIGHUP, SIGINT, SIGTERM].map(|signal| (signal, Arc::default())));

/// For how long further signals are the same request: `timeout`, Slurm and others send one to the
/// process and another one to its group.
#[cfg(unix)]
const ONE_REQUEST: Duration = Duration::from_secs(1);

/// The request that ends this program without a report. The first one abandons all games and runs
/// that are not finished, so there is nothing more to abandon at the second one.
#[cfg(unix)]
const LAST_REQUEST: u32 = 3;

/// A flag that is set by Ctrl-C, `SIGTERM`, and when the terminal is closed. Bots and judged
/// programs have their own process groups, which these signals do not reach, so this program has to
/// kill them. Ctrl-C or `SIGTERM` ends this program at once if it is the [`LAST_REQUEST`]. A hangup
/// never does: it may come from both the shell and the kernel, and long before a `SIGTERM`.
#[cfg(unix)]
pub fn on_signals() -> io::Result<Arc<AtomicBool>> {
    use signal_hook::flag;
    use signal_hook::iterator::Signals;
    use signal_hook::low_level::emulate_default_handler;
    let stop = Arc::new(AtomicBool::new(false));
    for (signal, came) in &*CAME {
        if *signal != SIGHUP || !is_ignored(SIGHUP) {
            flag::register(*signal, Arc::clone(came))?;
            flag::register(*signal, Arc::clone(&stop))?;
        }
    }
    // A write beyond the limit of file sizes is to fail, and not to kill. Unlike an ignored signal, this
    // is not passed on to other programs.
    flag::register(SIGXFSZ, Arc::default())?;
    let mut signals = Signals::new([SIGINT, SIGTERM])?;
    thread::Builder::new().spawn(move || {
        let mut requests = 0;
        let mut last: Option<Instant> = None;
        for signal in signals.forever() {
            if last.is_some_and(|last| last.elapsed() <= ONE_REQUEST) {
                continue;
            }
            last = Some(Instant::now());
            requests += 1;
            if requests >= LAST_REQUEST {
                // It returns only if the signal could not be sent.
                let _ = emulate_default_handler(signal);
            }
        }
    })?;
    Ok(stop)
}

/// The exit code of an interrupted run; of several signals, the one with the highest number counts,
/// which is `SIGTERM`.
#[cfg(unix)]
pub fn exit_code() -> u8 {
    let came = CAME.iter().filter(|(_, came)| came.load(Ordering::SeqCst));
    let signal = came.map(|(signal, _)| *signal).max().unwrap_or(SIGINT);
    u8::try_from(signal).map_or(KILLED, |signal| KILLED + signal)
}

/// The exit code of an interrupted run, if there were one.
#[cfg(not(unix))]
pub const fn exit_code() -> u8 {
    KILLED
}

/// Whether a signal is ignored, as set by a parent such as `nohup`. Only on Linux is this known
/// without unsafe code.
#[cfg(unix)]
fn is_ignored(signal: i32) -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let ignored = ignored.and_then(|bits| u64::from_str_radix(bits.trim(), 16).ok());
    ignored.is_some_and(|bits| bits >> (signal - 1) & 1 == 1)
}

/// A flag that is never set: without bots, nothing is left behind.
#[cfg(not(unix))]
pub fn on_signals() -> io::Result<Arc<AtomicBool>> {
    Ok(Arc::default())
}
