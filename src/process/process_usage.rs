//! What the processes of a program use, read from `/proc`; unknown on systems without it.

use std::fs;
use std::time::Duration;

use rustix::process::{Pid, WaitOptions, waitpid};

use super::process_stat::{ProcessStat, has_busy_thread, proportional_memory};
use super::process_tree::ProcessTree;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ProcessUsage {
    pub processes: u32,
    pub cpu: Duration,
    /// The part of `cpu` used by processes that were just reaped and will not be seen again.
    pub past_cpu: Duration,
    /// Resident, in bytes.
    pub memory: u64,
    /// Whether any of them runs, or waits for a processor or a disk.
    pub is_busy: bool,
}

/// How long the calling thread was not asleep.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OwnTime {
    /// The time it ran.
    pub cpu: Duration,
    /// The time it waited for a processor.
    pub delay: Duration,
}

impl ProcessUsage {
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

    /// The usage of all processes of a program. Adopted processes that have ended are reaped,
    /// because they would fill the process table. If the memory exceeds `memory_max`, shared memory
    /// is counted once: a child starts by sharing all the memory of its parent.
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
            sum.memory = members.iter().map(|(id, _)| proportional_memory(*id)).sum();
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
    /// The times so far, if the kernel counts them (`Documentation/scheduler/sched-stats.rst`).
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
        // 0 if the session was started outside of the container.
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
    fn a_missing_process_uses_nothing() {
        let missing = i32::MAX.unsigned_abs();
        assert_eq!(ProcessUsage::of_process(missing), None);
        for memory_max in [None, Some(0)] {
            assert_eq!(of_tree(missing, memory_max), Some(ProcessUsage::default()));
        }
    }
}
