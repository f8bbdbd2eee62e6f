//! The watch over the limits of a running program.
//!
//! The kernel enforces limits of CPU time, file sizes and core files, which are set between fork
//! and exec. Memory and processes are read from `/proc` every few milliseconds, for at most a tenth
//! of the time, because the kernel limits address space instead of memory, and the processes of a
//! user instead of those of a program.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use super::child::ChildExit;
use super::processes::{OwnTime, ProcessStat, ProcessTree, ProcessUsage};
use super::{Limit, Limits, Usage};

/// The interval at which a program is checked.
const LOOK: Duration = Duration::from_millis(5);
/// The first and the longest poll timeout if the kernel does not report the exit of the program.
const NAP: Duration = Duration::from_micros(200);
const NAP_MAX: Duration = Duration::from_millis(20);
/// A gap between two looks at the clock that is longer than this does not count: this process was
/// stopped, as with Ctrl-Z.
const PAUSE: Duration = Duration::from_secs(1);
/// A program that waits for the machine may take this many times its wall-clock limit.
const PATIENCE: u32 = 10;
/// Checking all processes may take at most about one part in this many of the time.
const TREE_LOOK_SHARE: u32 = 10;
/// Up to this many bytes, inherited memory may count as the program's own.
const INHERITED_RSS_SMALL: u64 = 8 << 20;

/// Checks a running program at intervals.
pub(super) struct LimitWatch {
    limits: Limits,
    /// When the limited time started: that of the program, or of its turn.
    begun: Instant,
    /// The usage at that time.
    before: Usage,
    used_before: Duration,
    /// The exact CPU time at the beginning of a turn.
    run_before: Option<Duration>,
    /// The processes of the program, if it runs on this machine.
    tree: Option<ProcessTree>,
    /// When the clock was last read.
    last: Instant,
    next_look: Instant,
    next_tree_look: Instant,
    /// When all processes were last checked.
    last_tree_look: Instant,
    idle_time: IdleTime,
    /// How long the program was seen waiting for a disk.
    disk_wait: Duration,
    poll_timeout: Duration,
    /// The observed CPU time.
    pub cpu: Duration,
    /// The CPU time of adopted processes that have ended.
    past_cpu: Duration,
    /// The CPU time of each process alone, when it was last seen.
    own_cpu: BTreeMap<u32, Duration>,
    /// The sum of these times for processes that are gone.
    gone_cpu: Duration,
    /// How long each thread had waited for a processor when it was last seen running or waiting.
    delays: BTreeMap<u32, Duration>,
    memory: u64,
}

impl LimitWatch {
    pub fn new(limits: Limits, begun: Instant, tree: Option<ProcessTree>) -> Self {
        Self {
            limits,
            begun,
            before: Usage::default(),
            used_before: Duration::ZERO,
            run_before: None,
            tree,
            last: begun,
            // Only checks reveal the memory of small programs, so do the first at once.
            next_look: begun,
            next_tree_look: begun + LOOK,
            last_tree_look: begun,
            idle_time: IdleTime {
                own: OwnTime::now(),
                ..IdleTime::default()
            },
            disk_wait: Duration::ZERO,
            poll_timeout: NAP,
            cpu: Duration::ZERO,
            past_cpu: Duration::ZERO,
            own_cpu: BTreeMap::new(),
            gone_cpu: Duration::ZERO,
            delays: BTreeMap::new(),
            memory: 0,
        }
    }

    /// Checks the program; returns the limit that it exceeds, if any.
    pub fn look(&mut self) -> Option<Limit> {
        let now = Instant::now();
        // While this process was stopped, the program may have ended.
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
        let is_past = |limit| seen.processes > limit || seen.threads > Limits::threads(limit);
        if processes_max.is_some_and(is_past) {
            return Some(Limit::Processes);
        }
        self.limits.exceeded_by(&self.usage())
    }

    /// The observed usage since the program, or its turn, began.
    pub fn usage(&self) -> Usage {
        Usage {
            cpu: self.cpu.saturating_sub(self.before.cpu),
            wall: self.last - self.begun,
            idle: self.idle_time.total.saturating_sub(self.before.idle),
            memory: self.memory,
        }
    }

    /// The CPU time since the turn began, as exact as the machine tells it.
    pub fn turn_cpu(&self) -> Duration {
        let run = self.tree.and_then(ProcessTree::time_run);
        match (run, self.run_before) {
            (Some(run), Some(before)) => run.saturating_sub(before),
            _ => self.usage().cpu,
        }
    }

