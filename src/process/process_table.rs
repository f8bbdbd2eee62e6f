//! How many processes a program is, and what they use: read from `/proc`, and
//! not known elsewhere.

use std::time::Duration;

use super::process_tree::ProcessTree;

/// What the processes of a program use together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ProcessUsage {
    pub processes: u32,
    pub cpu: Duration,
    /// Of `cpu`, what belongs to processes that have ended and that were let go of
    /// just now: nobody sees it again.
    pub past_cpu: Duration,
    /// Resident, in bytes. What processes share is counted for each of them.
    pub memory: u64,
    /// Whether one of them runs, or waits for the machine: for a processor or a disk.
    pub is_busy: bool,
}

/// How long the calling thread has not slept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OwnTime {
    /// Because it ran.
    pub cpu: Duration,
    /// Because it waited for a processor.
    pub delay: Duration,
}

#[cfg(target_os = "linux")]
mod linux {
    use std::collections::BTreeSet;
    use std::fs::{self, File};
    use std::io::Read;
    use std::time::Duration;

    use rustix::param::{clock_ticks_per_second, page_size};
    use rustix::process::{Pid, WaitOptions, waitpid};

    use super::{OwnTime, ProcessTree, ProcessUsage};

    /// Where the fields of `/proc/PID/stat` stand after the name in brackets,
    /// which may hold anything (`proc_pid_stat(5)`, from 0).
    const STATE: usize = 0;
    const PARENT: usize = 1;
    const SESSION: usize = 3;
    const TIMES: std::ops::Range<usize> = 11..15;
    const THREADS: usize = 17;
    const RESIDENT: usize = 21;
    /// More than a line of `stat` can have.
    const STAT_BYTES: usize = 1 << 10;

    impl ProcessUsage {
        /// Of one process.
        pub fn of_process(id: u32) -> Option<Self> {
            Some(stat(&id.to_string())?.usage_of_tree)
        }

        /// Of all processes of a program: those of its session, whatever they have
        /// started, and what they have left behind that was adopted. What has ended
        /// of that is let go of: it would fill the table of processes.
        pub fn of_tree(tree: ProcessTree) -> Option<Self> {
            let mut sum = Self::default();
            for (id, stat) in members(tree)? {
                sum.cpu += stat.usage_of_tree.cpu;
                if !stat.has_ended {
                    sum.processes += 1;
                    sum.memory += stat.usage_of_tree.memory;
                    sum.is_busy |=
                        stat.usage_of_tree.is_busy || stat.threads > 1 && has_busy_thread(id);
                } else if let_go(id, &stat, tree) {
                    sum.past_cpu += stat.usage_of_tree.cpu;
                }
            }
            Some(sum)
        }
    }

    /// Whether a thread of a process runs or waits for the machine. What is said of the
    /// process is said of its first thread only.
    pub(super) fn has_busy_thread(id: u64) -> bool {
        let threads = numbers_in(&format!("/proc/{id}/task"));
        let mut threads = threads.into_iter().flatten();
        threads.any(|thread| {
            let stat = stat(&format!("{id}/task/{thread}"));
            stat.is_some_and(|stat| stat.usage_of_tree.is_busy)
        })
    }

    impl OwnTime {
        /// Until now, where the kernel counts it
        /// (`Documentation/scheduler/sched-stats.rst`).
        pub fn now() -> Self {
            let text = fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
            let mut numbers = text
                .split_ascii_whitespace()
                .map_while(|word| word.parse().ok());
            let mut next = || Duration::from_nanos(numbers.next().unwrap_or(0));
            let cpu = next();
            Self { cpu, delay: next() }
        }
    }

    /// Waits for a process that has ended, if nobody else does.
    fn let_go(id: u64, stat: &ProcessStat, tree: ProcessTree) -> bool {
        let is_ours = id != u64::from(tree.leader) && stat.is_adopted(id, tree);
        let id = i32::try_from(id).ok().and_then(Pid::from_raw);
        let gone = id
            .filter(|_| is_ours)
            .map(|id| waitpid(Some(id), WaitOptions::NOHANG));
        matches!(gone, Some(Ok(Some(_))))
    }

    /// The processes of a program by their numbers.
    fn members(tree: ProcessTree) -> Option<Vec<(u64, ProcessStat)>> {
        let all = numbers_in("/proc")?.filter_map(|name| Some((name.parse().ok()?, stat(&name)?)));
        let (mut found, mut others): (Vec<(u64, ProcessStat)>, Vec<_>) =
            all.partition(|(id, stat)| {
                stat.session == u64::from(tree.leader) || stat.is_adopted(*id, tree)
            });
        // Children may come before their parents.
        let mut known = 0;
        while known < found.len() {
            let parents: BTreeSet<_> = found[known..].iter().map(|(id, _)| *id).collect();
            known = found.len();
            let (children, rest) = others
                .into_iter()
                .partition(|(_, stat)| parents.contains(&stat.parent));
            others = rest;
            found.extend::<Vec<_>>(children);
        }
        Some(found)
    }

    /// Where the lines of `smaps_rollup` say how much a process has, each page
    /// divided by the number of processes that share it.
    const SHARE: &str = "Pss:";

    /// The memory of all processes of a program, in bytes, each page counted
    /// once. It is not free to find out: the kernel looks at every page.
    pub fn memory_of_tree(tree: ProcessTree) -> Option<u64> {
        let shares = members(tree)?.into_iter().map(|(id, one)| {
            let text = fs::read_to_string(format!("/proc/{id}/smaps_rollup"));
            // Not every kernel has it, and not everybody may read it.
            text.ok()
                .and_then(|text| share(&text))
                .unwrap_or(one.usage_of_tree.memory)
        });
        Some(shares.sum())
    }

