//! The limits of a program.

use serde::{Deserialize, Serialize};
use std::time::Duration;

#[cfg(unix)]
use super::Usage;

/// The limits of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The CPU time of the program and its children.
    pub cpu: Option<Duration>,
    /// The wall-clock time. If CPU time, memory or processes are limited as well, time in which the
    /// program is seen waiting for a processor or a disk does not count: up to ten times this
    /// limit for a processor, up to this limit for a disk.
    pub wall: Duration,
    /// The resident memory of the program and its children, in bytes.
    pub memory: Option<u64>,
    /// The output, in bytes.
    pub output: u64,
    /// The size of each file that it writes, in bytes.
    pub file: Option<u64>,
    /// The size of all files in its fresh directory, in bytes, if it runs in namespaces of its own. If it runs in
    /// a given directory, how much free space that disk may lose meanwhile; a file counts at least 16 KiB.
    pub files: u64,
    /// The number of processes, including its own; this limits its [threads](Self::threads), too.
    pub processes: Option<u32>,
}

/// How much time a program may use as a whole.
#[derive(Clone, Copy, Debug)]
pub struct WholeTime {
    /// CPU time; only of a program on this machine.
    pub cpu: Duration,
    /// Wall-clock time in all its turns, without the time in which it waits for a processor or a disk.
    pub wall: Duration,
}

impl Limits {
    /// The usual size of all files in a fresh directory, in bytes.
    pub const FILES_BYTES: u64 = 256 << 20;

    /// How many threads there may be in all, for a limit on processes: the kernel keeps memory for each, which no
    /// other limit counts.
    pub const fn threads(processes: u32) -> u64 {
        16 * processes as u64
    }

    /// Only a wall-clock limit.
    pub fn of_time(wall: Duration) -> Self {
        Self {
            cpu: None,
            wall,
            memory: None,
            output: u64::MAX,
            file: None,
            files: Self::FILES_BYTES,
            processes: None,
        }
    }

    /// The limit of memory or CPU time that a usage exceeds.
    #[cfg(unix)]
    pub(super) fn exceeded_by(&self, usage: &Usage) -> Option<Limit> {
        if self.memory.is_some_and(|limit| usage.memory > limit) {
            return Some(Limit::Memory);
        }
        if self.cpu.is_some_and(|limit| usage.cpu > limit) {
            return Some(Limit::Cpu);
        }
        None
    }

    /// Whether the processes have to be checked.
    #[cfg(unix)]
    pub(super) fn are_watched(&self) -> bool {
        self.cpu.is_some() || self.memory.is_some() || self.processes.is_some()
    }
}

/// A limit that a program exceeded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Limit {
    /// The CPU time.
    Cpu,
    /// The wall-clock time.
    Wall,
    /// The wall-clock time many times over, because the machine was too busy.
    Starvation,
    /// The resident memory.
    Memory,
    /// The output, or the size of a file.
    Output,
    /// The number of processes, or of threads.
    Processes,
}
