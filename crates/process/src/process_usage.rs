//! What the processes of a program use, read from `/proc`; unknown on systems without it.

use std::collections::BTreeMap;
use std::time::Duration;

use rustix::process::{Pid, WaitOptions, waitpid};

use super::process_stat::{ProcessStat, busy_threads, proportional_memory, run_and_delay};
use super::process_tree::ProcessTree;

/// The most threads whose waiting is remembered.
const THREADS_KNOWN_MAX: usize = 1 << 14;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ProcessUsage {
    pub processes: u32,
    pub cpu: Duration,
    /// The part of `cpu` used by processes that were just reaped and will not be seen again.
    pub past_cpu: Duration,
    /// Resident, in bytes.
    pub memory: u64,
    /// What each process has used itself, without its children.
    pub own_cpu: BTreeMap<u32, Duration>,
    /// The threads that run or wait.
    pub busy: BusyThreads,
}

/// The threads of a program that run, or wait for a processor or a disk.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BusyThreads {
    /// For how long each has waited for a processor since it exists; `None` if that is unknown, or if it
    /// waits for a disk.
    delays: BTreeMap<u32, Option<Duration>>,
}

impl BusyThreads {
    pub fn is_empty(&self) -> bool {
        self.delays.is_empty()
    }

    /// The longest that one of them has waited since it was last looked at, at most `passed`. A thread
    /// that is not `known` is new. Afterwards, all are known.
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
        let delay = run_and_delay(path).map(|(_, delay)| delay);
        self.delays
            .insert(thread, delay.filter(|_| !stat.waits_for_disk));
    }
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
            sum.own_cpu.insert(*id, stat.own_cpu);
            if !stat.has_ended {
                sum.processes += 1;
                sum.memory += stat.memory;
                sum.busy.add(*id, stat);
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
    /// The times so far, if the kernel counts them.
    pub fn now() -> Self {
        let (cpu, delay) = run_and_delay("thread-self").unwrap_or_default();
        Self { cpu, delay }
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use std::process::id;

    use super::*;
    use crate::process_tree::RunTag;

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