    /// What the text of `smaps_rollup` says, in bytes.
    fn share(text: &str) -> Option<u64> {
        let amount = text.lines().find_map(|line| line.strip_prefix(SHARE))?;
        let kibibytes: u64 = amount.trim().strip_suffix(" kB")?.parse().ok()?;
        Some(kibibytes << 10)
    }

    /// The numbers of the processes or threads in a directory, as text.
    fn numbers_in(directory: &str) -> Option<impl Iterator<Item = String> + use<>> {
        let entries = fs::read_dir(directory).ok()?.flatten();
        let names = entries.filter_map(|entry| entry.file_name().into_string().ok());
        Some(names.filter(|name| name.starts_with(|first: char| first.is_ascii_digit())))
    }

    /// What is known of a process.
    pub(super) struct ProcessStat {
        /// Whether it waits for somebody to wait for it.
        has_ended: bool,
        parent: u64,
        pub(super) session: u64,
        threads: u64,
        usage_of_tree: ProcessUsage,
    }

    impl ProcessStat {
        /// Whether it has lost its parent, and belongs to a run.
        fn is_adopted(&self, id: u64, tree: ProcessTree) -> bool {
            self.parent == u64::from(std::process::id()) && tree.tag.is_on(id)
        }
    }

    /// What is known of a process; nothing, if it has ended by now.
    pub(super) fn stat(process: &str) -> Option<ProcessStat> {
        let mut bytes = [0; STAT_BYTES];
        let mut file = File::open(format!("/proc/{process}/stat")).ok()?;
        let count = file.read(&mut bytes).ok()?;
        let text =
            std::str::from_utf8(&bytes[bytes.iter().rposition(|&byte| byte == b')')? + 1..count]);
        let fields = text.ok()?.split_ascii_whitespace();
        let state = fields.clone().nth(STATE)?;
        let fields: Vec<u64> = fields
            .skip(1)
            .map(|field| field.parse().unwrap_or(0))
            .collect();
        let ticks: u64 = fields.get(TIMES.start - 1..TIMES.end - 1)?.iter().sum();
        let usage_of_tree = ProcessUsage {
            processes: 1,
            cpu: Duration::from_millis(ticks * 1000 / clock_ticks_per_second().max(1)),
            past_cpu: Duration::ZERO,
            memory: fields.get(RESIDENT - 1)? * page_size() as u64,
            is_busy: matches!(state, "R" | "D"),
        };
        Some(ProcessStat {
            has_ended: matches!(state, "Z" | "X"),
            parent: *fields.get(PARENT - 1)?,
            session: *fields.get(SESSION - 1)?,
            threads: *fields.get(THREADS - 1)?,
            usage_of_tree,
        })
    }
}

#[cfg(target_os = "linux")]
pub use linux::memory_of_tree;

#[cfg(not(target_os = "linux"))]
impl OwnTime {
    pub fn now() -> Self {
        Self::default()
    }
}

#[cfg(not(target_os = "linux"))]
pub fn memory_of_tree(_: ProcessTree) -> Option<u64> {
    None
}

#[cfg(not(target_os = "linux"))]
impl ProcessUsage {
    pub fn of_process(_: u32) -> Option<Self> {
        None
    }

    pub fn of_tree(_: ProcessTree) -> Option<Self> {
        None
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use std::process::id;

    use super::*;
    use crate::process::process_tree::RunTag;

    fn tree(leader: u32) -> ProcessTree {
        ProcessTree {
            leader,
            tag: RunTag::new(),
        }
    }

    /// The session of this process; 0, if it was begun outside of the container.
    fn session() -> u32 {
        let this = linux::stat("self").expect("this process");
        this.session.try_into().expect("the number of a process")
    }

    #[test]
    fn this_process_is_counted() {
        let eaten = vec![1_u8; 16 << 20];
        let one = ProcessUsage::of_process(id()).expect("this process");
        assert_eq!(one.processes, 1);
        assert!(one.memory > eaten.len() as u64);
        let all = ProcessUsage::of_tree(tree(session())).expect("this program");
        assert!(all.processes >= 1 && all.memory > eaten.len() as u64);
        let fair = memory_of_tree(tree(session())).expect("this program");
        assert!(fair > eaten.len() as u64);
        drop(eaten);
    }

    /// The first thread of this process waits for the others.
    #[test]
    fn a_thread_that_works_is_seen() {
        use std::sync::atomic::{AtomicBool, Ordering};
        let is_cancelled = AtomicBool::new(false);
        let is_busy = std::thread::scope(|scope| {
            scope.spawn(|| {
                while !is_cancelled.load(Ordering::Relaxed) {
                    std::hint::spin_loop();
                }
            });
            let is_busy = linux::has_busy_thread(id().into());
            is_cancelled.store(true, Ordering::Relaxed);
            is_busy
        });
        assert!(is_busy);
        let mut cat = std::process::Command::new("cat");
        let mut cat = cat
            .stdin(std::process::Stdio::piped())
            .spawn()
            .expect("it starts");
        while linux::has_busy_thread(cat.id().into()) {
            std::thread::yield_now();
        }
        drop(cat.stdin.take());
        cat.wait().expect("it ends");
    }

    #[test]
    fn nobody_has_nothing() {
        let nobody = i32::MAX.unsigned_abs();
        assert_eq!(ProcessUsage::of_process(nobody), None);
        assert_eq!(
            ProcessUsage::of_tree(tree(nobody)),
            Some(ProcessUsage::default())
        );
        assert_eq!(memory_of_tree(tree(nobody)), Some(0));
    }
}
