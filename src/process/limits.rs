//! What a program may use, and watching that.
//!
//! Limits that the kernel enforces (CPU time, file sizes, core files) are set between fork and
//! exec. Memory and processes are read from `/proc` every few milliseconds, for at most a tenth
//! of the time: the kernel's limits count address space instead of memory, and the processes of
//! a user instead of those of a program.

use std::time::{Duration, Instant};

use super::Usage;
use super::child::ChildExit;
use super::process_tree::ProcessTree;
use super::process_usage::{OwnTime, ProcessUsage};

/// The time between two looks at a program, at most.
const LOOK: Duration = Duration::from_millis(5);
/// The poll timeout where the exit of the program is no event, at first and at most.
const NAP: Duration = Duration::from_micros(200);
const NAP_MAX: Duration = Duration::from_millis(20);
/// A longer time between two looks at the clock does not count: this process was stopped,
/// as with Ctrl-Z.
const PAUSE: Duration = Duration::from_secs(1);
/// How many times the wall-clock limit may pass while a program waits for the machine.
const PATIENCE: u32 = 10;
/// One part in this many of the time may go into looking at all processes.
const TREE_LOOK_SHARE: u32 = 10;
/// Inherited memory up to this many bytes may count as the program's own.
const INHERITED_RSS_SMALL: u64 = 8 << 20;

/// What a program may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The CPU time of the program with its children.
    pub cpu: Option<Duration>,
    /// The wall-clock time. If CPU time, memory or processes are limited as well, the time
    /// in which the program waits for the machine does not count (see
    /// [`Usage::own_wall`]), up to ten times this limit.
    pub wall: Duration,
    /// The resident memory of the program with its children, in bytes.
    pub memory: Option<u64>,
    /// The output, in bytes.
    pub output: u64,
    /// The size of a file that it writes, in bytes.
    pub file: Option<u64>,
    /// The number of processes, its own included.
    pub processes: Option<u32>,
}

impl Limits {
    /// A wall-clock limit alone.
    pub fn of_time(wall: Duration) -> Self {
        Self {
            cpu: None,
            wall,
            memory: None,
            output: u64::MAX,
            file: None,
            processes: None,
        }
    }

    /// The limit of memory or CPU time that a run exceeds.
    pub(super) fn exceeded_by(&self, usage: &Usage) -> Option<Limit> {
        if self.memory.is_some_and(|limit| usage.memory > limit) {
            return Some(Limit::Memory);
        }
        if self.cpu.is_some_and(|limit| usage.cpu > limit) {
            return Some(Limit::Cpu);
        }
        None
    }

    /// Whether the processes have to be looked at.
    pub(super) fn are_watched(&self) -> bool {
        self.cpu.is_some() || self.memory.is_some() || self.processes.is_some()
    }
}

/// A limit that a program exceeded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// The CPU time.
    Cpu,
    /// The wall-clock time.
    Wall,
    /// The wall-clock time by far, because the machine was too busy.
    Starvation,
    /// The resident memory.
    Memory,
    /// The output, or the size of a file.
    Output,
    /// The number of processes.
    Processes,
}

/// Looks at a running program now and then.
pub(super) struct LimitWatch {
    limits: Limits,
    /// When the time that is limited began: the program was started, or its turn.
    begun: Instant,
    /// What was used before that.
    before: Usage,
    /// Its processes, if they are of this machine.
    tree: Option<ProcessTree>,
    /// The last look at the clock.
    last: Instant,
    next_look: Instant,
    next_tree_look: Instant,
    /// The last look at all processes.
    last_tree_look: Instant,
    idle_time: IdleTime,
    poll_timeout: Duration,
    cpu: Duration,
    /// That of adopted processes that have ended.
    past_cpu: Duration,
    memory: u64,
}

impl LimitWatch {
    pub fn new(limits: Limits, begun: Instant, tree: Option<ProcessTree>) -> Self {
        Self {
            limits,
            begun,
            before: Usage::default(),
            tree,
            last: begun,
            // Looks are the only way to know the memory of small programs.
            next_look: begun,
            next_tree_look: begun + LOOK,
            last_tree_look: begun,
            idle_time: IdleTime::new(OwnTime::now()),
            poll_timeout: NAP,
            cpu: Duration::ZERO,
            past_cpu: Duration::ZERO,
            memory: 0,
        }
    }

    /// The limit that the program exceeds, if it does.
    pub fn look(&mut self) -> Option<Limit> {
        let now = Instant::now();
        // While this process was stopped, the program may have ended unseen.
        let gap = now.duration_since(self.last);
        if gap > PAUSE {
            self.begun += gap;
            self.last_tree_look += gap;
        }
        self.last = now;
        if let Some(limit) = self.past_wall(now.duration_since(self.begun)) {
            return Some(limit);
        }
        if now < self.next_look || !self.limits.are_watched() {
            return None;
        }
        let seen = self.see(now)?;
        let processes_max = self.limits.processes;
        if processes_max.is_some_and(|limit| seen.processes > limit) {
            return Some(Limit::Processes);
        }
        self.limits.exceeded_by(&self.usage())
    }