    /// Checks the program, and all of its processes from time to time.
    fn see(&mut self, now: Instant) -> Option<ProcessUsage> {
        let tree = self.tree?;
        let seen = if now < self.next_tree_look {
            tree.program().and_then(ProcessUsage::of_process)
        } else {
            let own = OwnTime::now();
            let seen = ProcessUsage::of_tree(tree, self.limits.memory);
            let passed = now - self.last_tree_look;
            let busy = seen.as_ref().map(|seen| &seen.busy);
            let busy = busy.filter(|busy| !busy.is_empty());
            let mut waited = busy.map(|busy| busy.waited(&mut self.delays, passed));
            if busy.is_some_and(|busy| busy.wait_for_disk) {
                // A program can pretend to, by a child that never ends its vfork.
                let left = self.limits.wall.saturating_sub(self.disk_wait);
                waited = waited.map(|waited| waited.min(left));
                self.disk_wait += passed;
            }
            self.idle_time.add(passed, waited, own);
            if let Some(seen) = &seen {
                self.count_own_cpu(&seen.own_cpu);
            }
            self.idle_time.own.cpu = OwnTime::now().cpu;
            self.last_tree_look = now;
            let took = now.elapsed();
            self.next_tree_look = now + took * TREE_LOOK_SHARE;
            seen
        };
        self.next_look = Instant::now() + LOOK;
        let seen = seen?;
        let own_cpu = self.gone_cpu + self.own_cpu.values().sum::<Duration>();
        self.cpu = self.cpu.max(self.past_cpu + seen.cpu).max(own_cpu);
        self.past_cpu += seen.past_cpu;
        self.memory = self.memory.max(seen.memory);
        Some(seen)
    }

    /// Counts the CPU time of processes. The kernel drops that of a child for which nobody waits
    /// when it ends.
    fn count_own_cpu(&mut self, seen: &BTreeMap<u32, Duration>) {
        let before = std::mem::replace(&mut self.own_cpu, seen.clone());
        for (id, before) in before {
            // It may have been overlooked.
            let found = || ProcessStat::with_id(id).map(|(_, stat)| stat.own_cpu);
            let now = seen.get(&id).copied().or_else(found);
            // A process with less CPU time than before is another one with the same ID.
            if let Some(now) = now.filter(|now| *now >= before) {
                self.own_cpu.insert(id, now);
            } else {
                self.gone_cpu += before;
            }
        }
    }

    /// Restarts the limits of CPU time and wall-clock time.
    pub fn begin_turn(&mut self) {
        let now = Instant::now();
        // If the last check is recent, the usage since then is negligible.
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
        self.used_before = self.idle_time.used;
        self.run_before = self.tree.and_then(ProcessTree::time_run);
        self.begun = now;
        self.last = now;
        self.last_tree_look = now;
        self.poll_timeout = NAP;
    }

    /// The wall-clock limit that a time exceeds. Time in which the program was seen waiting for the
    /// machine does not count, up to [`PATIENCE`] times the limit, and for a disk, up to the limit.
    fn past_wall(&self, wall: Duration) -> Option<Limit> {
        if wall < self.limits.wall {
            return None;
        }
        if self.own_wall(wall) >= self.limits.wall {
            return Some(Limit::Wall);
        }
        (wall >= self.limits.wall.saturating_mul(PATIENCE)).then_some(Limit::Starvation)
    }

    /// The part of a wall-clock time since the program, or its turn, began that counts.
    fn own_wall(&self, wall: Duration) -> Duration {
        if !self.limits.are_watched() {
            return wall;
        }
        let usage = Usage {
            wall,
            ..self.usage()
        };
        let used = self.idle_time.used.saturating_sub(self.used_before);
        usage.own_wall().max(used)
    }

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

    /// Doubles the poll timeout if nothing has happened, and resets it otherwise.
    pub fn rest(&mut self, is_silent: bool) {
        self.poll_timeout = if is_silent {
            (self.poll_timeout * 2).min(NAP_MAX)
        } else {
            NAP
        };
    }

    /// The wall-clock time that counts of all turns.
    pub fn wall_of_turns(&self) -> Duration {
        self.before.wall + self.own_wall(self.last - self.begun)
    }

    pub fn idle(&self) -> Duration {
        self.idle_time.total
    }

