//! What a program may use, and watching that.

use std::time::{Duration, Instant};

use super::Usage;
use super::census::{Census, memory_of_program};
use super::child::Ended;
use super::family::Family;
use super::talk::Nap;

/// How long to wait between two looks at a program, at most.
const LOOK: Duration = Duration::from_millis(5);
/// How long to wait where nobody says that the program has ended, at first and
/// at most.
const NAP: Duration = Duration::from_micros(200);
const NAP_MAX: Duration = Duration::from_millis(20);
/// A longer time between two looks at the clock does not count: somebody has stopped
/// us, as with Ctrl-Z.
const PAUSE: Duration = Duration::from_secs(1);
/// Of how many parts of the time one may go into looking at all processes.
const CENSUS_SHARE: u32 = 10;

/// Up to here nobody minds that a small program looks as large as we are, in
/// bytes.
const HERITAGE_SMALL: u64 = 8 << 20;

/// What a program may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The time on processors; of the program with its children.
    pub cpu: Option<Duration>,
    /// The time from start to end.
    pub wall: Duration,
    /// The memory that is resident at a time, in bytes; of the program with its
    /// children. What is reserved and not used does not count.
    pub memory: Option<u64>,
    /// What it may print, in bytes; and what it may write into one file, if one
    /// of the other limits is set.
    pub output: u64,
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
    fn are_watched(&self) -> bool {
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
    /// The resident memory.
    Memory,
    /// The output, or the size of a file.
    Output,
    /// The number of processes.
    Processes,
}

/// Looks at a running program now and then.
pub(super) struct Watch<'l> {
    limits: &'l Limits,
    begun: Instant,
    family: Family,
    /// When it was last looked at the clock.
    last: Instant,
    next_look: Instant,
    next_census: Instant,
    nap: Duration,
    cpu: Duration,
    /// Of processes that have ended, and that nobody else has waited for.
    past_cpu: Duration,
    memory: u64,
}

