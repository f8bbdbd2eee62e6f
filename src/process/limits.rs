//! What a program may use, and watching that.

use std::time::{Duration, Instant};

use super::Usage;
use super::census::{Census, OwnTime, memory_of_program};
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
/// How often the limit of time from start to end may pass while a program waits for
/// the machine.
const PATIENCE: u32 = 10;
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
pub(super) struct Watch<'l> {
    limits: &'l Limits,
    begun: Instant,
    family: Family,
    /// When it was last looked at the clock.
    last: Instant,
    next_look: Instant,
    next_census: Instant,
    /// When all processes were looked at.
    last_census: Instant,
    idleness: Idleness,
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
            last_census: begun,
            idleness: Idleness::new(OwnTime::now()),
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
            self.last_census += gap;
        }
        self.last = now;
        if let Some(limit) = self.past_wall(now.duration_since(self.begun)) {
            return Some(limit);
        }
        if now < self.next_look || !self.limits.are_watched() {
            return None;
        }
        let seen = if now < self.next_census {
            Census::of_process(self.family.leader)
        } else {
            let own = OwnTime::now();
            let seen = Census::of_program(self.family).map(|seen| self.without_shares(seen));
            let is_busy = seen.is_some_and(|seen| seen.is_busy);
            self.idleness.add(now - self.last_census, is_busy, own);
            self.idleness.own.cpu = OwnTime::now().cpu;
            self.last_census = now;
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

    /// The limit that a time from start to end is past. What a program has not got of
    /// the machine is not held against it, as long as it gets something.
    fn past_wall(&self, wall: Duration) -> Option<Limit> {
        if wall < self.limits.wall {
            return None;
        }
        let usage = Usage {
            cpu: self.cpu,
            wall,
            idle: self.idleness.total,
            memory: 0,
        };
        if !self.limits.are_watched() || usage.own_wall() >= self.limits.wall {
            return Some(Limit::Wall);
        }
        (wall >= self.limits.wall.saturating_mul(PATIENCE)).then_some(Limit::Starvation)
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
        let until = if self.limits.are_watched() {
            self.next_look.saturating_duration_since(now)
        } else {
            let left = self.limits.wall.saturating_sub(now - self.begun);
            NAP_MAX.min(left)
        };
        Nap {
            told: until,
            untold: self.nap.min(until),
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

    /// In how much time the program was seen to be idle.
    pub fn idle(&self) -> Duration {
        self.idleness.total
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

/// How long a program has had nothing to do: found out by looking now and then whether
/// one of its threads runs or waits for the machine.
///
/// The kernel's own sums of waiting (`/proc/PID/schedstat`) are lost with each thread
/// that ends, and do not have what is waited for at the moment.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Idleness {
    total: Duration,
    /// The time of this thread that was looked at.
    own: OwnTime,
}

impl Idleness {
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
        file: None,
        processes: Some(4),
    };

    fn usage(cpu_ms: u64, memory: u64) -> Usage {
        Usage {
            cpu: Duration::from_millis(cpu_ms),
            memory,
            ..Usage::default()
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

    /// What a program did in a time, on a machine that may be busy with others.
    #[derive(Clone, Copy)]
    struct Phase {
        ms: u64,
        /// How much of it the program ran.
        cpu_ms: u64,
        is_busy: bool,
        /// How much of it we ran, or waited for a processor.
        own_ms: [u64; 2],
    }

    /// The limit that somebody who lives through such phases again and again is past,
    /// and after how many milliseconds.
    fn fate(phases: &[Phase]) -> (Limit, u64) {
        let ms = Duration::from_millis;
        let limits = Limits {
            memory: None,
            ..LIMITS
        };
        let mut watch = Watch::new(&limits, Instant::now(), nobody());
        let mut own = watch.idleness.own;
        let mut wall = 0;
        for phase in phases.iter().cycle() {
            wall += phase.ms;
            watch.cpu += ms(phase.cpu_ms);
            own.cpu += ms(phase.own_ms[0]);
            own.delay += ms(phase.own_ms[1]);
            watch.idleness.add(ms(phase.ms), phase.is_busy, own);
            let usage = usage(watch.cpu.as_millis().try_into().expect("short"), 0);
            let past = watch.past_wall(ms(wall)).or(limits.exceeded_by(&usage));
            if let Some(limit) = past {
                return (limit, wall);
            }
        }
        unreachable!("the phases never end")
    }

    #[test]
    fn who_waits_for_the_machine_is_not_idle() {
        let phase = |ms, cpu_ms, is_busy| Phase {
            ms,
            cpu_ms,
            is_busy,
            own_ms: [0, 0],
        };
        let beside = |own_ms, phase| Phase { own_ms, ..phase };
        let sleeps = phase(10, 0, false);
        for (phases, expected) in [
            (&[sleeps][..], (Limit::Wall, 5000)),
            // It works all the time.
            (&[phase(10, 10, true)], (Limit::Cpu, 2010)),
            // It gets a fifth of a processor.
            (&[phase(10, 2, true)], (Limit::Cpu, 10_010)),
            // The same, and it sleeps in between; for the most part, or not.
            (&[phase(10, 2, true), sleeps], (Limit::Wall, 8340)),
            (
                &[phase(10, 2, true), phase(2, 0, false)],
                (Limit::Cpu, 12_010),
            ),
            // It waits for us, and we for a processor.
            (&[beside([0, 8], sleeps)], (Limit::Wall, 25_000)),
            (&[beside([0, 8], phase(10, 2, false))], (Limit::Cpu, 10_010)),
            // It waits for us, and we have much to do.
            (&[beside([6, 2], phase(10, 2, false))], (Limit::Cpu, 10_010)),
            // Several processors.
            (&[phase(10, 20, true)], (Limit::Cpu, 1010)),
            // It gets next to nothing, or nothing at all.
            (&[phase(100, 1, true)], (Limit::Starvation, 50_000)),
            (&[phase(100, 0, true)], (Limit::Starvation, 50_000)),
        ] {
            assert_eq!(fate(phases), expected);
        }
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
