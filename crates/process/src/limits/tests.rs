use super::*;
use crate::Termination;
use crate::process_tree::RunTag;

const LIMITS: Limits = Limits {
    cpu: Some(Duration::from_secs(2)),
    wall: Duration::from_secs(5),
    memory: Some(1 << 20),
    output: 1 << 20,
    file: None,
    processes: Some(4),
};

/// Watches no process.
fn watch(limits: &Limits) -> LimitWatch {
    let (leader, tag) = (0, RunTag::new());
    LimitWatch::new(*limits, Instant::now(), Some(ProcessTree { leader, tag }))
}

fn usage(cpu: Duration, memory: u64) -> Usage {
    Usage {
        cpu,
        memory,
        ..Usage::default()
    }
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
        // A lack of memory may be what makes the program slow.
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

/// The limit that a program exceeds that repeats some phases forever, and after how many
/// milliseconds. A phase is its length, the CPU time of the program that is observed, for how long it
/// was seen to wait for a processor if it is busy, and for how long this thread ran and waited for one.
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
        // The same, but it sleeps in between, for long or not.
        (&[gets_a_fifth, sleeps], (Limit::Wall, 8340)),
        (&[gets_a_fifth, (2, 0, None, [0, 0])], (Limit::Cpu, 12_010)),
        // It waits for this thread, which waits for a processor.
        (&[(10, 0, None, [0, 8])], (Limit::Wall, 25_000)),
        (&[(10, 2, None, [0, 8])], (Limit::Cpu, 10_010)),
        // It waits for this thread, which is busy.
        (&[(10, 2, None, [6, 2])], (Limit::Cpu, 10_010)),
        // Several processors.
        (&[(10, 20, Some(0), [0, 0])], (Limit::Cpu, 1010)),
        // It gets next to nothing, or nothing at all.
        (&[(100, 1, Some(99), [0, 0])], (Limit::Starvation, 50_000)),
        (&[(100, 0, Some(100), [0, 0])], (Limit::Starvation, 50_000)),
        // It is busy with children that are too brief to be seen, and that nobody waits for.
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
        // More than was inherited, and than the limit.
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