impl<'l> Watch<'l> {
    pub fn new(limits: &'l Limits, begun: Instant, family: Family) -> Self {
        Self {
            limits,
            begun,
            family,
            last: begun,
            // Who is small is known from looks only.
            next_look: begun,
            next_census: begun + LOOK,
            nap: NAP,
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
        }
        self.last = now;
        if now.duration_since(self.begun) >= self.limits.wall {
            return Some(Limit::Wall);
        }
        if now < self.next_look || !self.limits.are_watched() {
            return None;
        }
        let seen = if now < self.next_census {
            Census::of_process(self.family.leader)
        } else {
            let seen = Census::of_program(self.family).map(|seen| self.without_shares(seen));
            let took = now.elapsed();
            self.next_census = now + took * CENSUS_SHARE;
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

    /// Counts what processes share once, where that may decide: a child begins
    /// with all that its parent has.
    fn without_shares(&self, mut seen: Census) -> Census {
        let is_past = self.limits.memory.is_some_and(|limit| seen.memory > limit);
        if is_past && seen.processes > 1 {
            seen.memory = memory_of_program(self.family).unwrap_or(seen.memory);
        }
        seen
    }

    /// How long to wait until there is something to look at.
    pub fn nap(&self) -> Nap {
        let now = Instant::now();
        let left = self
            .limits
            .wall
            .saturating_sub(now.duration_since(self.begun));
        let until = if self.limits.are_watched() {
            self.next_look.saturating_duration_since(now)
        } else {
            NAP_MAX
        };
        Nap {
            told: until.min(left),
            untold: self.nap.min(until).min(left),
        }
    }

    /// Waits longer the longer nothing happens.
    pub fn rest(&mut self, is_silent: bool) {
        self.nap = if is_silent {
            (self.nap * 2).min(NAP_MAX)
        } else {
            NAP
        };
    }

    /// The most time that was seen.
    pub fn cpu(&self) -> Duration {
        self.cpu
    }

    /// The most memory that the program had, in bytes: what the kernel counted, but
    /// for what it had from us. Of a smaller program it is known only what was
    /// seen; then the kernel's number stands where it does no harm.
    pub fn memory(&self, ended: &Ended) -> u64 {
        let is_its_own = ended.memory > ended.heritage;
        let is_in_bounds = self.limits.memory.is_none_or(|limit| ended.memory <= limit);
        if is_its_own || ended.memory <= HERITAGE_SMALL && is_in_bounds {
            self.memory.max(ended.memory)
        } else {
            self.memory
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::process::End;
    use crate::process::family::Mark;

    fn nobody() -> Family {
        Family {
            leader: 0,
            mark: Mark::new(),
        }
    }

    const LIMITS: Limits = Limits {
        cpu: Some(Duration::from_secs(2)),
        wall: Duration::from_secs(5),
        memory: Some(1 << 20),
        output: 1 << 20,
        processes: Some(4),
    };

    fn usage(cpu_ms: u64, memory: u64) -> Usage {
        Usage {
            cpu: Duration::from_millis(cpu_ms),
            wall: Duration::ZERO,
            memory,
        }
    }

    #[test]
    fn a_limit_may_be_reached_and_not_gone_past() {
        for (cpu, memory, expected) in [
            (0, 0, None),
            (2000, 1 << 20, None),
            (2001, 1 << 20, Some(Limit::Cpu)),
            (2000, (1 << 20) + 1, Some(Limit::Memory)),
            // Who has no memory left may be slow for that.
            (2001, (1 << 20) + 1, Some(Limit::Memory)),
        ] {
            let found = LIMITS.exceeded_by(&usage(cpu, memory));
            assert_eq!(found, expected, "{cpu} ms, {memory} bytes");
        }
    }

    #[test]
    fn time_alone_needs_no_look_at_processes() {
        let limits = Limits::of_time(Duration::from_secs(1));
        assert_eq!(limits.exceeded_by(&usage(u64::MAX >> 20, u64::MAX)), None);
        assert!(!limits.are_watched() && LIMITS.are_watched());
    }

    #[test]
    fn who_was_stopped_does_not_count_that() {
        let limits = Limits::of_time(2 * PAUSE);
        let mut watch = Watch::new(&limits, Instant::now(), nobody());
        watch.begun -= 3 * PAUSE;
        watch.last = watch.begun;
        assert_eq!(watch.look(), None);
        watch.begun -= 2 * PAUSE;
        assert_eq!(watch.look(), Some(Limit::Wall));
    }

    #[test]
    fn what_a_program_has_from_us_is_not_held_against_it() {
        let mut watch = Watch::new(&LIMITS, Instant::now(), nobody());
        watch.memory = 300 << 10;
        for (memory, heritage, expected) in [
            // More than the limit, and its own.
            (2 << 20, 1 << 20, 2 << 20),
            // Nobody knows whose, and it does no harm.
            (1 << 20, 2 << 20, 1 << 20),
            // It would be past the limit.
            (2 << 20, 3 << 20, 300 << 10),
        ] {
            let ended = Ended {
                end: End::Exited(0),
                cpu: Duration::ZERO,
                memory,
                heritage,
            };
            assert_eq!(watch.memory(&ended), expected, "{memory} {heritage}");
        }
        let limits = Limits {
            memory: Some(1 << 30),
            ..LIMITS
        };
        let ended = Ended {
            end: End::Exited(0),
            cpu: Duration::ZERO,
            memory: 100 << 20,
            heritage: 101 << 20,
        };
        assert_eq!(
            Watch::new(&limits, Instant::now(), nobody()).memory(&ended),
            0
        );
    }

    #[test]
    fn nobody_naps_past_the_end_of_the_time() {
        let limits = Limits::of_time(Duration::from_micros(50));
        let mut watch = Watch::new(&limits, Instant::now(), nobody());
        for _ in 0..20 {
            watch.rest(true);
        }
        assert!(watch.nap().told <= limits.wall);
        assert!(watch.nap().untold <= limits.wall);
        std::thread::sleep(limits.wall);
        assert_eq!(watch.look(), Some(Limit::Wall));
    }

    #[test]
    fn naps_get_longer_while_nothing_happens() {
        let limits = Limits::of_time(Duration::from_secs(100));
        let mut watch = Watch::new(&limits, Instant::now(), nobody());
        assert_eq!(watch.nap().untold, NAP);
        watch.rest(true);
        assert_eq!(watch.nap().untold, 2 * NAP);
        for _ in 0..20 {
            watch.rest(true);
        }
        assert_eq!(watch.nap().untold, NAP_MAX);
        watch.rest(false);
        assert_eq!(watch.nap().untold, NAP);
    }
}
