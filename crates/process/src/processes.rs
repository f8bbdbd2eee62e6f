//! The processes of a run and their usage, read from `/proc`; unknown on systems without it.
//!
//! Programs can leave their session, process group, parent and environment, but not their resource
//! limits. So the processes of each run inherit a limit as a tag: the timeout of realtime
//! processes, with a value unique to the run and too high to ever apply.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File};
use std::io::{self, Read};
use std::iter;
#[cfg(target_os = "linux")]
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use rustix::param::{clock_ticks_per_second, page_size};
use rustix::process::{Pid, WaitOptions, waitpid};
#[cfg(target_os = "linux")]
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

/// The indices of fields of `/proc/PID/stat` (`proc_pid_stat(5)`), counted after the state. The
/// name in brackets before it may contain anything.
const PARENT: usize = 0;
const SESSION: usize = 2;
const TIMES: std::ops::Range<usize> = 10..14;
/// The number of times that are the process's own; the others are its children's.
const OWN_TIMES: usize = 2;
const THREADS: usize = 16;
const RESIDENT: usize = 20;
/// The size of a buffer that is longer than any line of `stat`.
const STAT_BYTES: usize = 1 << 10;

/// How many threads of a process are looked at, at most: a program may start them faster than they are read.
const THREADS_SEEN_MAX: usize = 1 << 11;
/// The most threads whose waiting times are stored.
const THREADS_KNOWN_MAX: usize = 1 << 14;

/// The processes of a run: those of its session, their descendants, and all that carry its tag.
#[derive(Clone, Copy, Debug)]
pub struct ProcessTree {
    /// The ID of this program's child, which is also that of its group and session.
    pub leader: u32,
    pub tag: RunTag,
    /// Where processes have namespaces of their own, what stands between the leader and the program.
    pub init: Option<Init>,
}

/// The init of a run, a copy of this program, to which all other processes of the run descend.
#[derive(Clone, Copy, Debug)]
pub struct Init {
    pub process: u32,
    /// The program's process; `None` if it ended before it was seen.
    pub program: Option<u32>,
}

impl Init {
    /// The child of a leader, if it has not ended yet.
    pub fn of(leader: u32) -> Option<Self> {
        let first = |process| children_of(process, process)?.next();
        let process = first(leader)?;
        let program = first(process);
        Some(Self { process, program })
    }
}

/// The tag that all processes of a run inherit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RunTag(u64);

impl RunTag {
    /// A new tag, unique within this process. If this process is itself tagged, the new tag is
    /// lower than its own.
    #[cfg(target_os = "linux")]
    pub fn new() -> Self {
        /// The tags count down from here, in microseconds.
        const TOP: u64 = 1 << 62;
        static RUNS: AtomicU64 = AtomicU64::new(1);
        let own = getrlimit(Resource::Rttime).maximum;
        let top = own.map_or(TOP, |own| own.min(TOP));
        Self(top.saturating_sub(RUNS.fetch_add(1, Ordering::Relaxed)))
    }

    /// A tag that has no effect: other systems have no such limit.
    #[cfg(not(target_os = "linux"))]
    pub fn new() -> Self {
        Self(0)
    }

    /// Tags the calling process. The child calls this; it makes one system call.
    pub fn apply(self) -> io::Result<()> {
        #[cfg(target_os = "linux")]
        {
            let (current, maximum) = (Some(self.0), Some(self.0));
            setrlimit(Resource::Rttime, Rlimit { current, maximum })?;
        }
        Ok(())
    }

    /// Whether a process carries the tag. A process that has ended carries it until it is reaped.
    pub fn is_on(self, process: u32) -> bool {
        /// The name of the limit in `/proc/PID/limits`.
        const NAME: &str = "Max realtime timeout";
        let limits = fs::read_to_string(format!("/proc/{process}/limits"));
        limits.is_ok_and(|limits| {
            let line = limits.lines().find_map(|line| line.strip_prefix(NAME));
            let hard = line.and_then(|line| line.split_ascii_whitespace().nth(1));
            hard.and_then(|hard| hard.parse().ok()) == Some(self.0)
        })
    }
}

impl ProcessTree {
    /// The program's process, if it is known.
    pub fn program(self) -> Option<u32> {
        self.init.map_or(Some(self.leader), |init| init.program)
    }

