//! What goes past a limit, and when.

use super::*;
use crate::process::Termination;
use crate::process::process_tree::RunTag;

fn nobody() -> ProcessTree {
    ProcessTree {
        leader: 0,
        tag: RunTag::new(),
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
    let mut watch = LimitWatch::new(&limits, Instant::now(), nobody());
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
    let mut watch = LimitWatch::new(&limits, Instant::now(), nobody());
    let mut own = watch.idle_time.own;
    let mut wall = 0;
    for phase in phases.iter().cycle() {
        wall += phase.ms;
        watch.cpu += ms(phase.cpu_ms);
        own.cpu += ms(phase.own_ms[0]);
        own.delay += ms(phase.own_ms[1]);
        watch.idle_time.add(ms(phase.ms), phase.is_busy, own);
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
    let mut watch = LimitWatch::new(&LIMITS, Instant::now(), nobody());
    watch.memory = 300 << 10;
    for (memory, inherited_rss, expected) in [
        // More than the limit, and its own.
        (2 << 20, 1 << 20, 2 << 20),
        // Nobody knows whose, and it does no harm.
        (1 << 20, 2 << 20, 1 << 20),
        // It would be past the limit.
        (2 << 20, 3 << 20, 300 << 10),
    ] {
        let ended = ChildExit {
            end: Termination::Exited(0),
            cpu: Duration::ZERO,
            memory,
            inherited_rss,
        };
        assert_eq!(watch.memory(&ended), expected, "{memory} {inherited_rss}");
    }
    let limits = Limits {
        memory: Some(1 << 30),
        ..LIMITS
    };
    let ended = ChildExit {
        end: Termination::Exited(0),
        cpu: Duration::ZERO,
        memory: 100 << 20,
        inherited_rss: 101 << 20,
    };
    assert_eq!(
        LimitWatch::new(&limits, Instant::now(), nobody()).memory(&ended),
        0
    );
}

#[test]
fn nobody_naps_past_the_end_of_the_time() {
    let limits = Limits::of_time(Duration::from_micros(50));
    let mut watch = LimitWatch::new(&limits, Instant::now(), nobody());
    for _ in 0..20 {
        watch.rest(true);
    }
    assert!(watch.poll_timeout().with_exit_event <= limits.wall);
    assert!(watch.poll_timeout().without_exit_event <= limits.wall);
    std::thread::sleep(limits.wall);
    assert_eq!(watch.look(), Some(Limit::Wall));
}

#[test]
fn naps_get_longer_while_nothing_happens() {
    let limits = Limits::of_time(Duration::from_secs(100));
    let mut watch = LimitWatch::new(&limits, Instant::now(), nobody());
    assert_eq!(watch.poll_timeout().without_exit_event, NAP);
    watch.rest(true);
    assert_eq!(watch.poll_timeout().without_exit_event, 2 * NAP);
    for _ in 0..20 {
        watch.rest(true);
    }
    assert_eq!(watch.poll_timeout().without_exit_event, NAP_MAX);
    watch.rest(false);
    assert_eq!(watch.poll_timeout().without_exit_event, NAP);
}
