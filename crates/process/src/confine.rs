//! What the child does between fork and exec: the only unsafe code outside of tests.

use std::os::unix::process::CommandExt;
use std::process::Command;
use std::time::Duration;

use rustix::io;
use rustix::process::{Pid, Resource, Rlimit, getpid, setrlimit, setsid};

use super::Limits;
use super::inherited_rss::RssReporter;
use super::process_tree::RunTag;
use super::sandbox::RunSandbox;

/// How many seconds the kernel's CPU time limit is above ours.
const CPU_MARGIN: u64 = 1;

/// Makes a program start its own session, carry a tag, die with this thread, have the limits that
/// the kernel enforces, inherit no file but its standard streams, report the memory that it inherits,
/// and be in its sandbox.
pub fn confine(
    command: &mut Command,
    limits: &Limits,
    tag: RunTag,
    reporter: RssReporter,
    sandbox: Option<RunSandbox>,
) {
    // The kernel counts whole seconds by ticks, which is far too much on a busy machine. Its limit
    // is only a fallback in case no check comes in time.
    let cpu = limits.cpu.map(|cpu| ceil_seconds(cpu) + CPU_MARGIN);
    let file = limits.file;
    let parent = getpid();
    let prepare = move || {
        setsid()?;
        tag.apply()?;
        end_with_parent(parent)?;
        if let Some(seconds) = cpu {
            lower(Resource::Cpu, seconds, seconds + 1)?;
            lower(Resource::Core, 0, 0)?;
        }
        if let Some(bytes) = file {
            lower(Resource::Fsize, bytes, bytes)?;
        }
        close_files_on_exec();
        reporter.report();
        #[cfg(target_os = "linux")]
        if let Some(sandbox) = &sandbox {
            sandbox.rules.enter()?;
        }
        Ok(())
    };
    #[expect(
        unsafe_code,
        reason = "the standard library has no limits for children"
    )]
    // SAFETY: after a fork only async-signal-safe functions may be called. `prepare` makes
    // system calls only, through rustix and the crates for the sandbox, none of which allocates or
    // locks here.
    unsafe {
        command.pre_exec(prepare);
    }
}

/// Makes the kernel close all files except the standard streams when the program is executed: those
/// of this program are closed anyway, but not those that it has inherited. Kernels before Linux 5.11
/// refuse; the files then stay open.
#[cfg(target_os = "linux")]
fn close_files_on_exec() {
    const FIRST: libc::c_uint = 3;
    let (first, last) = (FIRST, libc::c_uint::MAX);
    #[expect(unsafe_code, reason = "rustix has no such call")]
    // SAFETY: the call changes flags of file descriptors only, and closes none.
    unsafe {
        libc::syscall(
            libc::SYS_close_range,
            first,
            last,
            libc::CLOSE_RANGE_CLOEXEC,
        );
    }
}

#[cfg(not(target_os = "linux"))]
fn close_files_on_exec() {}

/// Sets a limit, at most to that of this process.
fn lower(resource: Resource, soft: u64, hard: u64) -> io::Result<()> {
    let most = rustix::process::getrlimit(resource).maximum;
    let at_most = |value: u64| Some(most.map_or(value, |most| most.min(value)));
    let (current, maximum) = (at_most(soft), at_most(hard));
    setrlimit(resource, Rlimit { current, maximum })
}

fn ceil_seconds(time: Duration) -> u64 {
    time.as_secs() + u64::from(time.subsec_nanos() > 0)
}

#[cfg(target_os = "linux")]
fn end_with_parent(parent: Pid) -> io::Result<()> {
    use rustix::process::{Signal, getppid, set_parent_process_death_signal};
    set_parent_process_death_signal(Some(Signal::KILL))?;
    // The parent may have died before this call.
    let is_alive = getppid() == Some(parent);
    is_alive.then_some(()).ok_or(io::Errno::SRCH)
}

#[cfg(not(target_os = "linux"))]
fn end_with_parent(_: Pid) -> io::Result<()> {
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seconds_are_never_too_few() {
        for (ms, seconds) in [(0, 0), (1, 1), (999, 1), (1000, 1), (1001, 2)] {
            assert_eq!(ceil_seconds(Duration::from_millis(ms)), seconds, "{ms} ms");
        }
    }
}