    /// How long the program's process and its descendants have run, without those that have ended
    /// unless their parents have waited for them: more exact than [`ProcessUsage`], which counts ticks.
    /// `None` if the program is not known, or the kernel does not tell.
    pub fn time_run(self) -> Option<Duration> {
        let mut processes = vec![self.program()?];
        let mut sum = Duration::ZERO;
        let mut walked = 0;
        while let Some(&id) = processes.get(walked) {
            walked += 1;
            let Some((_, stat)) = ProcessStat::with_id(id) else {
                continue;
            };
            sum += stat.cpu.saturating_sub(stat.own_cpu);
            for thread in threads_of(id) {
                let (cpu, _) = run_and_delay(&format!("{id}/task/{thread}"))?;
                sum += cpu;
                processes.extend(children_of(id, thread).into_iter().flatten());
            }
        }
        Some(sum)
    }

    /// Whether a process only waits for others.
    fn only_waits(self, id: u32) -> bool {
        let waits = |init: Init| [init.process, self.leader].contains(&id);
        self.init.is_some_and(waits)
    }

    /// The processes with their IDs; `None` without `/proc`. Processes that the program leaves behind
    /// are among them if this process [adopts](crate::adopt_orphans) them. A process that is just
    /// being born, or losing its parent, may be missing.
    pub fn members(self) -> Option<Vec<(u32, ProcessStat)>> {
        let me = std::process::id();
        let adopted = children_of(me, me)?;
        let first = self.init.map_or(self.leader, |init| init.process);
        let is_ours = |(id, stat): &(u32, ProcessStat)| {
            *id == first || stat.session == self.leader || self.adopted(*id, stat)
        };
        let mut seen = BTreeSet::new();
        let mut found: Vec<_> = iter::once(first)
            .chain(adopted)
            .filter(|&id| seen.insert(id))
            .filter_map(ProcessStat::with_id)
            .filter(is_ours)
            .collect();
        let mut walked = 0;
        while let Some((id, stat)) = found.get(walked) {
            let threads = match stat.threads {
                1 => vec![*id],
                _ => threads_of(*id).collect(),
            };
            let children = threads
                .iter()
                .filter_map(|thread| children_of(*id, *thread));
            let children: Vec<_> = children.flatten().filter(|&id| seen.insert(id)).collect();
            found.extend(children.into_iter().filter_map(ProcessStat::with_id));
            walked += 1;
        }
        Some(found)
    }

    /// Whether this process has adopted a process of the run.
    pub fn adopted(self, id: u32, stat: &ProcessStat) -> bool {
        stat.parent == std::process::id() && self.tag.is_on(id)
    }
}

/// The children that a thread of a process has started or the process has adopted.
pub fn children_of(process: u32, thread: u32) -> Option<impl Iterator<Item = u32>> {
    let children = fs::read_to_string(format!("/proc/{process}/task/{thread}/children")).ok()?;
    let ids: Vec<_> = children
        .split_ascii_whitespace()
        .filter_map(|id| id.parse().ok())
        .collect();
    Some(ids.into_iter())
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ProcessUsage {
    pub processes: u32,
    pub threads: u64,
    pub cpu: Duration,
    /// The part of `cpu` that belongs to processes that were just reaped and will not be seen
    /// again.
    pub past_cpu: Duration,
    /// The resident memory, in bytes.
    pub memory: u64,
    /// The CPU time of each process, without its children.
    pub own_cpu: BTreeMap<u32, Duration>,
    /// The threads that run or wait.
    pub busy: BusyThreads,
}

/// The threads of a program that run, or wait for a processor or a disk.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BusyThreads {
    /// How long each has waited for a processor in all; `None` if that is unknown, or it waits for
    /// a disk.
    delays: BTreeMap<u32, Option<Duration>>,
    /// Whether one waits for a disk, or for a child as for a disk.
    pub wait_for_disk: bool,
}

impl BusyThreads {
    pub fn is_empty(&self) -> bool {
        self.delays.is_empty()
    }

    /// The longest wait of a thread since the last look, at most `passed`. `known` has the earlier
    /// waits, and is updated; a thread without an entry is new.
    pub fn waited(&self, known: &mut BTreeMap<u32, Duration>, passed: Duration) -> Duration {
        if known.len() > THREADS_KNOWN_MAX {
            known.clear();
        }
        let mut most = Duration::ZERO;
        for (&thread, &delay) in &self.delays {
            let waited = delay.map_or(passed, |delay| {
                let before = known.insert(thread, delay);
                delay.saturating_sub(before.unwrap_or_default())
            });
            most = most.max(waited);
        }
        most.min(passed)
    }

