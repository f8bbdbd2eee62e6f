//! What `/proc` reports about a process or a thread; nothing on systems without it.

use std::fs::{self, File};
use std::io::Read;
use std::time::Duration;

use rustix::param::{clock_ticks_per_second, page_size};

/// The indices of the fields of `/proc/PID/stat` after the name in brackets, which may contain
/// anything, and the state (`proc_pid_stat(5)`).
const PARENT: usize = 0;
const SESSION: usize = 2;
const TIMES: std::ops::Range<usize> = 10..14;
/// How many of the times are its own; the others are those of its children.
const OWN_TIMES: usize = 2;
const THREADS: usize = 16;
const RESIDENT: usize = 20;
/// More than the length of a line of `stat`.
const STAT_BYTES: usize = 1 << 10;

pub(super) struct ProcessStat {
    /// Whether it has ended, but is not reaped yet.
    pub has_ended: bool,
    /// Whether it runs, or waits for a processor or a disk.
    pub is_busy: bool,
    /// Whether it waits for a disk.
    pub waits_for_disk: bool,
    pub parent: u32,
    pub session: u32,
    pub threads: u64,
    /// Including that of its children that it has waited for.
    pub cpu: Duration,
    /// Without its children.
    pub own_cpu: Duration,
    /// Resident, in bytes.
    pub memory: u64,
}

impl ProcessStat {
    /// The state of `PID`, or of `PID/task/TID`; `None` if it no longer exists.
    pub fn of(process: &str) -> Option<Self> {
        let mut bytes = [0; STAT_BYTES];
        let mut file = File::open(format!("/proc/{process}/stat")).ok()?;
        let count = file.read(&mut bytes).ok()?;
        let name_end = bytes.iter().rposition(|&byte| byte == b')')?;
        let text = std::str::from_utf8(&bytes[name_end + 1..count]).ok()?;
        let mut fields = text.split_ascii_whitespace();
        let state = fields.next()?;
        let fields: Vec<u64> = fields.map(|field| field.parse().unwrap_or(0)).collect();
        let time = |ticks: &[u64]| {
            let ticks: u64 = ticks.iter().sum();
            Duration::from_millis(ticks * 1000 / clock_ticks_per_second().max(1))
        };
        let times = fields.get(TIMES)?;
        Some(Self {
            has_ended: matches!(state, "Z" | "X"),
            is_busy: matches!(state, "R" | "D"),
            waits_for_disk: state == "D",
            parent: u32::try_from(*fields.get(PARENT)?).ok()?,
            session: u32::try_from(*fields.get(SESSION)?).ok()?,
            threads: *fields.get(THREADS)?,
            cpu: time(times),
            own_cpu: time(&times[..OWN_TIMES]),
            memory: fields.get(RESIDENT)? * page_size() as u64,
        })
    }
}

/// The threads of a process that run or wait for a processor or a disk. The state of the process is
/// only that of its first thread.
pub(super) fn busy_threads(id: u32) -> Vec<(u32, ProcessStat)> {
    let threads = numbers_in(&format!("/proc/{id}/task"))
        .into_iter()
        .flatten();
    let stat = |thread| Some((thread, ProcessStat::of(&format!("{id}/task/{thread}"))?));
    let stats = threads.filter_map(stat);
    stats.filter(|(_, stat)| stat.is_busy).collect()
}

/// How long a thread has run and has waited for a processor, if the kernel counts that
/// (`Documentation/scheduler/sched-stats.rst`).
pub(super) fn run_and_delay(thread: &str) -> Option<(Duration, Duration)> {
    let text = fs::read_to_string(format!("/proc/{thread}/schedstat")).ok()?;
    let numbers = text.split_ascii_whitespace();
    let mut times = numbers.map(|word| word.parse().ok().map(Duration::from_nanos));
    Some((times.next()??, times.next()??))
}

/// The proportional set size of a process, in bytes: shared pages are divided by the number
/// of processes that share them. It is slow, because the kernel visits every page. If the kernel
/// does not report it, the resident memory; 0 if the process has ended.
pub(super) fn proportional_memory(id: u32) -> u64 {
    let read = || {
        let text = fs::read_to_string(format!("/proc/{id}/smaps_rollup")).ok()?;
        let share = text.lines().find_map(|line| line.strip_prefix("Pss:"))?;
        let kibibytes: u64 = share.trim().strip_suffix(" kB")?.parse().ok()?;
        Some(kibibytes << 10)
    };
    // What was resident earlier may have been shared with a process that counts it by now.
    let resident = || ProcessStat::of(&id.to_string()).map_or(0, |stat| stat.memory);
    read().unwrap_or_else(resident)
}

/// The IDs of the processes or threads in a directory.
pub(super) fn numbers_in(directory: &str) -> Option<impl Iterator<Item = u32> + use<>> {
    let entries = fs::read_dir(directory).ok()?.flatten();
    Some(entries.filter_map(|entry| entry.file_name().to_str()?.parse().ok()))
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use std::process::id;
    use std::sync::atomic::{AtomicBool, Ordering};

    use super::*;

    /// The first thread of this process waits for the others.
    #[test]
    fn a_thread_that_works_is_seen() {
        let is_cancelled = AtomicBool::new(false);
        let is_busy = std::thread::scope(|scope| {
            scope.spawn(|| {
                while !is_cancelled.load(Ordering::Relaxed) {
                    std::hint::spin_loop();
                }
            });
            let is_busy = !busy_threads(id()).is_empty();
            is_cancelled.store(true, Ordering::Relaxed);
            is_busy
        });
        assert!(is_busy);
        let mut cat = std::process::Command::new("cat");
        let mut cat = cat
            .stdin(std::process::Stdio::piped())
            .spawn()
            .expect("it starts");
        while !busy_threads(cat.id()).is_empty() {
            std::thread::yield_now();
        }
        assert!(proportional_memory(cat.id()) > 0);
        drop(cat.stdin.take());
        let has_ended =
            || ProcessStat::of(&cat.id().to_string()).is_some_and(|stat| stat.has_ended);
        while !has_ended() {
            std::thread::yield_now();
        }
        assert_eq!(proportional_memory(cat.id()), 0, "it is not reaped");
        cat.wait().expect("it ends");
        assert_eq!(proportional_memory(cat.id()), 0, "it is gone");
    }
}
