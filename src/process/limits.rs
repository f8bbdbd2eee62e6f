//! What a program may use, and watching that.
//!
//! Limits that the kernel enforces (CPU time, file sizes, core files) are set between fork and
//! exec. Memory and processes are read from `/proc` every few milliseconds, for at most a tenth
//! of the time: the kernel's limits count addresses instead of memory, and the processes of a
//! user instead of those of a program.
//!
//! What counts as wall-clock time is CPU time, and the time in which no thread of the program
//! runs or is ready to run, as seen at each look. The kernel's sums of time spent waiting (`schedstat`) end with each
//! thread, so a script that starts a thousand short programs would lose them.

use std::time::{Duration, Instant};

use super::Usage;
use super::child::ChildExit;
use super::process_tree::ProcessTree;
use super::process_usage::{OwnTime, ProcessUsage};
use super::stdio_pump::PollTimeout;

/// How long to wait between two looks at a program, at most.
const LOOK: Duration = Duration::from_millis(5);
/// How long to wait where nobody says that the program has ended, at first and
/// at most.
const NAP: Duration = Duration::from_micros(200);
const NAP_MAX: Duration = Duration::from_millis(20);
/// A longer time between two looks at the clock does not count: somebody has stopped
/// us, as with Ctrl-Z.
const PAUSE: Duration = Duration::from_secs(1);
/// How often the limit of time from start to end may pass while a program waits for
/// the machine.
const PATIENCE: u32 = 10;
/// Of how many parts of the time one may go into looking at all processes.
const TREE_LOOK_SHARE: u32 = 10;

/// Up to here nobody minds that a small program looks as large as we are, in
/// bytes.
const INHERITED_RSS_SMALL: u64 = 8 << 20;

/// What a program may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The time on processors; of the program with its children.
    pub cpu: Option<Duration>,
    /// The time from start to end. If one of the limits that need a look at the
    /// processes is set, the time in which the program waits for the machine does not
    /// count (see [`Usage::own_wall`]); that may be ten times as long.
    pub wall: Duration,
    /// The memory that is resident at a time, in bytes; of the program with its
    /// children. What is reserved and not used does not count.
    pub memory: Option<u64>,
    /// What it may print, in bytes.
    pub output: u64,
    /// What it may write into one file, in bytes.
    pub file: Option<u64>,
    /// How many processes it may be, itself included.
    pub processes: Option<u32>,
}

impl Limits {
    /// A limit of time alone.
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

    /// The limit that a whole run went past without being stopped.
    pub(super) fn exceeded_by(&self, usage: &Usage) -> Option<Limit> {
        if self.memory.is_some_and(|limit| usage.memory > limit) {
            return Some(Limit::Memory);
        }
        if self.cpu.is_some_and(|limit| usage.cpu > limit) {
            return Some(Limit::Cpu);
        }
        None
    }

    /// Whether somebody has to look at the processes.
    pub(super) fn are_watched(&self) -> bool {
        self.cpu.is_some() || self.memory.is_some() || self.processes.is_some()
    }
}

/// A limit that a program went past.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// The time on processors.
    Cpu,
    /// The time from start to end.
    Wall,
    /// The time from start to end, and far past it, because the machine was too busy.
    Starvation,
    /// The resident memory.
    Memory,
    /// The output, or the size of a file.
    Output,
    /// The number of processes.
    Processes,
}

/// Looks at a running program now and then.
pub(super) struct LimitWatch<'l> {
    limits: &'l Limits,
    begun: Instant,
    tree: ProcessTree,
    /// When it was last looked at the clock.
    last: Instant,
    next_look: Instant,
    next_tree_look: Instant,
    /// When all processes were looked at.
    last_tree_look: Instant,
    idle_time: IdleTime,
    poll_timeout: Duration,
    cpu: Duration,
    /// Of processes that have ended, and that nobody else has waited for.
    past_cpu: Duration,
    memory: u64,
}

impl<'l> LimitWatch<'l> {
    pub fn new(limits: &'l Limits, begun: Instant, tree: ProcessTree) -> Self {
        Self {
            limits,
            begun,
            tree,
            last: begun,
            // Who is small is known from looks only.
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

    /// The limit that the program is past, if it is.
    pub fn look(&mut self) -> Option<Limit> {
        let now = Instant::now();
        // Who was stopped himself has not seen whether the program would have ended.
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
        let seen = if now < self.next_tree_look {
            ProcessUsage::of_process(self.tree.leader)
        } else {
            let own = OwnTime::now();
            let seen = ProcessUsage::of_tree(self.tree, self.limits.memory);
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
        if self
            .limits
            .processes
            .is_some_and(|limit| seen.processes > limit)
        {
            return Some(Limit::Processes);
        }
        let usage = Usage {
            cpu: self.cpu,
            memory: self.memory,
            ..Usage::default()
        };
        self.limits.exceeded_by(&usage)
    }

    /// The limit that a time from start to end is past. What a program has not got of
    /// the machine is not held against it, as long as it gets something.
    fn past_wall(&self, wall: Duration) -> Option<Limit> {
        if wall < self.limits.wall {
            return None;
        }
        let usage = Usage {
            cpu: self.cpu,
            wall,
            idle: self.idle_time.total,
            memory: 0,
        };
        if !self.limits.are_watched() || usage.own_wall() >= self.limits.wall {
            return Some(Limit::Wall);
        }
        (wall >= self.limits.wall.saturating_mul(PATIENCE)).then_some(Limit::Starvation)
    }

    /// How long to wait until there is something to look at.
    pub fn poll_timeout(&self) -> PollTimeout {
        let now = Instant::now();
        let until = if self.limits.are_watched() {
            self.next_look.saturating_duration_since(now)
        } else {
            let left = self.limits.wall.saturating_sub(now - self.begun);
            NAP_MAX.min(left)
        };
        PollTimeout {
            with_exit_event: until,
            without_exit_event: self.poll_timeout.min(until),
        }
    }

    /// Waits longer the longer nothing happens.
    pub fn rest(&mut self, is_silent: bool) {
        self.poll_timeout = if is_silent {
            (self.poll_timeout * 2).min(NAP_MAX)
        } else {
            NAP
        };
    }

    /// The most time that was seen.
    pub fn cpu(&self) -> Duration {
        self.cpu
    }

    /// In how much time the program was seen to be idle.
    pub fn idle(&self) -> Duration {
        self.idle_time.total
    }

    /// The most memory that the program had, in bytes: what the kernel counted, but
    /// for what it had from us. Of a smaller program it is known only what was
    /// seen; then the kernel's number stands where it does no harm.
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

/// How long a program has had nothing to do: found out by looking now and then whether
/// one of its threads runs or waits for the machine.
///
/// The kernel's own sums of waiting (`/proc/PID/schedstat`) are lost with each thread
/// that ends, and do not have what is waited for at the moment.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct IdleTime {
    total: Duration,
    /// The time of this thread that was looked at.
    own: OwnTime,
}

impl IdleTime {
    fn new(own: OwnTime) -> Self {
        let total = Duration::ZERO;
        Self { total, own }
    }

    /// Counts the time that has passed since the last look. A program may be idle
    /// because it waits for us to read, so the time in which we had something to do
    /// is not counted, either.
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