    /// What was seen of the program since it, or its turn, began.
    pub fn usage(&self) -> Usage {
        Usage {
            cpu: self.cpu.saturating_sub(self.before.cpu),
            wall: self.last - self.begun,
            idle: self.idle_time.total.saturating_sub(self.before.idle),
            memory: self.memory,
        }
    }

    /// Looks at the program, and from time to time at all of its processes.
    fn see(&mut self, now: Instant) -> Option<ProcessUsage> {
        let tree = self.tree?;
        let seen = if now < self.next_tree_look {
            ProcessUsage::of_process(tree.leader)
        } else {
            let own = OwnTime::now();
            let seen = ProcessUsage::of_tree(tree, self.limits.memory);
            let is_busy = seen.is_some_and(|seen| seen.is_busy);
            self.idle_time.add(now - self.last_tree_look, is_busy, own);
            self.idle_time.own.cpu = OwnTime::now().cpu;
            self.last_tree_look = now;
            let took = now.elapsed();
            self.next_tree_look = now + took * TREE_LOOK_SHARE;
            seen
        };
        self.next_look = Instant::now() + LOOK;
        let seen = seen?;
        self.cpu = self.cpu.max(self.past_cpu + seen.cpu);
        self.past_cpu += seen.past_cpu;
        self.memory = self.memory.max(seen.memory);
        Some(seen)
    }

    /// The limits of CPU time and of wall-clock time count from now on.
    pub fn begin_turn(&mut self) {
        let now = Instant::now();
        // What was used since the last look is little if that is not long ago.
        if now >= self.next_look && self.limits.are_watched() {
            self.see(now);
            self.idle_time.own = OwnTime::now();
        }
        self.before = Usage {
            cpu: self.cpu,
            wall: self.wall_of_turns(),
            idle: self.idle_time.total,
            ..Usage::default()
        };
        self.begun = now;
        self.last = now;
        self.last_tree_look = now;
        self.poll_timeout = NAP;
    }

    /// The limit that a wall-clock time exceeds, without the time in which the program waits
    /// for the machine, as long as it gets a part of it.
    fn past_wall(&self, wall: Duration) -> Option<Limit> {
        if wall < self.limits.wall {
            return None;
        }
        let usage = Usage {
            wall,
            ..self.usage()
        };
        if !self.limits.are_watched() || usage.own_wall() >= self.limits.wall {
            return Some(Limit::Wall);
        }
        (wall >= self.limits.wall.saturating_mul(PATIENCE)).then_some(Limit::Starvation)
    }

    /// The time until the next look; a short one if the end of the program would not be seen
    /// before.
    pub fn poll_timeout(&self, is_end_seen: bool) -> Duration {
        let now = Instant::now();
        let until = if self.limits.are_watched() {
            self.next_look.saturating_duration_since(now)
        } else {
            let left = self.limits.wall.saturating_sub(now - self.begun);
            NAP_MAX.min(left)
        };
        if is_end_seen {
            until
        } else {
            self.poll_timeout.min(until)
        }
    }

    /// Makes the poll timeout longer if nothing has happened.
    pub fn rest(&mut self, is_silent: bool) {
        self.poll_timeout = if is_silent {
            (self.poll_timeout * 2).min(NAP_MAX)
        } else {
            NAP
        };
    }

    /// The CPU time that was seen.
    pub fn cpu(&self) -> Duration {
        self.cpu
    }

    /// The wall-clock time of all turns.
    pub fn wall_of_turns(&self) -> Duration {
        self.before.wall + (self.last - self.begun)
    }

    /// The time in which the program was seen to be idle.
    pub fn idle(&self) -> Duration {
        self.idle_time.total
    }

    /// The peak of the program's memory, in bytes: the kernel's figure, unless that may be
    /// what was inherited and would do harm; then what was seen.
    pub fn memory(&self, ended: &ChildExit) -> u64 {
        let is_its_own = ended.memory > ended.inherited_rss;
        let is_in_bounds = self.limits.memory.is_none_or(|limit| ended.memory <= limit);
        if is_its_own || ended.memory <= INHERITED_RSS_SMALL && is_in_bounds {
            self.memory.max(ended.memory)
        } else {
            self.memory
        }
    }
}

/// How long none of a program's threads has run or waited for the machine, as far as was
/// seen. The kernel's sums of waiting (`/proc/PID/schedstat`) are lost with each thread
/// that ends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct IdleTime {
    total: Duration,
    /// The time of this thread at the last look.
    own: OwnTime,
}

impl IdleTime {
    fn new(own: OwnTime) -> Self {
        let total = Duration::ZERO;
        Self { total, own }
    }

    /// Counts the time since the last look, without that in which this thread was busy: the
    /// program may have waited for it to read.
    fn add(&mut self, passed: Duration, is_busy: bool, own: OwnTime) {
        let ran = own.cpu.saturating_sub(self.own.cpu);
        let waited = own.delay.saturating_sub(self.own.delay);
        self.own = own;
        if !is_busy {
            self.total += passed.saturating_sub(ran + waited);
        }
    }
}

#[cfg(test)]
mod tests;