    fn add(&mut self, process: u32, stat: &ProcessStat) {
        let threads = if stat.threads > 1 {
            busy_threads(process)
        } else {
            Vec::new()
        };
        if threads.is_empty() {
            if stat.is_busy {
                self.add_thread(&process.to_string(), process, stat);
            }
            return;
        }
        for (thread, stat) in threads {
            self.add_thread(&format!("{process}/task/{thread}"), thread, &stat);
        }
    }

    fn add_thread(&mut self, path: &str, thread: u32, stat: &ProcessStat) {
        self.wait_for_disk |= stat.waits_for_disk;
        let delay = run_and_delay(path).map(|(_, delay)| delay);
        self.delays
            .insert(thread, delay.filter(|_| !stat.waits_for_disk));
    }
}

/// How long the calling thread was awake.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OwnTime {
    /// The time it ran.
    pub cpu: Duration,
    /// The time it waited for a processor.
    pub delay: Duration,
}

impl ProcessUsage {
    pub fn of_process(id: u32) -> Option<Self> {
        let (_, stat) = ProcessStat::with_id(id)?;
        Some(Self {
            processes: 1,
            threads: stat.threads,
            cpu: stat.cpu,
            past_cpu: Duration::ZERO,
            memory: stat.memory,
            ..Self::default()
        })
    }

    /// The usage of all processes of a program. Adopted processes that have ended are reaped,
    /// because they would fill the process table. If the memory exceeds `memory_max`, shared memory
    /// is counted once: a child starts by sharing all the memory of its parent.
    pub fn of_tree(tree: ProcessTree, memory_max: Option<u64>) -> Option<Self> {
        let mut sum = Self::default();
        let members = tree.members()?;
        for (id, stat) in &members {
            sum.cpu += stat.cpu;
            if tree.only_waits(*id) {
                continue;
            }
            sum.own_cpu.insert(*id, stat.own_cpu);
            if !stat.has_ended {
                sum.processes += 1;
                sum.threads += stat.threads;
                sum.memory += stat.memory;
                sum.busy.add(*id, stat);
            } else if *id != tree.leader && tree.adopted(*id, stat) && reap(*id) {
                sum.past_cpu += stat.cpu;
            }
        }
        if sum.processes > 1 && memory_max.is_some_and(|limit| sum.memory > limit) {
            let members = members.iter().map(|(id, _)| *id);
            let counted = members.filter(|id| !tree.only_waits(*id));
            sum.memory = counted.map(proportional_memory).sum();
        }
        Some(sum)
    }
}

fn reap(id: u32) -> bool {
    let id = i32::try_from(id).ok().and_then(Pid::from_raw);
    let waited = id.map(|id| waitpid(Some(id), WaitOptions::NOHANG));
    matches!(waited, Some(Ok(Some(_))))
}

impl OwnTime {
    /// The times so far, if the kernel counts them.
    pub fn now() -> Self {
        let (cpu, delay) = run_and_delay("thread-self").unwrap_or_default();
        Self { cpu, delay }
    }
}

/// The state of a process or a thread.
pub struct ProcessStat {
    /// Whether it has ended, but is not reaped yet.
    pub has_ended: bool,
    /// Whether it runs, or waits for a processor or a disk.
    pub is_busy: bool,
    /// Whether it waits for a disk.
    pub waits_for_disk: bool,
    pub parent: u32,
    pub session: u32,
    pub threads: u64,
    /// The CPU time, including that of children that it has waited for.
    pub cpu: Duration,
    /// The CPU time without that of its children.
    pub own_cpu: Duration,
    /// The resident memory, in bytes.
    pub memory: u64,
}

impl ProcessStat {
    /// The state of a process, with its ID.
    pub fn with_id(id: u32) -> Option<(u32, Self)> {
        Some((id, Self::of(&id.to_string())?))
    }

