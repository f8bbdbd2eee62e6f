//! The steps of a child between fork and exec.
//!
//! The child starts as a copy of this process, which counts in the peak of memory that the kernel
//! reports for it (`ru_maxrss`). So the child reports the size of the copy just before exec, if
//! there is `/proc`.

use std::io::{self, PipeReader, PipeWriter, pipe};
use std::process::Command;
use std::time::Duration;

use rustix::fs::{Mode, OFlags, open};
use rustix::io::{read, write};
use rustix::param::page_size;
use rustix::process::{Resource, Rlimit, getpid, setpgid, setrlimit, setsid};

use super::Limits;
use super::calls::before_exec;
#[cfg(target_os = "linux")]
use super::calls::{FIRST_OTHER, close};
use super::parent::end_with_parent;
use super::processes::RunTag;
use super::sandbox::RunSandbox;
use super::stdio_pump::set_nonblocking;

/// How many seconds the kernel's CPU time limit is above ours.
const CPU_MARGIN: u64 = 1;
/// How many files a process in a sandbox may open, and how many timers and signals it may have waiting, because
/// the kernel keeps memory for them that no limit counts.
const FILES: u64 = 1 << 10;
const SIGNALS: u64 = 1 << 10;
/// The size of a buffer that is longer than any `/proc/PID/statm`.
const STATM_BYTES: usize = 1 << 8;
/// How much the copy may grow before exec.
const GROWTH_BYTES: u64 = 1 << 20;

/// Prepares a program: it will start its own session, carry a tag, die with this thread, have the
/// limits that the kernel enforces, inherit no file but its standard streams, report the memory
/// that it inherits, and enter its sandbox.
pub fn confine(
    command: &mut Command,
    limits: &Limits,
    tag: RunTag,
    reporter: RssReporter,
    mut sandbox: Option<RunSandbox>,
) {
    // The kernel limits whole seconds, and counts by ticks, far too many on a busy machine. So its
    // limit is only a fallback in case no check comes in time.
    let cpu = limits.cpu.map(|cpu| ceil_seconds(cpu) + CPU_MARGIN);
    let file = limits.file;
    let parent = Some(getpid());
    let has_init = sandbox.as_ref().is_some_and(RunSandbox::has_init);
    let prepare = move || {
        if has_init {
            // The program begins a session by itself. The kernel gives each session a share of the
            // processors of its own, for which a new process waits long on a busy machine.
            setpgid(None, None)?;
        } else {
            setsid()?;
        }
        tag.apply()?;
        end_with_parent(parent)?;
        if let Some(seconds) = cpu {
            lower(Resource::Cpu, seconds, seconds + 1)?;
        }
        // Less than any core file needs; with 0, the kernel would still start a program that takes it.
        lower(Resource::Core, 1, 1)?;
        if let Some(bytes) = file {
            lower(Resource::Fsize, bytes, bytes)?;
        }
        let finish = || {
            close_files_on_exec();
            reporter.report();
        };
        if let Some(sandbox) = &mut sandbox {
            lower(Resource::Nofile, FILES, FILES)?;
            #[cfg(target_os = "linux")]
            lower(Resource::Sigpending, SIGNALS, SIGNALS)?;
            return sandbox.enter(&finish);
        }
        finish();
        Ok(())
    };
    before_exec(command, prepare);
}

/// Makes the kernel close all files except the standard streams on exec. Files that this program
/// opened are closed anyway, but not those that it inherited. Kernels before Linux 5.11 refuse; the
/// files then stay open.
fn close_files_on_exec() {
    #[cfg(target_os = "linux")]
    let _ = close(FIRST_OTHER..=u32::MAX, true);
}

/// Sets a limit, at most to that of this process.
fn lower(resource: Resource, soft: u64, hard: u64) -> rustix::io::Result<()> {
    let most = rustix::process::getrlimit(resource).maximum;
    let at_most = |value: u64| Some(most.map_or(value, |most| most.min(value)));
    let (current, maximum) = (at_most(soft), at_most(hard));
    setrlimit(resource, Rlimit { current, maximum })
}

fn ceil_seconds(time: Duration) -> u64 {
    time.as_secs() + u64::from(time.subsec_nanos() > 0)
}

/// The reading end of the pipe with the inherited memory of a child.
pub struct InheritedRss(PipeReader);

/// The writing end, at which the child reports the memory.
pub struct RssReporter(PipeWriter);

impl InheritedRss {
    /// Both ends of a new pipe.
    pub fn pipe() -> io::Result<(RssReporter, Self)> {
        let (reader, writer) = pipe()?;
        set_nonblocking(&reader)?;
        Ok((RssReporter(writer), Self(reader)))
    }

    /// The most memory that the copy can have had, in bytes; 0 before the report.
    pub fn bytes(&self) -> u64 {
        let mut line = [0; STATM_BYTES];
        let count = read(&self.0, &mut line).unwrap_or(0);
        resident_bytes(&line[..count]).map_or(0, |bytes| bytes + GROWTH_BYTES)
    }
}

impl RssReporter {
    /// Reports the memory of the calling process, using only system calls.
    pub fn report(&self) {
        let mut line = [0; STATM_BYTES];
        let flags = OFlags::RDONLY | OFlags::CLOEXEC;
        if let Ok(file) = open(c"/proc/self/statm", flags, Mode::empty())
            && let Ok(count) = read(&file, &mut line)
        {
            let _ = write(&self.0, &line[..count]);
        }
    }
}

/// The resident memory in a line of `statm` (`proc_pid_statm(5)`).
fn resident_bytes(line: &[u8]) -> Option<u64> {
    let text = std::str::from_utf8(line).ok()?;
    let pages: u64 = text.split_ascii_whitespace().nth(1)?.parse().ok()?;
    Some(pages * page_size() as u64)
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

    #[cfg(target_os = "linux")]
    #[test]
    fn the_memory_of_this_process_is_reported() {
        let used = vec![1_u8; 16 << 20];
        let (reporter, inherited) = InheritedRss::pipe().expect("a pipe");
        assert_eq!(inherited.bytes(), 0);
        reporter.report();
        assert!(inherited.bytes() > used.len() as u64);
        drop(used);
    }
}