    /// The peak of the program's memory, in bytes: the kernel's figure, or the observed one if the
    /// kernel's may be inherited memory and is large or exceeds the limit.
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

/// How long no thread of a program was seen running or waiting for a processor or a disk. The
/// kernel's own sums (`/proc/PID/schedstat`) disappear with each thread that ends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct IdleTime {
    total: Duration,
    /// The time in which the program was not seen waiting for the machine. The rest may belong to
    /// children too brief to be seen.
    used: Duration,
    /// The times of this thread at the last check.
    own: OwnTime,
}

impl IdleTime {
    /// Counts the time since the last check, except time in which this thread was busy: the program
    /// may have been waiting for this thread to read. For a program that was busy itself, `waited` is
    /// how long it waited for the machine.
    fn add(&mut self, passed: Duration, waited: Option<Duration>, own: OwnTime) {
        let ran = own.cpu.saturating_sub(self.own.cpu);
        let delayed = own.delay.saturating_sub(self.own.delay);
        self.own = own;
        let unhindered = passed.saturating_sub(ran + delayed);
        if waited.is_none() {
            self.total += unhindered;
        }
        self.used += unhindered.saturating_sub(waited.unwrap_or_default());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Termination;
    use crate::processes::RunTag;

    const LIMITS: Limits = Limits {
        cpu: Some(Duration::from_secs(2)),
        wall: Duration::from_secs(5),
        memory: Some(1 << 20),
        output: 1 << 20,
        file: None,
        files: Limits::FILES_BYTES,
        processes: Some(4),
    };

    /// A watch over no process.
    fn watch(limits: &Limits) -> LimitWatch {
        let tree = ProcessTree {
            leader: 0,
            tag: RunTag::new(),
            init: None,
        };
        LimitWatch::new(*limits, Instant::now(), Some(tree))
    }

    fn usage(cpu: Duration, memory: u64) -> Usage {
        Usage {
            cpu,
            memory,
            ..Usage::default()
        }
    }

    /// The CPU time of a process is added to the sum only when it is gone.
    #[test]
    #[cfg(target_os = "linux")]
    fn an_overlooked_process_is_not_gone() {
        let time = Duration::from_nanos(1);
        let (overlooked, gone) = (std::process::id(), i32::MAX.unsigned_abs());
        let mut watch = watch(&LIMITS);
        watch.count_own_cpu(&[(overlooked, Duration::ZERO), (gone, time)].into());
        watch.count_own_cpu(&BTreeMap::new());
        assert_eq!(watch.gone_cpu, time);
        assert!(watch.own_cpu.keys().eq([&overlooked]));
    }

    #[test]
    fn a_limit_may_be_reached_but_not_exceeded() {
        let time_alone = Limits::of_time(Duration::from_secs(1));
        assert!(!time_alone.are_watched() && LIMITS.are_watched());
        for (limits, cpu_ms, memory, expected) in [
            (&LIMITS, 0, 0, None),
            (&LIMITS, 2000, 1 << 20, None),
            (&LIMITS, 2001, 1 << 20, Some(Limit::Cpu)),
            (&LIMITS, 2000, (1 << 20) + 1, Some(Limit::Memory)),
            // The program may be slow for lack of memory.
            (&LIMITS, 2001, (1 << 20) + 1, Some(Limit::Memory)),
            (&time_alone, u64::MAX >> 20, u64::MAX, None),
        ] {
            let found = limits.exceeded_by(&usage(Duration::from_millis(cpu_ms), memory));
            assert_eq!(found, expected, "{cpu_ms} ms, {memory} bytes");
        }
    }

    #[test]
    fn the_time_while_stopped_does_not_count() {
        let limits = Limits::of_time(2 * PAUSE);
        let mut watch = watch(&limits);
        watch.begun -= 3 * PAUSE;
        watch.last = watch.begun;
        assert_eq!(watch.look(), None);
        watch.begun -= 2 * PAUSE;
        assert_eq!(watch.look(), Some(Limit::Wall));
    }

    /// Repeats some phases until a limit is exceeded; returns the limit, and after how many
    /// milliseconds. A phase has its length, the CPU time observed, how long the program was seen
    /// waiting for a processor if it was busy, and how long this thread ran and waited for one.
    fn outcome(phases: &[(u64, u64, Option<u64>, [u64; 2])]) -> (Limit, u64) {
        let ms = Duration::from_millis;
        let mut watch = watch(&LIMITS);
        let mut own = watch.idle_time.own;
        let mut wall = 0;
        for &(length, cpu, waited, [ran, delayed]) in phases.iter().cycle() {
            wall += length;
            watch.cpu += ms(cpu);
            own.cpu += ms(ran);
            own.delay += ms(delayed);
            watch.idle_time.add(ms(length), waited.map(ms), own);
            let exceeded = LIMITS.exceeded_by(&usage(watch.cpu, 0));
            if let Some(limit) = watch.past_wall(ms(wall)).or(exceeded) {
                return (limit, wall);
            }
        }
        unreachable!("the phases never end")
    }

    #[test]
    fn waiting_for_the_machine_is_not_idling() {
        let sleeps = (10, 0, None, [0, 0]);
        let gets_a_fifth = (10, 2, Some(8), [0, 0]);
        for (phases, expected) in [
            (&[sleeps][..], (Limit::Wall, 5000)),
            // It is busy all the time.
            (&[(10, 10, Some(0), [0, 0])], (Limit::Cpu, 2010)),
            (&[gets_a_fifth], (Limit::Cpu, 10_010)),
            // The same, but it sleeps in between, for a long or a short time.
            (&[gets_a_fifth, sleeps], (Limit::Wall, 8340)),
            (&[gets_a_fifth, (2, 0, None, [0, 0])], (Limit::Cpu, 12_010)),
            // It waits for this thread, which waits for a processor.
            (&[(10, 0, None, [0, 8])], (Limit::Wall, 25_000)),
            (&[(10, 2, None, [0, 8])], (Limit::Cpu, 10_010)),
            // It waits for this thread, which is busy.
            (&[(10, 2, None, [6, 2])], (Limit::Cpu, 10_010)),
            // Several processors.
            (&[(10, 20, Some(0), [0, 0])], (Limit::Cpu, 1010)),
            // It gets hardly any CPU time, or none.
            (&[(100, 1, Some(99), [0, 0])], (Limit::Starvation, 50_000)),
            (&[(100, 0, Some(100), [0, 0])], (Limit::Starvation, 50_000)),
            // It is busy with children too brief to be seen, for which nobody waits.
            (&[(10, 0, Some(0), [0, 0])], (Limit::Wall, 5000)),
            (&[(10, 1, Some(4), [0, 0])], (Limit::Wall, 8340)),
        ] {
            assert_eq!(outcome(phases), expected);
        }
    }

    #[test]
    fn inherited_memory_does_not_count() {
        const SEEN: u64 = 300 << 10;
        for (limit, memory, inherited_rss, expected) in [
            // More than it inherited, and more than the limit.
            (1 << 20, 2 << 20, 1 << 20, 2 << 20),
            // It may be inherited, but is within the limit.
            (1 << 20, 1 << 20, 2 << 20, 1 << 20),
            // It would exceed the limit.
            (1 << 20, 2 << 20, 3 << 20, SEEN),
            // It is large.
            (1 << 30, 100 << 20, 101 << 20, SEEN),
        ] {
            let limits = Limits {
                memory: Some(limit),
                ..LIMITS
            };
            let mut watch = watch(&limits);
            watch.memory = SEEN;
            let ended = ChildExit {
                end: Termination::Exited(0),
                cpu: Duration::ZERO,
                memory,
                inherited_rss,
            };
            assert_eq!(watch.memory(&ended), expected, "{memory} {inherited_rss}");
        }
    }

    #[test]
    fn timeouts_grow_while_nothing_happens() {
        let limits = Limits::of_time(Duration::from_secs(100));
        let mut watch = watch(&limits);
        for (rests, is_silent, expected) in [
            (0, true, NAP),
            (1, true, 2 * NAP),
            (20, true, NAP_MAX),
            (1, false, NAP),
        ] {
            (0..rests).for_each(|_| watch.rest(is_silent));
            assert_eq!(watch.poll_timeout(false), expected);
        }
    }

    #[test]
    fn timeouts_end_with_the_limit_of_time() {
        let limits = Limits::of_time(Duration::from_micros(50));
        let mut watch = watch(&limits);
        (0..20).for_each(|_| watch.rest(true));
        for is_end_seen in [true, false] {
            assert!(watch.poll_timeout(is_end_seen) <= limits.wall);
        }
        std::thread::sleep(limits.wall);
        assert_eq!(watch.look(), Some(Limit::Wall));
    }
}
