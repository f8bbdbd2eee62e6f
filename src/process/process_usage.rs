//! What the processes of a program use, from `/proc`; not known on systems without it.

use std::fs;
use std::time::Duration;

use rustix::process::{Pid, WaitOptions, waitpid};

use super::process_stat::{ProcessStat, has_busy_thread, shared_memory};
use super::process_tree::ProcessTree;

/// What the processes of a program use together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ProcessUsage {
    pub processes: u32,
    pub cpu: Duration,
    /// Of `cpu`, that of processes that were reaped just now and will not be seen again.
    pub past_cpu: Duration,
    /// Resident, in bytes.
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

impl ProcessUsage {
    /// Of one process.
    pub fn of_process(id: u32) -> Option<Self> {
        let stat = ProcessStat::of(&id.to_string())?;
        Some(Self {
            processes: 1,
            cpu: stat.cpu,
            past_cpu: Duration::ZERO,
            memory: stat.memory,
            is_busy: stat.is_busy,
        })
    }

    /// Of all processes of a program. Adopted ones that have ended are reaped, or they would
    /// fill the table of processes. If the sum exceeds `memory_max`, shared memory is
    /// counted once: a child begins with all that its parent has.
    pub fn of_tree(tree: ProcessTree, memory_max: Option<u64>) -> Option<Self> {
        let mut sum = Self::default();
        let members = tree.members()?;
        for (id, stat) in &members {
            sum.cpu += stat.cpu;
            if !stat.has_ended {
                sum.processes += 1;
                sum.memory += stat.memory;
                sum.is_busy |= stat.is_busy || stat.threads > 1 && has_busy_thread(*id);
            } else if *id != tree.leader && tree.adopted(*id, stat) && reap(*id) {
                sum.past_cpu += stat.cpu;
            }
        }
        if sum.processes > 1 && memory_max.is_some_and(|limit| sum.memory > limit) {
            let shares = members.iter();
            let shares = shares.map(|(id, stat)| shared_memory(*id).unwrap_or(stat.memory));
            sum.memory = shares.sum();
        }
        Some(sum)
    }
}

/// Reaps a process that has ended; returns whether it could.
fn reap(id: u32) -> bool {
    let id = i32::try_from(id).ok().and_then(Pid::from_raw);
    let waited = id.map(|id| waitpid(Some(id), WaitOptions::NOHANG));
    matches!(waited, Some(Ok(Some(_))))
}

impl OwnTime {
    /// Until now, where the kernel counts it
    /// (`Documentation/scheduler/sched-stats.rst`).
    pub fn now() -> Self {
        let text = fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
        let mut numbers = text.split_ascii_whitespace();
        let mut next = || {
            let number = numbers.next().and_then(|word| word.parse().ok());
            Duration::from_nanos(number.unwrap_or(0))
        };
        let cpu = next();
        Self { cpu, delay: next() }
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use std::process::id;

    use super::*;
    use crate::process::process_tree::RunTag;

    fn of_tree(leader: u32, memory_max: Option<u64>) -> Option<ProcessUsage> {
        let tag = RunTag::new();
        ProcessUsage::of_tree(ProcessTree { leader, tag }, memory_max)
    }

    #[test]
    fn this_process_is_counted() {
        // 0 if the session was begun outside of the container.
        let session = ProcessStat::of("self").expect("this process").session;
        let eaten = vec![1_u8; 16 << 20];
        let one = ProcessUsage::of_process(id()).expect("this process");
        assert_eq!(one.processes, 1);
        assert!(one.memory > eaten.len() as u64);
        for memory_max in [None, Some(0)] {
            let all = of_tree(session, memory_max).expect("this program");
            assert!(all.processes >= 1 && all.memory > eaten.len() as u64);
        }
        drop(eaten);
    }

    #[test]
    fn nobody_has_nothing() {
        let nobody = i32::MAX.unsigned_abs();
        assert_eq!(ProcessUsage::of_process(nobody), None);
        for memory_max in [None, Some(0)] {
            assert_eq!(of_tree(nobody, memory_max), Some(ProcessUsage::default()));
        }
    }
}