    /// The state of `PID`, or of `PID/task/TID`; `None` if it no longer exists.
    pub fn of(process: &str) -> Option<Self> {
        let mut bytes = [0; STAT_BYTES];
        let mut file = File::open(format!("/proc/{process}/stat")).ok()?;
        let count = file.read(&mut bytes).ok()?;
        let name_end = bytes[..count].iter().rposition(|&byte| byte == b')')?;
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

/// The threads of a process that run or wait for a processor or a disk. The state of a process is
/// that of its first thread only.
fn busy_threads(id: u32) -> Vec<(u32, ProcessStat)> {
    let stat = |thread| Some((thread, ProcessStat::of(&format!("{id}/task/{thread}"))?));
    let stats = threads_of(id).filter_map(stat);
    stats.filter(|(_, stat)| stat.is_busy).collect()
}

/// How long a thread has run and has waited for a processor, if the kernel counts that
/// (`Documentation/scheduler/sched-stats.rst`).
fn run_and_delay(thread: &str) -> Option<(Duration, Duration)> {
    let text = fs::read_to_string(format!("/proc/{thread}/schedstat")).ok()?;
    let numbers = text.split_ascii_whitespace();
    let mut times = numbers.map(|word| word.parse().ok().map(Duration::from_nanos));
    Some((times.next()??, times.next()??))
}

/// The proportional set size of a process, in bytes, which divides shared pages by the number of
/// processes that share them. It is slow, because the kernel visits every page. If the kernel does
/// not report it, the resident memory; 0 if the process has ended.
fn proportional_memory(id: u32) -> u64 {
    let read = || {
        let text = fs::read_to_string(format!("/proc/{id}/smaps_rollup")).ok()?;
        let share = text.lines().find_map(|line| line.strip_prefix("Pss:"))?;
        let kibibytes: u64 = share.trim().strip_suffix(" kB")?.parse().ok()?;
        Some(kibibytes << 10)
    };
    // Memory that was resident earlier may be shared with a process that counts it now.
    let resident = || ProcessStat::with_id(id).map_or(0, |(_, stat)| stat.memory);
    read().unwrap_or_else(resident)
}

/// The IDs of the threads of a process, or of its first ones.
fn threads_of(process: u32) -> impl Iterator<Item = u32> {
    let entries = fs::read_dir(format!("/proc/{process}/task"));
    let entries = entries.into_iter().flatten().flatten();
    let ids = entries.filter_map(|entry| entry.file_name().to_str()?.parse().ok());
    ids.take(THREADS_SEEN_MAX)
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use std::os::unix::process::CommandExt;
    use std::process::{Command, Stdio, id};
    use std::sync::atomic::AtomicBool;

    use super::*;

    #[test]
    fn a_tag_is_inherited_by_child_processes() {
        let (tag, other) = (RunTag::new(), RunTag::new());
        assert_ne!(tag, other);
        let mut command = Command::new("sh");
        command.args([
            "-c",
            "setsid env -i sleep 100 & read line; kill $!; echo $!",
        ]);
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        #[expect(unsafe_code, reason = "as in `confine`")]
        // SAFETY: `apply` makes one system call.
        unsafe {
            command.pre_exec(move || tag.apply());
        }
        let mut child = command.spawn().expect("a shell");
        assert!(tag.is_on(child.id()) && !other.is_on(child.id()));
        assert!(!tag.is_on(std::process::id()));
        let first = loop {
            let mut children = children_of(child.id(), child.id()).expect("children");
            if let Some(first) = children.next() {
                break first;
            }
        };
        assert!(tag.is_on(first), "{first}");
        drop(child.stdin.take());
        child.wait().expect("it ends");
    }

    fn of_tree(leader: u32, memory_max: Option<u64>) -> Option<ProcessUsage> {
        let tag = RunTag::new();
        let tree = ProcessTree {
            leader,
            tag,
            init: None,
        };
        ProcessUsage::of_tree(tree, memory_max)
    }

    #[test]
    fn this_process_is_counted() {
        let eaten = vec![1_u8; 16 << 20];
        let one = ProcessUsage::of_process(id()).expect("this process");
        assert_eq!(one.processes, 1);
        assert!(one.memory > eaten.len() as u64);
        for memory_max in [None, Some(0)] {
            let all = of_tree(id(), memory_max).expect("this program");
            assert!(all.processes >= 1 && all.memory > eaten.len() as u64);
        }
        drop(eaten);
    }

    #[test]
    fn a_missing_process_uses_nothing() {
        let missing = i32::MAX.unsigned_abs();
        assert_eq!(ProcessUsage::of_process(missing), None);
        for memory_max in [None, Some(0)] {
            assert_eq!(of_tree(missing, memory_max), Some(ProcessUsage::default()));
        }
    }

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
        let mut cat = Command::new("cat");
        let mut cat = cat.stdin(Stdio::piped()).spawn().expect("it starts");
        while !busy_threads(cat.id()).is_empty() {
            std::thread::yield_now();
        }
        assert!(proportional_memory(cat.id()) > 0);
        drop(cat.stdin.take());
        let has_ended = || ProcessStat::with_id(cat.id()).is_some_and(|(_, stat)| stat.has_ended);
        while !has_ended() {
            std::thread::yield_now();
        }
        assert_eq!(proportional_memory(cat.id()), 0, "it is not reaped");
        cat.wait().expect("it ends");
        assert_eq!(proportional_memory(cat.id()), 0, "it is gone");
    }
}
